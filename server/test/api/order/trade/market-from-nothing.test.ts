// Two people set up a firm without demonstration data over the API, up to an order that waits for
// the market to open. The steps follow docs/operations/market.md.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  basic,
  type Caller,
  callerOf,
  type Json,
  startTestApp,
  type TestApp,
} from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';

let app: TestApp;
let maker: Caller;
let checker: Caller;
let customer: Json;

before(async () => {
  app = await startTestApp({ exchange: 'none' });
  maker = await user('maker', 'OPERATIONS');
  checker = await user('checker', 'APPROVER');
});
after(() => app.stop());

async function user(username: string, role: string): Promise<Caller> {
  const body = { username, roles: [role] };
  const made = await app.as('ADMIN').post('/api/v1/security/user/create', body);
  assert.equal(made.status, 201, made.text);
  return callerOf(app.url, basic(username, made.body.result.password));
}

async function set(path: string, body: object): Promise<void> {
  const proposed = await maker.put(`/api/v1/${path}/propose`, body);
  assert.equal(proposed.status, 201, proposed.text);
  const approve = `/api/v1/system/change/approve/id/${proposed.body.id}`;
  const own = await maker.put(approve);
  assert.equal(own.status, 403, own.text);
  const approved = await checker.put(approve);
  assert.equal(approved.status, 200, approved.text);
}

async function created(path: string, body: object): Promise<Json> {
  const reply = await maker.post(`/api/v1/${path}`, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
}

test('at first no customer can be opened', async () => {
  const reply = await maker.post('/api/v1/partner/customer/create', { label: 'Nobody' });
  assert.deepEqual([reply.status, reply.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
});

test('two people set up office, group and market', async () => {
  await set('partner/businessoffice', {
    ...{ name: 'LAGOS', label: 'Lagos office', currency: 'NGN', timeZone: 'Africa/Lagos' },
    ...{ orderDateOrder: 'MONTH_FIRST', fourEyesThreshold: 1_000_000 },
  });
  await set('partner/customergroup', { name: 'STANDARD', label: 'Standard' });
  const exchange = { name: 'NGX', label: 'Nigerian Exchange', aliases: ['NSE'] };
  await set('order/exchange', { ...exchange, currency: 'NGN', timeZone: 'Africa/Lagos' });
  const rule = (name: string, row: object) =>
    set(`order/exchange/${name}`, {
      ...{ exchange: 'NGX', assetClass: 'EQUITY' },
      rows: [{ validFrom: '2020-01-01', ...row }],
    });
  await rule('trading-phases', {
    phases: [
      { from: '10:00', phase: 'CONTINUOUS' },
      { from: '14:30', phase: 'CLOSED' },
    ],
  });
  await rule('price-tick', { groups: [{ from: 0, tick: 0.01 }] });
  await rule('price-band', { percent: 10 });
  await rule('lot-size', { units: 1 });
  await rule('settlement-lag', { businessDays: 2 });
  await rule('order-life', {});
  await set('order/limit', { customerGroup: 'STANDARD', currency: 'NGN', quantityMost: 5_000 });
  await set('order/tradeorderterm', { name: 'DAY', label: 'Day', fixTimeInForce: '0' });
  await created('order/security/create', {
    ...{ exchange: 'NGX', name: 'EXAMPLECO', label: 'Example Company Plc' },
    ...{ securityType: 'EQUITY', previousClose: 25 },
  });
});

test('a customer is opened, and a receipt of money is booked', async () => {
  customer = await created('partner/customer/create', {
    ...{ firstName: 'Ada', lastName: 'Obi', portfolioTypeName: 'INDIVIDUAL' },
    ...{ businessOfficeName: 'LAGOS', customerGroupName: 'STANDARD' },
  });
  const receipt = { transType: 'RECEIPT', partnerId: customer.id, amount: 1_000_000 };
  const made = await created('finance/cash-transaction/create', receipt);
  assert.equal(made.transState, 'PENDING');
  for (const step of ['approve', 'post']) {
    const path = `/api/v1/finance/cash-transaction/${step}/id/${made.id}`;
    const reply = await checker.put(path);
    assert.equal(reply.status, 200, reply.text);
  }
  const account = await maker.get(`/api/v1/finance/account/id/${customer.cashAcctId}`);
  assert.equal(account.body.availableBalance, 1_000_000);
});

test('an order is accepted, charged by the shipped fees, and waits for the market', async () => {
  const order = {
    ...{ portfolioName: customer.portfolioName, securityName: 'EXAMPLECO', orderType: 'BUY' },
    ...{ priceType: 'LIMIT', limitPrice: '25.00', quantityRequested: 100 },
    ...{ orderTermName: 'DAY', orderDate: '03/04/2026' },
  };
  const most = await maker.post('/api/v1/order/tradeorder/submit', {
    ...order,
    quantityRequested: 5_001,
  });
  assert.equal(most.body.msgCode, 'QUANTITY_LIMIT_EXCEEDED');
  const accepted = await created('order/tradeorder/submit', order);
  assert.equal(accepted.orderStatus, 'BOOKED');
  assert.equal(accepted.orderDate, '2026-03-04T00:00:00.000Z');
  assert.equal(accepted.businessOffice, 'LAGOS');
  assert.ok(accepted.orderTotal > 2_500, accepted.orderTotal);
  const { body } = await maker.get(`/api/v1/finance/account/id/${customer.cashAcctId}`);
  assert.equal(body.availableBalance, 1_000_000 - accepted.orderTotal);
  await assertBooks(app);
});

test('office, group and their currency cannot be changed while they have customers', async () => {
  const office = { name: 'LAGOS', label: 'Lagos', currency: 'NGN', timeZone: 'Africa/Lagos' };
  for (const [path, change] of [
    ['businessoffice', { ...office, currency: 'USD' }],
    ['businessoffice', { ...office, active: false }],
    ['customergroup', { name: 'STANDARD', label: 'Standard', active: false }],
  ] as const) {
    const reply = await maker.put(`/api/v1/partner/${path}/propose`, change);
    assert.equal(reply.status, 409, reply.text);
    assert.equal(reply.body.msgArgs[0], 'IN_USE');
  }
});
