// Public face of finance: what other modules may use of the ledger and its accounts.

export { firmAccount, mappedAccount } from './account/account.js';
export { customerCash } from './account/customer-cash.js';
export { isBelowThreshold } from './approval/four-eyes.js';
export { type CashDay, cashHistory } from './cash/history.js';
export {
  type AccountClass,
  type Chart,
  chartOf,
  type FirmAccountCode,
  isFirmAccountCode,
} from './chart/chart.js';
export { type EntryAccount, isClientMoneyLine, isEntryAccount } from './chart/shipped-chart.js';
export { financeEvents } from './event.js';
export { journalSource } from './journal/audit-source.js';
export { oppositeLines } from './ledger/entry.js';
export { lockFunds } from './ledger/funds.js';
export {
  type Hold,
  type JournalDraft,
  type LineDraft,
  linesOfJournal,
  postJournal,
  postJournals,
  setHold,
  setHoldsCall,
} from './ledger/ledger.js';
export { insufficientFunds, refusingOverdraft } from './ledger/overdraft.js';
export { financeModule } from './module.js';
export { financeProblems } from './problems.js';
