// Fund orders as clients of the original API send and read them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from './app.js';
import { API, type FundApp, MONDAY, SUBMIT, SUBSCRIBE, startFundApp } from './fund-app.js';

const LEGACY = '/ebclient/rest/api/v1/order/fundtransaction';

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

const client = () => app.as('CLIENT');
const read = async (id: number) => (await client().get(`${API}/fundtransaction/id/${id}`)).body;

/** Opens a portfolio for a customer and returns its record. */
async function portfolioOf(customer: Depositor, label = 'Savings'): Promise<Json> {
  const body = { customerId: customer.id, label };
  const reply = await app.as('OPERATIONS').post(`${API}/portfolio/create`, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
}

/** Buys units for a portfolio at 100 and moves to the next day. */
async function buy(fundName: string, portfolioName: string, amount: number): Promise<void> {
  await app.order({ transType: 'SUBSCRIPTION', fundName, portfolioName, amount });
}

async function ordersOf(customer: Depositor): Promise<Json[]> {
  const path = `${API}/fundtransaction/customer/list?c=${customer.id}`;
  return (await client().get(path)).body.result;
}

describe('a subscription that names a portfolio and no customer', () => {
  it('belongs to the owner of the portfolio, whose id may be a string', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(10_000_000n);
    const portfolio = await portfolioOf(customer, 'Pension pot');
    const made = await client().post(SUBSCRIBE, {
      ...{ portfolioId: String(portfolio.id), fundName, transType: 'SUBSCRIPTION' },
      ...{ amount: '60000.00', currency: 'ngn', description: 'Monthly plan' },
      transactionDate: `${MONDAY}T10:00:00.000Z`,
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.warnings, undefined);
    const { result } = made.body;
    assert.deepEqual(
      [result.customerId, result.portfolioId, result.portfolioName, result.portfolioLabel],
      [customer.id, portfolio.id, portfolio.name, 'Pension pot'],
    );
    assert.deepEqual(
      [result.orderBase, result.transAmount, result.transUnits],
      ['VALUE', 60_000, undefined],
    );
    assert.equal(result.transactionDate, `${MONDAY}T10:00:00.000Z`);
    assert.equal(result.description, 'Monthly plan');
    const [listed] = await ordersOf(customer);
    assert.equal(listed?.portfolioLabel, 'Pension pot');
    assert.deepEqual(await read(made.body.id), result);
  });

  it('has its description on the ledger line', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(1_000_000n);
    const made = await app.order({
      ...{ transType: 'SUBSCRIPTION', fundName, customerId: customer.id, transAmount: 700 },
      description: 'School fees',
    });
    await app.value(fundName, 10);
    const path = `/api/v1/finance/filedger/list/account/id?a=${customer.accountId}`;
    const { result } = (await app.as('FINANCE').get(path)).body;
    const line = result.find((one: Json) => one.debitAmount === 700);
    const { name } = made.body.result;
    assert.match(JSON.stringify(line), new RegExp(`Subscription to ${fundName} ${name}: School`));
  });

  it('is refused for a portfolio that does not exist or that the caller cannot see', async () => {
    const fundName = await app.fund();
    const hidden = await portfolioOf(app.stranger);
    const bound = app.asOffice('CLIENT', [app.officeId]);
    const body = { transType: 'SUBSCRIPTION', fundName, amount: 10 };
    for (const [named, member] of [
      [{ portfolioId: hidden.id }, 'portfolioId'],
      [{ portfolioName: hidden.name }, 'portfolioName'],
      [{ portfolioName: 'NONE' }, 'portfolioName'],
      [{ portfolioName: hidden.name, customerId: app.rich.id }, 'portfolioName'],
    ] as const) {
      const reply = await bound.post(SUBMIT, { ...body, ...named });
      const shown = [reply.status, reply.body.msgCode, reply.body.errors[0].pointer];
      assert.deepEqual(shown, [422, 'UNKNOWN_REFERENCE', `/${member}`]);
    }
  });

  it('is refused with a customer who does not own the portfolio', async () => {
    const fundName = await app.fund();
    const { id } = await portfolioOf(await app.depositor(1_000_000n));
    const body = { transType: 'SUBSCRIPTION', fundName, amount: 10, portfolioId: id };
    for (const named of [{ customerId: app.rich.id }, { customerName: app.rich.name }]) {
      const reply = await client().post(SUBMIT, { ...body, ...named });
      const shown = [reply.status, reply.body.msgCode, reply.body.errors[0].pointer];
      assert.deepEqual(shown, [422, 'REFERENCE_MISMATCH', `/${Object.keys(named)[0]}`]);
    }
  });
});

describe('a redemption as clients of the original send it', () => {
  it("shows 120 units at 100 with a penalty of 0.5 % under the client's names", async () => {
    const fundName = await app.fund({
      ...{ minimum_holding_days: 90, early_redemption_percent: '0.5' },
    });
    const customer = await app.depositor(10_000_000n);
    const portfolio = await portfolioOf(customer);
    await buy(fundName, portfolio.name, 50_000);
    await app.value(fundName, 100);
    await app.nextDay();
    const made = await client().post(SUBMIT, {
      ...{ portfolioId: portfolio.id, portfolioName: portfolio.name, fundName },
      ...{ transType: 'REDEMPTION', orderBase: 'QUANTITY', transUnits: 120, transAmount: 12_345 },
      ...{ cashAccountControlId: 0, signature: 'x', estimatedAmount: 1, marketPrice: 100 },
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.warnings, undefined);
    assert.deepEqual([made.body.result.units, made.body.result.amount], [120, undefined]);
    await app.as('APPROVER').put(`${API}/fundtransaction/approve/id/${made.body.id}`);
    await app.value(fundName, 100);
    const done = await read(made.body.id);
    assert.deepEqual(
      [done.orderBase, done.transUnits, done.unitPrice, done.transPrice, done.transAmount],
      ['QUANTITY', 120, 100, 100, 12_000],
    );
    assert.deepEqual(
      [done.transValue, done.transPenalty, done.transConsideration],
      [12_000, 60, 11_940],
    );
  });

  it('uses the only portfolio with units if none is named', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(10_000_000n);
    const [first, second] = [await portfolioOf(customer), await portfolioOf(customer)];
    await buy(fundName, second.name, 900);
    await app.value(fundName, 10);
    await app.nextDay();
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, transUnits: 30 };
    const made = await client().post(SUBMIT, body);
    assert.equal(made.body.result?.portfolioName, second.name, made.text);
    assert.equal((await app.holding(customer)).heldUnits, 30);

    await buy(fundName, first.name, 400);
    await app.value(fundName, 10);
    await app.nextDay();
    const refused = await client().post(SUBMIT, { ...body, transUnits: 31 });
    assert.deepEqual([refused.status, refused.body.msgCode], [422, 'FUND_HOLDING_AMBIGUOUS']);
    assert.deepEqual(refused.body.msgArgs, [first.name, second.name]);
    assert.equal(refused.body.errors[0].pointer, '/portfolioName');
    const named = await client().post(SUBMIT, { ...body, portfolioId: first.id });
    assert.equal(named.body.result?.portfolioName, first.name, named.text);
  });

  it('uses units outside portfolios if none is named and there are any', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(1_000_000n);
    await app.order({ transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 800 });
    const portfolio = await portfolioOf(customer);
    await buy(fundName, portfolio.name, 70);
    await app.value(fundName, 10);
    await app.nextDay();
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, units: 8 };
    const made = await client().post(SUBMIT, body);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.result.portfolioName, undefined);
  });
});

describe('the currency of an order', () => {
  it("that is not the fund's is refused, and nothing is held or stored", async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(100_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 400 };
    const reply = await client().post(SUBMIT, { ...body, currency: 'USD' });
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'CURRENCY_MISMATCH']);
    assert.equal(reply.body.errors[0].pointer, '/currency');
    assert.deepEqual(await ordersOf(customer), []);
    const path = `/api/v1/finance/account/customer/id/${customer.id}`;
    assert.equal((await client().get(path)).body.result[0].availableBalance, 1_000);
  });
});

describe('a warning', () => {
  const submit = async (more: object) => {
    const fundName = await app.fund();
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: app.rich.id, ...more };
    const reply = await client().post(SUBMIT, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };

  it("names units that are only an estimate beside a subscription's amount", async () => {
    const { warnings, result } = await submit({ transAmount: 640, transUnits: 6.4 });
    assert.deepEqual([result.amount, result.units], [640, undefined]);
    const [{ code, pointer }] = warnings;
    assert.deepEqual([code, pointer, warnings.length], ['MEMBER_IGNORED', '/transUnits', 1]);
  });

  it('names a transaction date that is not the order date; the dealing date stays', async () => {
    const today = (await submit({ amount: 10 })).result.orderDate;
    const body = await submit({ amount: 10, transactionDate: '2031-07-09T08:00:00Z' });
    const [{ code, pointer }] = body.warnings;
    assert.deepEqual([code, pointer], ['MEMBER_IGNORED', '/transactionDate']);
    assert.deepEqual([body.result.orderDate, body.result.dealingDate], [today, today]);
    assert.equal(body.result.transactionDate, '2031-07-09T08:00:00.000Z');
  });

  it('is absent for zeros and for the same value under both names', async () => {
    const zeros = { cashAccountControlId: 0, transUnits: 0, units: '0' };
    const body = await submit({ amount: 33, transAmount: '33.00', ...zeros });
    assert.equal(body.warnings, undefined);
  });
});

it('two different values under both names are refused', async () => {
  const fundName = await app.fund();
  const body = { transType: 'SUBSCRIPTION', fundName, customerId: app.rich.id, amount: 5 };
  const reply = await client().post(SUBMIT, { ...body, transAmount: 6 });
  assert.deepEqual([reply.status, reply.body.errors[0].pointer], [400, '/transAmount']);
  const long = await client().post(SUBMIT, { ...body, description: 'x'.repeat(4_001) });
  assert.deepEqual([long.status, long.body.errors[0].pointer], [400, '/description']);
});

describe('POST instead of PUT', () => {
  for (const path of ['post', 'post/id']) {
    it(`posts on ${path}, on both mounts`, async () => {
      const fundName = await app.fund({ deals_on_approval: false });
      const portfolio = await portfolioOf(await app.depositor(10_000_000n));
      const body = { transType: 'SUBSCRIPTION', fundName, portfolioId: portfolio.id, amount: 90 };
      const made = await client().post(`${LEGACY}/submit/get-cash-account`, body);
      assert.equal(made.status, 200, made.text);
      const id = made.body.msgCode;
      const approved = await client().post(`${API}/fundtransaction/${path}/${id}`);
      assert.equal(approved.body.result?.status, 'APPROVED', approved.text);
      await app.value(fundName, 10);
      const done = await client().post(`${LEGACY}/${path}/${id}`);
      assert.deepEqual([done.status, done.body.success], [200, true], done.text);
      assert.equal((await read(id)).status, 'EXECUTED');
      const again = await client().post(`${LEGACY}/${path}/${id}`);
      assert.deepEqual([again.body.success, again.body.msgArgs], [false, ['EXECUTED']]);
    });
  }
});

it('the control account of a fund is shown to a caller who sees one of them', async () => {
  const fundName = await app.fund();
  const order = { transType: 'SUBSCRIPTION', fundName, amount: 40 };
  await app.order({ ...order, customerId: app.rich.id });
  await app.order({ ...order, customerId: app.stranger.id });
  await app.value(fundName, 4);
  const accounts = await app.db.query<{ id: bigint; office_id: bigint }>(sql`
    select id, office_id from account where acct_type = ${`FUND:CONTROL:${fundName}`}`);
  const fundAs = async (caller: ReturnType<typeof client>) => {
    const { result } = (await caller.get(`${API}/fund/list/active?s=500`)).body;
    const { id } = result.find((one: Json) => one.name === fundName);
    return (await caller.get(`${API}/fund/id/${id}`)).body;
  };
  assert.equal(accounts.length, 2);
  assert.equal((await fundAs(client())).cashAccountControlId, undefined);
  const ours = accounts.find((account) => account.office_id === app.officeId);
  const bound = await fundAs(app.asOffice('CLIENT', [app.officeId]));
  assert.equal(bound.cashAccountControlId, Number(ours?.id));
});

it('a fund shows its value and state under the names of the original', async () => {
  const open = await app.fund();
  const closed = await app.fund({ open_for_subscription: false });
  await app.holder(open, 500, 12.5);
  const { result } = (await client().get(`${API}/fund/list/active?s=500`)).body;
  const fundOf = (name: string) => result.find((one: Json) => one.name === name);
  const fund = fundOf(open);
  assert.deepEqual(
    [fund.currentValue, fund.currentValueDate, fund.currOutstandQuant],
    [12.5, fund.navDate, 40],
  );
  assert.deepEqual(
    [fund.baseCurrency, fund.instrumentType, fund.assetCategory, fund.fundState],
    ['NGN', 'FUND', 'EQUITY', 'OPEN'],
  );
  assert.deepEqual([fund.index, fund.marginable], [false, false]);
  const [control] = await app.db.query<{ id: bigint }>(sql`
    select id from account where acct_type = ${`FUND:CONTROL:${open}`}`);
  assert.equal(fund.cashAccountControlId, Number(control?.id));
  assert.equal(fundOf(closed).cashAccountControlId, undefined);
  assert.equal(fundOf(closed).fundState, 'CLOSED');
  assert.equal(fundOf(closed).currentValue, undefined);
});
