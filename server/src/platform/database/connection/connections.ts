// The connections of a process to its database: the pool, dedicated connections, and failover to
// another server.

import { availableParallelism, hostname } from 'node:os';
import pg from 'pg';
import { type DatabaseAddress, readDatabaseUrl } from '../../../config/database.js';
import { DATABASE } from '../../../limits.js';
import { present } from '../../assert.js';
import { awayBy, isServerLeaving, meaningOf } from '../failure.js';
import { chooseHost, type HostChoice } from './host.js';
import { DEDICATED_SETTINGS, openSession, POOL_SETTINGS, prepareSession } from './session.js';
import { readInTurns } from './stream.js';
import { noteUnconfirmed } from './unconfirmed.js';
import { type ConnectionWatch, type WatchLimits, watchConnections } from './watch.js';

/** Limits that tests can shorten. */
export interface ConnectionLimits extends WatchLimits {
  readonly connectTimeoutMs: number;
  readonly probeTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly keepAliveIdleSeconds: number;
}

export interface Connections {
  readonly pool: pg.Pool;
  /** Returns a pooled connection to the current server. Throws DatabaseAway. */
  readonly acquire: () => Promise<pg.PoolClient>;
  /**
   * Identifies the run of the server behind a connection. The value changes after a failover or a
   * crash, which loses anything unconfirmed, such as sequence values.
   */
  readonly lifeOf: (client: pg.PoolClient) => string;
  /**
   * Returns a connection to the pool, or closes it if the error shows that it is no longer usable.
   */
  readonly release: (client: pg.PoolClient, error: unknown) => void;
  /** Opens a dedicated connection, which is watched even while idle. Throws DatabaseAway. */
  readonly dedicated: () => Promise<pg.Client>;
  readonly close: () => Promise<void>;
}

/** Creates the connections object without connecting. The pool opens connections on demand. */
export function openConnections(connection: pg.PoolConfig, limits: ConnectionLimits): Connections {
  const { connectionString, ...given } = connection;
  const address = addressOf(connectionString);
  const common: pg.PoolConfig = {
    application_name: `${DATABASE.applicationName} ${hostname()}:${process.pid}`,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.keepAliveIdleSeconds * 1_000,
    ...given,
  };
  const hosts = chooseHost(address, common, limits.probeTimeoutMs);
  const watch = watchConnections(limits, hosts.find);
  const lives = createLives();
  const { idleTimeoutMs } = limits;
  const pool = openPool({ common, address, hosts, watch, lives, idleTimeoutMs });
  return {
    pool,
    acquire: () => acquire(pool, hosts),
    lifeOf: lives.of,
    release: (client, error) => {
      lives.noteFailure(error);
      if (isServerLeaving(error)) hosts.leave();
      client.release(meaningOf(error) === 'AWAY' ? awayBy(error) : undefined);
    },
    dedicated: () => openDedicated({ address, hosts, watch }),
    close: async () => {
      await pool.end();
      watch.stop();
    },
  };
}

interface Lives {
  readonly begin: (client: pg.ClientBase, life: string) => void;
  readonly of: (client: pg.ClientBase) => string;
  readonly noteFailure: (error: unknown) => void;
}

// After a crash, a server still reports its original start time, so the number of crashes is added
// to it.
function createLives(): Lives {
  const known = new WeakMap<pg.ClientBase, string>();
  let crashes = 0;
  return {
    begin: (client, life) => known.set(client, `${life} ${crashes}`),
    of: (client) => present(known.get(client), 'each connection of the pool was prepared'),
    noteFailure: (error) => {
      if (error instanceof pg.DatabaseError && error.code === CRASH_SHUTDOWN) crashes += 1;
    },
  };
}

const CRASH_SHUTDOWN = '57P02';

function addressOf(connectionString: string | undefined): DatabaseAddress {
  if (connectionString === undefined) return { hosts: [{}], target: 'read-write' };
  return readDatabaseUrl(connectionString);
}

interface PoolParts {
  readonly common: pg.PoolConfig;
  readonly address: DatabaseAddress;
  readonly hosts: HostChoice;
  readonly watch: ConnectionWatch;
  readonly lives: Lives;
  readonly idleTimeoutMs: number;
}

function openPool({ common, address, hosts, watch, lives, idleTimeoutMs }: PoolParts): pg.Pool {
  const purpose = { settings: POOL_SETTINGS, target: address.target };
  const pool = new pg.Pool({
    max: poolSize(),
    idleTimeoutMillis: idleTimeoutMs,
    // Sends statements without waiting for earlier ones, unless they depend on each other's
    // results.
    pipeline: true,
    ...common,
    Client: clientOf(hosts),
    onConnect: async (client) => {
      hosts.opened(client);
      watch.add(client);
      lives.begin(client, await prepareSession(client, purpose));
    },
  });
  pool.on('error', lives.noteFailure);
  // If a checked-out connection is lost, its statements fail, so its own error event can be
  // ignored.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    noteUnconfirmed(client);
    readInTurns(client);
  });
  return pool;
}

// The pool passes its own options to each connection. The host settings in them are replaced with
// the current host's.
function clientOf(hosts: HostChoice): typeof pg.Client {
  return class extends pg.Client {
    constructor(options: pg.ClientConfig) {
      super({ ...options, ...hosts.config() });
      hosts.opening(this);
    }
  };
}

function poolSize(): number {
  const wanted = availableParallelism() * DATABASE.poolConnectionsPerProcessor;
  return Math.min(DATABASE.poolConnectionsMax, Math.max(DATABASE.poolConnectionsMin, wanted));
}

async function acquire(pool: pg.Pool, hosts: HostChoice): Promise<pg.PoolClient> {
  for (let searches = 0; ; ) {
    try {
      const client = await pool.connect();
      if (!hosts.isOutdated(client)) return client;
      client.release(true);
    } catch (error) {
      if (searches > 0 || isFull(error)) throw awayBy(error);
      searches += 1;
      await findAnother(hosts, error);
    }
  }
}

// True if all connections are in use. This does not mean that the host has failed.
function isFull(error: unknown): boolean {
  return error instanceof Error && /timeout exceeded when trying to connect/.test(error.message);
}

async function findAnother(hosts: HostChoice, error: unknown): Promise<void> {
  if (!hosts.hasOthers) throw awayBy(error);
  const found = await hosts.find();
  void found.end().catch(() => undefined);
}

type DedicatedParts = Pick<PoolParts, 'address' | 'hosts' | 'watch'>;

async function openDedicated({ address, hosts, watch }: DedicatedParts): Promise<pg.Client> {
  const purpose = { settings: DEDICATED_SETTINGS, target: address.target };
  const opened = openSession(hosts.config(), purpose, hosts.opening);
  const client = await opened.catch((error: unknown) => {
    if (hosts.hasOthers) return hosts.find();
    throw error;
  });
  watch.add(client, { heartbeat: true });
  return client;
}
