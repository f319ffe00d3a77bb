// SQL for the sequencer: finding events that have no position yet, and numbering them.

import { EVENT } from '../../limits.js';
import { present } from '../assert.js';
import type { Database, Tx } from '../database/database.js';
import { sql } from '../database/sql.js';

/** Reads the age, in seconds, of the oldest event without a position. 0 if there is none. */
export async function selectWaitingSeconds(db: Database): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(sql`
    select coalesce(extract(epoch from clock_timestamp() - min(e.recorded_at)), 0)::float8
      as seconds
    from outbox_event e, event_sequence s
    where e.transaction_id >= s.settled_from
      and not exists (select from event_position p where p.event_id = e.id)`);
  return row?.seconds ?? 0;
}

/**
 * True if an event is waiting to be numbered. Most polls find none, so they cost only this indexed
 * statement.
 */
export async function isEventWaiting(db: Database): Promise<boolean> {
  const [row] = await db.query<{ waiting: boolean }>(sql`
    select settled_to > settled_from
      or settled_from > pg_snapshot_xmax(pg_current_snapshot())
      or exists (select from outbox_event e where e.transaction_id >= s.settled_from
        and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())) as waiting
    from event_sequence s`);
  return row?.waiting ?? false;
}

interface Sequence {
  readonly from: bigint;
  readonly to: bigint;
  readonly lastId: bigint;
  readonly lastPosition: bigint;
}

interface Numbered {
  readonly count: bigint;
  readonly lastId: bigint | null;
  /** The first transaction whose events in the set must still wait. */
  readonly heldFrom: bigint | null;
}

interface Turn {
  readonly numbered: number;
  readonly more: boolean;
}

const NOTHING: Turn = { numbered: 0, more: false };

// The transactions that have ended since the last batch form a closed set, in which events are
// ordered by id. An event gets its id while its record is locked, so events about one record are in
// the order in which they happened. Transaction numbers would not give that order, because a
// transaction in the set may have waited for one with a higher number that is not in the set yet.
// An event therefore waits while a visible event outside the set has a lower id.
export async function numberBatch(tx: Tx): Promise<Turn> {
  const [sequence] = await tx.query<Sequence>(sql`
    select settled_from::text::bigint as from, settled_to::text::bigint as to,
      last_id as "lastId", last_position as "lastPosition"
    from event_sequence for update skip locked`);
  if (sequence === undefined) return NOTHING;
  // A separate statement, so that its snapshot is taken after the lock.
  const [now] = await tx.query<{ xmin: bigint; xmax: bigint }>(sql`
    select pg_snapshot_xmin(s)::text::bigint as xmin, pg_snapshot_xmax(s)::text::bigint as xmax
    from pg_current_snapshot() s`);
  const snapshot = present(now, 'there is always a snapshot');
  if (sequence.from > snapshot.xmax) return numberAfterMove(tx, sequence);
  const to = sequence.to > sequence.from ? sequence.to : snapshot.xmin;
  const [row] = await tx.query<Numbered>(sql`
    with due as (
      select id, transaction_id from outbox_event e
      where transaction_id >= ${String(sequence.from)}::xid8
        and transaction_id < ${String(to)}::xid8 and id > ${sequence.lastId}
        and not exists (select from event_position p where p.event_id = e.id)
    ), outside as (
      select min(id) as id from outbox_event e
      where transaction_id >= ${String(to)}::xid8
        and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
        and not exists (select from event_position p where p.event_id = e.id)
    ), batch as (
      select d.id from due d, outside o where o.id is null or d.id < o.id
      order by d.id limit ${EVENT.sequencedPerBatchMax}
    ), numbered as (
      insert into event_position (position, event_id)
      select ${sequence.lastPosition}::bigint + row_number() over (order by id), id from batch
    )
    select (select count(*) from batch) as count, (select max(id) from batch) as "lastId",
      (select min(d.transaction_id) from due d, outside o where d.id > o.id)::text::bigint
        as "heldFrom"`);
  const { count, lastId, heldFrom } = present(row, 'a count returns one row');
  const more = count === BigInt(EVENT.sequencedPerBatchMax);
  const from = heldFrom ?? to;
  await advance(tx, {
    ...(more ? { from: sequence.from, to, lastId: lastId ?? 0n } : { from, to: from, lastId: 0n }),
    lastPosition: sequence.lastPosition + count,
  });
  return { numbered: Number(count), more };
}

// Handles transaction numbers in the future, which occur if the data was restored from a dump and
// this server's counter is lower. All restored events are final, regardless of their numbers. One
// statement is used, because a single snapshot is needed.
async function numberAfterMove(tx: Tx, sequence: Sequence): Promise<Turn> {
  const [row] = await tx.query<{ xmin: bigint; count: bigint }>(sql`
    with snapshot as (
      select pg_snapshot_xmin(s) as xmin, pg_snapshot_xmax(s) as xmax from pg_current_snapshot() s
    ), numbered as (
      insert into event_position (position, event_id)
      select ${sequence.lastPosition}::bigint + row_number() over (order by e.id), e.id
      from outbox_event e, snapshot s
      where (e.transaction_id < s.xmin or e.transaction_id >= s.xmax)
        and not exists (select from event_position p where p.event_id = e.id)
      returning position
    )
    select (select xmin from snapshot)::text::bigint as xmin, count(*) as count from numbered`);
  const { xmin, count } = present(row, 'a count returns one row');
  const lastPosition = sequence.lastPosition + count;
  await advance(tx, { from: xmin, to: xmin, lastId: 0n, lastPosition });
  return { numbered: Number(count), more: false };
}

async function advance(tx: Tx, sequence: Sequence): Promise<void> {
  await tx.query(sql`
    update event_sequence set settled_from = ${String(sequence.from)}::xid8,
      settled_to = ${String(sequence.to)}::xid8, last_id = ${sequence.lastId},
      last_position = ${sequence.lastPosition}`);
}
