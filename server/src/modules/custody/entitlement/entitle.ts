// Creates the entitlements of events and recomputes them until the event is closed, in idempotent
// batches.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { together } from '../../../platform/concurrency/together.js';
import type { Context, Work } from '../../../platform/context.js';
import { lockSession, type Release } from '../../../platform/database/connection/session-lock.js';
import type { Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, lockEvent, shareEvent } from '../record/queries.js';
import { entitlesHolders, movesHoldings } from '../rule/effect.js';
import type { EntitlingTerms } from './amount-queries.js';
import { entitledEvent, entitlementEvent } from './event.js';
import { moveEntitlements, reverseEntitlements, takeToMove } from './move-queries.js';
import { selectEvent } from './security-queries.js';
import {
  type ChangedRow,
  countEntitling,
  endEntitlements,
  type HolderRange,
  nextHolders,
  type PortfolioRange,
  selectDependent,
  selectEntitling,
  storeEntitled,
  storeEntitlements,
} from './store-queries.js';
import { loadTerms } from './terms.js';

/** End-of-day step that entitles holders based on their positions up to the day being closed. */
export const entitleHolders: EndOfDayStep = {
  name: 'entitle-holders',
  startsOver: true,
  expected: async ({ db }, { next }) => Number(await countRows(db, countEntitling(next))),
  run: entitleAll,
};

async function entitleAll(
  context: Context,
  { closing, next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (const { id } of await selectEntitling(context.db, next)) {
    const dateOf = () => Promise.resolve(next);
    const run = { context, eventId: id, reason: `end-of-day ${closing}`, dateOf, progress };
    total += await entitleEvent(run);
  }
  return total;
}

/** A run that entitles the holders of an event. */
interface EntitleRun {
  readonly context: Context;
  readonly eventId: bigint;
  readonly reason: string;
  readonly dateOf: (tx: Tx) => Promise<BusinessDate>;
  readonly progress?: StepProgress | undefined;
}

/**
 * Entitles the holders of an event under the terms in force, or recomputes their entitlements. Each
 * batch of portfolios is one transaction and does not rewrite unchanged entitlements, so an
 * interrupted run can be repeated. Several batches run at the same time. If the terms change during
 * a run, the run restarts. Returns the number of portfolios.
 */
export async function entitleEvent(run: EntitleRun): Promise<number> {
  const { db } = run.context;
  let release: Release | undefined;
  try {
    return await entitleAllBatches(run, async () => {
      release ??= await lockSession(db, 'countinghouse entitlement run', run.eventId);
    });
  } finally {
    await release?.();
  }
}

async function entitleAllBatches(run: EntitleRun, lock: () => Promise<void>): Promise<number> {
  let total = 0;
  let after = 0n;
  let version: number | undefined;
  for (;;) {
    const event = await selectEvent(run.context.db, run.eventId);
    if (event === undefined || event.progress === 'CLOSED') return total;
    const { terms_version: planned } = event;
    if (version !== planned) after = 0n;
    version = planned;
    const pieces = await piecesOf(run.context, event, after);
    if (pieces.length > 1) await lock();
    const results = await together(pieces.map((piece) => inBatch(run, planned, piece)));
    for (const { count } of results) total += count;
    if (results.some(({ end }) => end === 'ENDED')) return total;
    if (results.some(({ end }) => end === 'CHANGED')) continue;
    after = pieces.at(-1)?.through ?? after;
  }
}

/**
 * Entitles the holders of an event, and then the holders of later events whose positions it
 * changed. Those events can change positions in other securities, whose later events are then also
 * recomputed. Events are processed in the order of their ex-dates.
 */
export async function entitleWithDependents(run: EntitleRun): Promise<void> {
  const event = await entitleAndLoad(run, run.eventId);
  if (event === undefined) return;
  const securityIds = new Set(await securitiesMoved(run, event));
  const done = new Set([event.id]);
  for (;;) {
    const moved = { securityIds: [...securityIds], after: event.ex_date };
    const later = await selectDependent(run.context.db, moved);
    const next = later.find(({ id }) => !done.has(id));
    if (next === undefined) return;
    done.add(next.id);
    const dependent = await entitleAndLoad(run, next.id);
    if (dependent === undefined) continue;
    for (const id of await securitiesMoved(run, dependent)) securityIds.add(id);
  }
}

async function entitleAndLoad(
  run: EntitleRun,
  eventId: bigint,
): Promise<CorporateActionRow | undefined> {
  await entitleEvent({ ...run, eventId });
  return selectEvent(run.context.db, eventId);
}

async function securitiesMoved(
  { context }: EntitleRun,
  event: CorporateActionRow,
): Promise<readonly bigint[]> {
  if (!movesHoldings(event.kind)) return [];
  const { options } = await loadTerms(context.db, event);
  const others = options.flatMap(({ newSecurityId: id }) => (id === null ? [] : [id]));
  return [event.security_id, ...others];
}

/** Divides the next holders into batches that can run at the same time. The last piece is alone. */
async function piecesOf(
  { db }: Context,
  { kind, security_id: securityId }: CorporateActionRow,
  after: bigint,
): Promise<Piece[]> {
  const { portfoliosPerBatch: most, batchesAtOnce: ranges } = CUSTODY;
  const held = entitlesHolders(kind)
    ? await nextHolders(db, securityId, { after, most, ranges })
    : [];
  const lock = held.length > 1 ? shareEvent : lockEvent;
  return held.length === 0 ? [finishBatch] : held.map((range) => batchOf(range, lock));
}

interface BatchResult {
  readonly count: number;
  /**
   * DONE if the batch is complete, ENDED if nothing is left to do for the event, and CHANGED if its
   * terms are no longer those with which the run started.
   */
  readonly end: 'DONE' | 'ENDED' | 'CHANGED';
}

/** A batch to run on an event that is locked by `lock`. */
interface Piece {
  readonly lock: typeof lockEvent;
  /** The last portfolio of the batch. */
  readonly through?: bigint;
  readonly work: (work: Work, batch: Entitling) => Promise<BatchResult>;
}

function inBatch(run: EntitleRun, version: number, piece: Piece): Promise<BatchResult> {
  return systemWork(run.context, run.reason, async (work) => {
    const result = await batchResult(work, run, { version, piece });
    await run.progress?.count(work.tx, result.count);
    return result;
  });
}

async function batchResult(
  work: Work,
  run: EntitleRun,
  { version, piece }: { readonly version: number; readonly piece: Piece },
): Promise<BatchResult> {
  const event = await piece.lock(work.tx, run.eventId);
  if (event === undefined || event.progress === 'CLOSED') return { count: 0, end: 'ENDED' };
  if (event.terms_version !== version) return { count: 0, end: 'CHANGED' };
  const date = await run.dateOf(work.tx);
  const isEntitling = event.ex_date <= date && event.status !== 'CANCELLED';
  return piece.work(work, { event, terms: await loadTerms(work.tx, event), date, isEntitling });
}

function batchOf(range: HolderRange, lock: typeof lockEvent): Piece {
  const work = async (work: Work, batch: Entitling): Promise<BatchResult> => {
    await (batch.isEntitling ? entitleRange : endRange)(work, batch, range);
    return { count: range.count, end: 'DONE' };
  };
  return { lock, through: range.through, work };
}

/** Stores the movements that have become due, and the progress of the event. */
const finishBatch: Piece = {
  lock: lockEvent,
  work: async (work, batch) => {
    if (batch.isEntitling && (await moveDue(work, batch)) > 0) return { count: 0, end: 'DONE' };
    await (batch.isEntitling ? finishEntitled : finishEnded)(work, batch);
    return { count: 0, end: 'ENDED' };
  },
};

interface Entitling {
  readonly event: CorporateActionRow;
  readonly terms: EntitlingTerms;
  readonly date: BusinessDate;
  /** True if the ex-date has been reached and the event is not cancelled. */
  readonly isEntitling: boolean;
}

async function entitleRange(
  work: Work,
  { event, terms, date }: Entitling,
  range: PortfolioRange,
): Promise<void> {
  const stored = { ...range, movesThrough: date, at: work.now };
  const changed = await storeEntitlements(work.tx, terms, stored);
  const made = changed.filter(({ change }) => change === 'MADE');
  await reverseEntitlements(work.tx, movedOf(changed, 'REPLACED'));
  await moveEntitlements(work.tx, terms, movedOf(made, 'MADE'));
  for (const row of made) work.events.push(entitlementEvent(event, row));
}

function movedOf(rows: readonly ChangedRow[], change: ChangedRow['change']): bigint[] {
  return rows.filter((row) => row.change === change && row.moves).map(({ id }) => id);
}

// All entitlements of a cancelled event are reversed. Those of a postponed event are created again
// later.
async function endRange(work: Work, { event }: Entitling, range: PortfolioRange): Promise<void> {
  const state = event.status === 'CANCELLED' ? 'CANCELLED' : 'SUPERSEDED';
  const ended = await endEntitlements(work.tx, { eventId: event.id, state }, range);
  await reverseEntitlements(work.tx, movedOf(ended, 'ENDED'));
  for (const row of ended) {
    work.events.push({ ...entitlementEvent(event, row), type: 'entitlement.revised' });
  }
}

async function finishEnded(work: Work, { event }: Entitling): Promise<void> {
  if (event.progress === 'OPEN') return;
  const isPostponed = event.status !== 'CANCELLED' && event.progress === 'ENTITLED';
  if (!isPostponed && event.entitled_version === event.terms_version) return;
  await storeProgress(work, event, isPostponed ? 'OPEN' : event.progress);
}

async function finishEntitled(work: Work, { event }: Entitling): Promise<void> {
  const progress = event.progress === 'OPEN' ? 'ENTITLED' : event.progress;
  if (progress === event.progress && event.entitled_version === event.terms_version) return;
  await storeProgress(work, event, progress);
  work.events.push(entitledEvent(event));
}

async function storeProgress(
  work: Work,
  event: CorporateActionRow,
  progress: CorporateActionRow['progress'],
): Promise<void> {
  const entitled = { id: event.id, progress, entitled_version: event.terms_version };
  await storeEntitled(work.tx, entitled, { by: work.principal.name, at: work.now });
}

// Stores a batch of movements that have become due since their entitlements were created.
async function moveDue(work: Work, { event, terms, date }: Entitling): Promise<number> {
  const taken = { eventId: event.id, most: CUSTODY.portfoliosPerBatch };
  const ids = await takeToMove(work.tx, taken, { through: date, at: work.now });
  await moveEntitlements(work.tx, terms, ids);
  return ids.length;
}
