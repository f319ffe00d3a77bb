// Exchange sessions for an operator: messages, logout, logon, and sequence reset with four-eyes
// approval.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { orderBody } from '../../support/order.js';
import { waitFor } from '../../support/wait.js';

const BASE = '/api/v1/system/fix-session';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true });
});
after(() => app.stop());

async function session(): Promise<Json> {
  const { body } = await app.as('ADMIN').get(`${BASE}/list`);
  return body.result.find((each: Json) => each.name === 'FIX.4.4:BROKER->NGX');
}

const phaseIs = (phase: string) =>
  waitFor(`the session to be ${phase}`, async () => (await session()).phase === phase);

async function submit(): Promise<number> {
  const body = orderBody({ quantityRequested: '10' });
  const reply = await app.as('CLIENT').post('/api/v1/order/tradeorder/submit', body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const statusOf = async (id: number) =>
  (await app.as('CLIENT').get(`/api/v1/order/tradeorder/id/${id}`)).body.orderStatus;

const executed = (id: number) =>
  waitFor(`order ${id} to be executed`, async () => (await statusOf(id)) === 'EXECUTED');

async function askForReset(role = 'ADMIN'): Promise<Json> {
  const { id } = await session();
  return app.as(role).put(`${BASE}/reset/id/${id}`, { reason: 'agreed with the exchange' });
}

describe('reading', () => {
  it('shows each session with its numbers, its heartbeat and whether it is held', async () => {
    await phaseIs('active');
    const shown = await session();
    assert.equal(shown.held, false);
    assert.equal(shown.heartBtIntSeconds, 30);
    assert.ok(shown.nextOut > 1 && shown.nextIn > 1);
  });

  it('finds every raw message of an order, in both directions, page by page', async () => {
    const id = await submit();
    await executed(id);
    const { rows } = await app.db.pool.query<{ id: string }>(
      "select cl_ord_id as id from fix_message where msg_type = 'D' order by id desc limit 1",
    );
    const path = `${BASE}/message/list?clOrdId=${rows[0]?.id}`;
    const all = (await app.as('AUDITOR').get(path)).body;
    const ofOrder = await app.as('AUDITOR').get(`${BASE}/message/list?order=${id}`);
    assert.deepEqual(ofOrder.body.result, all.result);
    const kinds = new Set(all.result.map((each: Json) => `${each.direction} ${each.msgType}`));
    assert.ok(kinds.has('OUT D') && kinds.has('IN 8'));
    assert.ok(all.result.every((each: Json) => each.text.includes(`|11=${rows[0]?.id}|`)));
    assert.equal(all.count, all.result.length);
    const second = (await app.as('AUDITOR').get(`${path}&s=2&b=2`)).body;
    assert.deepEqual(second.result, all.result.slice(2, 4));
    const { id: sessionId } = await session();
    const of = (await app.as('AUDITOR').get(`${BASE}/message/list?session=${sessionId}&s=3`)).body;
    assert.deepEqual(
      of.result.map((each: Json) => each.sessionId),
      [sessionId, sessionId, sessionId],
    );
  });
});

describe('logout and logon', () => {
  it('a session remains logged out, and orders wait, until it is logged on', async () => {
    const { id } = await session();
    const out = await app.as('ADMIN').put(`${BASE}/logout/id/${id}`);
    assert.equal(out.body.msgCode, 'FIX_SESSION_LOGGED_OUT');
    await phaseIs('ended');
    const order = await submit();
    await waitFor('the order to wait for its session', async () => {
      const { body } = await app.as('CLIENT').get(`/api/v1/order/tradeorder/id/${order}`);
      return body.waitingFor === 'SESSION';
    });
    assert.equal((await session()).phase, 'ended');
    assert.equal((await session()).held, true);
    assert.equal(await statusOf(order), 'BOOKED');
    assert.equal((await app.as('ADMIN').put(`${BASE}/logon/id/${id}`)).status, 200);
    await phaseIs('active');
    await executed(order);
  });

  it('is only for the administrator, and for existing sessions', async () => {
    const { id } = await session();
    assert.equal((await app.as('DEALER').put(`${BASE}/logout/id/${id}`)).status, 403);
    assert.equal((await app.as('ADMIN').put(`${BASE}/logout/id/999`)).status, 404);
    assert.equal((await app.as('ADMIN').put(`${BASE}/logon/id/999`)).status, 404);
  });
});

describe('reset', () => {
  it('needs a reason, and a second person', async () => {
    const { id } = await session();
    assert.equal((await app.as('ADMIN').put(`${BASE}/reset/id/${id}`, {})).status, 400);
    const asked = await askForReset();
    assert.equal(asked.body.msgCode, 'FIX_SESSION_RESET_REQUESTED');
    const own = await app.as('ADMIN').put(`${BASE}/reset/approve/id/${asked.body.id}`);
    assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
    const again = await askForReset();
    assert.deepEqual([again.status, again.body.msgCode], [409, 'FIX_RESET_PENDING']);
    const no = await app.as('APPROVER').put(`${BASE}/reset/reject/id/${asked.body.id}`);
    assert.equal(no.body.result.state, 'REJECTED');
  });

  it('restarts both numbers at 1 on both sides, and orders continue', async () => {
    const before = await session();
    const asked = await askForReset();
    const done = await app.as('APPROVER').put(`${BASE}/reset/approve/id/${asked.body.id}`);
    assert.equal(done.body.msgCode, 'FIX_SESSION_RESET');
    assert.ok(done.body.result.nextOut >= before.nextOut);
    await waitFor('the session to be back', async () => {
      const { phase, roll } = await session();
      return phase === 'active' && roll > before.roll;
    });
    assert.ok((await session()).nextOut < before.nextOut);
    await executed(await submit());
    const twice = await app.as('APPROVER').put(`${BASE}/reset/approve/id/${asked.body.id}`);
    assert.deepEqual([twice.status, twice.body.msgCode], [409, 'FIX_RESET_DECIDED']);
    assert.deepEqual(twice.body.msgArgs, ['DONE']);
  });

  it('is listed with who asked, who decided and why, and is in the audit log', async () => {
    const { body } = await app.as('AUDITOR').get(`${BASE}/reset/list`);
    assert.deepEqual(
      body.result.map((each: Json) => each.state),
      ['DONE', 'REJECTED'],
    );
    assert.equal(body.result[0].reason, 'agreed with the exchange');
    assert.notEqual(body.result[0].createdBy, body.result[0].decidedBy);
    const { rows } = await app.db.pool.query(
      `select from audit_entry
       where operation in ('askForFixSessionReset', 'approveFixSessionReset')`,
    );
    assert.ok(rows.length >= 3);
  });

  it('stores nothing in a dry run, and returns the first reply for a repeated key', async () => {
    const { id } = await session();
    const path = `${BASE}/reset/id/${id}`;
    const dry = await app.as('ADMIN').put(`${path}?dryRun=true`, { reason: 'a try' });
    assert.equal(dry.status, 200, dry.text);
    const key = { 'idempotency-key': 'reset-of-session-1' };
    const first = await app.as('ADMIN').put(path, { reason: 'once' }, key);
    const second = await app.as('ADMIN').put(path, { reason: 'once' }, key);
    assert.equal(first.status, 201, first.text);
    assert.equal(second.text, first.text);
    const { body } = await app.as('AUDITOR').get(`${BASE}/reset/list?state=PENDING`);
    assert.equal(body.count, 1);
  });
});
