// The state of an order, derived from the exchange's reports: quantities from the executions alone,
// statuses from the FIX reports in the order received (FIX order state matrices, appendix D).

import type { Decimal } from '../../../platform/money/decimal.js';
import type { BookedExecution } from './execution.js';
import { averageOf, type Executions, withExecution } from './execution-sum.js';

/** The order statuses that clients see. */
export const ORDER_STATUSES = [
  'BOOKED',
  'EXECUTING',
  'EXECUTED',
  'CANCELLED',
  'EXPIRED',
  'REJECTED',
] as const;

/** The stage an order has reached; the last four are final. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The names of FIX OrdStatus values (tag 39), as sent to clients. */
export const FIX_STATUS_NAMES = {
  '0': 'NEW',
  '1': 'PARTIALLY_FILLED',
  '2': 'FILLED',
  '3': 'DONE_FOR_DAY',
  '4': 'CANCELLED',
  '5': 'REPLACED',
  '6': 'PENDING_CANCEL',
  '7': 'STOPPED',
  '8': 'REJECTED',
  '9': 'SUSPENDED',
  A: 'PENDING_NEW',
  B: 'CALCULATED',
  C: 'EXPIRED',
  D: 'ACCEPTED_FOR_BIDDING',
  E: 'PENDING_REPLACE',
} as const;

/** A value of tag 39. */
export type OrdStatus = keyof typeof FIX_STATUS_NAMES;

/** The name of a tag 39 value, or NA before the first report. */
export type FixOrderStatus = 'NA' | (typeof FIX_STATUS_NAMES)[OrdStatus];

/** Whether an order remains valid after its trading day. */
type OrderDuration = 'DAY' | 'GOOD_TILL';

/**
 * An ExecutionReport (35=8). `orderQuantity` is tag 38, which applies to a replace or a
 * restatement.
 */
export type ExecutionReport = {
  readonly message: 'EXECUTION_REPORT';
  readonly execId: string;
  readonly execType: string;
  readonly ordStatus: OrdStatus;
  readonly clOrdId: string;
  readonly leavesQuantity?: bigint;
  readonly orderQuantity?: bigint;
  readonly execution?: BookedExecution;
};

/** An OrderCancelReject (35=9). */
export type CancelReject = { readonly message: 'CANCEL_REJECT'; readonly ordStatus: OrdStatus };

/** An exchange's report about an order. */
export type OrderReport = ExecutionReport | CancelReject;

/**
 * The part of an order's state that reports change. `clOrdId` is the ClOrdID in force,
 * `pendingClOrdId` is the ClOrdID of an unanswered cancel or replace, and `clOrdIds` is the whole
 * chain. `restingFixStatus` is the last FIX status that was not pending: the order returns to it if
 * a cancel or replace is rejected.
 */
export type OrderProgress = {
  readonly duration: OrderDuration;
  readonly quantity: bigint;
  readonly orderStatus: OrderStatus;
  readonly fixOrderStatus: FixOrderStatus;
  readonly restingFixStatus: FixOrderStatus;
  readonly clOrdId: string;
  readonly pendingClOrdId?: string;
  readonly clOrdIds: readonly string[];
  readonly executions: Executions;
};

/** The numbers shown for an order: units as whole numbers, and the unrounded average price. */
type OrderState = {
  readonly orderStatus: OrderStatus;
  readonly fixOrderStatus: FixOrderStatus;
  readonly quantityFilled: bigint;
  readonly quantityPending: bigint;
  readonly averagePrice: Decimal | undefined;
};

/**
 * Returns whether a report with this ClOrdID is about the order. Fills may carry any ClOrdID of the
 * chain.
 */
function isOfOrder(progress: OrderProgress, clOrdId: string): boolean {
  return progress.clOrdIds.includes(clOrdId);
}

/** Returns whether the status is final, so that only a correction or a bust can change it. */
export function isFinal(status: OrderStatus): boolean {
  return status !== 'BOOKED' && status !== 'EXECUTING';
}

/**
 * Returns the progress after one more report. A duplicate execution does not change quantities
 * again.
 */
export function applyReport(progress: OrderProgress, report: OrderReport): OrderProgress {
  if (report.message === 'CANCEL_REJECT') return applyCancelReject(progress, report);
  const replaced = report.execType === '5' || report.ordStatus === '5';
  const executions = withExecution(progress.executions, report.execution);
  const quantityFilled = executions.quantity;
  const restated = replaced || report.execType === 'D';
  const requested = restated ? (report.orderQuantity ?? progress.quantity) : progress.quantity;
  // If the new quantity is below the filled quantity, it is raised to the filled quantity.
  const quantity = restated && requested < quantityFilled ? quantityFilled : requested;
  const orderStatus = nextStatus({ ...progress, quantity }, report, quantityFilled);
  const acceptsChange = replaced || report.execType === '4' || report.ordStatus === '4';
  return {
    ...(acceptsChange ? takeOver(progress, report.clOrdId) : progress),
    ...nextFixStatus(progress, report, orderStatus),
    quantity,
    orderStatus,
    executions,
  };
}

/**
 * Returns the numbers derived from the progress. The pending quantity is LeavesQty; it is 0 in a
 * final status.
 */
export function stateOf(progress: OrderProgress): OrderState {
  const { orderStatus, fixOrderStatus, executions } = progress;
  const averagePrice = averageOf(executions);
  const quantityPending = pendingOf(progress);
  const quantityFilled = executions.quantity;
  return { orderStatus, fixOrderStatus, quantityFilled, quantityPending, averagePrice };
}

/** Returns the units that may still be filled: LeavesQty; 0 in a final status. */
export function pendingOf({ orderStatus, quantity, executions }: OrderProgress): bigint {
  const open = isFinal(orderStatus) ? 0n : quantity - executions.quantity;
  return open > 0n ? open : 0n;
}

function nextStatus(
  progress: OrderProgress,
  report: ExecutionReport,
  quantityFilled: bigint,
): OrderStatus {
  const current = progress.orderStatus;
  const status =
    isFinal(current) && !reopens(current, report)
      ? current
      : statusByTable(progress, report, quantityFilled);
  // A partly filled order is never REJECTED: its remainder has left the market, but its fills are
  // valid.
  return status === 'REJECTED' && quantityFilled > 0n ? 'CANCELLED' : status;
}

/**
 * Returns whether the report reopens the order. Only a filled order is reopened: by a bust, by a
 * correction, or by a replace that crossed the fill.
 */
export function reopens(current: OrderStatus, { execType }: ExecutionReport): boolean {
  return current === 'EXECUTED' && (execType === 'G' || execType === 'H' || execType === '5');
}

function statusByTable(
  progress: OrderProgress,
  report: ExecutionReport,
  quantityFilled: bigint,
): OrderStatus {
  switch (report.ordStatus) {
    case '0':
    case '1':
    case '5':
    case 'D':
      return workingStatus(progress, report, quantityFilled);
    case '2':
      return 'EXECUTED';
    case '4':
      return 'CANCELLED';
    case '8':
      return 'REJECTED';
    case 'C':
      return 'EXPIRED';
    case '3':
      return progress.duration === 'DAY' ? 'EXPIRED' : progress.orderStatus;
    case 'B':
      return report.leavesQuantity === 0n ? 'EXECUTED' : progress.orderStatus;
    default:
      return unchangedUnlessWorking(progress, report, quantityFilled);
  }
}

// Once the quantity has been replaced by the filled quantity or less, nothing is left to fill,
// regardless of tag 39.
function workingStatus(
  progress: OrderProgress,
  report: ExecutionReport,
  quantityFilled: bigint,
): OrderStatus {
  const replaced = report.execType === '5' || report.ordStatus === '5';
  return replaced && quantityFilled >= progress.quantity ? 'EXECUTED' : 'EXECUTING';
}

// The statuses pending, pending new, stopped and suspended change nothing. However, a fill or an
// accepted replace with one of these statuses proves that the order is at the exchange.
function unchangedUnlessWorking(
  progress: OrderProgress,
  report: ExecutionReport,
  quantityFilled: bigint,
): OrderStatus {
  const { orderStatus } = progress;
  const working = report.execution !== undefined || report.execType === '5';
  return working ? workingStatus(progress, report, quantityFilled) : orderStatus;
}

function nextFixStatus(
  progress: OrderProgress,
  report: ExecutionReport,
  orderStatus: OrderStatus,
): Pick<OrderProgress, 'fixOrderStatus' | 'restingFixStatus'> {
  const { fixOrderStatus, restingFixStatus } = progress;
  // A report after the end, such as a late fill, does not return an ended order to a working
  // status.
  if (isFinal(progress.orderStatus) && !reopens(progress.orderStatus, report)) {
    return { fixOrderStatus, restingFixStatus };
  }
  const name = FIX_STATUS_NAMES[report.ordStatus];
  const pending = isPending(report.ordStatus) && !isFinal(orderStatus);
  return { fixOrderStatus: name, restingFixStatus: pending ? restingFixStatus : name };
}

// A rejected cancel or replace does not change the order status. The FIX status becomes the
// reject's tag 39 unless that is REJECTED, which may only mean that the exchange did not find the
// order. In that case, the resting status is used.
function applyCancelReject(progress: OrderProgress, reject: CancelReject): OrderProgress {
  const { pendingClOrdId: _refused, ...rest } = progress;
  if (isFinal(progress.orderStatus)) return rest;
  const believable = reject.ordStatus !== '8';
  const name = believable ? FIX_STATUS_NAMES[reject.ordStatus] : progress.restingFixStatus;
  return { ...rest, fixOrderStatus: name };
}

function takeOver(progress: OrderProgress, clOrdId: string): OrderProgress {
  const { pendingClOrdId, ...rest } = progress;
  const clOrdIds = isOfOrder(progress, clOrdId)
    ? progress.clOrdIds
    : [...progress.clOrdIds, clOrdId];
  // If the exchange cancels on its own initiative, our own request still has to be answered.
  const answered = pendingClOrdId === undefined || pendingClOrdId === clOrdId;
  return { ...rest, ...(answered ? {} : { pendingClOrdId }), clOrdId, clOrdIds };
}

function isPending(ordStatus: OrdStatus): boolean {
  return ordStatus === '6' || ordStatus === 'E';
}
