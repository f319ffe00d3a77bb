// The program's interface to the database: single statements, and typed transactions.

import pg from 'pg';
import { DATABASE } from '../../limits.js';
import { assert } from '../assert.js';
import { Decimal } from '../money/decimal.js';
import {
  type ConnectionLimits,
  type Connections,
  openConnections,
} from './connection/connections.js';
import { batchWrites } from './connection/stream.js';
import { takeUnconfirmed } from './connection/unconfirmed.js';
import {
  asCommitFailure,
  asFailure,
  awayBy,
  DatabaseBusy,
  meaningOf,
  OutcomeUnknown,
} from './failure.js';
import { prepare, type Sql } from './sql.js';

/** A time in ISO 8601 format, in UTC with milliseconds. */
export type Instant = string;

declare const txBrand: unique symbol;

/**
 * An open transaction. Only `Database.transaction` creates one, so a query that needs a transaction
 * cannot run without one.
 */
export interface Tx {
  readonly [txBrand]: true;
  /** True if the transaction is always rolled back. It then takes no ids from sequences. */
  readonly dryRun: boolean;
  /**
   * Identifies the run of the server. Values read in an earlier run may be lost in a failover and
   * then given to another caller.
   */
  readonly serverLife: string;
  query<Row extends object>(statement: Sql): Promise<Row[]>;
  /**
   * Sends the transaction's last statement with the commit, so that both take one round trip. If
   * the statement fails, the transaction throws its error, and nothing is committed.
   */
  last(statement: Sql): void;
  /**
   * Runs an action after a successful commit, and never after a rollback. The action must not
   * throw.
   */
  afterCommit(action: () => void): void;
}

/** Runs reads that need no transaction, and opens transactions. */
export interface Database {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TxOptions): Promise<Result>;
  /**
   * Opens a dedicated connection for LISTEN and for session-level advisory locks. The caller closes
   * it. It is probed while idle, so `idle_session_timeout` ends it only if this process is
   * suspended or cut off. It emits `end` when it is lost.
   */
  dedicated(): Promise<pg.Client>;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface TxOptions {
  readonly dryRun?: boolean;
}

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => new Decimal(text));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

/**
 * Opens a connection pool on a PostgreSQL server.
 * @param connection the driver's settings: a URL (possibly with several hosts), or host, user and
 * database
 * @param own limits that replace the defaults. Tests shorten them
 * @throws DatabaseUrlRefused
 */
export function openDatabase(
  connection: pg.PoolConfig,
  own: Partial<ConnectionLimits> = {},
): Database {
  const connections = openConnections(connection, { ...DATABASE, ...own });
  return {
    pool: connections.pool,
    query: (statement) => runAlone(connections, statement),
    transaction: (work, options) => transact(connections, work, options ?? {}),
    dedicated: connections.dedicated,
    close: connections.close,
  };
}

async function runAlone<Row extends object>(on: Connections, statement: Sql): Promise<Row[]> {
  const client = await on.acquire();
  let failure: unknown;
  try {
    const rows = await run<Row>(client, statement);
    requireConfirmed(client);
    return rows;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    on.release(client, failure);
  }
}

// A commit that exists only on the primary is not acknowledged.
function requireConfirmed(client: pg.PoolClient): void {
  if (!takeUnconfirmed(client)) return;
  throw new OutcomeUnknown('no standby confirmed the commit in time');
}

async function run<Row extends object>(client: pg.PoolClient, statement: Sql): Promise<Row[]> {
  const { text, values, name } = prepare(statement);
  try {
    const result = await client.query<Row>({ text, values: [...values], name });
    const { rows } = result;
    // The driver's queries refer to one another, so an old query would keep all later results in
    // memory until the next full garbage collection. Removing the rows keeps results small.
    result.rows = [];
    return rows;
  } catch (error) {
    throw asFailure(error);
  }
}

async function transact<Result>(
  on: Connections,
  work: (tx: Tx) => Promise<Result>,
  options: TxOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(on, work, options);
    } catch (error) {
      if (meaningOf(error) !== 'CONFLICT') throw error;
      if (attempt >= DATABASE.transactionAttempts)
        throw new DatabaseBusy('transaction lost', { cause: error });
    }
  }
}

async function attemptOnce<Result>(
  on: Connections,
  work: (tx: Tx) => Promise<Result>,
  options: TxOptions,
): Promise<Result> {
  const client = await on.acquire();
  const ending: Ending = { committed: [], last: undefined };
  let failure: unknown;
  // BEGIN is sent with the first statement. If the server cannot begin, the connection is lost and
  // the statement fails, too.
  batchWrites(client);
  const begun = settled(client.query('begin'));
  try {
    const dryRun = options.dryRun ?? false;
    const result = await work(openTx(client, ending, { dryRun, serverLife: on.lifeOf(client) }));
    await end({ client, ending, begun }, dryRun);
    if (!dryRun) for (const action of ending.committed) action();
    return result;
  } catch (error) {
    failure = error;
    // A lost connection would not answer. Its server rolls back anyway.
    if (meaningOf(error) !== 'AWAY') {
      await client.query('rollback').catch((unable: unknown) => {
        failure = awayBy(unable);
      });
    }
    throw error;
  } finally {
    on.release(client, failure);
  }
}

interface Ending {
  readonly committed: (() => void)[];
  last: Promise<Settled> | undefined;
}

type Settled = { readonly failure: unknown } | undefined;

// A promise that is rejected before it is awaited must not be reported as unhandled.
function settled(promise: Promise<unknown>): Promise<Settled> {
  return promise.then(
    () => undefined,
    (failure: unknown) => ({ failure }),
  );
}

interface Open {
  readonly client: pg.PoolClient;
  readonly ending: Ending;
  readonly begun: Promise<Settled>;
}

// After a failed statement, the server answers COMMIT with ROLLBACK, which must not be mistaken for
// success.
async function end({ client, ending, begun }: Open, dryRun: boolean): Promise<void> {
  batchWrites(client);
  const ended = client.query(dryRun ? 'rollback' : 'commit');
  const failed = (await begun) ?? (await ending.last);
  const { command } = await ended.catch((error: unknown) => {
    throw dryRun ? asFailure(error) : asCommitFailure(error, failed?.failure);
  });
  if (failed !== undefined) throw failed.failure;
  requireConfirmed(client);
  assert(dryRun || command === 'COMMIT', 'a transaction that did not fail is committed');
}

function openTx(
  client: pg.PoolClient,
  ending: Ending,
  facts: Pick<Tx, 'dryRun' | 'serverLife'>,
): Tx {
  const tx = {
    ...facts,
    query: <Row extends object>(statement: Sql) => {
      batchWrites(client);
      return run<Row>(client, statement);
    },
    last: (statement: Sql) => {
      assert(ending.last === undefined, 'a transaction has one last statement');
      batchWrites(client);
      ending.last = settled(run(client, statement));
    },
    afterCommit: (action: () => void) => {
      ending.committed.push(action);
    },
  };
  // The brand exists only for the compiler. Only this function assigns it.
  return tx as Tx;
}
