// Writes to shared data are refused to callers limited to offices, according to the scope in the
// route and in the OpenAPI document.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { concrete, type Operation, operationsOf, readDocument } from './document.js';
import { OFFICE_WRITES } from './office-scope.js';

let app: TestApp;
let operations: readonly Operation[];
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  operations = operationsOf(await readDocument(app));
});
after(() => app?.stop());

const writesOf = (scope: Operation['scope']) =>
  operations.filter((operation) => operation.scope === scope);

function send(caller: Caller, operation: Operation, body: unknown): Promise<Json> {
  const path = concrete(operation);
  switch (operation.method) {
    case 'get':
      return caller.get(path);
    case 'delete':
      return caller.delete(path);
    case 'post':
      return caller.post(path, body);
    case 'put':
      return caller.put(path, body);
  }
}

describe('the scope of a write', () => {
  it('is in the document for every write, and for no read', () => {
    for (const { id, method, permissions, scope } of operations) {
      const isWrite = method !== 'get' && permissions.length > 0;
      assert.equal(scope !== undefined, isWrite, id);
    }
  });

  it('is OFFICE only with a reason why the write changes no shared data', () => {
    const explained = Object.values(OFFICE_WRITES).flat().sort();
    assert.deepEqual(
      writesOf('OFFICE')
        .map(({ id }) => id)
        .sort(),
      explained,
    );
  });

  it('is FIRM for reference data, the end of day, sessions, keys, jobs and prices', () => {
    const firm = new Set(writesOf('FIRM').map(({ id }) => id));
    for (const id of operations.map((each) => each.id).filter((each) => /^propose/.test(each))) {
      assert.ok(firm.has(id), id);
    }
    const named = ['updateSecurity', 'runEndOfDay', 'logOutFixSession', 'rotateDataKey'];
    for (const id of [...named, 'retryJob', 'createFundNav', 'closePeriod', 'moveSystemClock']) {
      assert.ok(firm.has(id), id);
    }
    assert.ok(firm.size >= 50, String(firm.size));
  });
});

describe('a write with the scope FIRM', () => {
  it('answers 403 to an office-bound caller with every permission', async () => {
    const bound = app.asOffice('ADMIN', [2n]);
    for (const operation of writesOf('FIRM')) {
      const { status, body, text } = await send(bound, operation, operation.example ?? {});
      assert.equal(status, 403, `${operation.id}: ${text}`);
      assert.deepEqual([body.msgCode, body.msgArgs], ['FORBIDDEN', ['FIRM']], operation.id);
      assert.match(body.detail, /data that all business offices share/);
    }
  });

  it('is not refused for its scope to a caller of all offices', async () => {
    // Sends a dry run, or a body that is not JSON where dry runs are unsupported, so that nothing
    // changes.
    const admin = app.as('ADMIN');
    for (const operation of writesOf('FIRM')) {
      const target = { ...operation, path: `${operation.path}?dryRun=true` };
      const { status, text } = await send(admin, target, operation.example ?? {});
      assert.notEqual(status, 403, `${operation.id}: ${text}`);
    }
  });

  it('is refused by the path of older clients, too', async () => {
    const bound = app.asOffice('ADMIN', [2n]);
    const reply = await bound.put('/ebclient/rest/api/v1/order/security/update', { id: 1 });
    assert.equal(reply.status, 403, reply.text);
  });
});
