// Transactions: a failure at any point leaves nothing behind, and the program never assumes that a
// commit succeeded.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DATABASE } from '../../src/limits.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { DatabaseBusy } from '../../src/platform/database/failure.js';
import { sql } from '../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/wait.js';

describe('transactions', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await database.db.query(sql`create table thing (id bigint primary key)`);
  });
  after(() => database.drop());

  const count = async () => {
    const [row] = await database.db.query<{ n: bigint }>(sql`select count(*) as n from thing`);
    return row?.n;
  };

  it('commits the work and its last statement, then runs the after-commit actions', async () => {
    const before = await count();
    const told: string[] = [];
    await database.db.transaction(async (tx) => {
      tx.afterCommit(() => told.push('after'));
      await tx.query(sql`insert into thing values (1)`);
      tx.last(sql`insert into thing values (2)`);
    });
    assert.equal(await count(), (before ?? 0n) + 2n);
    assert.deepEqual(told, ['after']);
  });

  it('reads the rows of a large result in turns with other work', async () => {
    let rounds = 0;
    let isOver = false;
    const count = () => {
      rounds += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const rows = await database.db.query<{ text: string }>(sql`
      select repeat('x', 1000) as text from generate_series(1, 10000)`);
    isOver = true;
    assert.equal(rows.length, 10_000);
    const turns = 10_000_000 / DATABASE.bytesPerTurnMax;
    assert.ok(rounds >= turns / 2, `${rounds} rounds for ten megabytes`);
  });

  it('keeps nothing when the last statement fails, and throws its error', async () => {
    const before = await count();
    const told: string[] = [];
    await assert.rejects(
      database.db.transaction(async (tx) => {
        tx.afterCommit(() => told.push('after'));
        await tx.query(sql`insert into thing values (3)`);
        tx.last(sql`insert into thing values (3)`);
      }),
      /duplicate key/,
    );
    assert.equal(await count(), before);
    assert.deepEqual(told, []);
  });

  it('keeps nothing when the work throws, also before the server has begun', async () => {
    const before = await count();
    await assert.rejects(
      database.db.transaction(async (tx) => {
        void tx.query(sql`insert into thing values (4)`).catch(() => undefined);
        throw new RangeError('changed my mind');
      }),
      RangeError,
    );
    assert.equal(await count(), before);
  });

  it('does not report a transaction as committed if the work hid its failure', async () => {
    await assert.rejects(
      database.db.transaction(async (tx) => {
        await tx.query(sql`insert into thing values (1)`).catch(() => undefined);
      }),
      /is committed/,
    );
  });

  it('rolls a dry run back whatever it did', async () => {
    const before = await count();
    const seen = await database.db.transaction(
      async (tx) => {
        await tx.query(sql`insert into thing values (5)`);
        tx.last(sql`insert into thing values (6)`);
        const [row] = await tx.query<{ n: bigint }>(sql`select count(*) as n from thing`);
        return row?.n;
      },
      { dryRun: true },
    );
    assert.equal(seen, (before ?? 0n) + 2n);
    assert.equal(await count(), before);
  });

  it('tries a failed transaction three times, then reports a busy database', async () => {
    let tries = 0;
    await assert.rejects(
      database.db.transaction(async (tx) => {
        tries += 1;
        await tx.query(sql`select refuse_as('40001')`);
      }),
      DatabaseBusy,
    );
    assert.equal(tries, 3);
  });

  before(() =>
    database.db.query(sql`
      create function refuse_as(state text) returns void language plpgsql as $$
      begin raise exception 'lost' using errcode = state; end $$`),
  );

  it('survives when the server ends a connection in the middle of a transaction', async () => {
    await assert.rejects(
      database.db.transaction(async (tx) => {
        const [me] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await database.db.query(sql`select pg_terminate_backend(${me?.pid})`);
        await until(async () => {
          const left = await database.db.query(
            sql`select 1 from pg_stat_activity where pid = ${me?.pid}`,
          );
          return left.length === 0;
        });
        await tx.query(sql`insert into thing values (7)`);
      }),
    );
    assert.ok((await count()) !== undefined);
  });

  const pidAfter = async (state: string) => {
    const one = openDatabase({ connectionString: database.url, max: 1 });
    try {
      const [before] = await one.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await assert.rejects(one.query(sql`select refuse_as(${state})`));
      await assert.rejects(one.transaction((tx) => tx.query(sql`select refuse_as(${state})`)));
      const [after] = await one.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      return { before: before?.pid, after: after?.pid };
    } finally {
      await one.close();
    }
  };

  it('discards a connection whose server accepts no more writes', async () => {
    const { before, after } = await pidAfter('25006');
    assert.notEqual(after, before);
  });

  it('continues with a connection on which a lock was not available', async () => {
    const { before, after } = await pidAfter('55P03');
    assert.equal(after, before);
  });

  it('leaves the connection usable after every failure', async () => {
    for (let round = 0; round < 30; round += 1) {
      await database.db
        .transaction(async (tx) => {
          await tx.query(sql`insert into thing values (1)`);
        })
        .catch(() => undefined);
    }
    assert.ok((await count()) !== undefined);
  });
});
