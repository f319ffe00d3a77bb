// The request for a cash transaction, without the zero ids that old clients send for "none".

import type { CashTransactionBody } from '../schema.js';

/** A request in which zero ids, which old clients send for "none", are treated as absent. */
export type CashTransactionRequest = {
  [Member in keyof CashTransactionBody]: CashTransactionBody[Member] | undefined;
} & Pick<CashTransactionBody, 'amount' | 'transType'>;

/** Removes zero ids from a body, because zero means absent. */
export function withoutZeroIds(body: CashTransactionBody): CashTransactionRequest {
  return {
    ...body,
    businessOfficeId: body.businessOfficeId || undefined,
    partnerId: body.partnerId || undefined,
    cashAccountId: body.cashAccountId || undefined,
    contraAcctId: body.contraAcctId || undefined,
    processingFeeAcctId: body.processingFeeAcctId || undefined,
    paymentGatewayId: body.paymentGatewayId || undefined,
  };
}
