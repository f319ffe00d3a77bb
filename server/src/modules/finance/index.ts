// Public face of finance: what other modules may use of the ledger and its accounts.

export { firmAccount, mappedAccount } from './account.js';
export { type CashDay, cashHistory } from './cash-history.js';
export {
  type AccountClass,
  type Chart,
  chartOf,
  type FirmAccountCode,
  isFirmAccountCode,
} from './chart.js';
export { customerCash } from './customer-cash.js';
export { oppositeLines } from './entry.js';
export { financeEvents } from './event.js';
export { isBelowThreshold } from './four-eyes.js';
export { lockFunds } from './funds.js';
export { journalSource } from './journal-source.js';
export {
  type Hold,
  type JournalDraft,
  type LineDraft,
  linesOfJournal,
  postJournal,
  postJournals,
  setHold,
  setHoldsCall,
} from './ledger.js';
export { financeModule } from './module.js';
export { insufficientFunds, refusingOverdraft } from './overdraft.js';
export { financeProblems } from './problems.js';
export { type EntryAccount, isClientMoneyLine, isEntryAccount } from './shipped-chart.js';
