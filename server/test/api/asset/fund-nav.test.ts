// Net asset values over HTTP: one person enters a value, another approves it, and orders never deal
// at a stale one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { API, type FundApp, SUBSCRIBE, startFundApp } from './fund-app.js';

const CREATE = `${API}/fund/nav/create`;
const APPROVE = `${API}/fund/nav/approve/id`;
const REJECT = `${API}/fund/nav/reject/id`;

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

const admin = () => app.as('ADMIN');
const checker = () => app.as('APPROVER');

describe('a value', () => {
  it('is entered, approved by another person, and shown with its fund', async () => {
    const fundName = await app.fund({ bid_spread: '1', offer_spread: '2' });
    const made = await admin().post(CREATE, { fundName, navPerUnit: 127.4583 });
    assert.deepEqual([made.status, made.body.msgCode], [201, 'FUND_NAV_CREATED'], made.text);
    assert.equal(made.body.result.status, 'PENDING');
    const location = made.headers.get('location') ?? '';
    assert.equal((await admin().get(location)).body.navPerUnit, 127.4583);
    const { fundId } = made.body.result;
    assert.equal((await admin().get(`${API}/fund/id/${fundId}`)).body.navPerUnit, undefined);
    const approved = await checker().put(`${APPROVE}/${made.body.id}`);
    assert.equal(approved.body.result.status, 'APPROVED');
    const fund = (await admin().get(`${API}/fund/id/${fundId}`)).body;
    assert.deepEqual(
      [fund.navPerUnit, fund.offerPrice, fund.bidPrice, fund.unitsInIssue],
      [127.4583, 130.0075, 126.1837, 0],
    );
  });

  it('that was rejected can be followed by another', async () => {
    const fundName = await app.fund();
    const first = await admin().post(CREATE, { fundName, navPerUnit: 1 });
    assert.equal(
      (await checker().put(`${REJECT}/${first.body.id}`)).body.result.status,
      'REJECTED',
    );
    await app.value(fundName, 2);
    const { fundId } = first.body.result;
    const list = (await admin().get(`${API}/fund/nav/list?f=${fundId}`)).body;
    assert.equal(list.count, 2);
    const approved = (await admin().get(`${API}/fund/nav/list?f=${fundId}&u=APPROVED`)).body;
    assert.deepEqual([approved.count, approved.result[0].navPerUnit], [1, 2]);
  });

  it('is listed by its days', async () => {
    const fundName = await app.fund();
    const approved = await app.value(fundName, 3);
    const { fundId, valuationDate } = approved.body.result;
    const list = async (query: string) =>
      (await admin().get(`${API}/fund/nav/list?f=${fundId}${query}`)).body.count;
    assert.equal(await list(`&sd=${valuationDate}&ed=${valuationDate}`), 1);
    assert.equal(await list('&ed=2149-12-31'), 0);
  });
});

it('400 for unknown members and no value', async () => {
  const fundName = await app.fund();
  assert.equal((await admin().post(CREATE, { fundName, navPerUnit: 1, nav: 1 })).status, 400);
  assert.equal((await admin().post(CREATE, { fundName })).status, 400);
  assert.equal((await admin().post(CREATE, { navPerUnit: 1 })).status, 400);
});

it('401 without credentials, 403 without permission', async () => {
  assert.equal((await app.as('NOBODY').post(CREATE, {})).status, 401);
  assert.equal((await app.as('DEALER').put(`${APPROVE}/1`)).status, 403);
  assert.equal((await checker().post(CREATE, { fundName: 'F1', navPerUnit: 1 })).status, 403);
});

it('403 OWN_WORK: a value approved or rejected by its maker', async () => {
  const fundName = await app.fund();
  const { id } = (await admin().post(CREATE, { fundName, navPerUnit: 1 })).body;
  for (const path of [APPROVE, REJECT]) {
    const reply = await admin().put(`${path}/${id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [403, 'OWN_WORK']);
  }
});

it('404 for an unknown value', async () => {
  assert.equal((await checker().put(`${APPROVE}/999999`)).status, 404);
  assert.equal((await checker().get(`${API}/fund/nav/id/999999`)).status, 404);
  assert.equal((await checker().get(`${API}/fund/id/999999`)).status, 404);
});

describe('409', () => {
  it('FUND_NAV_EXISTS names the state of the existing value', async () => {
    const fundName = await app.fund();
    const body = { fundName, navPerUnit: 1 };
    const { id } = (await admin().post(CREATE, body)).body;
    const second = await admin().post(CREATE, body);
    assert.deepEqual([second.status, second.body.msgArgs], [409, ['PENDING']]);
    await checker().put(`${APPROVE}/${id}`);
    const third = await admin().post(CREATE, body);
    assert.deepEqual([third.body.msgCode, third.body.msgArgs], ['FUND_NAV_EXISTS', ['APPROVED']]);
  });

  it('FUND_NAV_WRONG_STATE after a decision', async () => {
    const fundName = await app.fund();
    const { id } = (await app.value(fundName, 1)).body;
    const reply = await checker().put(`${REJECT}/${id}`);
    assert.deepEqual(
      [reply.status, reply.body.msgCode, reply.body.msgArgs],
      [409, 'FUND_NAV_WRONG_STATE', ['APPROVED']],
    );
  });
});

describe('422', () => {
  const refused = async (code: string, member: string, body: object) => {
    const reply = await admin().post(CREATE, { navPerUnit: 1, ...body });
    assert.deepEqual([reply.status, reply.body.msgCode], [422, code], reply.text);
    assert.equal(reply.body.errors[0].pointer, `/${member}`);
  };

  it('refuses a future day, a day long past, and a day that is not a dealing day', async () => {
    const fundName = await app.fund();
    const late = { fundName, valuationDate: '2160-01-01' };
    await refused('FUND_NAV_REFUSED', 'valuationDate', late);
    const early = { fundName, valuationDate: '2026-01-05' };
    await refused('FUND_NAV_REFUSED', 'valuationDate', early);
    const sunday = { fundName, valuationDate: '2150-01-04' };
    await refused('FUND_NAV_REFUSED', 'valuationDate', sunday);
  });

  it('refuses a value of zero, too many decimals, and an unknown fund', async () => {
    const fundName = await app.fund();
    await refused('FUND_NAV_REFUSED', 'navPerUnit', { fundName, navPerUnit: 0 });
    await refused('FUND_NAV_REFUSED', 'navPerUnit', { fundName, navPerUnit: 1_000_000_001 });
    await refused('TOO_MANY_DECIMALS', 'navPerUnit', { fundName, navPerUnit: 1.00001 });
    await refused('UNKNOWN_REFERENCE', 'fundName', { fundName: 'NONE' });
  });
});

it('a late value redeems no units that were bought at the value of a later day', async () => {
  const fundName = await app.fund();
  const customer = await app.holder(fundName, 10_000);
  const order = { fundName, customerId: customer.id };
  const all = await app.order({ ...order, transType: 'REDEMPTION', allUnits: true });
  await app.nextDay();
  const account = '/api/v1/finance/cash-transaction';
  const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 1_000 };
  const made = await app.as('CLIENT').post(`${account}/create`, body);
  await app.as('CLIENT').put(`${account}/post/id/${made.body.id}`);
  await app.order({ ...order, transType: 'SUBSCRIPTION', amount: 1_000 });
  await app.value(fundName, 100);
  await app.value(fundName, 110, all.body.result.dealingDate);
  assert.equal((await app.holding(customer)).units, 10);
  assert.equal(await app.balanceOf(customer.accountId), 1_100_000n);
});

it('a repeated key enters one value', async () => {
  const fundName = await app.fund();
  const key = { 'idempotency-key': 'fund-value-00000001' };
  const body = { fundName, navPerUnit: 1 };
  const first = await admin().post(CREATE, body, key);
  const second = await admin().post(CREATE, body, key);
  assert.deepEqual([second.status, second.body.id], [201, first.body.id]);
});

it('a dry run of an approval shows what it would deal, and deals nothing', async () => {
  const fundName = await app.fund();
  const customer = await app.depositor(100_000n);
  const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 100 };
  const order = await app.order(body);
  const { id } = (await admin().post(CREATE, { fundName, navPerUnit: 1 })).body;
  const dry = await checker().put(`${APPROVE}/${id}`, undefined, { prefer: 'dry-run' });
  assert.deepEqual([dry.status, dry.body.ordersDealt], [200, 1], dry.text);
  const path = `${API}/fundtransaction/id/${order.body.id}`;
  assert.equal((await admin().get(path)).body.status, 'APPROVED');
  await checker().put(`${APPROVE}/${id}`);
  assert.equal((await admin().get(path)).body.status, 'EXECUTED');
});

it('concurrent entries for one day: one is stored', async () => {
  const fundName = await app.fund();
  const replies = await Promise.all(
    [1, 2, 3, 4].map((navPerUnit) => admin().post(CREATE, { fundName, navPerUnit })),
  );
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [201, 409, 409, 409]);
});

it('funds are listed with everything that an order depends on', async () => {
  const fundName = await app.fund({
    exit_fees: [{ belowDays: 90, percent: '1' }, { percent: '0' }],
  });
  const { result, count } = (await app.as('CLIENT').get(`${API}/fund/list/active?s=500`)).body;
  assert.equal(result.length, count);
  const fund = result.find((one: { name: string }) => one.name === fundName);
  assert.equal(fund.cutOffTime, '14:00');
  assert.equal(fund.exitFees.length, 2);
  assert.equal(fund.subscriptionAllowed, true);
  const inactive = await app.fund({ active: false });
  const order = { fundName: inactive, customerId: app.rich.id, amount: 1 };
  assert.equal((await app.as('CLIENT').post(SUBSCRIBE, order)).body.msgCode, 'UNKNOWN_REFERENCE');
});
