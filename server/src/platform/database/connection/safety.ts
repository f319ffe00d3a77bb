// Refuses a server that is too old or that could lose acknowledged commits. Also checks its
// connection limit.

import { DATABASE } from '../../../limits.js';
import type { Database } from '../database.js';
import { sql } from '../sql.js';
import { sessionError } from './probe.js';

/**
 * Thrown if the server cannot be used. The program prints the message and ends with exit code 1.
 */
export class UnsafeDatabase extends Error {}

const OLDEST_VERSION = 150_000;

/**
 * Checks the sessions, the locks, the version, and the settings that make commits durable. Writes
 * nothing before these checks succeed.
 */
export async function checkDatabase(db: Database, allowUnsafe: boolean): Promise<void> {
  await checkSessions(db);
  const server = await readServer(db);
  if (server.version < OLDEST_VERSION)
    throw new UnsafeDatabase('PostgreSQL 15 or later is required');
  if (server.statement_timeout_ms !== DATABASE.statementTimeoutMs) {
    throw new UnsafeDatabase(
      `statement_timeout is ${server.statement_timeout_ms} ms although it was set to ` +
        `${DATABASE.statementTimeoutMs} ms: a pooler in front of the database drops settings. ` +
        'Use its session mode, or connect to PostgreSQL directly.',
    );
  }
  const error = allowUnsafe ? undefined : lossError(server);
  if (error !== undefined) throw new UnsafeDatabase(error);
}

async function checkSessions(db: Database): Promise<void> {
  const one = await db.dedicated();
  try {
    const other = await db.dedicated();
    try {
      const error = await sessionError(one, other);
      if (error !== undefined) throw new UnsafeDatabase(error);
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

/** The server's settings and counters that show whether commits and connections are safe. */
interface ServerState {
  readonly version: number;
  readonly statement_timeout_ms: number;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  /** Empty if commits wait for no standby. */
  readonly synchronous_standby_names: string;
  readonly standbys: number;
  /**
   * The maximum number of connections that this program may open, as set for the server, the
   * database and the role.
   */
  readonly connections_max: number;
  /** The number of this program's connected nodes, including this one. */
  readonly nodes: number;
  readonly other_connections: number;
}

/** Reads the state of the current server. */
export async function readServer(db: Database): Promise<ServerState> {
  const [server] = await db.query<ServerState>(sql`
    select current_setting('server_version_num')::int as version,
      (select setting::int from pg_settings where name = 'statement_timeout')
        as statement_timeout_ms,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('synchronous_standby_names') as synchronous_standby_names,
      (select count(*)::int from pg_stat_replication) as standbys,
      least(
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
      ) as connections_max,
      activity.*
    from (
      select greatest(1, count(distinct application_name) filter (where is_node)::int) as nodes,
        count(*) filter (where not is_node)::int as other_connections
      from (
        select application_name, application_name like ${`${DATABASE.applicationName} %`} as is_node
        from pg_stat_activity where datid is not null and usesysid is not null
      ) session
    ) activity`);
  if (server === undefined) throw new UnsafeDatabase('The settings of the server cannot be read.');
  return server;
}

/** Returns how the server could lose an acknowledged commit. Undefined if it cannot. */
export function lossError(server: ServerState): string | undefined {
  const way = 'or set COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE=yes if losing data is acceptable';
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'] as const) {
    if (server[name] === 'off') {
      return (
        `the server runs with ${name} = off and could lose an acknowledged commit; turn it on, ` +
        way
      );
    }
  }
  if (server.synchronous_commit === 'local' && server.synchronous_standby_names !== '') {
    return (
      'the server runs with synchronous_commit = local, so commits do not wait for the standbys ' +
      'of synchronous_standby_names, and a failover could lose an acknowledged commit; set it to ' +
      `on, ${way}`
    );
  }
  return undefined;
}

/** Returns warnings about settings that work, but are less safe or less fast than they appear. */
export function serverWarnings(server: ServerState, poolConnections: number): readonly string[] {
  const warnings: string[] = [];
  if (server.standbys > 0 && server.synchronous_standby_names === '') {
    warnings.push(
      'The standbys of the database are asynchronous: a failover can lose acknowledged commits. ' +
        'Set synchronous_standby_names, or synchronous_mode of Patroni.',
    );
  }
  const { nodes, other_connections: others, connections_max: most } = server;
  const perNode = poolConnections + DATABASE.dedicatedConnectionsMax;
  const needed = nodes * perNode + others;
  if (needed > most) {
    const opening = nodes === 1 ? 'This node opens' : `${nodes} nodes open`;
    warnings.push(
      `The database takes ${most} connections. ${opening} up to ${nodes * perNode}, and other ` +
        `programs have ${others}: ${needed - most} too many. Raise max_connections of the ` +
        `server, or lower COUNTINGHOUSE_DATABASE_CONNECTIONS, which is ${poolConnections}.`,
    );
  }
  return warnings;
}
