// A network cut that does not close connections. Callers are refused after a bounded time, slow
// statements are not affected, and locks do not outlive their holders.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { DATABASE } from '../../src/limits.js';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import { isDatabaseError, OutcomeUnknown } from '../../src/platform/database/failure.js';
import { sql } from '../../src/platform/database/sql.js';
import { lockRunner } from '../../src/platform/end-of-day/queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { openDatabaseWire } from '../support/outside/silent-wire.js';
import { programBeside } from '../support/process/program.js';
import { until, waitFor } from '../support/wait.js';

const SHORT = {
  watchIntervalMs: 20,
  silenceMaxMs: 300,
  heartbeatIntervalMs: 60,
  probeTimeoutMs: 300,
  connectTimeoutMs: 500,
};

let database: TestDatabase;
let wire: Awaited<ReturnType<typeof openDatabaseWire>>;
let db: Database;
/** A pool whose timeouts are so long that its connections never seem cut on a busy machine. */
let patient: Database;

before(async () => {
  database = await createTestDatabase();
  wire = await openDatabaseWire(database.url);
  db = openDatabase({ connectionString: wire.url, max: 3 }, SHORT);
  const slow = { ...SHORT, probeTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
  patient = openDatabase({ connectionString: database.url, max: 3 }, slow);
});
afterEach(() => wire.heal());
after(async () => {
  await db?.close();
  await patient?.close();
  await wire?.close();
  await database?.drop();
});

const works = () => waitFor('the database to answer', () => db.query(sql`select 1`).catch(noRows));
const noRows = () => undefined;

describe('a cut connection', () => {
  it('fails the statement that waits on it, and the next connection too', async () => {
    await works();
    wire.silence();
    await assert.rejects(db.query(sql`select 2`), isDatabaseError);
    await assert.rejects(db.query(sql`select 3`), isDatabaseError);
    wire.heal();
    await works();
  });

  it('fails an open transaction, whose locks are released after the cut', async () => {
    await works();
    const lock = sql`select pg_try_advisory_xact_lock(20261126) as locked`;
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.query(lock);
        wire.silence();
        await tx.query(sql`select 4`);
      }),
      isDatabaseError,
    );
    wire.heal();
    await waitFor('the lock', () =>
      database.db.transaction(async (tx) => {
        const [row] = await tx.query<{ locked: boolean }>(lock);
        return row?.locked;
      }),
    );
  });

  it('leaves the outcome of a commit unknown', async () => {
    await works();
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.query(sql`select 5`);
        wire.silence();
      }),
      OutcomeUnknown,
    );
  });

  it('is detected without a close if the server answers other connections', async () => {
    await works();
    const statement = db.transaction(async (tx) => {
      await tx.query(sql`select 6`);
      wire.forget();
      await tx.query(sql`select 7`);
    });
    await assert.rejects(statement, isDatabaseError);
    await works();
  });

  it('is detected while it is idle, if it has an owner', async () => {
    const owner = await db.dedicated();
    let isLost = false;
    owner.once('end', () => {
      isLost = true;
    });
    wire.silence();
    await until(() => isLost);
  });
});

describe('a pool whose host is suspended', () => {
  /** This is longer than `until` waits, so that no test passes by waiting for a timeout. */
  const NEVER_MS = 3_600_000;
  const REFUSALS = 3;
  const LONG = { ...SHORT, probeTimeoutMs: NEVER_MS, connectTimeoutMs: NEVER_MS };
  let other: Awaited<ReturnType<typeof openDatabaseWire>>;
  let both: Database;

  const open = (limits: typeof SHORT, first = wire.port): Database => {
    const { user } = new pg.Client(database.url);
    const hosts = `127.0.0.1:${first},127.0.0.1:${other.port}`;
    const [, path = ''] = /\d(\/[^?]*)/.exec(wire.url) ?? [];
    both = openDatabase({ connectionString: `postgres://${user}@${hosts}${path}`, max: 2 }, limits);
    return both;
  };

  const soon = async <Result>(work: Promise<Result>): Promise<Result> => {
    let isOver = false;
    void work.finally(() => (isOver = true)).catch(noRows);
    await until(() => isOver);
    return work;
  };

  // A cuttable wire would not do here, because the database server would end the attempt after its
  // `authentication_timeout`.
  const accepted: Socket[] = [];
  const suspended = createServer({ pauseOnConnect: true }, (socket) => accepted.push(socket));
  const suspendedPort = () => {
    const address: AddressInfo | string | null = suspended.address();
    assert.ok(typeof address === 'object' && address !== null);
    return address.port;
  };

  before(async () => {
    suspended.listen(0, '127.0.0.1');
    await once(suspended, 'listening');
  });
  after(() => {
    for (const socket of accepted) socket.destroy();
    suspended.close();
  });
  beforeEach(async () => {
    other = await openDatabaseWire(database.url);
  });
  afterEach(async () => {
    wire.heal();
    await both.close();
    await other.close();
  });

  it('uses the other one even if all callers waiting for a connection have given up', async () => {
    open(SHORT);
    await both.query(sql`select 1`);
    wire.silence();
    other.silence();
    let failed = 0;
    let isOver = false;
    const callers = Array.from({ length: 12 }, async () => {
      while (!isOver) await both.query(sql`select 8`).catch(() => (failed += 1));
    });
    await until(() => failed > 40);
    other.heal();
    await waitFor('the other host', () => both.query(sql`select 9`).catch(noRows));
    isOver = true;
    await Promise.all(callers);
  });

  it('connects to the other one without waiting for the timeout', async () => {
    open(LONG, suspendedPort());
    await soon(both.query(sql`select 10`));
  });

  it('opens a dedicated connection to the other one without waiting for the timeout', async () => {
    const owner = await soon(open(LONG, suspendedPort()).dedicated());
    await owner.end();
  });

  it('connects as soon as the other one accepts writes', async () => {
    const name = new pg.Client(database.url).database;
    const set = (value: string) =>
      database.db.pool.query(
        `alter database "${name}" set default_transaction_read_only = ${value}`,
      );
    const sessions = async () => {
      const [row] = await database.db.query<{ count: bigint }>(sql`
        select sessions as count from pg_stat_database where datname = current_database()`);
      return Number(row?.count);
    };
    await set('on');
    try {
      const before = await sessions();
      const asked = open(LONG, suspendedPort()).query(sql`select 11`);
      await until(async () => (await sessions()) >= before + REFUSALS);
      await set('off');
      await soon(asked);
    } finally {
      await set('default');
    }
  });
});

describe('a connection that works', () => {
  it('is not affected however long its statement takes', async () => {
    const [row] = await patient.query<{ done: string }>(sql`
      select 'done' as done from pg_sleep(${(4 * SHORT.silenceMaxMs) / 1_000})`);
    assert.equal(row?.done, 'done');
  });

  it('has bounded waits, and is tested by the server', async () => {
    const rows = await database.db.query<{ name: string; setting: string }>(sql`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`);
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
    assert.deepEqual(settings, {
      statement_timeout: DATABASE.statementTimeoutMs,
      lock_timeout: DATABASE.lockTimeoutMs,
      idle_in_transaction_session_timeout: 15_000,
    });
    const [peer] = await database.db.query<{ idle: string; over_tcp: boolean }>(sql`
      select current_setting('tcp_keepalives_idle') as idle,
        inet_client_addr() is not null as over_tcp`);
    // The server reports 0 for a Unix socket, which has no keepalives.
    assert.equal(peer?.idle, peer?.over_tcp ? '5' : '0');
  });
});

describe('the lock of the end of day', () => {
  const SILENCE_MS = 1_000;

  it('is free again when its node is suspended, as are the locks of its transactions', async () => {
    const words = [...programBeside(import.meta.url, 'lock-holder-process'), database.url];
    const node = spawn(process.execPath, [...words, String(SILENCE_MS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    node.stdout.on('data', (bytes) => {
      said += String(bytes);
    });
    try {
      await waitFor('the node to hold both locks', async () => said.includes('held'));
      node.kill('SIGSTOP');
      const heir = await patient.dedicated();
      await waitFor('the lock', () => lockRunner(heir));
      await heir.query('select pg_advisory_lock(4711)');
      await heir.end();
      node.kill('SIGCONT');
      await waitFor('the node to notice', async () => /lost\n/.test(said) && /rolled/.test(said));
    } finally {
      node.kill('SIGKILL');
    }
  });

  it('is kept by a holder that is idle, because it sends heartbeats', async () => {
    const holder = await patient.dedicated();
    assert.equal(await lockRunner(holder), true);
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const saidLast = async () => {
      const [row] = await database.db.query<{ at: string }>(sql`
        select query_start::text as at from pg_stat_activity where pid = ${rows[0]?.pid}`);
      return row?.at;
    };
    for (let signs = 0; signs < 3; signs += 1) {
      const before = await saidLast();
      await waitFor('a sign of life', async () => (await saidLast()) !== before);
    }
    const other = await patient.dedicated();
    assert.equal(await lockRunner(other), false);
    await holder.end();
    await other.end();
  });
});
