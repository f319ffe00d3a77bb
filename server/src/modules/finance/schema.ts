// Wire shapes of finance. Wire names appear only in schema files.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireReference,
  wireText,
} from '../../platform/http/shape/wire.js';
import { CASH_TRANSACTION, CHART } from './limits.js';

export const TRANSACTION_TYPES = ['RECEIPT', 'PAYMENT', 'TRANSFER'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_METHODS = [
  'ECHANNEL',
  'CASH',
  'CHEQUE',
  'BANK_TRANSFER',
  'DIRECT_DEBIT',
  'CARD',
] as const;
export const TRANSACTION_STATES = [
  'PENDING',
  'APPROVED',
  'POSTED',
  'REJECTED',
  'CANCELLED',
  'REVERSED',
] as const;
export const FEE_TYPES = ['FLAT', 'PERCENT'] as const;

/** The party that withholds the tax on income from a corporate action. */
export const WITHHELD_BY = ['FIRM', 'ISSUER'] as const;

const optionalId = (description: string) => Type.Optional(wireId({ description }));
const optionalText = (description: string, longest = 255) =>
  Type.Optional(wireText({ description, longest }));
const optionalCode = (description: string, longest = 255) =>
  Type.Optional(wireReference({ description, longest }));

/**
 * A new cash transaction. Members that the server sets (name, transState, approvedBy,
 * noOfExecutedDebits, bankStmtCleared) are ignored if a client sends them.
 */
export const cashTransactionBody = openObject({
  id: optionalId('Absent or 0: the server numbers new records'),
  batchName: optionalText('The batch to which the transaction belongs', 100),
  transactionDate: Type.Optional(
    wireInstant({
      description: 'Date of the transaction, which is also the booking date if its month is open',
    }),
  ),
  valueDate: Type.Optional(
    wireInstant({
      description: 'Date on which the money becomes available; default: the booking date',
    }),
  ),
  businessOfficeId: optionalId('The business office of the account, by id'),
  businessOfficeName: optionalCode('The business office of the account, by code'),
  transType: wireChoice(TRANSACTION_TYPES, {
    description:
      'RECEIPT: money comes in; PAYMENT: money goes out; TRANSFER: money moves between accounts',
  }),
  transMethod: Type.Optional(
    wireChoice(TRANSACTION_METHODS, { description: 'How the money moves; default: ECHANNEL' }),
  ),
  partnerId: optionalId('The customer, by id'),
  partnerName: optionalCode('The customer, by code'),
  description: optionalText('Narration in the ledger', CASH_TRANSACTION.descriptionLength),
  currency: optionalCode('ISO 4217 code; default: the currency of the account', 3),
  amount: wireDecimal({ description: 'Amount in the major unit, greater than zero' }),
  processingFees: Type.Optional(
    wireDecimal({ description: 'The fee: an amount, or a percentage', least: 0 }),
  ),
  processingFeeType: Type.Optional(
    wireChoice(FEE_TYPES, { description: 'Type of processingFees; default: FLAT' }),
  ),
  processingFeeAcctId: optionalId('The fee account, by id; default: INC:FEES of the office'),
  processingFeeAcctName: optionalCode('The fee account, by code'),
  earlyWithdrawalRate: Type.Optional(
    wireDecimal({ description: 'Charge for early withdrawal, in percent', least: 0, most: 100 }),
  ),
  maxNoOfDebits: Type.Optional(
    wireInteger({ description: 'Maximum number of debits in a month', least: 0 }),
  ),
  contraAcctId: optionalId('The contra account, by id; default: BANK:CLIENT of the office'),
  contraAcctName: optionalCode('The contra account, by code'),
  cashAccountId: optionalId("The customer's cash account, by id"),
  cashAccountName: optionalCode("The customer's cash account, by code"),
  counterPartyPartnerName: optionalCode('TRANSFER: the receiving customer, by code'),
  counterPartyCashAccount: optionalCode(
    'TRANSFER: the receiving account, by code; of the same customer if currencies differ',
  ),
  reference: optionalText(
    "The payer's or the bank's reference. With a payment gateway it is required, and " +
      'unique for the gateway',
  ),
  corpAction: Type.Optional(
    wireFlag({
      description:
        'True for income of a corporate action that is entered by hand: only for a RECEIPT, with ' +
        'the permission finance.corporate-action.create. Tax is withheld from it',
    }),
  ),
  taxClass: optionalCode(
    'With corpAction: the class of the withholding tax rules; default: DIVIDEND',
    CASH_TRANSACTION.taxClassLength,
  ),
  taxWithheldBy: Type.Optional(
    wireChoice(WITHHELD_BY, {
      description:
        'With corpAction: FIRM (default) withholds from the amount, which is gross; with ' +
        'ISSUER, the amount was received net and nothing is withheld',
    }),
  ),
  agentName: optionalCode(
    'For a RECEIPT: the agent whose commission it pays. The contra account is the account for ' +
      "agents' commission, and tax is withheld under the agent's tax class",
  ),
  transProcessorResponse: optionalText(
    "The payment processor's reply, stored as sent. If it is not a success code of the " +
      'payment gateway, the transaction is PENDING regardless of the policy',
    CASH_TRANSACTION.processorResponseLength,
  ),
  transactionProcessor: optionalCode('The payment gateway, by code'),
  paymentGatewayId: optionalId(
    'The payment gateway, by id. The contra account of a receipt is its suspense account',
  ),
});
export type CashTransactionBody = Static<typeof cashTransactionBody>;

export const cashTransactionApprovalBody = closedObject({
  fingerprint: optionalText(
    'Fingerprint of the journal that the approver checked; refused if it has changed',
    100,
  ),
});

/** A decision with a reason. */
export const cashDecisionBody = closedObject({
  reason: optionalText('The reason, which is stored', CASH_TRANSACTION.reasonLength),
});

export const idParams = openObject({ id: wireId({ description: 'The id of the record' }) });

export const cashTransactionListQuery = closedObject({
  ...pageBS,
  transState: Type.Optional(wireChoice(TRANSACTION_STATES, { description: 'Only this state' })),
  transType: Type.Optional(wireChoice(TRANSACTION_TYPES, { description: 'Only this type' })),
  partnerId: naming('customer', optionalId('Only transactions of this customer')),
  cashAccountId: naming('account', optionalId('Only transactions of this cash account')),
  batchName: optionalText('Only transactions of this batch', 100),
  sd: Type.Optional(wireDate({ description: 'Transaction date from' })),
  ed: Type.Optional(wireDate({ description: 'Transaction date to, inclusive' })),
  paymentGatewayId: naming(
    'payment gateway',
    optionalId('Only transactions through this payment gateway'),
  ),
  transactionProcessor: naming(
    'payment gateway code',
    optionalText('Only transactions through this payment gateway, by code'),
  ),
  reference: optionalText('Only transactions with this reference'),
  corpAction: Type.Optional(
    wireFlag({
      description: 'If true, only income of corporate actions; if false, only other transactions',
    }),
  ),
  reversalAsked: Type.Optional(
    wireFlag({ description: 'If true, only posted transactions with a requested reversal' }),
  ),
});
export type CashTransactionListQuery = Static<typeof cashTransactionListQuery>;

export const customerParams = openObject({ c: wireId({ description: 'The id of the customer' }) });

export const accountListQuery = closedObject({
  ...pageBS,
  customerId: naming('customer', optionalId('Only accounts of this customer')),
  acctType: naming(
    'ledger code',
    optionalText('Only this type, such as CUSTOMER_CASH or BANK:CLIENT'),
  ),
  currency: naming('currency', optionalText('Only this currency', 3)),
  search: optionalText("Part of the account's code or label, or of its customer's code or name"),
});
export type AccountListQuery = Static<typeof accountListQuery>;

/** Opens a customer's account in another currency, or a firm account by its chart code. */
export const accountBody = closedObject({
  id: optionalId('Absent or 0: the server numbers new records'),
  customerId: optionalId('The account holder, by id'),
  customerName: optionalText('The account holder, by code'),
  acctType: optionalText('A chart code of the firm, instead of a customer', CHART.codeLength),
  businessOfficeName: optionalText('With acctType: the business office, by code'),
  currency: wireText({ description: 'ISO 4217 code', longest: 3 }),
});
export type AccountBody = Static<typeof accountBody>;

export const journalListQuery = closedObject({
  ...pageBS,
  sourceType: naming(
    'source of journals',
    optionalText('Only journals of this kind of record, such as CASH_TRANSACTION', 40),
  ),
  sourceId: optionalId('Only journals of the record with this id; requires sourceType'),
});
export type JournalListQuery = Static<typeof journalListQuery>;

export const customerListQuery = openObject(pageBS);
