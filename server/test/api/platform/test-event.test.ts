// Test events imitate an event type but have their own type, so that no receiver mistakes them for
// real ones.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const TRIGGER = '/api/v1/event/test/trigger';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.stop());

const admin = () => app.as('ADMIN');

async function storedEvents(): Promise<Json[]> {
  const { rows } = await app.db.pool.query('select type, data from outbox_event order by id');
  return rows;
}

describe('success', () => {
  test('a test event is listed with its simulated data, which fit the type', async () => {
    const type = 'cash-transaction.posted';
    const reply = await admin().post(TRIGGER, { type, subjectId: 77 });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, 'TEST_EVENT_TRIGGERED');
    const [event] = await waitFor('the event', async () => {
      const { body } = await admin().get('/api/v1/event/list?types=test-event.*');
      return body.result.length > 0 && body.result;
    });
    assert.equal(event.type, 'test-event.triggered');
    assert.equal(event.subjectId, 77);
    assert.deepEqual(event.data, { type, data: reply.body.result.data });
  });

  test('every type can be simulated', async () => {
    const document = (await admin().get('/events.json')).body;
    const types = Object.keys(document.$defs).filter((type) => type !== 'test-event.triggered');
    assert.ok(types.length > 50);
    for (const type of types) {
      const reply = await admin().post(TRIGGER, { type }, { prefer: 'dry-run' });
      assert.equal(reply.status, 200, `${type}: ${reply.text}`);
    }
  });

  test('no receiver of the real type gets it', async () => {
    await admin().post(TRIGGER, { type: 'trade-order.executed' });
    const types = (await storedEvents()).map(({ type }) => type);
    assert.ok(!types.includes('trade-order.executed'));
  });

  test('a caller of one office gets a test event of that office', async () => {
    const bound = app.asOffice('CLIENT', [2n]);
    await bound.post(TRIGGER, { type: 'customer.created', subjectId: 4_711 });
    const seen = await waitFor('the event', async () => {
      const { body } = await bound.get('/api/v1/event/list?types=test-event.*');
      return body.result.find((each: Json) => each.subjectId === 4_711);
    });
    assert.equal(seen.businessOfficeId, 2);
  });
});

describe('refusals', () => {
  test('400: data that the type does not have, and too much of it', async () => {
    const type = 'trade-order.executed';
    for (const data of [{ colour: 'red' }, { name: 7 }, { name: 'x'.repeat(5_000) }]) {
      const { status, body } = await admin().post(TRIGGER, { type, data });
      assert.equal(status, 400);
      assert.deepEqual(
        body.errors.map(({ pointer }: Json) => pointer),
        ['/data'],
      );
    }
  });

  test('401 and 403: without credentials, and without the permission', async () => {
    const body = { type: 'trade-order.executed' };
    assert.equal((await app.as('NOBODY').post(TRIGGER, body)).status, 401);
    assert.equal((await app.as('DEALER').post(TRIGGER, body)).status, 403);
  });

  test('422: a type that does not exist, its own, or one that the caller may not see', async () => {
    for (const type of ['trade-order.eaten', 'test-event.triggered', '']) {
      const reply = await admin().post(TRIGGER, { type });
      assert.ok([400, 422].includes(reply.status), reply.text);
      assert.equal(reply.body.errors[0].pointer, '/type');
    }
  });

  test('a used key returns the first reply, and creates no second event', async () => {
    const key = { 'idempotency-key': 'test-event-of-the-test' };
    const before = (await storedEvents()).length;
    await admin().post(TRIGGER, { type: 'lead.captured' }, key);
    const again = await admin().post(TRIGGER, { type: 'lead.captured' }, key);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal((await storedEvents()).length, before + 1);
  });

  test('a dry run leaves nothing behind', async () => {
    const before = (await storedEvents()).length;
    await admin().post(TRIGGER, { type: 'lead.captured' }, { prefer: 'dry-run' });
    assert.equal((await storedEvents()).length, before);
  });
});
