// Prepares and checks each connection before its first use. The settings are sent as a statement,
// because poolers reject or drop startup options.

import pg from 'pg';
import type { SessionTarget } from '../../../config/database.js';
import { DATABASE } from '../../../limits.js';
import { present } from '../../assert.js';
import { awayBy, DatabaseAway, meaningOf } from '../failure.js';
import { streamOf } from './stream.js';

type Settings = Readonly<Record<string, string>>;

// The server ends a session whose client has disappeared. These settings have no effect on a Unix
// socket.
const ENDED_WITH_PEER: Settings = {
  tcp_keepalives_idle: String(DATABASE.keepAliveIdleSeconds),
  tcp_keepalives_interval: String(DATABASE.keepAliveIntervalSeconds),
  tcp_keepalives_count: String(DATABASE.keepAliveCount),
  tcp_user_timeout: String(DATABASE.unacknowledgedMaxMs),
};

/** Settings for connections of the pool, which serve requests and workers. */
export const POOL_SETTINGS: Settings = {
  ...ENDED_WITH_PEER,
  statement_timeout: String(DATABASE.statementTimeoutMs),
  lock_timeout: String(DATABASE.lockTimeoutMs),
  // A suspended process must not keep its locks or idempotency keys.
  idle_in_transaction_session_timeout: String(DATABASE.idleInTransactionTimeoutMs),
  timezone: 'UTC',
  // JIT compilation takes seconds when the planner greatly overestimates the number of rows.
  jit: 'off',
};

/** Settings for dedicated connections, whose owners choose their own timeouts. */
export const DEDICATED_SETTINGS: Settings = ENDED_WITH_PEER;

/** The purpose of a new connection. */
interface SessionPurpose {
  readonly settings: Settings;
  readonly target: SessionTarget;
}

interface ServerFacts {
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly life: string;
}

/**
 * Prepares a new connection in one round trip. Refuses a server other than the expected one.
 * @returns the id of the server run, which changes after a restart and on a promoted standby
 */
export async function prepareSession(
  client: pg.ClientBase,
  { settings, target }: SessionPurpose,
): Promise<string> {
  const { rows } = await client.query<ServerFacts>(
    `select pg_is_in_recovery() as is_standby,
       current_setting('transaction_read_only') = 'on' as is_read_only,
       pg_postmaster_start_time()::text || case when pg_is_in_recovery() then ''
         else ' ' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as life,
       (select count(set_config(name, setting, false))
        from unnest($1::text[], $2::text[]) as wanted (name, setting)) as settings`,
    [Object.keys(settings), Object.values(settings)],
  );
  const server = present(rows[0], 'a server describes itself');
  if (target === 'any') return server.life;
  if (server.is_standby) throw new DatabaseAway('the database server is a standby');
  if (server.is_read_only && target === 'read-write') {
    throw new DatabaseAway('the database server is set to read only');
  }
  return server.life;
}

/**
 * Opens and prepares a connection outside the pool, within the connect timeout.
 * @param opening called with the client before it connects
 */
export async function openSession(
  config: pg.ClientConfig,
  purpose: SessionPurpose,
  opening: (client: pg.Client) => void = () => undefined,
): Promise<pg.Client> {
  const client = new pg.Client(config);
  opening(client);
  client.on('error', () => undefined);
  const end = () => streamOf(client)?.destroy(new DatabaseAway('the database does not answer'));
  const timer = setTimeout(end, config.connectionTimeoutMillis);
  try {
    await client.connect();
    await prepareSession(client, purpose).catch((error: unknown) => refuseOther(client, error));
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw awayBy(error);
  } finally {
    clearTimeout(timer);
  }
}

// Other database engines fail only at the first feature that they lack. An error that names the
// engine is clearer.
async function refuseOther(client: pg.Client, error: unknown): Promise<never> {
  if (meaningOf(error) !== undefined) throw error;
  const { rows } = await client.query<{ version: string }>('select version() as version');
  const version = rows[0]?.version ?? '';
  if (/^PostgreSQL \d/.test(version) && !/-YB-/.test(version)) throw error;
  const name = version.split(' ').slice(0, 3).join(' ');
  throw new DatabaseAway(`the database server is ${name}, but the program needs PostgreSQL`, {
    cause: error,
  });
}
