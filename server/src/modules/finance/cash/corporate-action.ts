// Checks cash transactions in which corporate action money is entered by hand.

import type { Work } from '../../../platform/context.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { forbidden } from '../../../platform/http/request/admission.js';
import { financeProblems } from '../problems.js';
import type { CashTransactionRequest } from './draft-request.js';

/** The permission to enter corporate action money as a cash transaction. */
export const CREATE_CORPORATE_ACTION = 'finance.corporate-action.create';

/**
 * Refuses `corpAction` on a PAYMENT or a TRANSFER, because money from a corporate action is
 * incoming. Also refuses callers without the permission.
 */
export function requireCorporateAction(
  { principal }: Work,
  { corpAction, transType }: CashTransactionRequest,
): void {
  if (corpAction !== true) return;
  if (transType !== 'RECEIPT') {
    const detail = `must be false for a ${transType}: income must be a RECEIPT`;
    throw refuseMember(financeProblems.TRANSACTION_TYPE_UNSUPPORTED, 'corpAction', detail);
  }
  if (!principal.permissions.has(CREATE_CORPORATE_ACTION)) throw forbidden(CREATE_CORPORATE_ACTION);
}
