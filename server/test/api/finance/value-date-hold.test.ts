// Money with a later value date: booked when it is posted, available from its value date.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { releaseValueDates } from '../../../src/modules/finance/cash/value-date-hold.js';
import { addDays, type BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { closeDays } from '../../support/end-of-day.js';
import { orderBody } from '../../support/order.js';
import { type CashDesk, CREATE, type Customer, openCashDesk, POST, step } from './cash-desk.js';

let desk: CashDesk;
let today: BusinessDate;
before(async () => {
  desk = await openCashDesk();
  today = await currentBusinessDate(desk.app.db);
});
after(() => desk.close());

/**
 * Returns noon UTC this many days from now, which is on the same date in every office's time zone.
 */
const noonIn = (days: number) => `${addDays(today, days)}T12:00:00Z`;
const receipt = (customer: Customer, amount: number, more: object = {}) => ({
  ...{ transType: 'RECEIPT', cashAccountName: customer.account_name, amount },
  ...{ valueDate: noonIn(2), ...more },
});
const payment = (customer: Customer, amount: number) => ({
  ...{ transType: 'PAYMENT', cashAccountName: customer.account_name, amount },
});
const post = (id: number, query = ''): Promise<TestReply> =>
  desk.client().put(`${POST}/${id}${query}`);
const reverse = (id: number) => desk.app.as('APPROVER').put(step('reverse', id));

async function posted(body: object): Promise<number> {
  const { id } = await desk.make(body);
  const reply = await post(id);
  assert.equal(reply.status, 200, reply.text);
  return id;
}

/** Reads the cleared, uncleared, held and available balances. */
async function figures(account: number | bigint): Promise<readonly number[]> {
  const reply = await desk.client().get(`/api/v1/finance/account/id/${account}`);
  const { clearedBalance, unClearedBalance, heldBalance, availableBalance } = reply.body;
  return [clearedBalance, unClearedBalance, heldBalance, availableBalance];
}

/** Reads a transaction's event types, without their common prefix. */
async function toldOf(id: number): Promise<readonly string[]> {
  const rows = await desk.app.db.query<{ type: string }>(sql`
    select type from outbox_event
    where subject_id = ${BigInt(id)} and type like 'cash-transaction.%' order by id`);
  return rows.map(({ type }) => type.replace('cash-transaction.', ''));
}

async function forcedOf({ account }: Customer): Promise<bigint | undefined> {
  const [row] = await desk.app.db.query<{ forced_minor: bigint }>(
    sql`select forced_minor from account_balance where account_id = ${account}`,
  );
  return row?.forced_minor;
}

async function refusedPayment(customer: Customer, amount: number): Promise<void> {
  const { status, body } = await desk.client().post(CREATE, payment(customer, amount));
  assert.deepEqual([status, body.msgCode], [422, 'INSUFFICIENT_FUNDS']);
}

async function closeDay(): Promise<Json> {
  const run = await closeDays(desk.app.as('ADMIN'));
  today = await currentBusinessDate(desk.app.db);
  return run.days[0].steps.find(({ name }: Json) => name === 'release-value-dates');
}

describe('success', () => {
  test('a receipt is uncleared until the business date reaches its value date', async () => {
    const customer = await desk.someoneWith(10);
    const id = await posted(receipt(customer, 100));
    assert.deepEqual(await figures(customer.account), [10, 100, 0, 10]);
    assert.equal(await forcedOf(customer), 0n);
    const shown = await desk.client().get(`/api/v1/partner/customer/id/${customer.id}`);
    assert.equal(shown.body.cashAcctBalance, 'NGN 10.00');
    const path = `/api/v1/partner/customer-net-trade-balance/id/${customer.id}`;
    const { amount, clearedAmount, unClearedAmount } = (await desk.client().get(path)).body;
    assert.deepEqual([amount, clearedAmount, unClearedAmount], [110, 10, 100]);
    await refusedPayment(customer, 11);
    const first = addDays(today, 2);
    let released = 0;
    while (today < first) {
      assert.deepEqual(await figures(customer.account), [10, 100, 0, 10]);
      assert.deepEqual(await toldOf(id), ['created', 'posted']);
      released = (await closeDay()).records;
    }
    assert.equal(released, 1);
    assert.deepEqual(await toldOf(id), ['created', 'posted', 'available']);
    assert.deepEqual(await figures(customer.account), [110, 0, 0, 110]);
    await posted(payment(customer, 110));
    assert.deepEqual(await figures(customer.account), [0, 0, 0, 0]);
  });

  test('a receipt with a fee brings the amount less the fee', async () => {
    const customer = await desk.someoneWith(0);
    const id = await posted(receipt(customer, 100, { processingFees: 5 }));
    assert.deepEqual(await figures(customer.account), [0, 95, 0, 0]);
    assert.equal(await forcedOf(customer), 0n);
    assert.equal((await reverse(id)).body.result.transState, 'REVERSED');
    assert.deepEqual(await figures(customer.account), [0, 0, 0, 0]);
  });

  test('a transfer debits at once, and the receiver may spend it on the value date', async () => {
    const [from, to] = [await desk.someoneWith(50), await desk.someoneWith(0)];
    await posted({
      ...{ ...payment(from, 50), transType: 'TRANSFER', valueDate: noonIn(1) },
      counterPartyCashAccount: to.account_name,
    });
    assert.deepEqual(await figures(from.account), [0, 0, 0, 0]);
    assert.deepEqual(await figures(to.account), [0, 50, 0, 0]);
    await refusedPayment(to, 1);
    await closeDay();
    assert.deepEqual(await figures(to.account), [50, 0, 0, 50]);
  });

  test('a conversion is available on its value date, and can be reversed before', async () => {
    const customer = await desk.someoneWith(3000);
    const rate = { baseCurrency: 'USD', quoteCurrency: 'NGN', rateDate: today, rate: 1500 };
    const proposed = await desk.app
      .as('FINANCE')
      .post('/api/v1/finance/exchange-rate/propose', { ...rate, source: 'Test' });
    const agreed = `/api/v1/system/change/approve/id/${proposed.body.id}`;
    assert.equal((await desk.app.as('APPROVER').put(agreed)).status, 200);
    const opened = await desk
      .client()
      .post('/api/v1/finance/account/create', { customerId: customer.id, currency: 'USD' });
    const id = await posted({
      ...{ ...payment(customer, 3000), transType: 'TRANSFER', valueDate: noonIn(2) },
      counterPartyCashAccount: opened.body.name,
    });
    assert.deepEqual(await figures(opened.body.id), [0, 2, 0, 0]);
    assert.equal((await reverse(id)).body.result.transState, 'REVERSED');
    assert.deepEqual(await figures(opened.body.id), [0, 0, 0, 0]);
    assert.deepEqual(await figures(customer.account), [3000, 0, 0, 3000]);
  });

  test('a reversal before the value date succeeds even below the floor', async () => {
    const customer = await desk.someoneWith(10);
    const id = await posted(receipt(customer, 100));
    await desk.app.db.query(sql`select set_hold('TEST', 19, ${customer.account}, 2500, true)`);
    assert.deepEqual(await figures(customer.account), [10, 100, 25, -15]);
    const reply = await reverse(id);
    assert.equal(reply.body.result?.transState, 'REVERSED', reply.text);
    assert.deepEqual(await figures(customer.account), [10, 0, 25, -15]);
    assert.equal(await forcedOf(customer), 1500n);
    await desk.app.db.query(sql`select set_hold('TEST', 19, ${customer.account}, 0)`);
  });

  test('a transaction posted on its value date is available at once', async () => {
    const customer = await desk.someoneWith(0);
    await posted(receipt(customer, 3, { valueDate: noonIn(0) }));
    await posted(receipt(customer, 4, { valueDate: noonIn(-1) }));
    assert.deepEqual(await figures(customer.account), [7, 0, 0, 7]);
    const { id } = await desk.make(receipt(customer, 5, { valueDate: noonIn(1) }));
    await closeDay();
    assert.equal((await post(id)).status, 200);
    assert.deepEqual(await figures(customer.account), [12, 0, 0, 12]);
  });

  test('a posting during the end of day is not held for the next day', async () => {
    const customer = await desk.someoneWith(0);
    const day = { closing: today, next: addDays(today, 1) };
    await posted(receipt(customer, 100, { valueDate: noonIn(1) }));
    assert.equal(await releaseValueDates(desk.app.context, day), 1);
    assert.equal(await releaseValueDates(desk.app.context, day), 0);
    await posted(receipt(customer, 7, { valueDate: noonIn(1) }));
    await posted(receipt(customer, 8, { valueDate: noonIn(20) }));
    assert.deepEqual(await figures(customer.account), [107, 8, 0, 107]);
    await closeDay();
    assert.deepEqual(await figures(customer.account), [107, 8, 0, 107]);
  });

  test('only concurrent postings with a later value date are held', async () => {
    const customer = await desk.someoneWith(0);
    const bodies = [
      ...[1, 2, 3, 4].map((amount) => receipt(customer, amount)),
      ...[5, 6].map((amount) => receipt(customer, amount, { valueDate: noonIn(0) })),
    ];
    const made = await Promise.all(bodies.map((body) => desk.make(body)));
    const codes = (await Promise.all(made.map(({ id }) => post(id)))).map(({ status }) => status);
    assert.deepEqual(
      codes,
      bodies.map(() => 200),
    );
    assert.deepEqual(await figures(customer.account), [11, 10, 0, 11]);
  });
});

describe('422', () => {
  test('an order cannot use money before its value date', async () => {
    const customer = await desk.someoneWith(0);
    const opened = await desk.client().post('/api/v1/order/portfolio/create', {
      ...{ customerName: customer.name, portfolioTypeName: 'EXCHANGE' },
    });
    const body = orderBody({ portfolioName: opened.body.name });
    const submitted = async () =>
      (await desk.client().post('/api/v1/order/tradeorder/submit?dryRun=true', body)).body.msgCode;
    await posted(receipt(customer, 900_000, { valueDate: noonIn(1) }));
    assert.equal(await submitted(), 'INSUFFICIENT_FUNDS');
    await closeDay();
    assert.equal(await submitted(), 'TRADE_ORDER_SUBMITTED');
  });
});

describe('dry run', () => {
  test('holds and releases nothing', async () => {
    const customer = await desk.someoneWith(0);
    const { id } = await desk.make(receipt(customer, 100));
    const tried = await post(id, '?dryRun=true');
    assert.equal(tried.body.result.transState, 'POSTED', tried.text);
    assert.deepEqual(await figures(customer.account), [0, 0, 0, 0]);
    assert.equal((await post(id)).status, 200);
    const path = `${step('reverse', id)}?dryRun=true`;
    const undone = await desk.app.as('APPROVER').put(path);
    assert.equal(undone.body.result.transState, 'REVERSED', undone.text);
    assert.deepEqual(await figures(customer.account), [0, 100, 0, 0]);
  });
});
