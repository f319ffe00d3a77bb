// The sequencer: a single writer that numbers events as soon as no open transaction can still
// insert an earlier one.

import { EVENT } from '../../limits.js';
import { startLoop } from '../concurrency/loop.js';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import type { Worker } from '../worker.js';
import { isEventWaiting, numberBatch, selectWaitingSeconds } from './sequence-queries.js';

/** Signalled when positions have been assigned to events, so that readers poll at once. */
export const EVENT_POSITIONED = 'event-positioned';

/**
 * Runs on every node. The database lets only one node number events at a time. The sequencer polls
 * at intervals and is not woken by each write, so that under load one batch covers many writes.
 */
export const eventSequencer: Worker = {
  name: 'event-sequencer',
  start: async (context) => {
    const loops = [
      startLoop(context, {
        name: 'event-sequencer',
        everyMs: EVENT.sequenceEveryMs,
        round: () => sequenceRound(context),
      }),
      startLoop(context, {
        name: 'event-measure',
        everyMs: EVENT.measureEveryMs,
        round: () => measure(context),
      }),
    ];
    return {
      ready: () => true,
      stop: async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
      },
    };
  },
};

async function sequenceRound({ db, metrics, signals }: Context): Promise<void> {
  const numbered = await sequenceEvents(db);
  if (numbered === 0) return;
  metrics.events.inc({ name: 'event_positioned' }, numbered);
  signals.raise(EVENT_POSITIONED);
}

// Measures the age of the oldest event without a position. A high age shows that a transaction was
// left open.
async function measure({ db, metrics }: Context): Promise<void> {
  metrics.gauges.set({ name: 'events_waiting' }, await selectWaitingSeconds(db));
}

/** Numbers all final events and returns their count. Returns 0 if another node is numbering. */
export async function sequenceEvents(db: Database): Promise<number> {
  let numbered = 0;
  for (let batch = 0; batch < EVENT.batchesPerRoundMax; batch += 1) {
    if (!(await isEventWaiting(db))) break;
    const turn = await db.transaction(numberBatch);
    numbered += turn.numbered;
    if (!turn.more) break;
  }
  return numbered;
}
