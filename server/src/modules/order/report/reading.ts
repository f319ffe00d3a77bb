// Reads an exchange's reports for the pure rules: extracts their content and finds their errors.

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

/** Returns whether a report cannot be booked for any order. */
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

/** Returns the ExecID for an execution that a user enters without the exchange's ExecID. */
export function namelessExecId(itemId: bigint): string {
  return `${NAMELESS}${itemId}`;
}

/** Returns whether we assigned an ExecID ourselves, on any exchange order. */
export function isNameless(execId: string): boolean {
  return execId.replace(/^\d+\//, '').startsWith(NAMELESS);
}

/** Returns the fill, correction or bust in a report; undefined if there is none. */
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

/** Values that are not in the report itself. */
interface Unsaid extends Pick<BookedExecution, 'tradeDate' | 'entryNo'> {
  /** The pending replacement's quantity, for exchanges that do not repeat it. */
  readonly quantity: bigint | undefined;
  /** The units that other exchange orders of the same order have filled. */
  readonly elsewhere: bigint;
}

/** Converts a report for the pure rules, with the quantity in terms of the customer's order. */
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

/** Returns the report as one readable line. */
export function describe(report: ExchangeReport): string {
  return Object.entries(report)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

// An unknown value of tag 39 is treated as "stopped", which changes nothing.
function asOrdStatus(value: string): OrdStatus {
  return isOrdStatus(value) ? value : '7';
}

function isOrdStatus(value: string): value is OrdStatus {
  return Object.hasOwn(FIX_STATUS_NAMES, value);
}
