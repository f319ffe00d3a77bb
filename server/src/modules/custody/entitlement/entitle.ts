// Creates the entitlements of events and recomputes them until the event is closed, in idempotent
// batches.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { entitlesHolders, movesHoldings } from '../rule/effect.js';
import type { EntitlingTerms } from './amount-queries.js';
import { entitledEvent, entitlementEvent } from './event.js';
import { moveEntitlements, reverseEntitlements, takeToMove } from './move-queries.js';
import { selectEvent } from './security-queries.js';
import {
  type ChangedRow,
  countEntitling,
  endEntitlements,
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
 * interrupted run can be repeated. If the terms change during a run, the run restarts. Returns the
 * number of portfolios.
 */
export async function entitleEvent(run: EntitleRun): Promise<number> {
  let total = 0;
  let after = 0n;
  let version: number | undefined;
  for (;;) {
    const from = { after, version };
    const batch = await systemWork(run.context, run.reason, async (work) => {
      const done = await entitleBatch(work, run, from);
      await run.progress?.count(work.tx, done?.count ?? 0);
      return done;
    });
    if (batch === undefined) return total;
    total += batch.count;
    after = batch.through;
    version = batch.version;
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

interface Batch {
  readonly through: bigint;
  readonly count: number;
  readonly version: number;
}

interface Start {
  readonly after: bigint;
  /** The version of the terms used for the previous batches. */
  readonly version: number | undefined;
}

// Returns undefined after the last batch.
async function entitleBatch(work: Work, run: EntitleRun, start: Start): Promise<Batch | undefined> {
  const event = await lockEvent(work.tx, run.eventId);
  if (event === undefined || event.progress === 'CLOSED') return undefined;
  const date = await run.dateOf(work.tx);
  const isRestarted = start.version !== undefined && start.version !== event.terms_version;
  const after = isRestarted ? 0n : start.after;
  const most = CUSTODY.portfoliosPerBatch;
  const isEntitling = event.ex_date <= date && event.status !== 'CANCELLED';
  const terms = await loadTerms(work.tx, event);
  const holders = entitlesHolders(event.kind)
    ? await nextHolders(work.tx, event.security_id, { after, most })
    : undefined;
  const batch = { event, terms, date };
  const version = event.terms_version;
  if (holders === undefined) {
    if (!isEntitling) return finishEnded(work, batch);
    const moved = await moveDue(work, batch);
    return moved > 0 ? { through: after, count: 0, version } : finishEntitled(work, batch);
  }
  const range = { after, through: holders.through };
  if (isEntitling) await entitleRange(work, batch, range);
  else await endRange(work, batch, range);
  return { ...holders, version };
}

interface Entitling {
  readonly event: CorporateActionRow;
  readonly terms: EntitlingTerms;
  readonly date: BusinessDate;
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

async function finishEnded(work: Work, { event }: Entitling): Promise<undefined> {
  if (event.progress === 'OPEN') return;
  const isPostponed = event.status !== 'CANCELLED' && event.progress === 'ENTITLED';
  if (!isPostponed && event.entitled_version === event.terms_version) return;
  await storeProgress(work, event, isPostponed ? 'OPEN' : event.progress);
}

async function finishEntitled(work: Work, { event }: Entitling): Promise<undefined> {
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
