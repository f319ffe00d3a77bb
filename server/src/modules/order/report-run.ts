// A run of ordinary reports, booked in one statement per table: states are derived in memory, in
// the order received, and what follows is written once.

import type { Work } from '../../platform/context.js';
import type { Hold } from '../finance/index.js';
import type { ExchangeReport } from './exchange-port.js';
import { type HoldingMove, isNothing, type LockedHoldings, lockHoldings } from './holding.js';
import { type DraftedNote, draftFirstNotes, type FirstNote, issueNotes } from './note-batch.js';
import { applyReport } from './order-state.js';
import type { OrderRow } from './record.js';
import {
  type Change,
  type DaysChange,
  eventOf,
  holdingMoveOf,
  moneyMoveOf,
  progressOf,
} from './report-change.js';
import { contradictionsIn } from './report-comparison.js';
import { executionIn, toOrderReport } from './report-reading.js';
import { insertReports, type Reported, repeatsStored, storeReported } from './report-store.js';
import { tariffAt } from './tariff-store.js';
import { type BookedExecution, tradeDays } from './trade-day.js';
import { type Contradiction, keepContradictions, keepUnmatched } from './unmatched-report.js';

/** A locked order, what is booked of it (none of it noted), and its reports as they came. */
export interface ReportedOrder {
  readonly order: OrderRow;
  readonly executions: readonly BookedExecution[];
  readonly reports: readonly ExchangeReport[];
}

/** What one report changed. */
interface Step {
  readonly report: ExchangeReport;
  readonly change: Change;
  readonly move: HoldingMove;
}

/** An order with what its new reports changed, one after the other, and from first to last. */
interface Followed {
  readonly order: OrderRow;
  readonly steps: readonly Step[];
  readonly last: Step;
  readonly whole: DaysChange;
}

/** Applies reports, all of them about these orders; one that was booked before changes nothing. */
export async function applyRun(
  work: Work,
  run: readonly ExchangeReport[],
  orders: readonly ReportedOrder[],
): Promise<void> {
  const followed = await followNew(work, run, orders);
  const { notes, holds } = await moneyOf(work, followed);
  const moved = followed.filter(({ steps }) => !steps.every(({ move }) => isNothing(move)));
  const owners = [...moved, ...notes].map(({ order }) => order);
  const holdings = await lockHoldings(work.tx, owners);
  const drafted = await draftFirstNotes(work, notes);
  const reported = playOut(work, followed, { run, drafted, holdings });
  await Promise.all([holdings.store(), storeReported(work, reported)]);
  await issueNotes(work, drafted, holds);
  await keepContradictions(work, followed.flatMap(contradictionsOf));
}

function contradictionsOf({ order, steps }: Followed): Contradiction[] {
  return steps.flatMap(({ report, change }) =>
    contradictionsIn(change, { report, entry: undefined }).map((reason) => ({
      orderId: order.id,
      report,
      reason,
    })),
  );
}

// In the order in which the last report of each came, as their notes would be numbered.
async function followNew(
  work: Work,
  run: readonly ExchangeReport[],
  orders: readonly ReportedOrder[],
): Promise<Followed[]> {
  const place = new Map(run.map((report, index) => [report, index]));
  const placeOf = ({ last }: Followed) => place.get(last.report) ?? 0;
  const stored = await insertReports(
    work,
    orders.flatMap(({ order, reports }) =>
      reports.map((report) => ({ order, report, entryNo: order.entry_no })),
    ),
  );
  const isNew = new Set(stored.map((row) => `${row.order_id} ${row.exec_id}`));
  const fresh = orders.map((each) => ({
    ...each,
    reports: each.reports.filter(({ execId }) => isNew.delete(`${each.order.id} ${execId}`)),
  }));
  await keepSuspected(work, orders, new Set(fresh.flatMap(({ reports }) => reports)));
  return fresh.flatMap(follow).sort((one, other) => placeOf(one) - placeOf(other));
}

// What came again under its ExecID with other figures is not the same report.
async function keepSuspected(
  work: Work,
  orders: readonly ReportedOrder[],
  fresh: ReadonlySet<ExchangeReport>,
): Promise<void> {
  for (const { order, reports } of orders) {
    for (const report of reports) {
      if (fresh.has(report) || (await repeatsStored(work.tx, order.id, report))) continue;
      const reason = 'DUPLICATE_EXECUTION_SUSPECTED';
      await keepUnmatched(work, report, { reason, orderId: order.id });
    }
  }
}

function follow({ order, executions, reports }: ReportedOrder): Followed[] {
  const known = [...executions];
  const steps: Step[] = [];
  let before = progressOf(order, executions);
  for (const report of reports) {
    const added = executionIn(report);
    if (added !== undefined) known.push({ ...added, tradeDate: order.today, noteId: null });
    const orderReport = toOrderReport(report, { quantity: undefined, elsewhere: 0n });
    const after = applyReport(before, orderReport);
    const change = { order, before, after, asked: undefined, orderReport };
    steps.push({ report, change, move: holdingMoveOf(change) });
    before = after;
  }
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  // Notes follow from what all of the reports changed together.
  const days = { daysBefore: tradeDays(executions), daysAfter: tradeDays(known) };
  return [{ order, steps, last, whole: { ...last.change, before: first.change.before, ...days } }];
}

async function moneyOf(work: Work, followed: readonly Followed[]) {
  const notes: FirstNote[] = [];
  const holds: Hold[] = [];
  for (const { order, whole } of followed) {
    const { days, hold } = moneyMoveOf(whole, await tariffAt(work, order.tariff_stamp));
    notes.push(...days.map((day) => ({ order, day })));
    if (hold !== undefined) holds.push(hold);
  }
  return { notes, holds };
}

interface Playing {
  readonly run: readonly ExchangeReport[];
  readonly drafted: readonly DraftedNote[];
  readonly holdings: LockedHoldings;
}

// What units cost depends on the sequence of fills and charges, so they are played as they came.
function playOut(work: Work, followed: readonly Followed[], playing: Playing): Reported[] {
  const { run, drafted, holdings } = playing;
  const noteOf = new Map(drafted.map((note) => [note.order.id, note]));
  const soldCosts = new Map<bigint, bigint>();
  const stepOf = new Map(followed.flatMap(({ steps }) => steps.map((step) => [step.report, step])));
  const lastSteps = new Set(followed.map(({ last }) => last));
  for (const report of run) {
    const step = stepOf.get(report);
    if (step === undefined || !stepOf.delete(report)) continue;
    const { order } = step.change;
    const soldCost = soldCosts.get(order.id) ?? 0n;
    soldCosts.set(order.id, soldCost + holdings.move(order, step.move));
    const event = eventOf(step.change);
    if (event !== undefined) work.events.push(event);
    const note = lastSteps.has(step) ? noteOf.get(order.id) : undefined;
    if (note !== undefined && order.order_type === 'BUY') {
      holdings.addCost(order, note.draft.cost.chargesMinor);
    }
  }
  return followed.map((each) => reportedOf(each, soldCosts.get(each.order.id) ?? 0n));
}

function reportedOf({ order, steps, whole }: Followed, soldCostMinor: bigint): Reported {
  const said = steps.map(({ report }) => report);
  return {
    order,
    after: whole.after,
    filledElsewhere: 0n,
    soldCostMinor,
    reports: steps.length,
    exchangeOrderId: said.findLast((report) => report.exchangeOrderId !== undefined)
      ?.exchangeOrderId,
    text: said.findLast((report) => report.text !== undefined)?.text,
  };
}
