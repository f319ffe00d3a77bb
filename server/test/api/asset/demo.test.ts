// Demonstration data: funds with a holder and an open order, and running commercial paper and bills
// of each type, with valid examples in the API document.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { discountedExamples } from '../../../src/modules/asset/paper/schema.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { BILL, PAPER } from './discounted-app.js';
import { API, selectRegisterFaults } from './fund-app.js';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

describe("the demonstration's funds", () => {
  it('two funds are active, with values', async () => {
    const { result } = (await app.as('CLIENT').get(`${API}/fund/list/active`)).body;
    assert.deepEqual(
      result.map((fund: { name: string; navPerUnit: number }) => [fund.name, fund.navPerUnit]),
      [
        ['CHMMF', 100],
        ['CHEQF', 127.4583],
      ],
    );
  });

  it('customer 15 holds units, customer 16 has an open order', async () => {
    const holdings = await app.as('CLIENT').get(`${API}/fund/holding/customer/list?c=15`);
    assert.equal(holdings.body.result[0].units, 2_500);
    const waiting = await app
      .as('CLIENT')
      .get(`${API}/fundtransaction/customer/list?c=16&t=PENDING`);
    assert.equal(waiting.body.count, 1);
    assert.deepEqual(await selectRegisterFaults(app.db), []);
  });

  it('ids are small numbers, so that examples can name them', async () => {
    const order = (await app.as('CLIENT').get(`${API}/fundtransaction/id/1`)).body;
    assert.deepEqual([order.status, order.customerId], ['EXECUTED', 15]);
  });

  it('the next close deals orders of the equity fund at a value entered for today', async () => {
    const admin = app.as('ADMIN');
    const body = { fundName: 'CHEQF', navPerUnit: 128.1 };
    const { id } = (await admin.post(`${API}/fund/nav/create`, body)).body;
    const approved = await app.as('APPROVER').put(`${API}/fund/nav/approve/id/${id}`);
    assert.deepEqual([approved.status, approved.body.ordersDealt], [200, 0]);
  });
});

describe("the demonstration's commercial paper and bills", () => {
  for (const [path, example, types] of [
    [PAPER, discountedExamples.DISCOUNTED_INSTRUMENT, 'discountedinstrumenttype'],
    [BILL, discountedExamples.TREASURY_BILL, 'treasurybillissue'],
  ] as const) {
    it(`${path} has a product, a running instrument, and a valid example of a submit`, async () => {
      const client = app.as('CLIENT');
      const listed = await client.get(`/api/v1/order/${types}/list/active`);
      const names = listed.body.result.map((type: Json) => type.name);
      assert.ok(names.includes(example.instrumentTypeName), names.join());
      const id = path === PAPER ? 1 : 2;
      const running = await client.get(`${path}/id/${id}`);
      assert.equal(running.status, 200, running.text);
      assert.equal(running.body.status, 'RUNNING');
      const found = await client.get(`${path}/customer/list?c=${running.body.customerId}`);
      assert.equal(found.body.count, 1);
      const reply = await client.post(`${path}/submit`, example);
      assert.equal(reply.status, 201, reply.text);
    });
  }
});
