// A customer's `active` and `status` represent one fact. Whichever one a client sends, the two stay
// consistent, and payments, orders and logins respect them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { orderBody } from '../../support/order.js';

const CREATE = '/api/v1/partner/customer/create';
const UPDATE = '/api/v1/partner/customer/update';
const STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED', 'CLOSED'];
const PASSWORD = 'a long secret of the portal';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

const client = () => app.as('CLIENT');

let number = 0;
async function open(more: object = {}): Promise<Json> {
  number += 1;
  const body = { firstName: 'Status', lastName: `Person${number}`, ...more };
  const reply = await client().post(CREATE, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
}
const update = (id: number, change: object) => client().put(UPDATE, { id, ...change });
async function shown(id: number): Promise<readonly [boolean, string]> {
  const { body } = await client().get(`/api/v1/partner/customer/id/${id}`);
  return [body.active, body.status];
}

async function refusedPayment(id: number): Promise<string | undefined> {
  const body = { transType: 'RECEIPT', partnerId: id, amount: 10 };
  const reply = await client().post('/api/v1/finance/cash-transaction/create', body);
  return reply.status === 201 ? undefined : reply.body.msgCode;
}

describe('a customer', () => {
  it('cannot pay, trade, place or log in if made inactive by either member', async () => {
    for (const change of [{ active: false }, { status: 'INACTIVE' }]) {
      const portalUserName = `status.${Object.keys(change)[0]}`;
      const { id, portfolioName } = await open({
        ...{ portalUserName, portalPassword: PASSWORD, portfolioTypeName: 'INDIVIDUAL' },
      });
      const login = () =>
        client().post('/api/v1/security/login/customer', {
          username: portalUserName,
          password: PASSWORD,
        });
      assert.equal(await refusedPayment(id), undefined);
      assert.equal((await login()).status, 200);
      const pending = await client().post('/api/v1/finance/cash-transaction/create', {
        ...{ transType: 'RECEIPT', partnerId: id, amount: 11 },
      });
      assert.equal((await update(id, change)).status, 200);
      assert.deepEqual(await shown(id), [false, 'INACTIVE']);
      assert.equal(await refusedPayment(id), 'CUSTOMER_INACTIVE');
      const posted = await client().put(
        `/api/v1/finance/cash-transaction/post/id/${pending.body.id}`,
      );
      assert.equal(posted.body.msgCode, 'CUSTOMER_INACTIVE');
      const order = await client().post(
        '/api/v1/order/tradeorder/submit',
        orderBody({ portfolioName }),
      );
      assert.equal(order.body.msgCode, 'CUSTOMER_INACTIVE');
      const types = await client().get('/api/v1/order/terminstrumenttype/list/active');
      const deposit = await client().post('/api/v1/order/terminstrument/submit', {
        ...{ customerId: id, instrumentTypeName: types.body.result[0].name, faceValue: 1_000_000 },
      });
      assert.equal(deposit.body.msgCode, 'CUSTOMER_INACTIVE');
      assert.equal((await login()).status, 401);
      assert.equal((await update(id, { active: true })).status, 200);
      assert.deepEqual(await shown(id), [true, 'ACTIVE']);
      assert.equal(await refusedPayment(id), undefined);
    }
  });

  it('shows consistent members, whichever was written', async () => {
    const { id } = await open();
    for (const status of [...STATUSES].reverse()) {
      assert.equal((await update(id, { status })).status, 200, status);
      assert.deepEqual(await shown(id), [status === 'ACTIVE', status]);
      const list = `/api/v1/partner/customer/list?status=${status}&s=500`;
      const { body } = await client().get(list);
      const listed = body.result.find((one: Json) => one.id === id);
      assert.equal(listed.active, status === 'ACTIVE');
    }
  });

  it('has both members if opened with either', async () => {
    assert.deepEqual(await shown((await open({ active: 'False' })).id), [false, 'INACTIVE']);
    assert.deepEqual(await shown((await open({ status: 'SUSPENDED' })).id), [false, 'SUSPENDED']);
    assert.deepEqual(await shown((await open({ active: true })).id), [true, 'ACTIVE']);
    assert.deepEqual(await shown((await open()).id), [true, 'ACTIVE']);
  });

  it('keeps its status when a program sends the record back', async () => {
    const { id } = await open({ status: 'SUSPENDED' });
    const [active, status] = await shown(id);
    assert.equal((await update(id, { active, status, occupation: 'Engineer' })).status, 200);
    assert.equal((await update(id, { active, occupation: 'Pilot' })).status, 200);
    assert.deepEqual(await shown(id), [false, 'SUSPENDED']);
  });

  it('400: members that contradict each other, in both operations', async () => {
    const { id } = await open();
    for (const status of STATUSES) {
      const active = status !== 'ACTIVE';
      for (const reply of [
        await client().post(CREATE, { firstName: 'Two', lastName: 'Facts', active, status }),
        await update(id, { active, status }),
      ]) {
        assert.deepEqual([reply.status, reply.body.msgCode], [400, 'INVALID_REQUEST'], status);
        assert.equal(reply.body.errors[0].pointer, '/active');
      }
    }
    assert.deepEqual(await shown(id), [true, 'ACTIVE']);
  });

  it('409: active alone ends neither a suspension nor a closure', async () => {
    for (const status of ['SUSPENDED', 'CLOSED']) {
      const { id } = await open();
      await update(id, { status });
      const { status: code, body } = await update(id, { active: true });
      assert.deepEqual([code, body.msgCode, body.msgArgs], [409, 'CUSTOMER_WRONG_STATE', [status]]);
      assert.deepEqual(await shown(id), [false, status]);
      assert.equal((await update(id, { status: 'ACTIVE' })).status, 200);
    }
  });

  it('422: an office named twice with different codes', async () => {
    const offices = { businessOffice: '0000000001', businessOfficeName: '0000000002' };
    const made = await client().post(CREATE, { firstName: 'Two', lastName: 'Offices', ...offices });
    assert.deepEqual([made.status, made.body.msgCode], [422, 'REFERENCE_MISMATCH']);
    const same = { businessOffice: '0000000002', businessOfficeName: '0000000002' };
    assert.equal((await open(same)).businessOfficeName, '0000000002');
  });
});
