// Reads reports of an exchange for the pure rules: their content and their errors.

import { Decimal } from '../../../platform/money/decimal.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { BookedExecution, Execution } from '../rule/execution.js';
import { FIX_STATUS_NAMES, type OrderReport, type OrdStatus } from '../rule/order-state.js';

const NO_PRICE = new Decimal(0);

const FILL_KINDS: Readonly<Record<string, Execution['kind']>> = {
  F: 'TRADE',
  '1': 'TRADE',
  '2': 'TRADE',
  G: 'CORRECT',
  H: 'CANCEL',
};

/** Whether a report cannot be booked, whatever order it is about. */
export function isMalformed(report: ExchangeReport): boolean {
  if (report.message === 'CANCEL_REJECT' || report.execType === 'I') return false;
  const { execId, execType, execRefId, lastQuantity, lastPrice } = report;
  if (execId === undefined || execId === '') return true;
  const kind = FILL_KINDS[execType ?? ''];
  if (kind === undefined) return false;
  if (kind !== 'TRADE' && execRefId === undefined) return true;
  if (kind === 'CANCEL') return false;
  return lastQuantity === undefined || lastQuantity <= 0n || !lastPrice?.greaterThan(0);
}

const NAMELESS = 'work-item-';

/** The ExecID of an execution that a person enters without the exchange's ExecID. */
export function namelessExecId(itemId: bigint): string {
  return `${NAMELESS}${itemId}`;
}

/** Whether an ExecID is not the exchange's, on any exchange order. */
export function isNameless(execId: string): boolean {
  return execId.replace(/^\d+\//, '').startsWith(NAMELESS);
}

/** The fill, correction or bust in a report; undefined if it contains none. */
export function executionIn(report: ExchangeReport): Execution | undefined {
  const kind = FILL_KINDS[report.execType ?? ''];
  if (kind === undefined || report.execId === undefined) return undefined;
  return {
    execId: report.execId,
    kind,
    ...(report.execRefId === undefined ? {} : { execRefId: report.execRefId }),
    quantity: report.lastQuantity ?? 0n,
    price: report.lastPrice ?? NO_PRICE,
    ...(report.settlementDate === undefined ? {} : { settlementDate: report.settlementDate }),
  };
}

/** Values that a report does not contain. */
interface Unsaid extends Pick<BookedExecution, 'tradeDate' | 'entryNo'> {
  /** The quantity of the pending replacement, for exchanges that do not repeat it. */
  readonly quantity: bigint | undefined;
  /** Units that other exchange orders of the same order have filled. */
  readonly elsewhere: bigint;
}

/** The report for the pure rules, with the quantity as the customer's order counts it. */
export function toOrderReport(report: ExchangeReport, unsaid: Unsaid): OrderReport {
  const ordStatus = asOrdStatus(report.ordStatus);
  if (report.message === 'CANCEL_REJECT') return { message: 'CANCEL_REJECT', ordStatus };
  const execution = executionIn(report);
  const said = report.orderQuantity;
  const { tradeDate, entryNo, quantity, elsewhere } = unsaid;
  const orderQuantity = said === undefined || said <= 0n ? quantity : said + elsewhere;
  return {
    message: 'EXECUTION_REPORT',
    execId: report.execId ?? '',
    execType: report.execType ?? '',
    ordStatus,
    clOrdId: report.clOrdId,
    ...(report.leavesQuantity === undefined ? {} : { leavesQuantity: report.leavesQuantity }),
    ...(orderQuantity === undefined || orderQuantity <= 0n ? {} : { orderQuantity }),
    ...(execution === undefined ? {} : { execution: { ...execution, tradeDate, entryNo } }),
  };
}

/** The report on one line, for people. */
export function describe(report: ExchangeReport): string {
  return Object.entries(report)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

// An unknown value of tag 39 changes nothing: it is read as "stopped", which changes nothing
// either.
function asOrdStatus(value: string): OrdStatus {
  return isOrdStatus(value) ? value : '7';
}

function isOrdStatus(value: string): value is OrdStatus {
  return Object.hasOwn(FIX_STATUS_NAMES, value);
}
