// Public interface of finance: the parts of the ledger and its accounts that other modules may use.

export { firmAccount, mappedAccount } from './account/account.js';
export { customerCash } from './account/customer-cash.js';
export { isBelowThreshold } from './approval/four-eyes.js';
export {
  type CashBalance,
  cashBalances,
  cashMoves,
} from './cash/balance-queries.js';
export { type CashFlow, cashFlows } from './cash/flow-queries.js';
export { type Chart, chartOf } from './chart/chart.js';
export { type AccountClass, type FirmAccountCode, isFirmAccountCode } from './chart/code.js';
export { type EntryAccount, isClientMoneyLine, isEntryAccount } from './chart/shipped-chart.js';
export { financeEvents } from './event.js';
export { recordFirstGateway } from './gateway/gateway.js';
export { journalSource } from './journal/audit-source-queries.js';
export { oppositeLines } from './ledger/entry.js';
export { isKnownJournal, isRecordedBy } from './ledger/known-queries.js';
export { postJournal, postJournals, setHold, setHolds } from './ledger/ledger.js';
export { insufficientFunds, refusingOverdraft } from './ledger/overdraft.js';
export {
  type Hold,
  type JournalDraft,
  type LineDraft,
  linesOfJournal,
  lockFunds,
  setHoldsCall,
} from './ledger/queries.js';
export { financeModule } from './module.js';
export { selectClosing } from './period/queries.js';
export { financeProblems } from './problems.js';
export { type DatedRate, selectLatestRates } from './rate/queries.js';
