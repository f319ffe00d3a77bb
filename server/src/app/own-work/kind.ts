// The kinds of records that the console counts. Each has the list operation that shows the records,
// so that a count and its list agree.

/** Records to count: the path of the list operation, and the filters that select the records. */
export interface WorkKind {
  readonly list: string;
  readonly query?: Readonly<Record<string, string>>;
  /** True to count only records of the business date. */
  readonly isOfToday?: true;
}

const of = (list: string, query: WorkKind['query'] = {}): WorkKind => ({ list, query });

const orders = (status: string) => of('order/tradeorder/list', { status });
const ordersOfToday = (status: string): WorkKind => ({ ...orders(status), isOfToday: true });
const cash = (query: WorkKind['query']) => of('finance/cash-transaction/list', query);
const leads = (status: string) => of('crm/lead/list', { status });
const users = (query: WorkKind['query'] = {}) => of('security/user/list', query);
const claims = (state: string) => of('custody/market-claim/list', { state });
const journalImports = (state: string) => of('finance/journal/import/list', { state });

/** Records that wait for a second person's decision. */
const DECISIONS: Readonly<Record<string, WorkKind>> = {
  CASH_TO_DECIDE: cash({ transState: 'PENDING' }),
  REVERSAL_TO_DECIDE: cash({ reversalAsked: 'true' }),
  CHANGE_TO_DECIDE: of('system/change/list', { state: 'PENDING' }),
  JOURNAL_TO_DECIDE: of('finance/journal/draft/list', { state: 'PENDING' }),
  IMPORT_TO_DECIDE: journalImports('PENDING'),
  UNDO_TO_DECIDE: journalImports('UNDO_PENDING'),
  FUND_ORDER_TO_DECIDE: of('order/fundtransaction/list', { t: 'PENDING' }),
  NAV_TO_DECIDE: of('order/fund/nav/list', { u: 'PENDING' }),
  DISTRIBUTION_TO_DECIDE: of('order/fund/distribution/list', { u: 'PENDING' }),
  SETTLEMENT_TO_DECIDE: of('order/fund/settlement/list', { u: 'PENDING' }),
  EVENT_SETTLEMENT_TO_DECIDE: of('custody/event-settlement/list', { state: 'PENDING' }),
  CUSTODIAN_SETTLEMENT_TO_DECIDE: of('order/custodian/settlement/list', { u: 'PENDING' }),
  DELIVERY_TO_DECIDE: of('custody/corporate-action/deliver/list', { state: 'PENDING' }),
  ALLOTMENT_TO_DECIDE: of('custody/election/allotment/list', { state: 'PENDING' }),
  CLAIM_TO_DECIDE: claims('SETTLING'),
  CLAIM_WAIVER_TO_DECIDE: claims('WAIVING'),
  TRANSFER_TO_DECIDE: of('custody/holding-transfer/list', { state: 'PENDING' }),
  CUSTOMER_TO_DECIDE: of('partner/customer/list', { workflowStatus: 'PENDING' }),
  RESET_TO_DECIDE: of('system/fix-session/reset/list', { state: 'PENDING' }),
};

/** Pending work, including the decisions. Its age is of interest. */
export const WORK: Readonly<Record<string, WorkKind>> = {
  ...DECISIONS,
  ORDER_BOOKED: orders('BOOKED'),
  REPORT_UNMATCHED: of('order/unmatched-report/list', { resolved: 'false' }),
  CASH_APPROVED: cash({ transState: 'APPROVED' }),
  EVENT_ENTITLED: of('custody/corporate-action/list', { progress: 'ENTITLED' }),
  CLAIM_OPEN: claims('OPEN'),
  ELECTION_SUBMITTED: of('custody/election/list', { state: 'SUBMITTED' }),
  BANK_LINE_UNMATCHED: of('finance/bank-statement/line/list', { matched: 'false' }),
  PRICE_EXCEPTION: of('wealth/price-exception/list'),
  LEAD_NEW: leads('NEW'),
  MESSAGE_PARKED: of('crm/inbound/list', { state: 'PARKED' }),
  JOB_DEAD: of('system/job/list', { state: 'DEAD' }),
};

/** Records that are only counted, because such a list may be very long. */
export const FIGURES: Readonly<Record<string, WorkKind>> = {
  ORDER_EXECUTING: orders('EXECUTING'),
  ORDER_EXECUTED_TODAY: ordersOfToday('EXECUTED'),
  ORDER_REJECTED_TODAY: ordersOfToday('REJECTED'),
  RECEIPT_PENDING: cash({ transType: 'RECEIPT', transState: 'PENDING' }),
  RECEIPT_APPROVED: cash({ transType: 'RECEIPT', transState: 'APPROVED' }),
  PAYMENT_PENDING: cash({ transType: 'PAYMENT', transState: 'PENDING' }),
  PAYMENT_APPROVED: cash({ transType: 'PAYMENT', transState: 'APPROVED' }),
  LEAD_QUALIFIED: leads('QUALIFIED'),
  LEAD_CONVERTED: leads('CONVERTED'),
  USER: users(),
  USER_LOCKED: users({ state: 'LOCKED' }),
  USER_DISABLED: users({ state: 'DISABLED' }),
};
