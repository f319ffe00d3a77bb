// An Idempotency-Key reused with another body, for every write that has an example: the reply is
// the documented problem, and nothing is written. Files and both mounts are included.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp, type TestReply } from '../../support/app.js';
import { concrete, type Operation, operationsOf, readDocument } from '../platform/document.js';

const CSV = { 'content-type': 'text/csv' };
const DRY = { prefer: 'dry-run' };

/** Tables that are not compared, because they record refusals or workers fill them. */
const BESIDE = /^(audit_|login_|ledger_fold|account_day|row_change|event_position|principal_use)/;

/** Workers that would write between two counts. */
const WORKERS = [
  ...['jobs', 'webhooks', 'message-sender', 'inbound', 'audit-chain', 'campaign', 'ledger-fold'],
  ...['activity-due', 'integrity-watch', 'message-part', 'notification-intake', 'event-sequencer'],
];

let app: TestApp;
let writes: readonly Operation[];
let keys = 0;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none', workersLeftOut: WORKERS });
  writes = operationsOf(await readDocument(app)).filter(({ kind }) => kind === 'write');
});
after(() => app.stop());

async function rowCounts(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await app.db.pool.query<{ name: string; rows: string }>(`
    select table_name as name, (xpath('/row/c/text()', query_to_xml(
      format('select count(*) as c from %I', table_name), false, true, '')))[1]::text as rows
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  return new Map(rows.filter(({ name }) => !BESIDE.test(name)).map((row) => [row.name, row.rows]));
}

const newKey = (): string => {
  keys += 1;
  return `reused-key-number-${keys}`;
};

const onOldMount = (path: string): string => path.replace(/^\/api\/v1/, '/ebclient/rest/api/v1');

function send(operation: Operation, body: unknown, headers: Record<string, string>) {
  const caller = app.as('ADMIN');
  const path = concrete(operation);
  return operation.method === 'put'
    ? caller.put(path, body, headers)
    : caller.post(path, body, headers);
}

const isReused = ({ body }: TestReply): boolean => body?.msgCode === 'IDEMPOTENCY_KEY_REUSED';

// Returns the body with its first text or number changed, at any depth.
function changed(body: Json): Json {
  if (typeof body === 'string') return body.endsWith('\n') ? `${body}x,x\n` : `${body}x`;
  if (typeof body === 'number') return body + 1;
  if (typeof body !== 'object' || body === null) return body;
  for (const [name, value] of Object.entries<Json>(body)) {
    const other = changed(value);
    if (JSON.stringify(other) !== JSON.stringify(value)) {
      return Array.isArray(body) ? [other, ...body.slice(1)] : { ...body, [name]: other };
    }
  }
  return body;
}

// Leaves out order validation, which is always a dry run, and the end of day, which changes data in
// the background.
const isTried = ({ id, example }: Operation): boolean =>
  example !== undefined && id !== 'validateTradeOrder' && id !== 'runEndOfDay';

describe('a reused Idempotency-Key', () => {
  it('is refused with another body by every write, and nothing is written', async () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const operation of writes.filter(isTried)) {
      const key = { 'idempotency-key': newKey() };
      const first = await send(operation, operation.example, key);
      if (first.status >= 300) continue;
      tried += 1;
      const stored = await rowCounts();
      const again = await send(operation, `${JSON.stringify(operation.example)} `, key);
      const other = await send(operation, changed(operation.example), key);
      const dry = await send(operation, changed(operation.example), { ...key, ...DRY });
      // The changed value may have an invalid shape. The request is then refused for that reason
      // first.
      const isRefused = isReused(other) || other.status === 400;
      if (!isReused(again) || again.status !== 422 || !isRefused || dry.status >= 500) {
        wrong.push(`${operation.id}: ${again.status} ${other.status} ${other.text.slice(0, 150)}`);
      }
      for (const [table, rows] of await rowCounts()) {
        if (stored.get(table) !== rows) wrong.push(`${operation.id} wrote ${table}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(tried > 60, String(tried));
  });

  it('is refused for another file, in any encoding and on both mounts', async () => {
    const files = [
      ['order/security/price/import', 'security,date,close\nACCESS,2026-11-20,22.50\n'],
      ['crm/lead/import', 'firstName,lastName,mobilePhone\nEfe,Ojo,08035550101\n'],
      ['order/benchmark/level/import', 'code,date,level\nASI,2026-11-20,100\n'],
    ] as const;
    for (const [path, csv] of files) {
      for (const mount of ['/api/v1', '/ebclient/rest/api/v1']) {
        const key = { 'idempotency-key': newKey() };
        const at = `${mount}/${path}`;
        const first = await app.as('ADMIN').post(at, csv, { ...CSV, ...key });
        if (first.body.success !== true) continue;
        const stored = await rowCounts();
        const other = csv.replace('2026-11-20', '2026-11-19').replace('Efe', 'Ada');
        const { body, text } = await app.as('ADMIN').post(at, other, { ...CSV, ...key });
        assert.equal(body.msgCode, 'IDEMPOTENCY_KEY_REUSED', text);
        const dry = await app.as('ADMIN').post(at, other, { ...CSV, ...key, ...DRY });
        assert.notEqual(dry.status, 500, dry.text);
        assert.deepEqual(await rowCounts(), stored, path);
        const replayed = await app.as('ADMIN').post(at, csv, { ...CSV, ...key });
        assert.equal(replayed.headers.get('idempotent-replayed'), 'true', replayed.text);
      }
    }
  });

  it('belongs to the mount as well, and to the operation', async () => {
    const cash = { transType: 'RECEIPT', partnerId: 1, amount: 10 };
    const key = { 'idempotency-key': newKey() };
    const path = '/api/v1/finance/cash-transaction/create';
    const first = await app.as('ADMIN').post(path, cash, key);
    assert.equal(first.status, 201, first.text);
    const stored = await rowCounts();
    const old = await app.as('ADMIN').post(onOldMount(path), { ...cash, amount: 11 }, key);
    assert.deepEqual([old.body.success, old.body.msgCode], [false, 'IDEMPOTENCY_KEY_REUSED']);
    assert.equal(old.body.errors[0].pointer, '/Idempotency-Key');
    assert.deepEqual(await rowCounts(), stored);
  });
});
