// A primary and its standby. Before and after a failover, connections go to the server that accepts
// writes.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  checkDatabase,
  readServer,
  serverWarnings,
} from '../../src/platform/database/connection/safety.js';
import { serverWatch } from '../../src/platform/database/connection/server-watch.js';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/postgres.js';
import { isDatabaseError, OutcomeUnknown } from '../../src/platform/database/failure.js';
import { sql } from '../../src/platform/database/sql.js';
import { createIds } from '../../src/platform/ids.js';
import { waitFor } from '../support/wait.js';
import { contextOn } from './job-node.js';

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
const opened: Database[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-failover-'));
  await chmod(folder, 0o711);
  const start = (name: string, settings = {}) =>
    startEmbeddedPostgres({ dataFolder: join(folder, name), log: () => undefined, settings });
  const model = await start('a');
  await model.stop();
  await promisify(execFile)('cp', ['-a', join(folder, 'a'), join(folder, 'b')]);
  await writeFile(join(folder, 'b', 'cluster', 'standby.signal'), '');
  primary = await start('a');
  const { host, user, port } = primary.connection;
  standby = await start('b', { primary_conninfo: `host=${host} port=${port} user=${user}` });
});
after(async () => {
  for (const db of opened) await db.close();
  await primary?.stop();
  await standby?.stop();
  await rm(folder, { recursive: true, force: true });
});

function urlOf(servers: readonly EmbeddedPostgres[], more = ''): string {
  const { user, database, port } = primary.connection;
  const hosts = servers.map(({ connection }) => encodeURIComponent(connection.host)).join(',');
  return `postgresql://${user}@/${database}?host=${hosts}&port=${port}${more}`;
}

function open(url: string): Database {
  const db = openDatabase({ connectionString: url, max: 3 });
  opened.push(db);
  return db;
}

async function standbyOf(db: Database): Promise<boolean | undefined> {
  const [row] = await db.query<{ yes: boolean }>(sql`select pg_is_in_recovery() as yes`);
  return row?.yes;
}

const noError = () => undefined;

describe('a commit that no standby confirms', () => {
  const setStandbys = async (db: Database, names: string) => {
    await db.pool.query(`alter system set synchronous_standby_names = '${names}'`);
    await db.pool.query('select pg_reload_conf()');
  };
  /**
   * Writes until a commit waits for a standby, then ends that wait as `statement_timeout` would.
   */
  const writeUnconfirmed = (db: Database, write: () => Promise<unknown>) =>
    waitFor('a commit to wait', async () => {
      let isOver = false;
      const ended = write()
        .then(noError, (error: unknown) => error)
        .finally(() => {
          isOver = true;
        });
      while (!isOver) {
        await db.pool.query(`
          select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
      }
      return (await ended) instanceof OutcomeUnknown;
    });

  it('is not acknowledged, for a transaction or a single statement', async () => {
    const [db, other] = [open(urlOf([primary])), open(urlOf([primary]))];
    await db.pool.query('create table unconfirmed (id integer)');
    await setStandbys(other, 'nobody');
    try {
      await writeUnconfirmed(other, () =>
        db.transaction((tx) => tx.query(sql`insert into unconfirmed values (1)`)),
      );
      await writeUnconfirmed(other, () => db.query(sql`insert into unconfirmed values (2)`));
    } finally {
      await setStandbys(other, '');
    }
    const rows = await db.query(sql`select distinct id from unconfirmed order by id`);
    assert.deepEqual(rows, [{ id: 1 }, { id: 2 }]);
    await waitFor('a commit that waits for no standby', () =>
      db.query(sql`insert into unconfirmed values (3) returning id`).catch(() => undefined),
    );
  });
});

describe('several hosts', () => {
  it('are searched for the one that accepts writes', async () => {
    const db = open(urlOf([standby, primary]));
    assert.equal(await standbyOf(db), false);
    const owner = await db.dedicated();
    const { rows } = await owner.query('select pg_is_in_recovery() as yes');
    assert.equal(rows[0].yes, false);
    await owner.end();
  });

  it('serve from the first one if any will do', async () => {
    const db = open(urlOf([standby, primary], '&target_session_attrs=any'));
    assert.equal(await standbyOf(db), true);
  });

  it('are refused if all of them are standbys', async () => {
    const db = open(urlOf([standby]));
    await assert.rejects(db.query(sql`select 1`), /the database server is a standby/);
    await assert.rejects(db.dedicated(), /the database server is a standby/);
  });

  it('are checked again: one that could lose a commit makes the node not ready', async () => {
    const url = urlOf([primary]);
    const { context, close } = contextOn(url);
    const config = { ...context.config, loopIntervalsMs: { 'database-watch': 50 } };
    const watch = await serverWatch.start({ ...context, config });
    const admin = new pg.Client(primary.connection);
    await admin.connect();
    const set = async (name: string, value: string) => {
      await admin.query(`alter system set ${name} = ${value}`);
      await admin.query('select pg_reload_conf()');
    };
    const gauge = () => context.metrics.registry.metrics();
    try {
      await waitFor('the warning', async () => /database_warnings"} 1\b/.test(await gauge()));
      const [warning = ''] = serverWarnings(await readServer(open(url)), 8);
      assert.match(warning, /standbys of the database are asynch/);
      await set('synchronous_standby_names', `'*'`);
      await waitFor('its end', async () => /database_warnings"} 0\b/.test(await gauge()));
      assert.equal(watch.ready(), true);
      await checkDatabase(open(url), false);
      // The embedded server gets its durability settings as arguments, which override `alter
      // system`. So this setting is changed for all roles.
      await admin.query('alter role all set synchronous_commit = local');
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'countinghouse %'`);
      await waitFor('the node not to be ready', async () => !watch.ready());
      await assert.rejects(checkDatabase(open(url), false), /synchronous_commit = local/);
      await checkDatabase(open(url), true);
    } finally {
      await admin.query('alter role all reset synchronous_commit');
      await set('synchronous_standby_names', `''`);
      await admin.end();
      await watch.stop();
      await close();
    }
  });

  it('are abandoned for the new primary after a failover', async () => {
    const db = open(urlOf([primary, standby]));
    await db.query(sql`create table kept (id bigint primary key)`);
    await db.query(sql`insert into kept values (1)`);
    await db.query(sql`create sequence kept_id increment by 50`);
    const ids = createIds();
    const nextId = () => db.transaction((tx) => ids.next(tx, 'kept_id'));
    const before = await nextId();
    assert.equal(await nextId(), before + 1n);
    await Promise.all([1, 2, 3].map(() => db.query(sql`select pg_sleep(0.05)`)));
    const copy = new pg.Client(standby.connection);
    await copy.connect();
    await waitFor('the standby to have the row', async () => {
      const { rowCount } = await copy.query('select from kept').catch(() => ({ rowCount: 0 }));
      return rowCount === 1;
    });
    await primary.stop();
    await assert.rejects(db.query(sql`insert into kept values (2)`), isDatabaseError);
    await assert.rejects(db.query(sql`insert into kept values (2)`), /none of 2 database hosts/);
    await copy.query('select pg_promote()');
    await copy.end();
    await waitFor('a write', () =>
      db.query(sql`insert into kept values (2) returning id`).catch(() => undefined),
    );
    const rows = await db.query<{ id: bigint }>(sql`select id from kept order by id`);
    assert.deepEqual(rows, [{ id: 1n }, { id: 2n }]);
    assert.equal(await standbyOf(db), false);
    // The new primary may give the id block of the former primary to another node.
    const after = await nextId();
    assert.ok(after < before || after >= before + 50n, `${after} after ${before}`);
    assert.equal(await nextId(), after + 1n);
    const owner = await db.dedicated();
    await owner.end();
  });
});

describe('a server that is set to read only', () => {
  it('is left by all connections at the first refused write', async () => {
    const db = open(urlOf([standby]));
    const { database } = standby.connection;
    await db.query(sql`create table written (id bigint)`);
    await Promise.all([1, 2, 3].map(() => db.query(sql`select pg_sleep(0.05)`)));
    const setting = new pg.Client(standby.connection);
    await setting.connect();
    await setting.query(`set default_transaction_read_only = off`);
    await setting.query(`alter database ${database} set default_transaction_read_only = on`);
    const late = db.transaction(async (tx) => {
      await tx.query(sql`set transaction read only`);
      await tx.query(sql`insert into written values (1)`);
    });
    await assert.rejects(late, isDatabaseError);
    await assert.rejects(db.query(sql`select 1`), /set to read only/);
    await setting.query(`alter database ${database} reset default_transaction_read_only`);
    await setting.end();
    await db.query(sql`insert into written values (2)`);
  });
});
