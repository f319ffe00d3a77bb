// Refusals of the finance module.

import { defineProblems } from '../../platform/http/problem.js';

export const financeProblems = defineProblems({
  INSUFFICIENT_FUNDS: [422, 'The account has less money available than this takes.'],
  ACCOUNT_INACTIVE: [422, 'The account is not active.'],
  CURRENCY_MISMATCH: [422, 'Accounts of one transaction have different currencies.'],
  CASH_TRANSACTION_WRONG_STATE: [409, 'The cash transaction is not in a state that allows this.'],
  OWN_WORK: [403, 'Nobody approves what they made themselves.'],
  AMOUNT_NOT_POSITIVE: [422, 'The amount must be greater than zero.'],
  TRANSACTION_TYPE_UNSUPPORTED: [422, 'This type of transaction needs members that are missing.'],
});
