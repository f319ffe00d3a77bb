// Public face of finance: what other modules may use of the ledger and its accounts.

export { type FirmAccountKey, firmAccount, openCustomerAccount } from './account.js';
export { CHART, type FirmAccountCode } from './chart.js';
export { customerCash } from './customer-cash.js';
export {
  type Hold,
  type JournalDraft,
  type LineDraft,
  postJournal,
  postJournals,
  refusingOverdraft,
  setHold,
} from './ledger.js';
export { financeProblems } from './problems.js';
