// Requests that arrive while the server is doing another one of their operation: it does them
// together, in the transaction that comes next.

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { prepare, type Sql, sql } from '../../../../src/platform/database/sql.js';
import type { TestReply } from '../../../support/app.js';
import { waitFor } from '../../../support/wait.js';
import type { MarketDesk } from '../exchange/market-desk.js';

/** The most transactions of requests that arrived together: some may have come late. */
export const TRANSACTIONS_MAX = 3;

/** Turns of the event loop in which a request that was let in reaches those that wait. */
const TURNS = 10;

export const portfolio = (number: number) => String(number).padStart(10, '0');

export const codes = (replies: readonly TestReply[]) =>
  replies.map(({ status, body }) => `${status} ${body.msgCode}`);

/** In how many transactions an operation was done on these records, which it was on each. */
export async function transactionsOf(
  { db }: MarketDesk,
  operation: string,
  ids: readonly number[],
): Promise<number> {
  const [row] = await db.query<{ count: bigint; records: bigint }>(sql`
    select count(distinct transaction_id::text) as count, count(distinct subject_id) as records
    from audit_entry
    where operation = ${operation} and subject_id = any(${ids}::bigint[])`);
  assert.equal(row?.records, BigInt(ids.length));
  return Number(row.count);
}

interface Arriving {
  /** Locks a row that the first request changes. */
  readonly lock: Sql;
  readonly first: () => Promise<TestReply>;
  readonly others: readonly (() => Promise<TestReply>)[];
}

/** Resolves when all others have arrived and the first one waits no longer: each to its reply. */
export async function arrived(
  desk: MarketDesk,
  { lock, first, others }: Arriving,
): Promise<Promise<TestReply>[]> {
  // Of its own, so that no limit of the pool ends what is idle for long.
  const holder = await desk.db.dedicated();
  try {
    await holder.query('begin');
    const { text, values } = prepare(lock);
    await holder.query(text, [...values]);
    const doing = first();
    await waitFor('the first to wait for the lock', async () => {
      const [row] = await desk.db.query<{ count: bigint }>(sql`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return row !== undefined && row.count > 0n;
    });
    const before = desk.requests();
    const replies = others.map((send) => send());
    await waitFor('the others', async () => desk.requests() === before + others.length);
    for (let turns = 0; turns < TURNS; turns += 1) await turn();
    await holder.query('rollback');
    const done = await doing;
    assert.ok(done.status < 300, done.text);
    return replies;
  } finally {
    await holder.end();
  }
}
