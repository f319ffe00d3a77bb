// Subscriptions and redemptions over HTTP: amounts to the kobo, units and states.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import { toFirm } from './app.js';
import {
  API,
  type FundApp,
  MONDAY,
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

describe('a subscription', () => {
  it('of 250,000.00 at 127.4583 gives 1,961.4258 units', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(30_000_000n);
    const made = await client().post(SUBSCRIBE, {
      transType: 'SUBSCRIPTION',
      fundName,
      customerId: customer.id,
      amount: '250000.00',
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.msgCode, 'FUND_TRANSACTION_SUBMITTED');
    assert.equal(made.body.cashAccountId, Number(customer.accountId));
    assert.equal(made.headers.get('location'), `${API}/fundtransaction/id/${made.body.id}`);
    const { result } = made.body;
    assert.equal(result.status, 'PENDING');
    assert.equal(result.dealingDate, MONDAY);
    assert.equal(result.label, `SUBSCRIPTION ${fundName} NGN 250,000.00`);
    assert.equal((await available(customer.id)).availableBalance, 50_000);
    const approved = await checker().put(`${API}/fundtransaction/approve/id/${made.body.id}`);
    assert.equal(approved.body.result.status, 'APPROVED');

    const valued = await app.value(fundName, 127.4583);
    assert.equal(valued.body.ordersDealt, 1);
    const done = await read(made.body.id);
    assert.equal(done.status, 'EXECUTED');
    assert.equal(done.executedUnits, 1961.4258);
    assert.equal(done.price, 127.4583);
    assert.equal(done.netAmount, 250_000);
    assert.equal(done.heldAmount, undefined);
    assert.deepEqual(await app.bookedBy(fundName, made.body.id), [
      ['CUSTOMER_CASH', 25_000_000n],
      [`FUND:CONTROL:${fundName}`, -25_000_000n],
    ]);
    assert.equal(await app.balanceOf(customer.accountId), 5_000_000n);
    assert.equal((await available(customer.id)).availableBalance, 50_000);
    const holding = await app.holding(customer);
    assert.equal(holding.units, 1961.4258);
    assert.equal(holding.value, 250_000);
  });

  it('takes an entry fee and the offer spread', async () => {
    const fundName = await app.fund({ entry_fee: '1.5', offer_spread: '1' });
    const customer = await app.depositor(20_000_000n);
    const made = await app.order({
      transType: 'SUBSCRIPTION',
      fundName,
      customerId: customer.id,
      amount: 100_000,
    });
    await app.value(fundName, 100);
    const done = await read(made.body.id);
    assert.deepEqual(
      [done.price, done.executedUnits, done.grossAmount, done.feeAmount, done.netAmount],
      [101, 975.2475, 98_500, 1_500, 100_000],
    );
    assert.deepEqual(await app.bookedBy(fundName, made.body.id), [
      ['CUSTOMER_CASH', 10_000_000n],
      [`FUND:CONTROL:${fundName}`, -9_850_000n],
      ['INC:FEES', -150_000n],
      ...toFirm(150_000n),
    ]);
  });

  it('by units holds a margin above the cost, and releases the excess', async () => {
    const fundName = await app.fund();
    const first = await app.holder(fundName, 1_000);
    const customer = await app.depositor(2_000_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, units: 100 };
    const made = await app.order(body);
    assert.equal(made.body.result.heldAmount, 11_000);
    await app.value(fundName, 105.5);
    const done = await read(made.body.id);
    assert.equal(done.netAmount, 10_550);
    assert.equal((await available(customer.id)).availableBalance, 9_450);
    assert.equal((await app.holding(first)).units, 10);
  });

  it('by units is rejected at its price if it costs more than was on hold', async () => {
    const fundName = await app.fund({ price_margin: '1' });
    await app.holder(fundName, 1_000);
    const customer = await app.depositor(2_000_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, units: 100 };
    const made = await app.order(body);
    await app.value(fundName, 102);
    const done = await read(made.body.id);
    assert.equal(done.status, 'REJECTED');
    assert.match(done.reason, /cost more/);
    assert.equal((await available(customer.id)).availableBalance, 20_000);
  });
});

describe('a redemption', () => {
  it('of 500 units at 127.4583 pays 63,091.86 after an exit fee of 1 %', async () => {
    const fundName = await app.fund({ exit_fees: [{ belowDays: 90, percent: '1' }] });
    const customer = await app.holder(fundName, 250_000, 127.4583);
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, units: 500 };
    const made = await app.order(body);
    assert.equal(made.body.result.heldUnits, 500);
    assert.equal((await app.holding(customer)).availableUnits, 1461.4258);
    await app.value(fundName, 127.4583);
    const done = await read(made.body.id);
    assert.deepEqual(
      [done.grossAmount, done.feeAmount, done.penaltyAmount, done.netAmount],
      [63_729.15, 637.29, 0, 63_091.86],
    );
    assert.deepEqual(await app.bookedBy(fundName, made.body.id), [
      ['CUSTOMER_CASH', -6_309_186n],
      [`FUND:CONTROL:${fundName}`, 6_372_915n],
      ['INC:FEES', -63_729n],
      ...toFirm(63_729n),
    ]);
    assert.equal(await app.balanceOf(customer.accountId), 6_309_186n);
    const holding = await app.holding(customer);
    assert.deepEqual([holding.units, holding.heldUnits], [1461.4258, 0]);
  });

  it('sells the oldest lots first, each with its own fee and penalty', async () => {
    const fundName = await app.fund({
      exit_fees: [{ belowDays: 30, percent: '2' }],
      minimum_holding_days: 30,
      early_redemption_percent: '1',
    });
    const customer = await app.holder(fundName, 10_000);
    const date = await app.nextDay();
    await app.setDate(`${Number(date.slice(0, 4)) + 1}-02-03`);
    const more = await app.as('ADMIN').post('/api/v1/finance/cash-transaction/create', {
      transType: 'RECEIPT',
      cashAccountId: Number(customer.accountId),
      amount: 5_000,
      currency: 'NGN',
    });
    assert.equal(more.status, 201, more.text);
    await app.as('ADMIN').put(`/api/v1/finance/cash-transaction/post/id/${more.body.id}`);
    const subscription = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id };
    await app.order({ ...subscription, amount: 5_000 });
    await app.value(fundName, 100);
    await app.nextDay();
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, units: 120 };
    const made = await app.order(body);
    await app.value(fundName, 100);
    const done = await read(made.body.id);
    assert.deepEqual(
      [done.grossAmount, done.feeAmount, done.penaltyAmount, done.netAmount],
      [12_000, 40, 20, 11_940],
    );
  });

  it('of all units leaves no small remainder, whatever the price', async () => {
    const fundName = await app.fund();
    const customer = await app.holder(fundName, 10_000, 33.3333);
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, allUnits: true };
    const made = await app.order(body);
    await app.value(fundName, 41.7777);
    const done = await read(made.body.id);
    assert.equal(done.status, 'EXECUTED');
    const holding = await app.holding(customer);
    assert.deepEqual([holding.units, holding.heldUnits, holding.active], [0, 0, false]);
  });

  it('by amount pays that amount, for units rounded up', async () => {
    const fundName = await app.fund();
    const customer = await app.holder(fundName, 250_000, 127.4583);
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, amount: 100_000 };
    const made = await app.order(body);
    assert.equal(made.body.result.heldUnits, 863.0275);
    await app.value(fundName, 127.4583);
    const done = await read(made.body.id);
    assert.deepEqual([done.netAmount, done.executedUnits], [100_000, 784.5704]);
    assert.equal((await app.holding(customer)).units, 1176.8554);
  });

  it('by amount is rejected at its price if it needs more units than were on hold', async () => {
    const fundName = await app.fund({ price_margin: '0' });
    const customer = await app.holder(fundName, 10_000);
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, amount: 5_000 };
    const made = await app.order(body);
    await app.value(fundName, 90);
    assert.equal((await read(made.body.id)).status, 'REJECTED');
    const holding = await app.holding(customer);
    assert.deepEqual([holding.units, holding.availableUnits], [100, 100]);
  });
});

describe('forward pricing', () => {
  it('an order past the cut-off waits for the next dealing day', async () => {
    const back = await app.nextDay();
    await app.setDate('2026-01-09');
    const fundName = await app.fund();
    const made = await client().post(SUBSCRIBE, {
      fundName,
      customerId: app.rich.id,
      amount: 10_000,
    });
    assert.equal(made.body.result.orderDate, '2026-01-09');
    assert.equal(made.body.result.dealingDate, '2026-01-12');
    await client().delete(`${API}/fundtransaction/delete/id/${made.body.id}`);
    await app.setDate(back);
  });

  it('an order after the value was entered joins the next day', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(2_000_000n);
    const today = await app.nextDay();
    const entry = await app
      .as('ADMIN')
      .post(`${API}/fund/nav/create`, { fundName, navPerUnit: 10 });
    assert.equal(entry.status, 201);
    const body = { fundName, customerId: customer.id, amount: 10_000 };
    const made = await client().post(SUBSCRIBE, body);
    assert.ok(made.body.result.dealingDate > today);
  });

  it('an order approved after the value was entered joins the next day', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(2_000_000n);
    const body = { fundName, customerId: customer.id, amount: 10_000 };
    const made = await client().post(SUBSCRIBE, body);
    const first = made.body.result.dealingDate;
    const valued = await app.value(fundName, 10);
    assert.equal(valued.body.ordersDealt, 0);
    const approved = await checker().put(`${API}/fundtransaction/approve/id/${made.body.id}`);
    assert.ok(approved.body.result.dealingDate > first);
  });

  it('a stale value deals nothing: the order waits, and may be rejected', async () => {
    const fundName = await app.fund({ nav_stale_days: 1 });
    const customer = await app.depositor(2_000_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 10_000 };
    const made = await app.order(body);
    for (let day = 0; day < 4; day += 1) await app.nextDay();
    const valued = await app.value(fundName, 10, made.body.result.dealingDate);
    assert.equal(valued.body.ordersDealt, 0);
    const posted = await client().put(`${API}/fundtransaction/post/${made.body.id}`);
    assert.equal(posted.status, 409);
    assert.deepEqual(posted.body.msgArgs, ['APPROVED']);
    const rejected = await checker().put(`${API}/fundtransaction/reject/id/${made.body.id}`);
    assert.equal(rejected.body.result.status, 'REJECTED');
    assert.equal((await available(customer.id)).availableBalance, 20_000);
  });
});

describe('posting', () => {
  it('by the maker below the threshold approves, then waits, deals or is refused', async () => {
    const fundName = await app.fund({ deals_on_approval: false });
    const customer = await app.depositor(2_000_000n);
    const body = { fundName, customerId: customer.id, amount: 10_000 };
    const { id } = (await client().post(SUBSCRIBE, body)).body;
    const approved = await client().put(`${API}/fundtransaction/post/id/${id}`);
    assert.equal(approved.body.result.status, 'APPROVED', approved.text);
    const early = await client().put(`${API}/fundtransaction/post/${id}`);
    assert.deepEqual([early.status, early.body.msgArgs], [409, ['APPROVED']]);
    const valued = await app.value(fundName, 100);
    assert.equal(valued.body.ordersDealt, 0);
    const dry = { prefer: 'dry-run' };
    const shown = await client().put(`${API}/fundtransaction/post/${id}`, undefined, dry);
    assert.deepEqual(shown.body.journalLines, [
      { accountId: Number(customer.accountId), debitAmount: 10_000 },
      { accountCode: `FUND:CONTROL:${fundName}`, creditAmount: 10_000 },
    ]);
    const done = await client().put(`${API}/fundtransaction/post/${id}`);
    assert.equal(done.body.result.status, 'EXECUTED', done.text);
    const again = await client().put(`${API}/fundtransaction/post/${id}`);
    assert.deepEqual([again.status, again.body.msgArgs], [409, ['EXECUTED']]);
    assert.equal(again.body.msgCode, 'FUND_TRANSACTION_WRONG_STATE');
  });

  it('by the maker is refused at or above the threshold', async () => {
    const fundName = await app.fund();
    const body = { fundName, customerId: app.rich.id, amount: 10_000_000 };
    const { id } = (await client().post(SUBSCRIBE, body)).body;
    const posted = await client().put(`${API}/fundtransaction/post/${id}`);
    assert.deepEqual([posted.status, posted.body.msgCode], [403, 'OWN_WORK']);
    const deleted = await client().delete(`${API}/fundtransaction/delete/id/${id}`);
    assert.equal(deleted.body.result.status, 'DELETED');
    assert.equal(deleted.body.result.heldAmount, undefined);
  });
});

describe('the list', () => {
  it('filters by each parameter, and counts its pages from zero', async () => {
    const fundName = await app.fund();
    const other = await app.fund();
    const customer = await app.holder(fundName, 1_000);
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, units: 1 };
    const [first, second] = [await client().post(SUBMIT, body), await client().post(SUBMIT, body)];
    assert.equal(second.body.warnings[0].id, first.body.id);
    const list = async (query: string) =>
      (await client().get(`${API}/fundtransaction/customer/list?c=${customer.id}${query}`)).body;
    assert.equal((await list('')).count, 3);
    assert.equal((await list('&t=PENDING')).count, 2);
    assert.equal((await list('&t=executed')).count, 1);
    const { fundId, orderDate } = first.body.result;
    assert.equal((await list(`&f=${fundId}`)).count, 3);
    assert.equal((await list(`&f=${fundId + 1}`)).count, 0, other);
    assert.equal((await list(`&sd=${orderDate}&ed=${orderDate}`)).count, 2);
    assert.equal((await list('&p=1')).msgCode, 'UNKNOWN_REFERENCE');
    const pages = [await list('&b=0&s=2'), await list('&b=1&s=2')];
    assert.deepEqual(
      pages.map((page) => page.result.length),
      [2, 1],
    );
    assert.equal(pages[0].result[0].id, second.body.id);
    const ofAll = async (page: number) =>
      (await client().get(`${API}/fundtransaction/list?f=${fundId}&b=${page}&s=2`)).body.result;
    assert.deepEqual(
      [...(await ofAll(0)), ...(await ofAll(1))].map(({ id }) => id),
      pages.flatMap(({ result }) => result).map(({ id }) => id),
    );
    await client().delete(`${API}/fundtransaction/delete/id/${first.body.id}`);
    assert.equal((await list('')).count, 2);
    assert.equal((await list('&t=DELETED')).result[0].active, false);
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
