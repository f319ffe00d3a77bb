// Refusals of the finance module.

import { defineProblems } from '../../platform/http/problem.js';

export const financeProblems = defineProblems({
  INSUFFICIENT_FUNDS: [422, 'The account has less money available than this takes.'],
  ACCOUNT_INACTIVE: [422, 'The account is not active.'],
  ACCOUNT_EXISTS: [409, 'There already is such an account.'],
  CUSTOMER_INACTIVE: [422, 'The customer may not do business now.'],
  CURRENCY_MISMATCH: [422, 'Accounts of one transaction have different currencies.'],
  WRONG_KIND_OF_ACCOUNT: [422, 'The account is not of the kind that this member takes.'],
  SAME_ACCOUNT: [422, 'A transfer needs two different accounts.'],
  CASH_TRANSACTION_WRONG_STATE: [409, 'The cash transaction is not in a state that allows this.'],
  AMOUNT_NOT_POSITIVE: [422, 'The amount must be greater than zero.'],
  PROCESSING_FEE_REFUSED: [422, 'The processing fee cannot be taken as it is given.'],
  TRANSACTION_TYPE_UNSUPPORTED: [422, 'This type of transaction needs members that are missing.'],
  JOURNAL_WRONG_STATE: [409, 'The journal is not in a state that allows this.'],
  JOURNAL_NOT_BALANCED: [422, 'Debits and credits of the journal differ.'],
  CONTROL_ACCOUNT: [422, 'Journals made by hand may not use this account.'],
  JOURNAL_DATE_REFUSED: [422, 'The journal cannot have this date.'],
  JOURNAL_NOT_MANUAL: [422, 'The journal is undone through the record that it came of.'],
  JOURNAL_REVERSED: [409, 'The journal is reversed, or its reversal waits.'],
  JOURNAL_IMPORT_WRONG_STATE: [409, 'The import of journals is not in a state that allows this.'],
  LEDGER_CODE_REFUSED: [422, 'The chart of accounts cannot have such a code.'],
  ACCOUNT_MAPPING_REFUSED: [422, 'The line of the entry cannot go to this account.'],
  PERIOD_WRONG_STATE: [409, 'The period is not in a state that allows this.'],
  PERIOD_NOT_OVER: [422, 'The period is not over.'],
  PERIOD_OUT_OF_ORDER: [422, 'Periods are closed in order and reopened from the last.'],
  PERIOD_CLOSED: [422, 'The books of that date are closed.'],
  STATEMENT_TOO_LONG: [422, 'The statement has more lines than belong on paper.'],
});
