// Books a run of ordinary reports with one statement per table. States are derived in memory, in
// the order in which the reports were received, and the results are stored once.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Hold } from '../../finance/index.js';
import { entryAfter, filledElsewhere, storeFilled } from '../exchange/order.js';
import type { ExchangeOrder } from '../exchange/order-queries.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { type ChangedDay, storeDays } from '../fill/queries.js';
import { type DraftedNote, draftFirstNotes, type FirstNote, issueNotes } from '../note/batch.js';
import {
  type HoldingMove,
  isNothing,
  type LockedHoldings,
  lockHoldings,
  type NoteCharges,
} from '../portfolio/holding.js';
import type { FillCause } from '../portfolio/movement-queries.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { changedDays, type Executions } from '../rule/execution-sum.js';
import { applyReport } from '../rule/order-state.js';
import type { OrderTotals } from '../trade/hold.js';
import { type Change, eventOf, holdingMoveOf, moneyMoveOf, progressOf } from './change.js';
import { contradictionsIn } from './comparison.js';
import { toOrderReport } from './reading.js';
import type { ReportFate } from './report.js';
import { settlementContradiction } from './settlement-comparison.js';
import {
  insertReports,
  type NewReport,
  type Reported,
  storedDuplicates,
  storeReported,
} from './store-queries.js';
import { type Contradiction, keepContradictions, keepUnmatched } from './unmatched.js';

/**
 * A locked order, its booked executions (none of them on a contract note for today), and its
 * reports in the order received.
 */
export interface ReportedOrder {
  readonly order: OrderRow;
  /** The order's only exchange order; undefined if it has none. */
  readonly entry: ExchangeOrder | undefined;
  readonly executions: Executions;
  readonly reports: readonly ExchangeReport[];
}

/** The changes caused by one report. */
interface Step {
  readonly report: ExchangeReport;
  /** The exchange order as it was before the report. */
  readonly entry: ExchangeOrder | undefined;
  readonly change: Change;
  readonly move: HoldingMove;
}

/** An order and the changes caused by its new reports, both step by step and as a whole. */
interface Followed {
  readonly order: OrderRow;
  readonly entry: ExchangeOrder | undefined;
  readonly steps: readonly Step[];
  readonly last: Step;
  readonly whole: Change;
}

/**
 * Applies reports about the given orders and returns their outcomes. A duplicate report changes
 * nothing.
 */
export async function applyRun(
  work: Work,
  run: readonly ExchangeReport[],
  orders: readonly ReportedOrder[],
): Promise<readonly ReportFate[]> {
  const { followed, others, causes } = await followNew(work, run, orders);
  const { notes, holds, totals } = await moneyOf(work, followed);
  const moved = followed.filter(({ steps }) => !steps.every(({ move }) => isNothing(move)));
  const owners = [...moved, ...notes]
    .map(({ order }) => order)
    .filter(({ custodian_settles }) => !custodian_settles);
  const holdings = await lockHoldings(work.tx, owners);
  const drafted = await draftFirstNotes(work, notes);
  const reported = playOut(work, followed, { run, causes, drafted, holdings, totals });
  await Promise.all([holdings.store(), storeReported(work, reported)]);
  await issueNotes(work, drafted, holds);
  await storeDays(work.tx, daysAfter(followed, drafted));
  await storeFilled(work.tx, followed.flatMap(entryFilledBy));
  const contradictions: Contradiction[] = [];
  for (const each of followed) contradictions.push(...(await contradictionsOf(work, each)));
  await keepContradictions(work, contradictions);
  return run.map((report) => others.get(report) ?? 'APPLIED');
}

// When an order ends, its note may include fills from an earlier run.
function daysAfter(followed: readonly Followed[], drafted: readonly DraftedNote[]): ChangedDay[] {
  const isNoted = new Set(drafted.map(({ order }) => order.id));
  const noted = drafted.map(({ order, day, draft }) => {
    return { orderId: order.id, day, noteId: draft.id };
  });
  const live = followed.filter(({ order }) => !isNoted.has(order.id));
  return [
    ...noted,
    ...live.flatMap(({ order, whole: { before, after } }) =>
      changedDays(before.executions, after.executions).map((day) => ({ orderId: order.id, day })),
    ),
  ];
}

function entryFilledBy({ entry, steps, last, whole: { before, after } }: Followed) {
  if (entry === undefined) return [];
  const more = after.executions.quantity - before.executions.quantity;
  const reports = steps.map(({ report }) => report);
  return [{ entry, reports, more, orderReport: last.change.orderReport }];
}

async function contradictionsOf(work: Work, { order, steps }: Followed): Promise<Contradiction[]> {
  const found: Contradiction[] = [];
  for (const { report, entry, change } of steps) {
    const reasons = contradictionsIn(change, { report, entry });
    const settlement = await settlementContradiction(work, change, report);
    found.push(
      ...[...reasons, ...settlement].map((reason) => ({ orderId: order.id, report, reason })),
    );
  }
  return found;
}

interface FollowedRun {
  readonly followed: readonly Followed[];
  /** The outcomes of reports whose ExecID is already stored. */
  readonly others: ReadonlyMap<ExchangeReport, ReportFate>;
  /** The stored reports of each order, by ExecID. */
  readonly causes: ReadonlyMap<bigint, ReadonlyMap<string, FillCause>>;
}

// Orders are sorted by their last report, so that notes get the same numbers as if the reports were
// booked one by one.
async function followNew(
  work: Work,
  run: readonly ExchangeReport[],
  orders: readonly ReportedOrder[],
): Promise<FollowedRun> {
  const place = new Map(run.map((report, index) => [report, index]));
  const placeOf = ({ last }: Followed) => place.get(last.report) ?? 0;
  const stored = await insertReports(
    work,
    orders.flatMap(({ order, entry, reports }) =>
      reports.map((report) => {
        return { order, report, entryNo: order.entry_no, enteredOn: entry?.entered_on };
      }),
    ),
  );
  const isNew = new Set(stored.map((row) => `${row.order_id} ${row.exec_id}`));
  const fresh = orders.map((each) => ({
    ...each,
    reports: each.reports.filter(({ execId }) => isNew.delete(`${each.order.id} ${execId}`)),
  }));
  const others = await keepSuspected(work, orders, new Set(fresh.flatMap((each) => each.reports)));
  const followed = fresh.flatMap(follow);
  followed.sort((one, other) => placeOf(one) - placeOf(other));
  return { followed, others, causes: causesIn(stored) };
}

// New reports have not caused any movements yet.
function causesIn(stored: readonly NewReport[]): FollowedRun['causes'] {
  const causes = new Map<bigint, Map<string, FillCause>>();
  for (const { id, order_id, exec_id } of stored) {
    const ofOrder = causes.get(order_id) ?? new Map<string, FillCause>();
    causes.set(
      order_id,
      ofOrder.set(exec_id, { sourceId: id, sourceLine: 1, standing: undefined }),
    );
  }
  return causes;
}

// A report with a known ExecID but another quantity or price is not a duplicate.
async function keepSuspected(
  work: Work,
  orders: readonly ReportedOrder[],
  fresh: ReadonlySet<ExchangeReport>,
): Promise<FollowedRun['others']> {
  const fates = new Map<ExchangeReport, ReportFate>();
  const again = orders.flatMap(({ order, reports }) =>
    reports
      .filter((report) => !fresh.has(report))
      .map((report) => ({ order, report, entryNo: order.entry_no })),
  );
  const [first] = again;
  if (first === undefined) return fates;
  const repeated = await storedDuplicates(work.tx, first.order.exchange_id, again);
  for (const [place, { order, report }] of again.entries()) {
    const reason = 'DUPLICATE_EXECUTION_SUSPECTED';
    const kept = { reason, orderId: order.id } as const;
    const isSame = repeated[place]?.isSame === true;
    fates.set(report, isSame ? 'DUPLICATE' : await keepUnmatched(work, report, kept));
  }
  return fates;
}

function follow({ order, entry, executions, reports }: ReportedOrder): Followed[] {
  const steps: Step[] = [];
  let before = progressOf(order, executions);
  for (const report of reports) {
    const orderReport = toOrderReport(report, {
      tradeDate: order.today,
      entryNo: order.entry_no,
      quantity: undefined,
      elsewhere: filledElsewhere(order, entry, undefined),
    });
    const after = applyReport(before, orderReport);
    const change = { order, before, after, requested: undefined, orderReport };
    const entryBefore = entryAfter(entry, executions, before.executions);
    steps.push({ report, entry: entryBefore, change, move: holdingMoveOf(change) });
    before = after;
  }
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  // Notes are computed from the combined changes of all reports.
  return [{ order, entry, steps, last, whole: { ...last.change, before: first.change.before } }];
}

async function moneyOf(work: Work, followed: readonly Followed[]) {
  const notes: FirstNote[] = [];
  const holds: Hold[] = [];
  const totals = new Map<bigint, OrderTotals>();
  for (const { order, whole } of followed) {
    const money = moneyMoveOf(whole, await tariffAt(work, order.tariff_stamp));
    const { days, hold } = money;
    totals.set(order.id, money.totals);
    notes.push(...days.map((day) => ({ order, day })));
    if (hold !== undefined) holds.push(hold);
  }
  return { notes, holds, totals };
}

interface Playing {
  readonly run: readonly ExchangeReport[];
  readonly causes: FollowedRun['causes'];
  readonly drafted: readonly DraftedNote[];
  readonly holdings: LockedHoldings;
  readonly totals: ReadonlyMap<bigint, OrderTotals>;
}

// The cost of units depends on the sequence of fills and charges, so they are applied in the order
// in which they were received.
function playOut(work: Work, followed: readonly Followed[], playing: Playing): Reported[] {
  const { run, causes, drafted, holdings, totals } = playing;
  const noteOf = new Map(drafted.map((note) => [note.order.id, note]));
  const stepOf = new Map(followed.flatMap(({ steps }) => steps.map((step) => [step.report, step])));
  const lastSteps = new Set(followed.map(({ last }) => last));
  for (const report of run) {
    const step = stepOf.get(report);
    if (step === undefined || !stepOf.delete(report)) continue;
    const { order } = step.change;
    if (!isNothing(step.move)) holdings.move(order, step.move, causes.get(order.id) ?? new Map());
    const event = eventOf(step.change);
    if (event !== undefined) work.events.push(event);
    const note = lastSteps.has(step) ? noteOf.get(order.id) : undefined;
    if (note !== undefined && !order.custodian_settles) holdings.charge(order, chargesOf(note));
  }
  return followed.map((each) => {
    const { id } = each.order;
    return reportedOf(each, {
      totals: present(totals.get(id), 'each processed order has its totals'),
      notedMinor: noteOf.get(id)?.draft.cost.netMinor ?? 0n,
    });
  });
}

// If an order has no earlier fills, all its fills are in this run.
function chargesOf({ order, draft }: DraftedNote): NoteCharges {
  return {
    noteId: draft.id,
    tradeDate: draft.tradeDate,
    chargesMinor: draft.cost.chargesMinor,
    hasItsFills: order.quantity_filled === 0n,
  };
}

type Figures = Pick<Reported, 'totals' | 'notedMinor'>;

function reportedOf({ order, steps, whole }: Followed, figures: Figures): Reported {
  const said = steps.map(({ report }) => report);
  return {
    order,
    after: whole.after,
    filledElsewhere: 0n,
    ...figures,
    reports: steps.length,
    exchangeOrderId: said.findLast((report) => report.exchangeOrderId !== undefined)
      ?.exchangeOrderId,
    text: said.findLast((report) => report.text !== undefined)?.text,
  };
}
