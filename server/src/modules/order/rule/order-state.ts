// The state of an order, derived from what the exchange reported: quantities from the executions
// alone, statuses from the FIX reports in the order received (FIX order state matrices, appendix
// D).

import type { Decimal } from '../../../platform/money/decimal.js';
import { averageOf, type Executions, withExecution } from './execution-sum.js';
import type { BookedExecution } from './standing-execution.js';

/** The statuses clients know. */
export const ORDER_STATUSES = [
  'BOOKED',
  'EXECUTING',
  'EXECUTED',
  'CANCELLED',
  'EXPIRED',
  'REJECTED',
] as const;

/** Where an order is in its life; the last four are final. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The names of FIX OrdStatus (tag 39), as sent to clients. */
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

/** A name of tag 39, or NA before the first report. */
export type FixOrderStatus = 'NA' | (typeof FIX_STATUS_NAMES)[OrdStatus];

/** The orders that outlive a trading day. */
type OrderDuration = 'DAY' | 'GOOD_TILL';

/**
 * An ExecutionReport (35=8); `orderQuantity` is tag 38, taken over on a replace or a restatement.
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

/** What the exchange says about an order. */
export type OrderReport = ExecutionReport | CancelReject;

/**
 * What is kept of an order between reports. `clOrdId` is the one in force, `pendingClOrdId` that of
 * a cancel or replace not yet answered, `clOrdIds` the whole chain. `restingFixStatus` is the last
 * fix status that was not a pending one: a refused cancel or replace returns to it.
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

/** The figures of an order: units as whole numbers, the average price unrounded. */
type OrderState = {
  readonly orderStatus: OrderStatus;
  readonly fixOrderStatus: FixOrderStatus;
  readonly quantityFilled: bigint;
  readonly quantityPending: bigint;
  readonly averagePrice: Decimal | undefined;
};

/** Whether a report with this ClOrdID is about the order: fills may carry any id of the chain. */
function isOfOrder(progress: OrderProgress, clOrdId: string): boolean {
  return progress.clOrdIds.includes(clOrdId);
}

/** Whether the status is one that an order does not leave but by a correction or bust. */
export function isFinal(status: OrderStatus): boolean {
  return status !== 'BOOKED' && status !== 'EXECUTING';
}

/** The progress after one more report; the same execution twice changes quantities once. */
export function applyReport(progress: OrderProgress, report: OrderReport): OrderProgress {
  if (report.message === 'CANCEL_REJECT') return applyCancelReject(progress, report);
  const replaced = report.execType === '5' || report.ordStatus === '5';
  const executions = withExecution(progress.executions, report.execution);
  const quantityFilled = executions.quantity;
  const restated = replaced || report.execType === 'D';
  const asked = restated ? (report.orderQuantity ?? progress.quantity) : progress.quantity;
  // A replace below what is already filled leaves an order for just that much.
  const quantity = restated && asked < quantityFilled ? quantityFilled : asked;
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

/** The figures that follow from the progress; pending is LeavesQty, and 0 in a final status. */
export function stateOf(progress: OrderProgress): OrderState {
  const { orderStatus, fixOrderStatus, executions } = progress;
  const averagePrice = averageOf(executions);
  const quantityPending = pendingOf(progress);
  const quantityFilled = executions.quantity;
  return { orderStatus, fixOrderStatus, quantityFilled, quantityPending, averagePrice };
}

/** Units that may still be filled: LeavesQty, and 0 in a final status. */
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
  // A partly filled order is never REJECTED: its rest is out of the market, its fills stand.
  return status === 'REJECTED' && quantityFilled > 0n ? 'CANCELLED' : status;
}

/**
 * Only a filled order comes back to life: by a bust or correction, or a replace that crossed the
 * fill.
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

// After a replace to no more than is filled there is nothing left to work on, whatever tag 39 says.
function workingStatus(
  progress: OrderProgress,
  report: ExecutionReport,
  quantityFilled: bigint,
): OrderStatus {
  const replaced = report.execType === '5' || report.ordStatus === '5';
  return replaced && quantityFilled >= progress.quantity ? 'EXECUTED' : 'EXECUTING';
}

// Pending (new, too), stopped and suspended change nothing, but a fill or an accepted replace that
// carries such a status still proves that the order is at the exchange.
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
  // A report that comes after the end (a late fill) does not give an ended order a working name.
  if (isFinal(progress.orderStatus) && !reopens(progress.orderStatus, report)) {
    return { fixOrderStatus, restingFixStatus };
  }
  const name = FIX_STATUS_NAMES[report.ordStatus];
  const pending = isPending(report.ordStatus) && !isFinal(orderStatus);
  return { fixOrderStatus: name, restingFixStatus: pending ? restingFixStatus : name };
}

// A refused cancel or replace changes no status by itself; the name of tag 39 goes back to what it
// was. Its own tag 39 may say REJECTED for an order the exchange did not find, which proves
// nothing.
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
  // A cancel of the exchange's own accord leaves our unanswered request to its own answer.
  const answered = pendingClOrdId === undefined || pendingClOrdId === clOrdId;
  return { ...rest, ...(answered ? {} : { pendingClOrdId }), clOrdId, clOrdIds };
}

function isPending(ordStatus: OrdStatus): boolean {
  return ordStatus === '6' || ordStatus === 'E';
}
