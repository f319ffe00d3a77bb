// Classifies database failures consistently for the error handler, the pool and all workers.

import pg from 'pg';

/** A transaction failed three times because of conflicts. Nothing was changed. */
export class DatabaseBusy extends Error {}

/** The database is temporarily unavailable. Nothing was changed, and the work can be retried. */
export class DatabaseAway extends Error {}

/**
 * The connection was lost during a commit, or no standby confirmed it. The transaction may have
 * been committed, and a failover may lose it.
 */
export class OutcomeUnknown extends DatabaseAway {}

/**
 * `CONFLICT`: the transaction lost to another one and can be retried at once. `BUSY`: a wait took
 * too long or a limit was reached, and the connection is still usable. `FULL`: the server's disk
 * failed or is full, and the connection is still usable. `AWAY`: the server or the connection is
 * gone, or the server accepts no writes. The connection is discarded, because a connection to a
 * demoted server must not be reused.
 */
type Meaning = 'CONFLICT' | 'BUSY' | 'FULL' | 'AWAY';

const MEANINGS: readonly (readonly [codes: RegExp, meaning: Meaning])[] = [
  // SQLSTATEs of serialization failures and deadlocks.
  [/^(40001|40P01)$/, 'CONFLICT'],
  // SQLSTATEs of connection exceptions and of too many connections.
  [/^(08...|53300)$/, 'AWAY'],
  // SQLSTATEs of a server that became a standby or is set to read only.
  [/^25006$/, 'AWAY'],
  // SQLSTATEs of sessions ended because they were idle or their transaction took too long.
  [/^(25P03|25P04|57P05)$/, 'AWAY'],
  // SQLSTATEs of a shutdown, a crash, a startup or a dropped database.
  [/^57P0[1-4]$/, 'AWAY'],
  [/^(53100|58...)$/, 'FULL'],
  // SQLSTATEs of a statement timeout, a lock timeout or another limit of the server.
  [/^(57014|55P03|53...)$/, 'BUSY'],
];

// A standby answers some statements with codes that can also mean bugs, such as 0A000 and XX000.
const RECOVERY = /recovery is in progress|during recovery|in a read-only transaction/;

const SOCKET_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT'],
  ...['EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
]);

// Messages of driver errors without a code.
const LOST_CONNECTION = new RegExp(
  'timeout exceeded when trying to connect|timeout expired|Connection terminated|' +
    'not queryable|Cannot use a pool after|establishing an SSL connection|from backend\\.$',
);
const NEVER_SENT = /not queryable/;

/**
 * Classifies an error of the driver or the server. Undefined for a bug or a violated constraint.
 */
export function meaningOf(error: unknown): Meaning | undefined {
  if (error instanceof DatabaseAway) return 'AWAY';
  if (error instanceof DatabaseBusy) return 'BUSY';
  if (!(error instanceof Error)) return undefined;
  if (error instanceof pg.DatabaseError) return meaningOfState(error);
  const code = 'code' in error ? String(error.code) : '';
  return SOCKET_CODES.has(code) || LOST_CONNECTION.test(error.message) ? 'AWAY' : undefined;
}

function meaningOfState({ code = '', message }: pg.DatabaseError): Meaning | undefined {
  const known = MEANINGS.find(([codes]) => codes.test(code))?.[1];
  return known ?? (RECOVERY.test(message) ? 'AWAY' : undefined);
}

/**
 * True if the server reported that it is no longer usable, because it is stopping or became a
 * standby. A broken socket or an ended session affects only its own connection.
 */
export function isServerLeaving(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', message } = error;
  return /^(25006|57P0[1-3])$/.test(code) || RECOVERY.test(message);
}

/**
 * Converts a driver error for the rest of the program. A socket error becomes a `DatabaseAway`, so
 * that it is not confused with socket errors of gateways and files.
 */
export function asFailure(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || error instanceof DatabaseAway) return error;
  return meaningOf(error) === 'AWAY' ? awayBy(error) : error;
}

/**
 * Converts a connection error to DatabaseAway, because it means that the server cannot serve
 * requests.
 */
export function awayBy(error: unknown): DatabaseAway {
  if (error instanceof DatabaseAway) return error;
  return new DatabaseAway(error instanceof Error ? error.message : String(error), { cause: error });
}

/**
 * Converts an error during a commit. If the connection is lost after the commit was sent, the
 * outcome is unknown.
 * @param earlier the error of a statement that was sent before the commit, in the same round trip
 */
export function asCommitFailure(error: unknown, earlier: unknown): unknown {
  const failure = asFailure(error);
  if (meaningOf(failure) !== 'AWAY') return failure;
  // The server answered an earlier statement with an error, so the transaction cannot be committed.
  if (earlier instanceof pg.DatabaseError) return earlier;
  const text = error instanceof Error ? error.message : String(error);
  if (NEVER_SENT.test(text)) return failure;
  return new OutcomeUnknown('the connection was lost during a commit', { cause: error });
}

/**
 * True if the database itself failed. The work is not the cause, so it is retried later as if it
 * had not been attempted. Also true for an error that wraps such a failure.
 */
export function isDatabaseError(error: unknown, depth = 0): boolean {
  const isOfDatabase = error instanceof pg.DatabaseError || error instanceof DatabaseAway;
  const meaning = isOfDatabase ? meaningOf(error) : undefined;
  if (meaning === 'AWAY' || meaning === 'FULL') return true;
  return depth < CAUSES_MAX && error instanceof Error && isDatabaseError(error.cause, depth + 1);
}

const CAUSES_MAX = 4;
