// SQL for a session's lease. The lease limits how long its owner may send without renewing it, by
// the database's clock. A new owner raises the fence, so the former owner can no longer write.

import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE } from '../../../../limits.js';
import { present } from '../../../../platform/assert.js';
import type { Database, Tx } from '../../../../platform/database/database.js';
import { sql } from '../../../../platform/database/sql.js';
import { FIX_LIMIT } from '../limits.js';
import type { SessionRef } from './queries.js';

export type DedicatedClient = Awaited<ReturnType<Database['dedicated']>>;

/**
 * The server side of a connection. Its start time distinguishes it from a later connection with the
 * same process id.
 */
interface Backend {
  readonly pid: number;
  readonly start: string;
}

const OWNER = `${hostname()}:${process.pid}`;

const END = sql`clock_timestamp() + ${`${FIX_LIMIT.leaseMs} milliseconds`}::interval`;

// SQL condition: the lease has expired, or its holder's connection is gone. For a connection of
// another database role, only the process id is visible.
const IS_FREE = sql`
  (l.lasts_until <= clock_timestamp() or not exists (
    select from pg_stat_activity a
    where a.pid = l.backend_pid
      and (a.backend_start is null or a.backend_start = l.backend_start)))`;

/** Returns true if the lease of a session is free. Does not wait for locks. */
export async function isFree(db: Database, sessionId: number): Promise<boolean> {
  const rows = await db.query<{ free: boolean }>(sql`
    select ${IS_FREE} as free from fix_session_lease l where l.session_id = ${sessionId}`);
  return rows[0]?.free ?? true;
}

/**
 * Takes a free lease. The lease ends with the given connection, or when the connection does not
 * renew it.
 * @returns undefined if another owner holds the lease or takes it at the same time.
 */
export async function takeLease(
  db: Database,
  client: DedicatedClient,
  sessionId: number,
): Promise<SessionRef | undefined> {
  const holder = await backendOf(client);
  const taken = await db.transaction(async (tx) => {
    await tx.query(sql`
      insert into fix_session_lease (session_id, fence, backend_pid, backend_start, lasts_until)
      values (${sessionId}, 0, 0, '-infinity', '-infinity') on conflict do nothing`);
    const free = await tx.query(sql`
      select l.session_id from fix_session_lease l
      where l.session_id = ${sessionId} and ${IS_FREE} for update skip locked`);
    if (free.length === 0) return undefined;
    const { fence, formerOwner } = await raiseFence(db, tx, sessionId);
    await tx.query(sql`
      update fix_session_lease
      set fence = ${fence}, backend_pid = ${holder.pid},
          backend_start = ${holder.start}::timestamptz, lasts_until = ${END}
      where session_id = ${sessionId}`);
    return { sessionId, fence, formerOwner };
  });
  if (taken === undefined) return undefined;
  const { formerOwner, ...ref } = taken;
  if (formerOwner !== null && formerOwner !== OWNER) await endForsaken(db, formerOwner);
  return ref;
}

/** Extends a lease. Returns false if another owner has taken it. */
export async function renewLease(
  client: DedicatedClient,
  { sessionId, fence }: SessionRef,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update fix_session_lease
     set lasts_until = clock_timestamp() + interval '${FIX_LIMIT.leaseMs} milliseconds'
     where session_id = $1 and fence = $2`,
    [sessionId, fence],
  );
  return rowCount !== 0;
}

/** Frees a lease, unless another owner has taken it. */
export async function endLease(db: Database, { sessionId, fence }: SessionRef): Promise<void> {
  await db.query(sql`
    update fix_session_lease set lasts_until = '-infinity'
    where session_id = ${sessionId} and fence = ${fence}`);
}

async function backendOf(client: DedicatedClient): Promise<Backend> {
  // The start time is read as text, because the program's instants have no microseconds. A renewal
  // lost in a server crash does no harm, because the crash has ended the holder's connection too.
  const [, { rows }] = await Promise.all([
    client.query('set synchronous_commit = off'),
    client.query<Backend>(`
      select pid, backend_start::text as start from pg_stat_activity where pid = pg_backend_pid()`),
  ]);
  return present(rows[0], 'a connection sees itself');
}

interface Raised {
  readonly fence: bigint;
  /** The former owner; null if it released the session. */
  readonly formerOwner: string | null;
}

// A former owner that is suspended or has lost its connection may still lock the session's row.
async function raiseFence(db: Database, tx: Tx, sessionId: number): Promise<Raised> {
  const raised = new AbortController();
  const [self] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  void pause(FIX_LIMIT.stuckAfterMs, undefined, { signal: raised.signal })
    .then(() => endStuck(db, present(self, 'a connection has a number').pid))
    .catch(() => undefined);
  try {
    const [row] = await tx.query<Raised>(sql`
      update fix_session s set fence = s.fence + 1, owner = ${OWNER}
      from (select id, owner from fix_session where id = ${sessionId} for update) former
      where s.id = former.id returning s.fence, former.owner as "formerOwner"`);
    return present(row, 'a lease belongs to a session');
  } finally {
    raised.abort();
  }
}

/**
 * Ends a suspended former owner's idle transactions, which lock orders, accounts and received
 * messages. Transactions of other nodes may be idle for longer, for example while an export reads
 * from its snapshot.
 */
async function endForsaken(db: Database, owner: string): Promise<void> {
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name = ${`${DATABASE.applicationName} ${owner}`}
      and state like 'idle in transaction%'
      and state_change < clock_timestamp() - ${`${FIX_LIMIT.forsakenAfterMs} ms`}::interval`);
}

/** Ends connections that block another connection while they wait for their client. */
async function endStuck(db: Database, blockedPid: number): Promise<void> {
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid = any (pg_blocking_pids(${blockedPid})) and wait_event_type = 'Client'`);
}
