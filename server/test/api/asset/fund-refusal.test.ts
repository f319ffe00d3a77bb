// Refused fund orders, and concurrent orders.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import {
  API,
  type FundApp,
  SUBMIT,
  SUBSCRIBE,
  selectRegisterFaults,
  startFundApp,
} from './fund-app.js';

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

const client = () => app.as('CLIENT');
const checker = () => app.as('APPROVER');
const read = async (id: number) => (await client().get(`${API}/fundtransaction/id/${id}`)).body;
const available = async (customerId: number) => {
  const reply = await client().get(`/api/v1/finance/account/customer/id/${customerId}`);
  return reply.body.result[0];
};

describe('400', () => {
  const refuses = (member: string, body: object, path = SUBMIT) =>
    it(`${member}: ${JSON.stringify(body)}`, async () => {
      const reply = await client().post(path, {
        transType: 'SUBSCRIPTION',
        fundName: 'F1',
        customerId: app.rich.id,
        ...body,
      });
      assert.equal(reply.status, 400, reply.text);
      assert.equal(reply.body.errors[0].pointer, `/${member}`);
    });
  refuses('id', { id: 7, amount: 1 });
  refuses('transType', { transType: '', amount: 1 });
  refuses('transType', { transType: 'SWITCH', amount: 1 });
  refuses('transType', { transType: 'REDEMPTION', amount: 1 }, SUBSCRIBE);
  refuses('amount', {});
  refuses('units', { amount: 1, units: 1 });
  refuses('allUnits', { allUnits: true });
  refuses('fundName', { fundName: '', amount: 1 });
  refuses('customerId', { customerId: 0, amount: 1 });
});

it('401 without credentials', async () => {
  assert.equal((await app.as('NOBODY').post(SUBMIT, {})).status, 401);
});

describe('403', () => {
  it('refuses a role without the permission', async () => {
    assert.equal((await app.as('AUDITOR').post(SUBMIT, { amount: 1 })).status, 403);
    const approve = await app.as('OPERATIONS').put(`${API}/fundtransaction/approve/id/1`);
    assert.equal(approve.status, 403);
  });

  it('refuses a maker who approves or rejects with OWN_WORK', async () => {
    const fundName = await app.fund();
    const body = { fundName, customerId: app.rich.id, amount: 1_000 };
    const { id } = (await client().post(SUBSCRIBE, body)).body;
    for (const verb of ['approve', 'reject']) {
      const reply = await client().put(`${API}/fundtransaction/${verb}/id/${id}`);
      assert.deepEqual([reply.status, reply.body.msgCode], [403, 'OWN_WORK']);
    }
  });
});

it('404 for an unknown order, and for one of another office', async () => {
  const fundName = await app.fund();
  const body = { fundName, customerId: app.stranger.id, amount: 1_000 };
  const { id } = (await client().post(SUBSCRIBE, body)).body;
  const bound = app.asOffice('CLIENT', [app.officeId]);
  for (const [caller, wanted] of [
    [client(), 999_999],
    [bound, id],
  ] as const) {
    assert.equal((await caller.get(`${API}/fundtransaction/id/${wanted}`)).status, 404);
    assert.equal((await caller.put(`${API}/fundtransaction/post/${wanted}`)).status, 404);
    assert.equal((await caller.delete(`${API}/fundtransaction/delete/id/${wanted}`)).status, 404);
  }
  const submitted = await bound.post(SUBSCRIBE, body);
  assert.deepEqual([submitted.status, submitted.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
});

describe('409', () => {
  it('names the current state', async () => {
    const fundName = await app.fund();
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: app.rich.id, amount: 1_000 };
    const { id } = (await app.order(body)).body;
    for (const reply of [
      await client().delete(`${API}/fundtransaction/delete/id/${id}`),
      await checker().put(`${API}/fundtransaction/approve/id/${id}`),
    ]) {
      assert.equal(reply.status, 409);
      assert.equal(reply.body.msgCode, 'FUND_TRANSACTION_WRONG_STATE');
      assert.deepEqual(reply.body.msgArgs, ['APPROVED']);
    }
  });

  it('for a maker who posts without the right to approve', async () => {
    const fundName = await app.fund();
    const body = { fundName, customerId: app.rich.id, amount: 1_000 };
    const operations = app.as('OPERATIONS');
    const { id } = (await operations.post(SUBSCRIBE, body)).body;
    const posted = await operations.put(`${API}/fundtransaction/post/${id}`);
    assert.deepEqual([posted.status, posted.body.msgArgs], [409, ['PENDING']]);
  });

  it('412 if the order has changed since it was read', async () => {
    const fundName = await app.fund();
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: app.rich.id, amount: 1_000 };
    const { id } = (await app.order(body)).body;
    const stale = { 'if-match': '"1"' };
    const reply = await client().put(`${API}/fundtransaction/post/${id}`, undefined, stale);
    assert.equal(reply.status, 412);
  });
});

describe('422', () => {
  const refused = async (code: string, member: string | undefined, body: object) => {
    const reply = await client().post(SUBMIT, {
      transType: 'SUBSCRIPTION',
      customerId: app.rich.id,
      ...body,
    });
    assert.deepEqual([reply.status, reply.body.msgCode], [422, code], reply.text);
    if (member !== undefined) assert.equal(reply.body.errors[0].pointer, `/${member}`);
  };

  it('an unknown fund, and names of two different funds', async () => {
    const fundName = await app.fund();
    await refused('UNKNOWN_REFERENCE', 'fundName', { fundName: 'NONE', amount: 1 });
    await refused('UNKNOWN_REFERENCE', 'fundId', { fundId: 999, amount: 1 });
    const { result } = (await client().get(`${API}/fund/list/active?s=500`)).body;
    const fund = result.find((one: { name: string }) => one.name === fundName);
    const wrong = { fundId: fund.id, fundName: 'OTHER', amount: 1 };
    await refused('REFERENCE_MISMATCH', 'fundName', wrong);
  });

  it('zero amounts, and too many decimals', async () => {
    const fundName = await app.fund();
    await refused('AMOUNT_NOT_POSITIVE', 'amount', { fundName, amount: 0 });
    await refused('AMOUNT_NOT_POSITIVE', 'amount', { fundName, amount: -5 });
    await refused('TOO_MANY_DECIMALS', 'amount', { fundName, amount: 1.001 });
    await refused('TOO_MANY_DECIMALS', 'units', { fundName, units: 1.00001 });
  });

  it('less than the minimum first and further subscription', async () => {
    const fundName = await app.fund({ minimum_first_minor: 100_000n, minimum_next_minor: 50_000n });
    await refused('FUND_MINIMUM', 'amount', { fundName, amount: 999.99 });
    const customer = await app.holder(fundName, 1_000);
    await refused('FUND_MINIMUM', 'amount', { fundName, customerId: customer.id, amount: 499.99 });
  });

  it('a redemption that leaves less than the minimum holding', async () => {
    const fundName = await app.fund({ minimum_holding_units: '5' });
    const customer = await app.holder(fundName, 1_000);
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id };
    await refused('FUND_MINIMUM', 'units', { ...body, units: 6 });
    await refused('FUND_MINIMUM', 'amount', { ...body, amount: 600 });
    await app.order({ ...body, units: 5 });
    await app.order({ ...body, allUnits: true });
  });

  it('a closed fund', async () => {
    const fundName = await app.fund({ open_for_subscription: false, open_for_redemption: false });
    await refused('FUND_CLOSED', 'transType', { fundName, amount: 1 });
    await refused('FUND_CLOSED', 'transType', { transType: 'REDEMPTION', fundName, units: 1 });
  });

  it('an estimate without a fresh value', async () => {
    const fundName = await app.fund({ nav_stale_days: 0 });
    await refused('FUND_NAV_STALE', 'fundName', { fundName, units: 1 });
    await app.value(fundName, 100);
    await app.nextDay();
    await refused('FUND_NAV_STALE', 'fundName', { fundName, units: 1 });
    await refused('FUND_NAV_STALE', 'fundName', { transType: 'REDEMPTION', fundName, amount: 1 });
  });

  it('more units than are available, and no units', async () => {
    const fundName = await app.fund();
    const customer = await app.holder(fundName, 1_000);
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id };
    await refused('INSUFFICIENT_UNITS', 'units', { ...body, units: 10.0001 });
    await refused('INSUFFICIENT_UNITS', 'amount', { ...body, amount: 1_000.01 });
    await app.order({ ...body, units: 4 });
    await refused('INSUFFICIENT_UNITS', 'units', { ...body, units: 6.0001 });
    const unheld = { ...body, customerId: app.rich.id };
    await refused('INSUFFICIENT_UNITS', 'allUnits', { ...unheld, allUnits: true });
  });

  it('insufficient funds', async () => {
    const fundName = await app.fund();
    const body = { fundName, customerId: app.poor.id, amount: 100.01 };
    await refused('INSUFFICIENT_FUNDS', undefined, body);
  });

  it("another customer's account, and one of another currency", async () => {
    const fundName = await app.fund();
    const other = Number(app.poor.accountId);
    await refused('UNKNOWN_REFERENCE', 'cashAccountId', {
      fundName,
      amount: 1,
      cashAccountId: other,
    });
    const dollars = await app.fund({ currency: 'USD' });
    await refused('UNKNOWN_REFERENCE', 'cashAccountId', { fundName: dollars, amount: 1 });
    await refused('UNKNOWN_REFERENCE', 'portfolioName', {
      fundName,
      amount: 1,
      portfolioName: 'X',
    });
  });
});

it('a repeated key creates one order with one hold', async () => {
  const fundName = await app.fund();
  const customer = await app.depositor(100_000n);
  const body = { fundName, customerId: customer.id, amount: 600 };
  const key = { 'idempotency-key': 'fund-subscription-0001' };
  const first = await client().post(SUBSCRIBE, body, key);
  const second = await client().post(SUBSCRIBE, body, key);
  assert.equal(second.body.id, first.body.id);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal((await available(customer.id)).availableBalance, 400);
});

it('a dry run replies with the order and holds nothing', async () => {
  const fundName = await app.fund();
  const customer = await app.depositor(100_000n);
  const body = { fundName, customerId: customer.id, amount: 600 };
  const reply = await client().post(SUBSCRIBE, body, { prefer: 'dry-run' });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.result.heldAmount, 600);
  assert.equal(reply.body.id, undefined);
  assert.equal((await available(customer.id)).availableBalance, 1_000);
});

describe('at once', () => {
  it('of two redemptions of all units, one succeeds', async () => {
    const fundName = await app.fund();
    const customer = await app.holder(fundName, 1_000);
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, allUnits: true };
    const replies = await Promise.all([1, 2, 3, 4].map(() => client().post(SUBMIT, body)));
    const codes = replies.map((reply) => reply.body.msgCode).sort();
    assert.deepEqual(codes, ['FUND_TRANSACTION_SUBMITTED', ...Array(3).fill('INSUFFICIENT_UNITS')]);
    assert.equal((await app.holding(customer)).heldUnits, 10);
  });

  it('of two subscriptions of all money, one succeeds', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(100_000n);
    const body = { fundName, customerId: customer.id, amount: 1_000 };
    const replies = await Promise.all([1, 2, 3, 4].map(() => client().post(SUBSCRIBE, body)));
    assert.equal(replies.filter((reply) => reply.status === 201).length, 1);
    assert.equal((await available(customer.id)).availableBalance, 0);
  });

  it('of several posts of one order with an available value, one deals it', async () => {
    const fundName = await app.fund({ deals_on_approval: false });
    const customer = await app.depositor(100_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 1_000 };
    const { id } = (await app.order(body)).body;
    await app.value(fundName, 100);
    const posts = [1, 2, 3, 4].map(() => client().put(`${API}/fundtransaction/post/${id}`));
    const statuses = (await Promise.all(posts)).map((reply) => reply.status).sort();
    assert.deepEqual(statuses, [200, 409, 409, 409]);
    assert.equal((await app.bookedBy(fundName, id)).length, 2);
  });

  it('approvals during the entry of a value deal each order or postpone it', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(1_000_000n);
    const ids: number[] = [];
    for (let amount = 101; amount <= 108; amount += 1) {
      const body = { fundName, customerId: customer.id, amount };
      ids.push((await client().post(SUBSCRIBE, body)).body.id);
    }
    const today = (await read(ids[0] ?? 0)).dealingDate;
    await Promise.all([
      app.value(fundName, 100),
      ...ids.map((id) => checker().put(`${API}/fundtransaction/approve/id/${id}`)),
    ]);
    for (const id of ids) {
      const order = await read(id);
      assert.equal(order.status, order.dealingDate === today ? 'EXECUTED' : 'APPROVED');
    }
  });
});

it('afterwards the books balance, and every register is the sum of its holdings', async () => {
  assert.deepEqual(await selectRegisterFaults(app.db), []);
  const { holds, invariants } = await checkIntegrity({ db: app.db });
  assert.ok(
    holds,
    invariants
      .filter((one) => !one.holds)
      .map((one) => one.name)
      .join(),
  );
});
