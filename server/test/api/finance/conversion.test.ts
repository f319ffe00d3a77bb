// Conversions between two accounts of one customer in different currencies.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDays, type BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { type CashDesk, CREATE, type Customer, openCashDesk, POST, step } from './cash-desk.js';

let desk: CashDesk;
let today: BusinessDate;
before(async () => {
  desk = await openCashDesk();
  today = await currentBusinessDate(desk.app.db);
  await setRate('USD', 1500);
});
after(() => desk.close());

/** Proposes an exchange rate in NGN per unit of a currency. */
async function proposedRate(baseCurrency: string, rate: number, rateDate = today): Promise<number> {
  const body = { baseCurrency, quoteCurrency: 'NGN', rateDate, rate, source: 'Test' };
  const made = await desk.app.as('FINANCE').post('/api/v1/finance/exchange-rate/propose', body);
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}
const agreed = (id: number): Promise<TestReply> =>
  desk.app.as('APPROVER').put(`/api/v1/system/change/approve/id/${id}`);
async function setRate(base: string, rate: number, date = today): Promise<void> {
  assert.equal((await agreed(await proposedRate(base, rate, date))).status, 200);
}

interface Account {
  readonly id: number;
  readonly name: string;
}

async function opened(customer: Customer, currency: string): Promise<Account> {
  const path = '/api/v1/finance/account/create';
  const reply = await desk.client().post(path, { customerId: customer.id, currency });
  assert.equal(reply.status, 201, reply.text);
  return { id: reply.body.id, name: reply.body.name };
}

const convert = (from: string, to: string, amount: number) => ({
  ...{ transType: 'TRANSFER', cashAccountName: from, counterPartyCashAccount: to, amount },
});
const post = (id: number) => desk.client().put(`${POST}/${id}`);
const read = async (id: number): Promise<Json> =>
  (await desk.client().get(`/api/v1/finance/cash-transaction/id/${id}`)).body;
async function cleared(id: number | bigint): Promise<number> {
  const reply = await desk.client().get(`/api/v1/finance/account/id/${id}`);
  return reply.body.clearedBalance;
}
async function refused(body: object): Promise<readonly [number, string, readonly unknown[]]> {
  const { status, body: reply } = await desk.client().post(CREATE, body);
  return [status, reply.msgCode, reply.msgArgs];
}

describe('success', () => {
  test('naira become dollars at the rate of the day, balanced in each currency', async () => {
    const customer = await desk.someoneWith(10_000);
    const dollars = await opened(customer, 'USD');
    const request = {
      ...convert(customer.account_name, dollars.name, 5000.01),
      processingFees: 10,
    };
    const made = await desk.make(request);
    const { counterPartyAmount, counterPartyCurrency, exchangeRate, exchangeRatePair } =
      made.result;
    // 5000.01 / 1500 is 3.33334.
    assert.deepEqual([counterPartyAmount, counterPartyCurrency], [3.33, 'USD']);
    assert.deepEqual([exchangeRate, exchangeRatePair], [1500, 'USD/NGN']);
    assert.equal(made.result.exchangeRateDate, today);
    assert.equal((await desk.balances(customer)).heldBalance, 5010.01);

    const { journal } = await read(made.id);
    const lines = journal.lines.map((line: Json) => [
      ...[line.accountName, line.currency, line.debitAmount, line.creditAmount],
    ]);
    assert.deepEqual(lines, [
      [customer.account_name, 'NGN', 5000.01, 0],
      ['0000000001:FX:POSITION:NGN', 'NGN', 0, 5000.01],
      ['0000000001:FX:POSITION:USD', 'USD', 3.33, 0],
      [dollars.name, 'USD', 0, 3.33],
      [customer.account_name, 'NGN', 10, 0],
      ['0000000001:INC:FEES:NGN', 'NGN', 0, 10],
    ]);
    assert.equal((await post(made.id)).status, 200);
    const { clearedBalance, heldBalance } = await desk.balances(customer);
    assert.deepEqual([clearedBalance, heldBalance], [4989.99, 0]);
    assert.equal(await cleared(dollars.id), 3.33);
    const again = await post(made.id);
    assert.deepEqual([again.status, again.body.msgArgs], [409, ['POSTED']]);
  });

  test('dollars become naira by the same rate, and a reversal uses the original rate', async () => {
    const customer = await desk.someoneWith(3000);
    const dollars = await opened(customer, 'USD');
    const there = await desk.make(convert(customer.account_name, dollars.name, 3000));
    await post(there.id);
    const back = await desk.make(convert(dollars.name, customer.account_name, 1.5));
    assert.equal(back.result.counterPartyAmount, 2250);
    await post(back.id);
    await setRate('USD', 1600);
    const reversed = await desk.app.as('APPROVER').put(step('reverse', back.id));
    assert.equal(reversed.body.result.transState, 'REVERSED', reversed.text);
    assert.equal((await desk.balances(customer)).clearedBalance, 0);
    assert.equal(await cleared(dollars.id), 2);
    await setRate('USD', 1500);
  });

  test('a currency without a minor unit gets whole amounts, rounded half up', async () => {
    const customer = await desk.someoneWith(100);
    const yen = await opened(customer, 'JPY');
    await setRate('JPY', 8);
    const made = await desk.make(convert(customer.account_name, yen.name, 28));
    assert.equal(made.result.counterPartyAmount, 4, '3.5 goes up');
    await post(made.id);
    assert.equal(await cleared(yen.id), 4);
  });

  test('a second person sees the journal and approves exactly that', async () => {
    const customer = await desk.someoneWith(750_000);
    await desk.receive(customer, 750_000);
    const dollars = await opened(customer, 'USD');
    const made = await desk.make(convert(customer.account_name, dollars.name, 1_500_000));
    assert.equal(made.result.transState, 'PENDING');
    const { journal } = await read(made.id);
    const body = { fingerprint: journal.fingerprint };
    const approved = await desk.app.as('APPROVER').put(step('approve', made.id), body);
    assert.equal(approved.status, 200, approved.text);
    assert.equal((await post(made.id)).status, 200);
    assert.equal(await cleared(dollars.id), 1000);
  });

  test('rows of a batch convert too', async () => {
    const customer = await desk.someoneWith(3000);
    const dollars = await opened(customer, 'USD');
    const batchName = 'CONVERSIONS';
    const rows = [convert(customer.account_name, dollars.name, 1500)];
    const path = '/api/v1/finance/cash-transaction/batch';
    const made = await desk.client().post(`${path}/create`, { batchName, rows });
    assert.equal(made.status, 200, made.text);
    const posted = await desk.client().put(`${path}/post`, { batchName });
    assert.equal(posted.status, 200, posted.text);
    assert.equal(await cleared(dollars.id), 1);
  });
});

describe('409', () => {
  test('a conversion is not approved after its rate has changed', async () => {
    const customer = await desk.someoneWith(750_000);
    await desk.receive(customer, 750_000);
    const dollars = await opened(customer, 'USD');
    const made = await desk.make(convert(customer.account_name, dollars.name, 1_500_000));
    const { fingerprint } = (await read(made.id)).journal;
    await setRate('USD', 1501);
    const approve = (body?: object) => desk.app.as('APPROVER').put(step('approve', made.id), body);
    const present = (await read(made.id)).journal.fingerprint;
    for (const body of [undefined, { fingerprint }, { fingerprint: present }]) {
      const reply = await approve(body);
      assert.deepEqual([reply.status, reply.body.msgCode], [409, 'JOURNAL_CHANGED'], reply.text);
      assert.equal(reply.body.msgArgs[0], 'PENDING');
    }
    await setRate('USD', 1500);
    assert.equal((await approve({ fingerprint })).status, 200, 'the rate that was seen is back');
    assert.equal((await post(made.id)).status, 200);
  });

  test('a conversion with a changed rate is not posted, and a cancel frees its hold', async () => {
    const customer = await desk.someoneWith(1000);
    const dollars = await opened(customer, 'USD');
    const made = await desk.make(convert(customer.account_name, dollars.name, 1000));
    await setRate('USD', 1499);
    const reply = await post(made.id);
    assert.deepEqual([reply.status, reply.body.msgCode], [409, 'JOURNAL_CHANGED'], reply.text);
    assert.equal((await desk.client().put(step('cancel', made.id))).status, 200);
    assert.equal((await desk.balances(customer)).availableBalance, 1000);
    await setRate('USD', 1500);
  });

  test('conversions posted while a rate is approved use the rate of their record', async () => {
    const customer = await desk.someoneWith(3000);
    const dollars = await opened(customer, 'USD');
    const change = await proposedRate('USD', 1000);
    const one = () => desk.make(convert(customer.account_name, dollars.name, 300));
    const made = await Promise.all(Array.from({ length: 8 }, one));
    const [, ...posted] = await Promise.all([agreed(change), ...made.map(({ id }) => post(id))]);
    const done = posted.filter(({ status }) => status === 200).length;
    for (const { status, body } of posted) {
      assert.ok(status === 200 || body.msgCode === 'JOURNAL_CHANGED', body.msgCode);
    }
    assert.equal((await post(made[0]?.id)).status, 409, 'posted before, or refused from now on');
    const balance = (done * 20) / 100;
    assert.equal(Math.round((await cleared(dollars.id)) * 100), Math.round(balance * 100));
    await setRate('USD', 1500);
  });

  test('ten concurrent conversions take no more than is available', async () => {
    const customer = await desk.someoneWith(1000);
    const dollars = await opened(customer, 'USD');
    const request = convert(customer.account_name, dollars.name, 300);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => desk.client().post(CREATE, request)),
    );
    const made = replies.filter(({ status }) => status === 201);
    assert.equal(made.length, 3);
    const twice = made.flatMap(({ body }) => [post(body.id), post(body.id)]);
    const posted = (await Promise.all(twice)).filter(({ status }) => status === 200);
    assert.equal(posted.length, 3);
    assert.equal(await cleared(dollars.id), 0.6);
  });
});

describe('422', () => {
  test('money of another customer is not converted', async () => {
    const [customer, other] = [await desk.someoneWith(100), desk.someone()];
    const dollars = await opened(other, 'USD');
    const request = convert(customer.account_name, dollars.name, 100);
    assert.deepEqual((await refused(request)).slice(0, 2), [422, 'CURRENCY_MISMATCH']);
  });

  test('too many decimals, and an amount that converts to zero, are refused', async () => {
    const customer = await desk.someoneWith(100);
    const dollars = await opened(customer, 'USD');
    const of = (amount: number) => refused(convert(customer.account_name, dollars.name, amount));
    assert.deepEqual(await of(10.001), [422, 'TOO_MANY_DECIMALS', ['amount']]);
    assert.deepEqual(await of(7.49), [422, 'CONVERSION_REFUSED', ['amount']]);
    const most = convert(dollars.name, customer.account_name, 999_999_999_999);
    assert.deepEqual(await refused(most), [422, 'CONVERSION_REFUSED', ['amount']]);
  });

  test('without a rate, or with one that is too old, nothing is converted', async () => {
    const customer = await desk.someoneWith(100);
    const euros = await opened(customer, 'EUR');
    const request = convert(customer.account_name, euros.name, 100);
    assert.equal((await refused(request))[1], 'EXCHANGE_RATE_MISSING');
    await setRate('EUR', 10, addDays(today, -8));
    assert.equal((await refused(request))[1], 'EXCHANGE_RATE_MISSING');
    await setRate('EUR', 10, addDays(today, -7));
    assert.equal((await desk.client().post(CREATE, request)).status, 201);
  });

  test('a reversal is refused if the converted money was spent', async () => {
    const customer = await desk.someoneWith(1500);
    const dollars = await opened(customer, 'USD');
    const made = await desk.make(convert(customer.account_name, dollars.name, 1500));
    await post(made.id);
    const out = await desk.make({
      transType: 'PAYMENT',
      cashAccountName: dollars.name,
      amount: 0.5,
    });
    await post(out.id);
    const reply = await desk.app.as('APPROVER').put(step('reverse', made.id));
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'INSUFFICIENT_FUNDS'], reply.text);
  });
});

test('repeated key: one conversion; dry run: shows the amount and holds nothing', async () => {
  const customer = await desk.someoneWith(3000);
  const dollars = await opened(customer, 'USD');
  const request = convert(customer.account_name, dollars.name, 1500);
  const dry = await desk.client().post(`${CREATE}?dryRun=true`, request);
  assert.equal(dry.body.result.counterPartyAmount, 1);
  assert.equal((await desk.balances(customer)).heldBalance, 0);
  const headers = { 'idempotency-key': 'conversion-repeated-1' };
  const ids = [];
  for (let time = 0; time < 2; time += 1) {
    const reply = await desk.client().post(CREATE, request, headers);
    assert.equal(reply.status, 201, reply.text);
    ids.push(reply.body.id);
  }
  assert.equal(ids[0], ids[1]);
  const [row] = await desk.app.db.query<{ made: bigint }>(sql`
    select count(*) as made from cash_transaction where cash_account_id = ${customer.account}
      and trans_type = 'TRANSFER'`);
  assert.equal(row?.made, 1n);
});

describe('the four-eyes threshold', () => {
  const receive = (account: Account, amount: number) =>
    desk.make({ transType: 'RECEIPT', cashAccountName: account.name, amount });

  test('is in the currency of the office: other amounts are converted', async () => {
    const dollars = await opened(await desk.someoneWith(0), 'USD');
    // The threshold is 1,000,000 NGN and a dollar costs 1,500 NGN.
    assert.equal((await receive(dollars, 666.66)).result.transState, 'APPROVED');
    assert.equal((await receive(dollars, 666.67)).result.transState, 'PENDING');
  });

  test('treats an amount without a recent rate as large', async () => {
    const pounds = await opened(await desk.someoneWith(0), 'GBP');
    assert.equal((await receive(pounds, 0.01)).result.transState, 'PENDING');
    await setRate('GBP', 2000, addDays(today, -8));
    assert.equal((await receive(pounds, 0.01)).result.transState, 'PENDING');
    await setRate('GBP', 2000);
    assert.equal((await receive(pounds, 0.01)).result.transState, 'APPROVED');
  });
});
