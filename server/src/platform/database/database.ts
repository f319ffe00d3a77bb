// The database as the program sees it: single statements, and transactions with their own type.

import { availableParallelism } from 'node:os';
import { Duplex } from 'node:stream';
import pg from 'pg';
import { DATABASE } from '../../limits.js';
import { assert } from '../assert.js';
import { Decimal } from '../money/decimal.js';
import { othersTurn } from '../turn.js';
import { prepare, type Sql } from './sql.js';

/** A moment as ISO 8601 with milliseconds and Z. */
export type Instant = string;

declare const txBrand: unique symbol;

/**
 * One open transaction. Only `Database.transaction` makes one, so no query can forget to be in one.
 */
export interface Tx {
  readonly [txBrand]: true;
  /** True when the transaction will be rolled back whatever happens: ids are then not taken. */
  readonly dryRun: boolean;
  query<Row extends object>(statement: Sql): Promise<Row[]>;
  /**
   * Sends the transaction's last statement together with the commit, so that both cost one round
   * trip. Its failure is thrown by the transaction, and nothing is committed then.
   */
  last(statement: Sql): void;
  /** Runs after a successful commit, never after a rollback; must not throw. */
  afterCommit(action: () => void): void;
}

/** Reads that need no transaction, and the only way to open one. */
export interface Database {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TxOptions): Promise<Result>;
  /**
   * A connection of its own, for LISTEN and for session-level advisory locks; the caller ends it.
   */
  dedicated(): Promise<pg.Client>;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface TxOptions {
  readonly dryRun?: boolean;
}

/** Thrown by a transaction that lost three times to others; answered with 503 and Retry-After. */
export class DatabaseBusy extends Error {}

const RETRYABLE = new Set(['40001', '40P01']);

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => new Decimal(text));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

/**
 * Opens a pool on a PostgreSQL server.
 * @param connection what the driver takes: a connection string, or host, user and database.
 */
export function openDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({
    max: poolSize(),
    connectionTimeoutMillis: DATABASE.connectTimeoutMs,
    idleTimeoutMillis: DATABASE.idleTimeoutMs,
    application_name: 'countinghouse',
    // Statements that do not wait for each other's result go out together.
    pipeline: true,
    options: [
      `-c statement_timeout=${DATABASE.statementTimeoutMs}`,
      `-c lock_timeout=${DATABASE.lockTimeoutMs}`,
      `-c idle_in_transaction_session_timeout=${DATABASE.idleInTransactionTimeoutMs}`,
      '-c timezone=UTC',
      // Compiling a statement takes seconds where the planner expects far more rows than there are.
      '-c jit=off',
    ].join(' '),
    ...connection,
  });
  pool.on('error', () => undefined);
  // A connection that dies while it is checked out fails its statements; the event itself says no
  // more.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    readInTurns(client);
  });
  return {
    pool,
    query: (statement) => run(pool, statement),
    transaction: (work, options) => transact(pool, work, options ?? {}),
    dedicated: async () => {
      const client = new pg.Client({ application_name: 'countinghouse', ...connection });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    close: () => pool.end(),
  };
}

function poolSize(): number {
  const wanted = availableParallelism() * DATABASE.poolConnectionsPerProcessor;
  return Math.min(DATABASE.poolConnectionsMost, Math.max(DATABASE.poolConnectionsLeast, wanted));
}

async function run<Row extends object>(on: pg.Pool | pg.PoolClient, statement: Sql) {
  const { text, values, name } = prepare(statement);
  const result = await on.query<Row>({ text, values: [...values], name });
  return result.rows;
}

async function transact<Result>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<Result>,
  options: TxOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(pool, work, options);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt >= DATABASE.transactionAttempts)
        throw new DatabaseBusy('transaction lost', { cause: error });
    }
  }
}

async function attemptOnce<Result>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<Result>,
  options: TxOptions,
): Promise<Result> {
  const client = await pool.connect();
  const ending: Ending = { committed: [], last: undefined };
  let broken: Error | undefined;
  // Sent with the first statement. A server that cannot begin has lost the connection, and fails
  // that too.
  gather(client);
  const begun = settled(client.query('begin'));
  try {
    const result = await work(openTx(client, ending, options.dryRun ?? false));
    await end({ client, ending, begun }, options.dryRun ?? false);
    if (!options.dryRun) for (const action of ending.committed) action();
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

interface Ending {
  readonly committed: (() => void)[];
  last: Promise<Settled> | undefined;
}

type Settled = { readonly failure: unknown } | undefined;

// A promise that is awaited later must not count as unhandled when it fails first.
function settled(promise: Promise<unknown>): Promise<Settled> {
  return promise.then(
    () => undefined,
    (failure: unknown) => ({ failure }),
  );
}

// Statements of one turn go out in one write: each write wakes the server's process, which then
// takes the processor away from this one.
function gather(client: pg.PoolClient): void {
  const stream = streamOf(client);
  stream?.cork();
  process.nextTick(() => stream?.uncork());
}

// The driver reads all rows that have arrived in one go, and they may be many thousands: after so
// many bytes other requests have a turn.
function readInTurns(client: pg.PoolClient): void {
  const stream = streamOf(client);
  let bytesOfTurn = 0;
  const begin = () => {
    bytesOfTurn = 0;
  };
  stream?.on('data', (chunk: Buffer) => {
    if (bytesOfTurn === 0) setImmediate(begin);
    bytesOfTurn += chunk.byteLength;
    if (bytesOfTurn < DATABASE.bytesPerTurnMost || stream.isPaused()) return;
    stream.pause();
    void othersTurn().then(() => stream.resume());
  });
}

function streamOf(client: pg.PoolClient): Duplex | undefined {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream');
  return stream instanceof Duplex ? stream : undefined;
}

interface Open {
  readonly client: pg.PoolClient;
  readonly ending: Ending;
  readonly begun: Promise<Settled>;
}

// After a failed statement the server answers a commit with ROLLBACK; that must never pass for
// success.
async function end({ client, ending, begun }: Open, dryRun: boolean): Promise<void> {
  gather(client);
  const ended = client.query(dryRun ? 'rollback' : 'commit');
  const failed = (await begun) ?? (await ending.last);
  const { command } = await ended;
  if (failed !== undefined) throw failed.failure;
  assert(dryRun || command === 'COMMIT', 'a transaction that did not fail is committed');
}

function openTx(client: pg.PoolClient, ending: Ending, dryRun: boolean): Tx {
  const tx = {
    dryRun,
    query: <Row extends object>(statement: Sql) => {
      gather(client);
      return run<Row>(client, statement);
    },
    last: (statement: Sql) => {
      assert(ending.last === undefined, 'a transaction has one last statement');
      gather(client);
      ending.last = settled(run(client, statement));
    },
    afterCommit: (action: () => void) => {
      ending.committed.push(action);
    },
  };
  // The brand exists for the compiler alone; this is the one place that grants it.
  return tx as Tx;
}

function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? '');
}
