// Books reports from the exchange. Each report changes its order once. Holds, holdings and notes
// change in the same transaction.

import type { Work } from '../../../platform/context.js';
import { setHold } from '../../finance/index.js';
import {
  type EntryReport,
  entryReported,
  filledElsewhere,
  followEntry,
  viewOf,
} from '../exchange/order.js';
import { keepWithinOrder } from '../exchange/order-trim.js';
import { restatementIn } from '../exchange/replacement.js';
import { replacementOf, takeOverTerms } from '../exchange/replacement-queries.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { executionsBefore, hasLike, isAmong, namelessFills, storeDays } from '../fill/queries.js';
import { tradeDateOf } from '../fill/trade-date.js';
import { noteDays } from '../note/note.js';
import { moveHolding } from '../portfolio/holding.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { applyEntryReport } from '../rule/exchange-order-state.js';
import { changedDays, daysOf, type Executions, NO_EXECUTIONS } from '../rule/execution-sum.js';
import { applyReport, isFinal } from '../rule/order-state.js';
import { followRefusedAdjustment } from '../trade/adjustment.js';
import type { OrderTotals } from '../trade/hold.js';
import {
  agreed,
  type Change,
  eventOf,
  filledBy,
  holdingMoveOf,
  moneyMoveOf,
  progressOf,
  saysNothingNew,
} from './change.js';
import { contradictionsIn, countsMore, doubtAbout, endsOrder } from './comparison.js';
import { lockNamed } from './queries.js';
import { executionIn, isMalformed, toOrderReport } from './reading.js';
import { settlementContradiction } from './settlement-comparison.js';
import { followStatusAnswer } from './status-answer.js';
import {
  type GivenFor,
  insertReports,
  isGivenElsewhere,
  storedDuplicates,
  storeReported,
} from './store-queries.js';
import { keepContradictions, keepUnmatched } from './unmatched.js';
import type { UnmatchedReason } from './unmatched-reason.js';

/**
 * The outcome of a report. DUPLICATE: the report was booked before, or answers a request that is
 * not pending. UNMATCHED: the report is in an open work item.
 */
export type ReportFate = 'APPLIED' | 'DUPLICATE' | 'UNMATCHED';

/** A user's decision about a report that is applied again. */
interface Decided {
  /** True to book a doubtful report anyway. */
  readonly isDecided?: boolean;
  /** The work item that the report settles, if a user entered the execution's values. */
  readonly givenFor?: GivenFor;
}

/**
 * Applies one report. A duplicate report changes nothing. A report about an unknown order, an
 * unreadable report and a doubtful report become work items. A report that contradicts its order is
 * booked and becomes a work item too. No report is refused, because what it reports has already
 * happened.
 */
export async function applyExchangeReport(
  work: Work,
  report: ExchangeReport,
  { isDecided = false, givenFor }: Decided = {},
): Promise<ReportFate> {
  const order = await lockNamed(work.tx, report);
  if (order === undefined) return keepUnmatched(work, report, { reason: 'UNKNOWN_ORDER' });
  if (isMalformed(report)) {
    return keepUnmatched(work, report, { reason: 'MALFORMED', orderId: order.id });
  }
  const found = await entryReported(work.tx, order, report);
  const [executions, nameless] = await Promise.all([
    bookedBefore(work, order, found.report),
    namelessFills(work.tx, [order.id]),
  ]);
  const arrival = {
    ...{ ...found, order, executions, original: report },
    nameless: nameless.get(order.id) ?? [],
  };
  const fate = await fateOf(work, { ...arrival, isDecided, givenFor });
  if (fate !== 'APPLY') return fate;
  const change = await applyToOrder(work, order, {
    ...found,
    executions,
    isGiven: givenFor !== undefined,
  });
  if (isDecided) return 'APPLIED';
  const reasons = contradictionsIn(change, found);
  const settlement = await settlementContradiction(work, change, found.report);
  await keepContradictions(
    work,
    [...reasons, ...settlement].map((reason) => ({ orderId: order.id, report, reason })),
  );
  return 'APPLIED';
}

/** A report, and the executions of its order that were booked before it. */
interface Arrived extends EntryReport {
  readonly executions: Executions;
}

const REJECTED = '8';

interface Arriving extends Arrived {
  readonly order: OrderRow;
  /** The report as received, in the form stored in a work item. */
  readonly original: ExchangeReport;
  /** The fills that a user entered without the exchange's ExecID. */
  readonly nameless: Parameters<typeof isAmong>[0];
  readonly isDecided: boolean;
  readonly givenFor: GivenFor | undefined;
}

// Decides whether to apply the report. If it is to be applied and has an ExecID, also stores it.
async function fateOf(work: Work, arrival: Arriving): Promise<ReportFate | 'APPLY'> {
  const { order, report, entry, isDecided } = arrival;
  // A rejected cancel or replace is applied only if it answers the pending request.
  if (report.message === 'CANCEL_REJECT') {
    return order.pending_cl_ord_id === report.clOrdId ? 'APPLY' : 'DUPLICATE';
  }
  if (report.execType === 'I') {
    const isBelieved = isDecided && report.ordStatus !== REJECTED;
    return isBelieved ? 'APPLY' : followStatusAnswer(work, order, { report, entry });
  }
  const keep = (reason: UnmatchedReason) =>
    keepUnmatched(work, arrival.original, { reason, orderId: order.id });
  const doubt = isDecided ? undefined : await reasonToPark(work, arrival);
  if (doubt !== undefined) return keep(doubt);
  const { givenFor } = arrival;
  const entryNo = entryNoOf(entry);
  const stored = { order, report, entryNo, enteredOn: entry?.entered_on, givenFor };
  const rows = await insertReports(work, [stored]);
  if (rows.length > 0) return 'APPLY';
  const [repeated] = await storedDuplicates(work.tx, order.exchange_id, [stored]);
  if (repeated?.isSame !== true) return keep('DUPLICATE_EXECUTION_SUSPECTED');
  if (!repeated.isGiven || givenFor !== undefined) return 'DUPLICATE';
  const fate = fateOfGiven(arrival, repeated.entryNo !== entryNo);
  return fate === 'APPLY' || fate === 'DUPLICATE' ? fate : keep(fate);
}

// If a user has already entered a fill, the exchange's own report does not add a second fill, but
// the rest of the report is processed. A report about another exchange order may be about a
// different execution.
function fateOfGiven(
  arrival: Arriving,
  isElsewhere: boolean,
): 'APPLY' | 'DUPLICATE' | UnmatchedReason {
  const { order, report, isDecided } = arrival;
  if (!isDecided && countsMore(arrival)) {
    return isElsewhere ? 'DUPLICATE_EXECUTION_SUSPECTED' : 'FILLS_DIFFER';
  }
  const ends = !isElsewhere && !isFinal(order.order_status) && endsOrder(order, report);
  return ends ? 'APPLY' : 'DUPLICATE';
}

async function bookedBefore(
  work: Work,
  order: OrderRow,
  report: ExchangeReport,
): Promise<Executions> {
  const execution = executionIn(report);
  const added = execution === undefined ? [] : [execution];
  const booked = await executionsBefore(work.tx, [{ orderId: order.id, added }]);
  return booked.get(order.id) ?? NO_EXECUTIONS;
}

// Returns the reason to park the report, if any. Reads other executions only if the decision
// depends on them.
async function reasonToPark(work: Work, arrival: Arriving): Promise<UnmatchedReason | undefined> {
  const { order, report, nameless } = arrival;
  const doubt = doubtAbout({ ...arrival, hasNameless: nameless.length > 0 });
  const fill = executionIn(report);
  const suspected = (isAlike: boolean) => (isAlike ? 'DUPLICATE_EXECUTION_SUSPECTED' : undefined);
  switch (doubt) {
    case 'PERHAPS_SECOND':
      return suspected(fill !== undefined && (await hasLike(work.tx, order.id, fill)));
    case 'PERHAPS_GIVEN':
      return suspected(fill !== undefined && isAmong(nameless, fill));
    case 'PERHAPS_ELSEWHERE': {
      const { entry, original } = arrival;
      const enteredOn = entry?.entered_on ?? order.business_date;
      const isGiven = await isGivenElsewhere(work.tx, { order, report: original, enteredOn });
      return isGiven ? 'UNKNOWN_EXECUTION_REFERENCE' : undefined;
    }
    default:
      return doubt;
  }
}

async function applyToOrder(
  work: Work,
  order: OrderRow,
  found: Arrived & { readonly isGiven: boolean },
): Promise<Change> {
  const change = await changeOf(work, order, found);
  await followEntry(work, { ...change, ...found, agreed: agreed(change) });
  if (found.report.execType === 'I' && saysNothingNew(change)) return change;
  await moveHolding(work.tx, order, holdingMoveOf(change));
  const money = moneyMoveOf(change, await tariffAt(work, order.tariff_stamp));
  await storeOrder(work, change, { ...found, totals: money.totals });
  const { days, hold } = money;
  if (days.length > 0)
    await noteDays(work, order, { days, all: daysOf(change.after.executions), hold });
  else if (hold !== undefined) await setHold(work.tx, hold);
  // A reduction that the exchange has rejected is not requested again.
  const refuses = found.report.message === 'CANCEL_REJECT';
  if (found.entry !== undefined && !refuses) await keepWithinOrder(work, order.id);
  if (refuses && order.pending_cl_ord_id !== null) {
    await followRefusedAdjustment(work, order, order.pending_cl_ord_id);
  }
  return change;
}

async function changeOf(
  work: Work,
  order: OrderRow,
  { report, entry, executions }: Arrived,
): Promise<Change> {
  const requested = await replacementOf(work.tx, order);
  const before = progressOf(order, executions);
  const orderReport = toOrderReport(report, {
    tradeDate: tradeDateOf(order, report, work.now),
    entryNo: entryNoOf(entry),
    quantity: requested?.quantity,
    elsewhere: filledElsewhere(order, entry, requested),
  });
  const after =
    entry === undefined
      ? applyReport(before, orderReport)
      : applyEntryReport(before, orderReport, viewOf(order, entry, requested));
  return {
    order,
    before,
    orderReport,
    after,
    restated: restatementIn(report, { ...order, quantity: after.quantity }),
    requested,
  };
}

function entryNoOf(entry: EntryReport['entry']): number {
  return entry?.entry_no ?? 1;
}

interface Stored extends EntryReport {
  readonly totals: OrderTotals;
}

async function storeOrder(work: Work, change: Change, stored: Stored): Promise<void> {
  const { order, before, after } = change;
  const { report, entry, totals } = stored;
  const isPast = entry !== undefined && entry.entry_no < order.entry_no;
  const said = isPast ? undefined : report;
  const terms = agreed(change);
  if (terms !== undefined) await takeOverTerms(work.tx, order, terms);
  const reported = {
    order,
    after,
    filledElsewhere: isPast ? filledBy(change) : 0n,
    totals,
    notedMinor: 0n,
    reports: 1,
    exchangeOrderId: said?.exchangeOrderId,
    text: said?.text,
  };
  const changed = changedDays(before.executions, after.executions);
  const days = changed.map((day) => ({ orderId: order.id, day }));
  await Promise.all([storeReported(work, [reported]), storeDays(work.tx, days)]);
  const event = eventOf(change);
  if (event !== undefined) work.events.push(event);
}
