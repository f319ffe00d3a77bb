// The encryption keys of personal numbers: created once, refused if they differ, rotated while the
// program runs. Old rows are encrypted before they are read.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import { sealedCustomers } from '../../../src/modules/party/customer/secret.js';
import { sql } from '../../../src/platform/database/sql.js';
import { DataKeyRefused } from '../../../src/platform/vault/key-ring.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { writeTestKeys } from '../../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { waitFor } from '../../support/wait.js';

const KEYS = '/api/v1/security/data-key';
const BVN = '22233344455';
const NUMBERS = '{"identificationNumber": "A 0123", "taxIdentificationNumber": "T-99"}';

describe('keys in the file of a data folder', () => {
  let database: TestDatabase;
  let folder: string;
  let other: string;
  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-keys-'));
    other = await mkdtemp(join(tmpdir(), 'countinghouse-keys-'));
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
    await rm(other, { recursive: true, force: true });
  });

  const start = async (data: string, settings: Record<string, string> = {}) => {
    const environment = { DATABASE_URL: database.url, COUNTINGHOUSE_DATA: data, ...settings };
    const flags = { logLevel: 'silent', allowUnsafeDatabase: true, exchange: 'none' } as const;
    const app = await openApp(readConfig(environment, flags));
    await app.close();
  };

  it('let one of two nodes with different keys start if both start at the same time', async () => {
    const ends = await Promise.allSettled([start(folder), start(other)]);
    const refused = ends.filter((end) => end.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.ok(refused[0]?.reason instanceof DataKeyRefused);
    const [one] = await Promise.allSettled([start(folder)]);
    if (one?.status === 'rejected') [folder, other] = [other, folder];
  });

  it('can be read only by their owner, and are found by a second start', async () => {
    const { mode } = await stat(join(folder, 'data-keys.json'));
    assert.equal(mode & 0o777, 0o600);
    await start(folder);
  });

  it('refuse a start with other keys, or without keys, with instructions', async () => {
    await assert.rejects(start(other), /does not contain .*key.* of this database/);
    await rm(join(other, 'data-keys.json'), { force: true });
    await assert.rejects(start(other), DataKeyRefused);
    await assert.rejects(stat(join(other, 'data-keys.json')), 'no key is made in vain');
  });

  it('are refused without showing any content if the file is broken', async () => {
    const file = join(folder, 'data-keys.json');
    const text = await readFile(file, 'utf8');
    const secret = JSON.parse(text).keys[1];
    for (const broken of [text.slice(0, -9), text.replace('"keys"', '"kyes"'), '{}', '']) {
      await writeFile(file, broken);
      await assert.rejects(start(folder), (error: Error) => {
        assert.ok(error instanceof DataKeyRefused);
        assert.ok(!error.message.includes(secret.slice(0, 8)));
        return true;
      });
    }
    await writeFile(file, text);
    await start(folder);
  });

  it('can be moved to the settings', async () => {
    const { keys, indexKey } = JSON.parse(await readFile(join(folder, 'data-keys.json'), 'utf8'));
    const settings = { COUNTINGHOUSE_DATA_KEY: `1:${keys[1]}`, COUNTINGHOUSE_INDEX_KEY: indexKey };
    await start(other, settings);
    const { COUNTINGHOUSE_DATA_KEY } = settings;
    await assert.rejects(start(other, { COUNTINGHOUSE_DATA_KEY }), /must be set together/);
    const wrong = { ...settings, COUNTINGHOUSE_INDEX_KEY: keys[1] };
    await assert.rejects(start(other, wrong), /does not contain the index key of this database/);
  });
});

describe('a database with customers and leads', () => {
  let app: TestApp;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-keys-'));
    // The keys are in a file instead of the settings, because these tests create keys.
    await writeTestKeys(folder);
    app = await startTestApp({
      ...{ demo: true, exchange: 'none', dataFolder: folder },
      loopIntervalsMs: { 'data-key': 100 },
    });
    const customer = await app.as('ADMIN').post('/api/v1/partner/customer/create', {
      firstName: 'Sade',
      lastName: 'Sealed',
      bvnCode: BVN,
      identificationNumber: 'A 0123',
      taxIdentificationNumber: 'T-99',
    });
    assert.equal(customer.status, 201, customer.text);
    const lead = { lastName: 'Sealed', identifier: BVN };
    assert.equal((await app.as('ADMIN').post('/api/v1/crm/lead/create', lead)).status, 201);
  });
  after(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  interface Stored {
    readonly texts: readonly (string | null)[];
  }
  const stored = async (): Promise<readonly string[]> => {
    const rows = await app.db.query<Stored>(sql`
      select array[bvn_code, details ->> 'identificationNumber',
        details ->> 'taxIdentificationNumber'] as texts from customer
      union all select array[identifier] from lead`);
    return rows.flatMap(({ texts }) => texts).filter((text) => text !== null);
  };
  const found = async () => {
    const reply = await app.as('ADMIN').get(`/api/v1/security/customer/bvn/${BVN}`);
    const { bvnCode, identificationNumber, taxIdentificationNumber } = reply.body;
    assert.deepEqual(
      [bvnCode, identificationNumber, taxIdentificationNumber],
      [BVN, 'A 0123', 'T-99'],
    );
    const again = await app.as('ADMIN').post('/api/v1/crm/lead/create', { identifier: `${BVN} ` });
    const kinds = again.body.duplicates.map((each: { kind: string }) => each.kind);
    assert.deepEqual([...new Set(kinds)].sort(), ['CUSTOMER', 'LEAD']);
  };

  it('contains no number in plain text, and finds records by their numbers', async () => {
    const texts = await stored();
    assert.ok(texts.length > 50);
    for (const text of texts) assert.match(text, /^v1\.1\.[\w-]{38,}$/);
    const keys = await app.db.query<{ key: string }>(
      sql`select key from lead_match_key where kind = 'IDENTIFIER'`,
    );
    assert.ok(keys.length > 0);
    for (const { key } of keys) assert.match(key, /^[\w-]{43}$/);
    await found();
  });

  it('encrypts numbers that an older version left in plain text, if interrupted too', async () => {
    await app.db.query(sql`
      update customer set bvn_code = lpad((22211000000 + id)::text, 11, '0'), bvn_index = null,
        details = details || ${NUMBERS}::jsonb,
        identification_index = null where last_name <> 'Sealed'`);
    await app.db.query(sql`
      update customer set bvn_code = ${BVN}, bvn_index = null, identification_index = null,
        details = details || ${NUMBERS}::jsonb
      where last_name = 'Sealed'`);
    await app.db.query(sql`update lead set identifier = ${BVN} where identifier is not null`);
    await app.db.query(sql`update lead_match_key set key = ${BVN} where kind = 'IDENTIFIER'`);
    await app.db.query(sql`delete from data_sealing`);
    // Encrypts one batch, as if the process had died before the next batch and before it recorded
    // completion.
    const { vault } = app.context;
    await app.db.transaction((tx) => sealedCustomers.sealNext({ tx, vault }, 40n));
    const flags = { logLevel: 'silent', allowUnsafeDatabase: true, exchange: 'none' } as const;
    const config = readConfig(
      { DATABASE_URL: app.database.url, COUNTINGHOUSE_DATA: folder },
      flags,
    );
    const nodes = await Promise.all([openApp(config), openApp(config)]);
    for (const node of nodes) await node.close();
    for (const text of await stored()) assert.match(text, /^v1\.1\./);
    await found();
    const taken = { label: 'Twice', bvnCode: BVN };
    const reply = await app.as('ADMIN').post('/api/v1/partner/customer/create', taken);
    assert.equal(reply.body.msgCode, 'BVN_TAKEN');
  });

  it('is re-encrypted under a new key while it is read and written', async () => {
    const dry = await app.as('ADMIN').post(`${KEYS}/rotate?dryRun=true`, {});
    assert.equal(dry.body.result.name, '2', dry.text);
    const file = async () => JSON.parse(await readFile(join(folder, 'data-keys.json'), 'utf8'));
    assert.deepEqual(Object.keys((await file()).keys), ['1']);
    const reply = await app.as('ADMIN').post(`${KEYS}/rotate`, {});
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.result.active, false, 'other nodes learn of it first');
    assert.deepEqual(Object.keys((await file()).keys), ['1', '2']);
    await app.db.query(sql`update data_key set seals_from = now() where version = 2`);
    await waitFor('the new key', async () => app.context.vault.version === 2, 20_000);
    await app.db.query(sql`update job set not_before = now() where kind = 'data-key.reseal'`);
    await waitFor(
      'every text under the new key',
      async () => (await stored()).every((text) => text.startsWith('v1.2.')),
      20_000,
    );
    await found();
    const { body } = await app.as('AUDITOR').get(`${KEYS}/list`);
    await waitFor('the old key to be replaced', async () => {
      const [old] = await app.db.query<{ replaced: boolean }>(sql`
        select replaced_at is not null as replaced from data_key
        where purpose = 'SEAL' and version = 1`);
      return old?.replaced === true;
    });
    assert.deepEqual(
      body.result.map((key: { purpose: string; name: string; active: boolean }) => [
        ...[key.purpose, key.name, key.active],
      ]),
      [
        ['SEAL', '2', true],
        ['SEAL', '1', false],
        ['INDEX', '1', true],
      ],
    );
    assert.ok(!JSON.stringify(body).includes((await file()).keys['2']), 'never the key itself');
  });

  it('400 and 403: an unknown member; a role without access to keys', async () => {
    assert.equal((await app.as('ADMIN').post(`${KEYS}/rotate`, { key: 'mine' })).status, 400);
    for (const role of ['OPERATIONS', 'CLIENT', 'AUDITOR']) {
      assert.equal((await app.as(role).post(`${KEYS}/rotate`, {})).status, 403, role);
    }
    assert.equal((await app.as('OPERATIONS').get(`${KEYS}/list`)).status, 403);
  });
});

describe('keys in the settings', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app?.stop());

  it('409: cannot be created by the program', async () => {
    const reply = await app.as('ADMIN').post(`${KEYS}/rotate`, {});
    assert.equal(reply.status, 409);
    assert.equal(reply.body.msgCode, 'NO_NEW_DATA_KEY');
    assert.deepEqual(reply.body.msgArgs, ['1']);
  });
});
