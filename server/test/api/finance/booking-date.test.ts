// The booking date of a cash transaction: the stated date if its month is open, but never a future
// date. The statement, value date, holds, interest days, rate and debit rules follow that date.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  addDays,
  type BusinessDate,
  firstOfMonth,
} from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { type CashDesk, CREATE, type Customer, openCashDesk, POST, step } from './cash-desk.js';

let desk: CashDesk;
let today: BusinessDate;
/** The last day of the month before last, up to which the test closes the books. */
let closedThrough: BusinessDate;
let lastMonth: BusinessDate;
before(async () => {
  desk = await openCashDesk();
  today = await currentBusinessDate(desk.app.db);
  lastMonth = addDays(firstOfMonth(today), -1);
  closedThrough = addDays(firstOfMonth(lastMonth), -1);
});
after(() => desk.close());

const noonOf = (date: BusinessDate) => `${date}T12:00:00Z`;
const receipt = (customer: Customer, amount: number, more: object = {}) => ({
  ...{ transType: 'RECEIPT', cashAccountName: customer.account_name, amount, ...more },
});
const payment = (customer: Customer, amount: number, more: object = {}) => ({
  ...receipt(customer, amount, more),
  transType: 'PAYMENT',
});

async function postedLines(customer: Customer): Promise<Json[]> {
  const path = `/api/v1/finance/filedger/list/account/id?a=${customer.account}&s=500`;
  return (await desk.client().get(path)).body.result;
}

async function posted(body: object): Promise<Json> {
  const { id } = await desk.make(body);
  const reply = await desk.client().put(`${POST}/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

async function closeMonths(through: BusinessDate): Promise<void> {
  await desk.app.db.query(sql`update period_closing set soft_closed_through = ${through}::date`);
}

describe('a cash transaction with a stated date', () => {
  it('is booked on that date, with that value date, and nothing is held', async () => {
    const customer = await desk.someoneWith(0);
    const date = addDays(today, -3);
    const reply = await posted(receipt(customer, 100, { transactionDate: noonOf(date) }));
    assert.equal(reply.warnings, undefined);
    assert.equal(reply.result.bookingDate, date);
    const line = (await postedLines(customer)).at(-1);
    assert.deepEqual([line?.transactionDate, line?.valueDate], [date, date]);
    const { availableBalance, unClearedBalance } = await desk.balances(customer);
    assert.deepEqual([availableBalance, unClearedBalance], [100, 0]);
  });

  it('is available at once with a value date between its date and the business date', async () => {
    const customer = await desk.someoneWith(0);
    const dates = {
      transactionDate: noonOf(addDays(today, -5)),
      valueDate: noonOf(addDays(today, -2)),
    };
    await posted(receipt(customer, 40, dates));
    assert.equal((await desk.balances(customer)).availableBalance, 40);
    const held = await desk.app.db.query(sql`
      select from cash_hold where account_id = ${customer.account} and source_type = 'VALUE_DATE'`);
    assert.equal(held.length, 0);
  });

  it('is held if its value date is later, whatever its own date', async () => {
    const customer = await desk.someoneWith(0);
    const dates = {
      transactionDate: noonOf(addDays(today, -5)),
      valueDate: noonOf(addDays(today, 1)),
    };
    await posted(receipt(customer, 40, dates));
    const { availableBalance, unClearedBalance } = await desk.balances(customer);
    assert.deepEqual([availableBalance, unClearedBalance], [0, 40]);
  });

  it('has its date interpreted in the time zone of the office', async () => {
    const customer = await desk.someoneWith(0);
    const eve = addDays(today, -4);
    // 23:30 UTC is 00:30 of the next day in Lagos.
    const { result } = await posted(
      receipt(customer, 1, { transactionDate: `${eve}T23:30:00.000Z` }),
    );
    assert.equal(result.bookingDate, addDays(eve, 1));
    assert.equal(result.transactionDate, `${eve}T23:30:00.000Z`);
  });

  it('in a dry run shows the date of its journal', async () => {
    const customer = await desk.someoneWith(0);
    const date = addDays(today, -6);
    const body = receipt(customer, 5, { transactionDate: noonOf(date) });
    const tried = await desk.client().post(`${CREATE}?dryRun=true`, body);
    assert.equal(tried.body.journal.transactionDate, date);
    assert.equal(tried.body.journal.valueDate, date);
    const { id } = await desk.make(body);
    const read = await desk.client().get(`/api/v1/finance/cash-transaction/id/${id}`);
    assert.equal(read.body.journal.transactionDate, date);
    assert.equal(read.body.bookingDate, undefined);
    const posting = await desk.client().put(`${POST}/${id}?dryRun=true`);
    assert.equal(posting.body.journal.transactionDate, date);
  });

  it('is booked on the business date of its posting if it states no date', async () => {
    const customer = await desk.someoneWith(0);
    const { result } = await posted(receipt(customer, 7));
    assert.equal(result.bookingDate, today);
  });

  it('is reversed on the business date with the value date of the original', async () => {
    const customer = await desk.someoneWith(0);
    const date = addDays(today, -3);
    const { id } = await posted(receipt(customer, 100, { transactionDate: noonOf(date) }));
    assert.equal((await desk.client().put(step('reverse', id))).status, 200);
    const line = (await postedLines(customer)).at(-1);
    assert.deepEqual([line?.transactionDate, line?.valueDate], [today, date]);
  });

  it('posted in one group with others is booked on its own date', async () => {
    const customer = await desk.someoneWith(0);
    const dates = [-1, -2, -3].map((days) => addDays(today, days));
    const made = await Promise.all(
      dates.map((date, place) =>
        desk.make(receipt(customer, 10 + place, { transactionDate: noonOf(date) })),
      ),
    );
    const replies = await Promise.all(made.map(({ id }) => desk.client().put(`${POST}/${id}`)));
    assert.deepEqual(
      replies.map(({ body }) => body.result.bookingDate),
      dates,
    );
  });

  it('posted twice at once is booked once', async () => {
    const customer = await desk.someoneWith(0);
    const date = noonOf(addDays(today, -1));
    const { id } = await desk.make(receipt(customer, 9, { transactionDate: date }));
    const replies = await Promise.all([1, 2].map(() => desk.client().put(`${POST}/${id}`)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await desk.balances(customer)).clearedBalance, 9);
  });

  it('in a batch is booked on its date', async () => {
    const customer = await desk.someoneWith(0);
    const date = addDays(today, -2);
    const batchName = 'booking-date';
    const rows = [receipt(customer, 3, { transactionDate: noonOf(date) })];
    const batch = '/api/v1/finance/cash-transaction/batch';
    const made = await desk.client().post(`${batch}/create`, { batchName, rows });
    assert.equal(made.body.result.rows[0].outcome, 'DONE', made.text);
    await desk.client().put(`${batch}/post`, { batchName });
    assert.equal((await postedLines(customer)).at(-1)?.transactionDate, date);
  });

  it('422: after the business date and the calendar day of the office', async () => {
    const customer = await desk.someoneWith(0);
    for (const days of [2, 400]) {
      const body = receipt(customer, 5, { transactionDate: noonOf(addDays(today, days)) });
      const { status, body: refused } = await desk.client().post(CREATE, body);
      assert.deepEqual([status, refused.msgCode], [422, 'JOURNAL_DATE_REFUSED']);
      assert.equal(refused.errors[0].pointer, '/transactionDate');
    }
    assert.equal((await postedLines(customer)).length, 0);
  });
});

describe('a debit with a stated date', () => {
  it('is included in the month of that date', async () => {
    const customer = await desk.someoneWith(100);
    const limit = { maxNoOfDebits: 1 };
    await posted(payment(customer, 10));
    const second = await desk.client().post(CREATE, payment(customer, 10, limit));
    assert.deepEqual([second.status, second.body.msgCode], [422, 'EARLY_WITHDRAWAL_REFUSED']);
    const earlier = { ...limit, transactionDate: noonOf(lastMonth) };
    await posted(payment(customer, 10, earlier));
    const third = await desk.client().post(CREATE, payment(customer, 10, earlier));
    assert.equal(third.body.msgCode, 'EARLY_WITHDRAWAL_REFUSED');
  });
});

describe('a conversion with a stated date', () => {
  it('uses the rate of that date', async () => {
    const customer = await desk.someoneWith(3000);
    const date = addDays(today, -2);
    for (const [rateDate, rate] of [
      [date, 1500],
      [today, 1000],
    ] as const) {
      const body = { baseCurrency: 'EUR', quoteCurrency: 'NGN', rateDate, rate, source: 'Test' };
      const proposed = await desk.app.as('FINANCE').post(RATE, body);
      assert.equal(proposed.status, 201, proposed.text);
      const agreed = `/api/v1/system/change/approve/id/${proposed.body.id}`;
      assert.equal((await desk.app.as('APPROVER').put(agreed)).status, 200);
    }
    const opened = await desk
      .client()
      .post('/api/v1/finance/account/create', { customerId: customer.id, currency: 'EUR' });
    const convert = (more: object) =>
      posted({
        ...payment(customer, 1500, more),
        transType: 'TRANSFER',
        counterPartyCashAccount: opened.body.name,
      });
    const dated = await convert({ transactionDate: noonOf(date) });
    assert.deepEqual([dated.result.counterPartyAmount, dated.result.exchangeRateDate], [1, date]);
    assert.equal((await convert({})).result.counterPartyAmount, 1.5);
  });
});

const RATE = '/api/v1/finance/exchange-rate/propose';

describe('a stated date in a closed month', () => {
  it('warns at creation and posting, and is booked on the business date', async () => {
    const customer = await desk.someoneWith(0);
    const open = await desk.make(
      receipt(customer, 5, { transactionDate: noonOf(closedThrough), batchName: 'late' }),
    );
    assert.equal(open.warnings, undefined);
    await closeMonths(closedThrough);
    const late = await desk.client().put(`${POST}/${open.id}`);
    assert.equal(late.body.warnings[0].code, 'TRANSACTION_DATE_NOT_BOOKED');
    assert.equal(late.body.result.bookingDate, today);

    const made = await desk.make(receipt(customer, 6, { transactionDate: noonOf(closedThrough) }));
    assert.equal(made.warnings[0].code, 'TRANSACTION_DATE_NOT_BOOKED');
    assert.equal(made.warnings[0].pointer, '/transactionDate');
    assert.match(
      made.warnings[0].detail,
      new RegExp(`closed up to and including ${closedThrough}.*${today}`),
    );
    const reply = await desk.client().put(`${POST}/${made.id}`);
    assert.equal(reply.body.warnings[0].code, 'TRANSACTION_DATE_NOT_BOOKED');
    const line = (await postedLines(customer)).at(-1);
    assert.deepEqual([line?.transactionDate, line?.valueDate], [today, today]);
    const first = await desk.make(
      receipt(customer, 8, { transactionDate: noonOf(addDays(closedThrough, 1)) }),
    );
    assert.equal(first.warnings, undefined);
  });
});
