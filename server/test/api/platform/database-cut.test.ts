// A server that loses its database connection still replies, and no idempotency key stays locked
// afterwards.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type App, startApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import { type Caller, callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { openDatabaseWire } from '../../support/outside/silent-wire.js';
import { waitFor } from '../../support/wait.js';
import { operationsOf, readDocument } from './document.js';

const CREATE = '/api/v1/finance/cash-transaction/create';
const REQUESTS = 12;

let whole: TestApp;
let wire: Awaited<ReturnType<typeof openDatabaseWire>>;
let app: App;
let caller: Caller;
let example: Json;

before(async () => {
  whole = await startTestApp({ demo: true, exchange: 'none' });
  const operations = operationsOf(await readDocument(whole));
  example = operations.find((operation) => operation.id === 'createCashTransaction')?.example;
  wire = await openDatabaseWire(whole.database.url);
  app = await startApp(readConfig({ DATABASE_URL: wire.url }, { ...settings(), port: 0 }));
  caller = callerOf(app.url, whole.header('CLIENT'));
});
after(async () => {
  wire?.heal();
  await app?.stop();
  await wire?.close();
  await whole?.stop();
});

function settings() {
  const { databaseUrl: _, ...others } = whole.context.config;
  return others;
}

const create = (number: number) =>
  caller.post(CREATE, example, { 'idempotency-key': `key-during-the-cut-${number}` });

describe('a cut between server and database', () => {
  it('refuses every request with 503, and each is carried out once when repeated', async () => {
    const numbers = Array.from({ length: REQUESTS }, (_, index) => index);
    // The connection is cut while transactions are open.
    const began = numbers.map((number) => create(number));
    await Promise.race(began);
    const late = numbers.map((number) => create(REQUESTS + number));
    wire.silence();
    const replies = await Promise.all([...began, ...late]);
    const statuses = new Set(replies.map(({ status }) => status));
    assert.ok(statuses.has(503), [...statuses].join());
    for (const { status, headers } of replies) {
      assert.ok(status === 201 || (status === 503 && headers.has('retry-after')), `${status}`);
    }
    assert.equal((await caller.get('/readyz')).status, 503);
    wire.heal();
    const ids = new Set<number>();
    for (const number of [...numbers, ...numbers.map((each) => REQUESTS + each)]) {
      const reply = await waitFor('the key', async () => {
        const { status, body } = await create(number);
        assert.ok([201, 409, 503].includes(status), `${status}`);
        return status === 201 && body;
      });
      ids.add(reply.id);
    }
    assert.equal(ids.size, 2 * REQUESTS);
    assert.equal((await caller.get('/readyz')).status, 200);
  });
});
