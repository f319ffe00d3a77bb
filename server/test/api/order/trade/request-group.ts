// Requests that arrive while the server processes another request for the same operation. The
// server processes them as a batch in the next transaction.

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { prepare, type Sql, sql } from '../../../../src/platform/database/sql.js';
import type { TestReply } from '../../../support/app.js';
import { waitFor } from '../../../support/wait.js';
import type { MarketDesk } from '../exchange/market-desk.js';

/**
 * The maximum number of transactions for concurrent requests: more than one, because some may
 * arrive late.
 */
export const TRANSACTIONS_MAX = 3;

/** The number of event loop turns until an admitted request has joined the batch. */
const TURNS = 10;

export const portfolio = (number: number) => String(number).padStart(10, '0');

export const codes = (replies: readonly TestReply[]) =>
  replies.map(({ status, body }) => `${status} ${body.msgCode}`);

/** Returns the number of transactions in which an operation was performed on these records. */
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

/**
 * Sends the requests and returns their replies. The lock holds back the first request until the
 * others have arrived.
 */
export async function arrived(
  desk: MarketDesk,
  { lock, first, others }: Arriving,
): Promise<Promise<TestReply>[]> {
  // Uses a dedicated connection, because the pool may close idle ones.
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
