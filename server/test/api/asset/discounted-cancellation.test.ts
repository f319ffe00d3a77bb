// Cancellation of pending commercial paper and treasury bills.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { BILL, bodyFor, type DiscountedApp, PAPER, startDiscountedApp } from './discounted-app.js';

let app: DiscountedApp;

before(async () => {
  app = await startDiscountedApp();
});
after(() => app.stop());

async function pending(path = PAPER): Promise<number> {
  const reply = await app.as('CLIENT').post(`${path}/submit`, bodyFor(path, app.rich));
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const cancel = (id: number, path = PAPER, headers = {}) =>
  app.as('CLIENT').put(`${path}/cancel/id/${id}`, undefined, headers);

for (const [path, kind, noun] of [
  [PAPER, 'DISCOUNTED_INSTRUMENT', 'discounted-instrument'],
  [BILL, 'TREASURY_BILL', 'treasury-bill'],
] as const) {
  test(`a pending ${noun} is cancelled, moves no money and has no value`, async () => {
    const id = await pending(path);
    const balance = await app.balanceOf(app.rich.accountId);
    const reply = await cancel(id, path);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, `${kind}_CANCELLED`);
    const { status, terminationReason, terminationDate, accruedInterest } = reply.body.result;
    assert.deepEqual(
      [status, terminationReason, terminationDate, accruedInterest],
      ['TERMINATED', 'CANCELLED', '2026-03-05T00:00:00.000Z', 0],
    );
    assert.equal(await app.balanceOf(app.rich.accountId), balance);
    const list = await app.as('CLIENT').get(`${path}/customer/list?c=${app.rich.id}&e=TERMINATED`);
    assert.equal(list.body.result[0].id, id);
    const value = await app.as('CLIENT').get(`${path}/valuation?id=${id}&d=2026-08-01`);
    assert.deepEqual([value.body.faceValue, value.body.value], [0, 0]);
    const schedule = await app.as('CLIENT').get(`${path}/schedule?id=${id}`);
    assert.equal(schedule.body.count, 0);
    const [event] = await app.db.query<{ type: string }>(sql`
      select type from outbox_event where subject_id = ${id} order by id desc limit 1`);
    assert.equal(event?.type, `${noun}.cancelled`);
  });
}

test('401 and 403: no user, and a user who may not cancel', async () => {
  const id = await pending();
  for (const [role, status] of [
    ['NOBODY', 401],
    ['AUDITOR', 403],
    ['APPROVER', 403],
  ] as const) {
    assert.equal((await app.as(role).put(`${PAPER}/cancel/id/${id}`)).status, status, role);
  }
  assert.equal((await app.shown(PAPER, id)).status, 'PENDING');
});

test('404 by the path of the other kind, in another office, and for an unknown id', async () => {
  const id = await pending();
  const elsewhere = app.asOffice('OPERATIONS', [app.otherOfficeId]);
  assert.equal((await cancel(id, BILL)).status, 404);
  assert.equal((await elsewhere.put(`${PAPER}/cancel/id/${id}`)).status, 404);
  assert.equal((await cancel(999_999)).status, 404);
});

test('409 with the current state if the instrument is running or was cancelled', async () => {
  const running = (await app.bought(PAPER)).body.id;
  const late = await cancel(running);
  assert.deepEqual(
    [late.status, late.body.msgCode, late.body.msgArgs],
    [409, 'DISCOUNTED_INSTRUMENT_WRONG_STATE', ['RUNNING']],
  );
  const id = await pending();
  await cancel(id);
  for (const reply of [
    await cancel(id),
    await app.as('CLIENT').put(`${PAPER}/post/${id}`),
    await app.as('CLIENT').put(`${PAPER}/update`, { id, tenure: 30 }),
    await app.as('CLIENT').put(`${PAPER}/terminate?id=${id}&c=${app.rich.id}`),
  ]) {
    assert.deepEqual([reply.status, reply.body.msgArgs], [409, ['TERMINATED']]);
  }
});

test('only one of a concurrent post and cancellation succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await pending();
    const before = await app.balanceOf(app.rich.accountId);
    const [posted, cancelled] = await Promise.all([
      app.as('CLIENT').put(`${PAPER}/post/${id}`),
      cancel(id),
    ]);
    assert.deepEqual([posted.status, cancelled.status].toSorted(), [200, 409]);
    const paid = before - (await app.balanceOf(app.rich.accountId));
    assert.equal(paid > 0n, posted.status === 200);
  }
});

test('a repeated key replays, and a dry run changes nothing', async () => {
  const id = await pending();
  const dry = await cancel(id, PAPER, { prefer: 'dry-run' });
  assert.equal(dry.body.result.terminationReason, 'CANCELLED');
  assert.equal((await app.shown(PAPER, id)).status, 'PENDING');
  const headers = { 'idempotency-key': 'cancel-of-paper-0001' };
  const first = await cancel(id, PAPER, headers);
  const again = await cancel(id, PAPER, headers);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.text, first.text);
});
