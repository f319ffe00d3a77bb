// Demonstration data for funds: the list shows them, one customer holds units, another has an open
// order.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestApp, type TestApp } from '../../support/app.js';
import { selectRegisterFaults } from './fund-register-fault.js';

const API = '/api/v1/order';
let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

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
  const waiting = await app.as('CLIENT').get(`${API}/fundtransaction/customer/list?c=16&t=PENDING`);
  assert.equal(waiting.body.count, 1);
  assert.deepEqual(await selectRegisterFaults(app.db), []);
});

it('ids are small numbers, so that examples can name them', async () => {
  const order = (await app.as('CLIENT').get(`${API}/fundtransaction/id/1`)).body;
  assert.deepEqual([order.status, order.customerId], ['EXECUTED', 15]);
});

it('a value entered for today deals the equity fund at the next close', async () => {
  const admin = app.as('ADMIN');
  const body = { fundName: 'CHEQF', navPerUnit: 128.1 };
  const { id } = (await admin.post(`${API}/fund/nav/create`, body)).body;
  const approved = await app.as('APPROVER').put(`${API}/fund/nav/approve/id/${id}`);
  assert.deepEqual([approved.status, approved.body.ordersDealt], [200, 0]);
});
