// Orders with several exchange orders: applies a report about one exchange order to the order. The
// order's status follows the last exchange order; its quantities include all of them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { withExecution } from './execution-sum.js';
import {
  applyReport,
  type CancelReject,
  type ExecutionReport,
  FIX_STATUS_NAMES,
  isFinal,
  type OrderProgress,
  type OrderReport,
  type OrderStatus,
  reopens,
} from './order-state.js';

/** The exchange order that a report is about. */
export interface EntryView {
  /** True if a later exchange order has been entered. */
  readonly isPast: boolean;
  /** True if the order remains valid after the last day of this exchange order. */
  readonly isOutlived: boolean;
  readonly lastDay: BusinessDate;
  readonly today: BusinessDate;
  /** True if a cancel has been requested and not yet answered. */
  readonly isCancelRequested: boolean;
}

/** Returns the progress of the order after a report about one of its exchange orders. */
export function applyEntryReport(
  progress: OrderProgress,
  report: OrderReport,
  entry: EntryView,
): OrderProgress {
  if (report.message === 'CANCEL_REJECT') return applyReject(progress, report, entry);
  if (entry.isPast) return applyPast(progress, report);
  const after = applyReport(progress, report);
  const isOpen = !isFinal(progress.orderStatus) || reopens(progress.orderStatus, report);
  if (!isOpen || !entry.isOutlived || !endsOnlyTheEntry(report, entry)) return after;
  const { pendingClOrdId: _fallen, ...rest } = after;
  const name = FIX_STATUS_NAMES[report.ordStatus];
  const orderStatus = statusAfterEntry(progress, after, entry);
  return { ...rest, orderStatus, fixOrderStatus: name, restingFixStatus: name };
}

/**
 * Returns whether the report ends the exchange order; undefined if that cannot be determined from
 * the report.
 */
export function entryEnds(report: OrderReport, entry: EntryView): boolean | undefined {
  if (report.message === 'CANCEL_REJECT') return undefined;
  switch (report.ordStatus) {
    case '2':
    case '4':
    case '8':
    case 'C':
      return true;
    case '3':
      return entry.lastDay <= entry.today || undefined;
    case 'B':
      return report.leavesQuantity === 0n || undefined;
    case '0':
    case '1':
      // If a fill of a working order is busted or corrected, its quantity is open again. Nothing
      // else reopens an exchange order.
      return !entry.isPast && isTakenBack(report) ? false : undefined;
    default:
      return undefined;
  }
}

function isTakenBack({ execType }: ExecutionReport): boolean {
  return execType === 'G' || execType === 'H';
}

function applyReject(
  progress: OrderProgress,
  report: CancelReject,
  entry: EntryView,
): OrderProgress {
  return entry.isPast ? progress : applyReport(progress, report);
}

// The FIX status of a past exchange order no longer affects the order, but its late fills and busts
// are still booked.
function applyPast(progress: OrderProgress, report: ExecutionReport): OrderProgress {
  const executions = withExecution(progress.executions, report.execution);
  const isWhole = executions.quantity >= progress.quantity;
  const orderStatus = statusByQuantity(progress, report, isWhole);
  return { ...progress, executions, orderStatus };
}

function statusByQuantity(
  { orderStatus }: OrderProgress,
  report: ExecutionReport,
  isWhole: boolean,
): OrderStatus {
  if (!isFinal(orderStatus)) {
    if (isWhole) return 'EXECUTED';
    return report.execution === undefined ? orderStatus : 'EXECUTING';
  }
  return !isWhole && reopens(orderStatus, report) ? 'EXECUTING' : orderStatus;
}

function endsOnlyTheEntry(report: ExecutionReport, entry: EntryView): boolean {
  const { ordStatus } = report;
  return ordStatus !== '4' && ordStatus !== '8' && entryEnds(report, entry) === true;
}

// If the customer has requested a cancel, the order is not re-entered.
function statusAfterEntry(
  before: OrderProgress,
  after: OrderProgress,
  entry: EntryView,
): OrderStatus {
  const quantityFilled = after.executions.quantity;
  if (quantityFilled >= after.quantity) return 'EXECUTED';
  if (entry.isCancelRequested) return 'CANCELLED';
  return quantityFilled > 0n ? 'EXECUTING' : lively(before.orderStatus);
}

function lively(status: OrderStatus): OrderStatus {
  return isFinal(status) ? 'EXECUTING' : status;
}
