// Checks at startup that a connection keeps its session, and that one session sees an advisory lock
// of another. With a pooler that shares sessions, or an engine whose advisory locks have no effect,
// two nodes could do the same work.

import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { DATABASE } from '../../../limits.js';
import { meaningOf } from '../failure.js';

/** A connection as the probe uses it. */
interface ProbedSession {
  readonly query: (
    text: string,
    values?: unknown[],
  ) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
}

const SHARED_SESSION =
  'The database is reached through a pooler that shares sessions, such as PgBouncer with ' +
  'pool_mode = transaction. Settings and locks of one connection would affect others. Use ' +
  'pool_mode = session, or connect to PostgreSQL directly.';

const NO_LOCKS =
  'Advisory locks have no effect on this database server, so two nodes could do the work of ' +
  'one. Use PostgreSQL with one primary. CockroachDB and multi-master servers cannot be used.';

/**
 * Returns why two connections cannot be used. Undefined if they can. Takes no lock before the
 * sessions are known to be separate. The lock key is random, in case the lock is not released.
 */
export async function sessionError(
  one: ProbedSession,
  other: ProbedSession,
): Promise<string | undefined> {
  try {
    if (!(await keepsSession(one, other))) return SHARED_SESSION;
  } catch (error) {
    // A statement-level pooler rejects transactions. With a pooler that has only one session, the
    // second connection waits.
    if (error instanceof Silent || isRefused(error)) return SHARED_SESSION;
    throw error;
  }
  return (await seesLock(one, other)) ? undefined : NO_LOCKS;
}

async function keepsSession(one: ProbedSession, other: ProbedSession): Promise<boolean> {
  const token = randomUUID();
  await one.query(`select set_config('countinghouse.probe', $1, false)`, [token]);
  for (let round = 0; round < DATABASE.sessionProbeRounds; round += 1) {
    const before = await sessionOf(one);
    const apart = await sessionOf(other);
    await other.query('begin');
    const meanwhile = await sessionOf(other);
    const after = await sessionOf(one);
    await other.query('rollback');
    const isShared = before.process === meanwhile.process || meanwhile.token === token;
    const isKept = before.process === after.process && apart.process === meanwhile.process;
    if (isShared || !isKept || after.token !== token) return false;
  }
  return true;
}

async function sessionOf(session: ProbedSession) {
  const { rows } = await answered(
    session.query(
      `select pg_backend_pid() as process, current_setting('countinghouse.probe', true) as token`,
    ),
  );
  return { process: rows[0]?.process, token: rows[0]?.token };
}

async function seesLock(one: ProbedSession, other: ProbedSession): Promise<boolean> {
  const key = String(randomInt(2 ** 47));
  const take = async (session: ProbedSession) => {
    const { rows } = await session.query('select pg_try_advisory_lock($1) as taken', [key]);
    return rows[0]?.taken === true;
  };
  const release = (session: ProbedSession) => session.query('select pg_advisory_unlock($1)', [key]);
  try {
    if (!(await take(one))) return false;
    const isTakenTwice = await take(other);
    if (isTakenTwice) await release(other);
    await release(one);
    return !isTakenTwice && (await take(other));
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  } finally {
    await release(other).catch(() => undefined);
  }
}

// True if the server answered with an error that persists until its settings change.
function isRefused(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return meaningOf(error) === undefined || /^08P01$/.test(error.code ?? '');
}

class Silent extends Error {}

async function answered<Result>(query: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silent()), DATABASE.probeTimeoutMs);
  });
  query.catch(() => undefined);
  try {
    return await Promise.race([query, silent]);
  } finally {
    clearTimeout(timer);
  }
}
