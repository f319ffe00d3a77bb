// The audit chain against attackers who can write to the database: truncated and rewritten chains,
// forged keys, stored heads, rotations and copies.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { type App, openApp } from '../../../src/app/app.js';
import { type Config, readConfig } from '../../../src/config/config.js';
import { createHeadKeeper, publishHead } from '../../../src/modules/identity/audit/head.js';
import type { AuditHead } from '../../../src/modules/identity/audit/head-queries.js';
import { verifyAuditChain } from '../../../src/modules/identity/audit/proof.js';
import { proveRows } from '../../../src/modules/identity/audit/row-proof.js';
import { recordSecurityEvent } from '../../../src/modules/identity/audit/security-event.js';
import { PLATFORM_SOURCES } from '../../../src/modules/identity/audit/source-queries.js';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import { refreshVault } from '../../../src/platform/vault/unlock.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { TEST_KEYS, writeTestKeys } from '../../support/data-key.js';
import { copyDatabase, dropDatabase } from '../../support/database.js';
import { waitFor } from '../../support/wait.js';

const VERIFY = '/api/v1/security/audit/verify';
const FIRST_HASH = '0'.repeat(64);

let app: TestApp;
let stop: () => Promise<void>;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-heads-'));
});
after(() => rm(folder, { recursive: true }));
afterEach(() => stop());

async function start(settings: Partial<Config>): Promise<void> {
  app = await startTestApp({ workersLeftOut: [], ...settings });
  stop = () => app.stop();
}

async function opened(file?: string): Promise<void> {
  await start(file === undefined ? {} : { auditHeadFile: join(folder, file) });
  await newClient('Before');
  await newClient('Edited');
  await newClient('After');
  await chained();
}

async function newClient(label: string): Promise<void> {
  const { status, text } = await app
    .as('ADMIN')
    .post('/api/v1/security/client/create', { label, roles: ['CRM'] });
  assert.equal(status, 201, text);
}

async function verify(query = ''): Promise<Json> {
  const { status, body, text } = await app.as('AUDITOR').get(`${VERIFY}${query}`);
  assert.equal(status, 200, text);
  return body;
}

/** Waits until each entry has its link and this process has seen the head. Returns the report. */
async function chained(): Promise<Json> {
  return waitFor('the chain to catch up', async () => {
    const report = await verify();
    const [row] = await app.db.query<{ count: bigint }>(sql`
      select count(*) as count from audit_entry e
      where not exists (select from audit_chain c where c.audit_entry_id = e.id)`);
    return row?.count === 0n ? report : undefined;
  });
}

/** Runs statements with triggers disabled, as a database superuser could. */
async function asSuperuser(...statements: readonly Sql[]): Promise<void> {
  const tables = [sql`audit_entry`, sql`audit_chain`, sql`audit_batch`, sql`audit_head`];
  for (const table of tables) await app.db.query(sql`alter table ${table} disable trigger user`);
  for (const statement of statements) await app.db.query(statement);
  for (const table of tables) await app.db.query(sql`alter table ${table} enable trigger user`);
}

/** Returns the chain position of the entry that the attacks edit. */
async function editedPosition(): Promise<bigint> {
  const [row] = await app.db.query<{ position: bigint }>(sql`
    select c.position from audit_chain c join audit_entry e on e.id = c.audit_entry_id
    where e.operation = 'createClient' order by c.position desc offset 1 limit 1`);
  assert.ok(row);
  return row.position;
}

const edit = (position: bigint) => sql`
  update audit_entry set principal_name = 'somebody else'
  where id = (select audit_entry_id from audit_chain where position = ${position})`;
const cut = (position: bigint) => [
  sql`delete from audit_batch where position >= ${position}`,
  sql`delete from audit_chain where position >= ${position}`,
];

/** Returns the query string for the head that an auditor noted from a verification. */
const headOf = ({ to, headHash }: Json) => `?headPosition=${to}&headHash=${headHash}`;

/** Edits an entry, removes its link and all later links, and lets the program rebuild the chain. */
async function rewrite(): Promise<void> {
  const position = await editedPosition();
  await asSuperuser(edit(position), ...cut(position));
  await newClient('Afterwards');
  await waitFor('the program to chain again', async () => {
    const [row] = await app.db.query<{ last: bigint }>(
      sql`select max(position) as last from audit_chain`,
    );
    return (row?.last ?? 0n) > position + 1n;
  });
}

/** Runs work on a database in another process, without a stored head. */
async function inAnotherProcess(
  url: string,
  work: (context: App['context']) => Promise<void>,
): Promise<void> {
  const flags = { ...TEST_KEYS, logLevel: 'silent', allowUnsafeDatabase: true } as const;
  const other = await openApp(readConfig({ DATABASE_URL: url }, flags));
  await work(other.context).finally(() => other.close());
}

const proved = (context: App['context'], heads: readonly AuditHead[]) =>
  verifyAuditChain(context, { from: 1n, heads, sources: PLATFORM_SOURCES });

describe('an entry that was edited and its links removed', () => {
  test('has a link that does not fit if it is chained again without the key', async () => {
    await opened();
    const position = await editedPosition();
    await asSuperuser(edit(position));
    const links = await app.db.query<{ position: bigint; before: string | null; text: string }>(sql`
      select c.position, lag(c.hash) over (order by c.position) as before, e.principal_name as text
      from audit_chain c join audit_entry e on e.id = c.audit_entry_id order by c.position`);
    const from = links.find((link) => link.position === position);
    const forged = createHash('sha256').update(`${from?.before ?? FIRST_HASH}\n${from?.text}`);
    await asSuperuser(
      sql`update audit_chain set hash = ${forged.digest('hex')} where position = ${position}`,
    );
    const report = await verify();
    assert.deepEqual(
      [report.valid, report.reason, BigInt(report.brokenAt)],
      [false, 'HASH_DIFFERS', position],
    );
  });

  test('lacks the stored head if it is chained again by the program', async () => {
    await opened();
    await rewrite();
    const report = await verify();
    assert.deepEqual([report.valid, report.reason], [false, 'HEAD_DIFFERS']);
    assert.ok(BigInt(report.brokenAt) > (await editedPosition()) - 2n);
    assert.deepEqual((await verify('?from=2')).reason, 'HEAD_DIFFERS');
  });

  test('is detected as well if the end of the log was removed with its links', async () => {
    await opened();
    const position = await editedPosition();
    await asSuperuser(
      ...cut(position),
      sql`delete from audit_entry
        where not exists (select from audit_chain c where c.audit_entry_id = audit_entry.id)`,
    );
    const report = await verify();
    assert.equal(report.valid, false);
    // The rows changed by these entries still exist, so the program chains them again.
    assert.match(report.reason, /^HEAD_(MISSING|DIFFERS)$/);
  });

  test('cannot be verified under a forged key', async () => {
    await opened();
    await asSuperuser(
      sql`update audit_key set sealed = 'v1.1.' || repeat('A', 80) where version = 1`,
    );
    await newClient('Under a new key');
    const report = await verify();
    assert.deepEqual([report.valid, report.reason, report.brokenAt], [false, 'KEY_MISSING', 1]);
  });
});

describe('a head that was stored elsewhere', () => {
  test('shows the edit to a process without a stored head', async () => {
    await opened();
    const { to, headHash } = await verify();
    assert.equal(
      (await verify(`?headPosition=${to}&headHash=${headHash.toUpperCase()}`)).valid,
      true,
    );
    await rewrite();
    await inAnotherProcess(app.database.url, async (context) => {
      assert.equal((await proved(context, [])).valid, true);
      const noted = { position: BigInt(to), hash: headHash };
      const report = await proved(context, [noted]);
      assert.deepEqual(
        [report.valid, report.reason, report.brokenAt],
        [false, 'HEAD_DIFFERS', noted.position],
      );
      const beyond = await proved(context, [{ position: 999_999n, hash: FIRST_HASH }]);
      assert.deepEqual([beyond.valid, beyond.reason], [false, 'HEAD_MISSING']);
    });
  });

  test('400: a position without its hash, a hash without its position', async () => {
    await opened();
    for (const [query, member] of [
      ['?headPosition=1', 'headHash'],
      [`?headHash=${FIRST_HASH}`, 'headPosition'],
    ]) {
      const { status, body } = await app.as('AUDITOR').get(`${VERIFY}${query}`);
      assert.deepEqual([status, body.errors?.[0]?.pointer], [400, `/${member}`]);
    }
  });

  test('is kept in the file of heads from one process to the next', async () => {
    await opened('heads.jsonl');
    const keeper = createHeadKeeper();
    await keeper.update(app.context);
    await keeper.write(app.context);
    await keeper.write(app.context);
    const text = await readFile(join(folder, 'heads.jsonl'), 'utf8');
    assert.match(text, /^\{"position":"\d+","hash":"[0-9a-f]{64}"\}\n$/);
    const [head] = await createHeadKeeper().all(app.context);
    assert.equal(head?.position, BigInt((await verify()).to));
    await rewrite();
    const next = createHeadKeeper();
    await next.update(app.context);
    await next.write(app.context);
    assert.equal(await readFile(join(folder, 'heads.jsonl'), 'utf8'), text);
  });

  test('in an unreadable file does not stop the chain', async () => {
    // A folder cannot be read as the head file.
    await start({ auditHeadFile: folder });
    await newClient('Beside an unreadable file');
    await waitFor('every entry to be chained', async () => {
      const left = await app.db.query(sql`
        select from audit_entry e
        where not exists (select from audit_chain c where c.audit_entry_id = e.id)`);
      return left.length === 0;
    });
  });

  test('is published as an event, once an hour at most', async () => {
    await opened();
    const hours = (count: number) => {
      const at = Date.now() + count * 3_600_000;
      return { now: () => new Date(at).toISOString(), millis: () => at };
    };
    const published = async (clock: ReturnType<typeof hours>) => {
      await Promise.all([1, 2, 3].map(() => publishHead({ ...app.context, clock })));
      return app.db.query<{ data: Json }>(sql`
        select data from outbox_event where type = 'audit.head-published'`);
    };
    assert.equal((await published(hours(0))).length, 0);
    const first = await published(hours(1));
    assert.equal(first.length, 1);
    const { position, hash } = first[0]?.data ?? {};
    assert.equal((await verify(`?headPosition=${position}&headHash=${hash}`)).valid, true);
    assert.equal((await published(hours(3))).length, 1);
    await newClient('Later');
    await chained();
    assert.equal((await published(hours(0))).length, 1);
    assert.equal((await published(hours(2))).length, 2);
  });
});

describe('keys', () => {
  test('a new data key causes a new audit key, and earlier links still verify', async () => {
    await writeTestKeys(folder);
    await start({ dataFolder: folder });
    await newClient('Under the first key');
    const noted = headOf(await chained());
    const rotated = await app.as('ADMIN').post('/api/v1/security/data-key/rotate', {});
    assert.equal(rotated.status, 201, rotated.text);
    await app.db.query(sql`update data_key set seals_from = now() where version = 2`);
    await refreshVault({ ...app.context, source: app.context.config });
    await newClient('Under the second key');
    await app.db.query(sql`update job set not_before = now() where kind = 'data-key.reseal'`);
    await waitFor('the first key of the chain to be sealed again', async () => {
      const rows = await app.db.query<{ sealed: string }>(sql`select sealed from audit_key`);
      return rows.length === 2 && rows.every(({ sealed }) => sealed.startsWith('v1.2.'));
    });
    await newClient('Afterwards');
    assert.equal((await chained()).valid, true);
    assert.equal((await verify(noted)).valid, true);
    const used = await app.db.query<{ version: number }>(
      sql`select distinct key_version as version from audit_chain order by 1`,
    );
    assert.deepEqual(used, [{ version: 1 }, { version: 2 }]);
  });

  test('a copy of the database verifies on a server with the keys, and continues', async () => {
    await opened();
    const { to, headHash } = await verify();
    const noted = [{ position: BigInt(to), hash: headHash }];
    stop = () => dropDatabase(app.database.url);
    await app.app.stop();
    await app.db.close();
    const copy = await copyDatabase(app.database.url);
    try {
      await inAnotherProcess(copy.url, async (context) => {
        assert.equal((await proved(context, noted)).valid, true);
        assert.deepEqual((await proveRows(context.db, undefined)).faults, []);
        await recordSecurityEvent(
          { context, db: context.db },
          { kind: 'user', id: 1n, name: 'admin', operation: 'login', msgCode: 'LOGIN_FAILED' },
          { requestId: 'copy', address: '127.0.0.1' },
        );
        // Other tests share the server, and their open transactions delay the chain.
        await waitFor('the chain to go on', async () => {
          const report = await proved(context, noted);
          assert.equal(report.valid, true);
          return report.to > BigInt(to);
        });
      });
    } finally {
      await copy.drop();
    }
  });
});
