// Reads one item of a delivery, applies it, and records the result in the same transaction, so that
// a crash neither loses nor repeats an effect.

import type { Context, Work } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import type { PartyPorts } from '../../party/index.js';
import type { DeliveryReaders, Reading } from '../channel/inbound.js';
import { INBOUND } from '../limits.js';
import { type Effect, receiveMessage, takeReceipt } from '../message/receive.js';
import { receiveStatement } from '../message/statement.js';
import {
  type DueItem,
  delayItem,
  lockLane,
  nextItem,
  type Settled,
  settleItem,
} from './queries.js';

/** The ports and readers needed to read an item. */
export interface ReadingParts {
  readonly party: PartyPorts;
  readonly readers: DeliveryReaders;
}

/** Reads the next item of a lane. Returns false if none is due. */
export async function readNext(
  context: Context,
  lane: number,
  parts: ReadingParts,
): Promise<boolean> {
  const current: { item?: DueItem } = {};
  try {
    const settled = await systemWork(context, 'inbound', async (work) => {
      await lockLane(work.tx, lane);
      const item = await nextItem(work.tx, lane);
      if (item === undefined) return undefined;
      current.item = item;
      return applyItem(work, item, parts);
    });
    if (settled !== undefined) count(context, settled);
    return current.item !== undefined;
  } catch (error) {
    if (current.item === undefined) throw error;
    await noteFailure(context, current.item, error);
    return true;
  }
}

type Outcome = Settled | 'DELAYED';

async function applyItem(work: Work, item: DueItem, parts: ReadingParts): Promise<Outcome> {
  const reading: Reading = item.repeated
    ? { kind: 'NOTICE', reason: 'REPEATED: the centre delivered the same message again' }
    : readItem(item, parts);
  const effect = await effectOf(work, reading, parts);
  if (effect.done === 'LATER') {
    if (item.attempts < INBOUND.receiptAttemptsMax) {
      await delayItem(work.tx, item.id, {
        waitMs: waitAfter(item.attempts),
        reason: effect.reason,
      });
      return 'DELAYED';
    }
    return settle(work, item, { state: 'NO_EFFECT', kind: 'RECEIPT', reason: effect.reason });
  }
  if (reading.kind === 'UNREADABLE') {
    return settle(work, item, { state: 'PARKED', kind: null, reason: reading.reason });
  }
  const { done, ...facts } = effect;
  return settle(work, item, { ...facts, state: done ? 'DONE' : 'NO_EFFECT', kind: reading.kind });
}

// A reader must not throw. If it does, the item cannot be read until the program is updated.
function readItem(item: DueItem, { readers }: ReadingParts): Reading {
  try {
    return readers[item.channel](item);
  } catch (error) {
    const name = error instanceof Error ? error.message : 'unknown';
    return { kind: 'UNREADABLE', reason: `READER_FAILED: ${name}` };
  }
}

async function settle(work: Work, { id }: DueItem, settled: Settled): Promise<Settled> {
  const reason = settled.reason?.replaceAll('\u0000', '').slice(0, INBOUND.reasonCharactersMax);
  await settleItem(work.tx, id, { ...settled, reason: reason?.toWellFormed() });
  return settled;
}

async function effectOf(work: Work, reading: Reading, { party }: ReadingParts): Promise<Effect> {
  switch (reading.kind) {
    case 'MESSAGE':
      return receiveMessage(work, reading.message, party);
    case 'RECEIPT':
      return takeReceipt(work, reading.receipt, party);
    case 'CONSENT': {
      const { applied, officeId } = await receiveStatement(work, reading.statement, party);
      return applied
        ? { done: true, officeId }
        : { done: false, reason: 'OUTDATED: a later statement is already stored' };
    }
    case 'NOTICE':
    case 'UNREADABLE':
      return { done: false, reason: reading.reason };
    default:
      return reading satisfies never;
  }
}

function count({ metrics }: Context, outcome: Outcome): void {
  if (outcome === 'DELAYED') return;
  metrics.events.inc({ name: `inbound_${outcome.state.toLowerCase()}` });
  if (outcome.state === 'NO_EFFECT' && outcome.kind === 'RECEIPT') {
    metrics.events.inc({ name: 'receipt_without_effect' });
  }
}

function waitAfter(attempts: number): number {
  return Math.min(INBOUND.backoffMaxMs, INBOUND.backoffFirstMs * 2 ** attempts);
}

// After an error in the program or the database, the item is retried and finally parked. While the
// database is unavailable, the failure cannot be stored, so the attempt is not counted.
async function noteFailure(context: Context, item: DueItem, error: unknown): Promise<void> {
  const reason = `FAILED: ${error instanceof Error ? error.message : 'unknown'}`;
  context.log.warn({ err: error, item: String(item.id) }, 'an item of a delivery was not read');
  context.metrics.events.inc({ name: 'inbound_failed' });
  if (item.attempts + 1 < INBOUND.failuresMax) {
    await delayItem(context.db, item.id, {
      waitMs: waitAfter(item.attempts),
      reason: reason.slice(0, INBOUND.reasonCharactersMax),
    });
    return;
  }
  await systemWork(context, 'inbound', (work) =>
    settle(work, item, { state: 'PARKED', kind: null, reason }),
  );
}
