// Features shared by all writes: Idempotency-Key, dry run, If-Match, the legacy envelope and its
// headers.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { operationsOf, readDocument } from './document.js';

const CREATE = '/api/v1/finance/cash-transaction/create';
const LEGACY = '/ebclient/rest/api/v1';

let app: TestApp;
let example: Json;
let keys = 0;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  const operations = operationsOf(await readDocument(app));
  example = operations.find((operation) => operation.id === 'createCashTransaction')?.example;
});
after(() => app.stop());

const freshKey = (): string => {
  keys += 1;
  return `key-of-this-test-${keys}`;
};
const withKey = (key: string) => ({ 'idempotency-key': key });

async function count(table: string): Promise<number> {
  const { rows } = await app.db.pool.query(`select count(*)::int as count from ${table}`);
  return rows[0].count;
}

describe('an Idempotency-Key', () => {
  it('replays the first reply, digit by digit, and does nothing a second time', async () => {
    const key = freshKey();
    const before = await count('cash_transaction');
    const first = await app.as('CLIENT').post(CREATE, example, withKey(key));
    const second = await app.as('CLIENT').post(CREATE, example, withKey(key));
    assert.equal(first.status, 201, first.text);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(second.status, 201);
    assert.equal(second.text, first.text);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.headers.get('location'), first.headers.get('location'));
    assert.equal(second.headers.get('etag'), first.headers.get('etag'));
    assert.equal(await count('cash_transaction'), before + 1);
  });

  it('is refused with another body, or another query', async () => {
    const key = freshKey();
    await app.as('CLIENT').post(CREATE, example, withKey(key));
    const body = await app.as('CLIENT').post(CREATE, { ...example, amount: 7 }, withKey(key));
    assert.equal(body.status, 422);
    assert.equal(body.body.msgCode, 'IDEMPOTENCY_KEY_REUSED');
    const query = await app.as('CLIENT').post(`${CREATE}?x=1`, example, withKey(key));
    assert.equal(query.status, 422);
  });

  it('belongs to its caller and to its operation', async () => {
    const key = freshKey();
    const client = await app.as('CLIENT').post(CREATE, example, withKey(key));
    const admin = await app.as('ADMIN').post(CREATE, example, withKey(key));
    assert.notEqual(admin.body.id, client.body.id);
    const path = '/api/v1/finance/account/create';
    const account = await app
      .as('CLIENT')
      .post(path, { customerId: 3, currency: 'USD' }, withKey(key));
    assert.equal(account.status, 201, account.text);
  });

  it('has one effect for twenty concurrent requests; the others wait or replay', async () => {
    const key = freshKey();
    const before = await count('cash_transaction');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.as('CLIENT').post(CREATE, example, withKey(key))),
    );
    const done = replies.filter((reply) => reply.status === 201);
    const waiting = replies.filter((reply) => reply.status === 409);
    assert.equal(done.length + waiting.length, 20);
    assert.equal(new Set(done.map((reply) => reply.body.id)).size, 1);
    for (const reply of waiting) {
      assert.equal(reply.body.msgCode, 'REQUEST_IN_FLIGHT');
      assert.ok(Number(reply.headers.get('retry-after')) > 0);
    }
    assert.equal(await count('cash_transaction'), before + 1);
  });

  it('is not used up by a refusal', async () => {
    const key = freshKey();
    const wrong = await app.as('CLIENT').post(CREATE, { ...example, amount: 'x' }, withKey(key));
    assert.equal(wrong.status, 400);
    const rule = await app.as('CLIENT').post(CREATE, { ...example, amount: 0 }, withKey(key));
    assert.equal(rule.status, 422);
    const right = await app.as('CLIENT').post(CREATE, example, withKey(key));
    assert.equal(right.status, 201);
    assert.equal(right.headers.get('idempotent-replayed'), null);
  });

  it('has 16 to 255 printable characters', async () => {
    for (const key of ['short', 'x'.repeat(256), 'with a blank inside it']) {
      const reply = await app.as('CLIENT').post(CREATE, example, withKey(key));
      assert.equal(reply.status, 400, key);
      assert.deepEqual(reply.body.msgArgs, ['Idempotency-Key']);
    }
  });
});

describe('a dry run', () => {
  it('writes and numbers nothing, and is marked, for every write with an example', async () => {
    const operations = operationsOf(await readDocument(app));
    for (const operation of operations) {
      if (operation.kind !== 'write' || operation.example === undefined) continue;
      const before = await everything();
      const caller = app.as('ADMIN');
      const send = operation.method === 'put' ? caller.put : caller.post;
      const headers = { prefer: 'dry-run', ...withKey(freshKey()) };
      const reply = await send(operation.path, operation.example, headers);
      assert.equal(reply.status, 200, `${operation.id}: ${reply.text}`);
      assert.equal(reply.body.dryRun, true, operation.id);
      assert.equal(reply.headers.get('location'), null, operation.id);
      assert.doesNotMatch(reply.text, /[iI]d":-/, operation.id);
      assert.deepEqual(await everything(), before, operation.id);
    }
  });

  it('can be requested in the query, and an unreadable value is refused', async () => {
    const before = await count('cash_transaction');
    const asked = await app.as('CLIENT').post(`${CREATE}?dryRun=true`, example);
    assert.equal(asked.body.dryRun, true);
    for (const word of ['yes', '1', 'maybe']) {
      assert.equal((await app.as('CLIENT').post(`${CREATE}?dryRun=${word}`, example)).status, 400);
    }
    assert.equal(await count('cash_transaction'), before);
  });
});

// Reads the rows of every table and the last record numbers. Leaves out internal sequences
// (`…_id_seq`), whose numbers are never shown, and rows that workers derive in the background.
async function everything(): Promise<Map<string, string>> {
  const { rows } = await app.db.pool.query<{ name: string; value: string }>(`
    select table_name as name, (xpath('/row/c/text()', query_to_xml(
      format('select count(*) as c from %I', table_name), false, true, '')))[1]::text as value
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in
        ('audit_chain', 'audit_batch', 'audit_key', 'audit_head', 'row_change',
          'ledger_fold', 'account_day',
          'ledger_fold_state', 'event_position', 'principal_use')
    union all
    select sequencename, coalesce(last_value, 0)::text from pg_sequences
    where schemaname = 'public' and sequencename not like '%_seq'`);
  return new Map(rows.map((row) => [row.name, row.value]));
}

describe('If-Match', () => {
  it('accepts the current version and refuses an older one with 412', async () => {
    const path = '/api/v1/partner/customer';
    const read = await app.as('CLIENT').get(`${path}/id/1`);
    const etag = read.headers.get('etag') ?? '';
    assert.match(etag, /^"\d+"$/);
    const change = { id: 1, occupation: 'Banker' };
    const first = await app.as('CLIENT').put(`${path}/update`, change, { 'if-match': etag });
    assert.equal(first.status, 200, first.text);
    assert.notEqual(first.headers.get('etag'), etag);
    const late = await app.as('CLIENT').put(`${path}/update`, change, { 'if-match': etag });
    assert.equal(late.status, 412);
    assert.equal(late.body.msgCode, 'PRECONDITION_FAILED');
  });

  it('accepts * for any version', async () => {
    const client = app.as('CLIENT');
    const security = { id: 1, label: 'Access Holdings' };
    const customer = { id: 1, occupation: 'Teacher' };
    for (const [path, body] of [
      ['/api/v1/partner/customer/update', customer],
      ['/api/v1/order/security/update', security],
    ] as const) {
      const caller = path.includes('security') ? app.as('ADMIN') : client;
      const reply = await caller.put(path, body, { 'if-match': '*' });
      assert.equal(reply.status, 200, reply.text);
      const stale = await caller.put(path, body, { 'if-match': '"999"' });
      assert.equal(stale.status, 412, stale.text);
    }
  });
});

describe('the legacy mount', () => {
  const path = CREATE.replace('/api/v1', LEGACY);

  it('has the new id in msgCode, with HTTP 200', async () => {
    const reply = await app.as('CLIENT').post(path, example);
    assert.equal(reply.status, 200);
    assert.equal(reply.body.success, true);
    assert.equal(reply.body.msgCode, String(reply.body.id));
  });

  it('answers a business refusal with HTTP 200 and success false', async () => {
    const refused = await app.as('CLIENT').post(path, { ...example, amount: 0 });
    assert.equal(refused.status, 200);
    assert.equal(refused.body.success, false);
    assert.equal(refused.body.msgCode, 'AMOUNT_NOT_POSITIVE');
    assert.match(refused.headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
  });

  it('keeps 400, 401, 403 and 404', async () => {
    assert.equal((await app.as('CLIENT').post(path, '{')).status, 400);
    assert.equal((await app.as('NOBODY').post(path, example)).status, 401);
    assert.equal((await app.as('AUDITOR').post(path, example)).status, 403);
    const missing = `${LEGACY}/finance/cash-transaction/id/999999999`;
    assert.equal((await app.as('CLIENT').get(missing)).status, 404);
  });
});

describe('a similar record within a minute', () => {
  it('is created with a warning', async () => {
    const body = { ...example, amount: 123.45 };
    const first = await app.as('CLIENT').post(CREATE, body);
    const second = await app.as('CLIENT').post(CREATE, body);
    assert.equal(second.status, 201);
    assert.equal(first.body.warnings, undefined);
    assert.ok(second.body.warnings.length > 0, second.text);
  });
});
