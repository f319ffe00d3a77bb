// A year of random business in every product, with operations and ends of day. At each month end,
// all reports must agree with each other and with the sums of the ledger lines.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { firmAccount, postJournal } from '../../src/modules/finance/index.js';
import { checkIntegrity } from '../../src/modules/finance/integrity/integrity.js';
import {
  addDays,
  type BusinessDate,
  lastOfMonth,
} from '../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../src/platform/calendar/business-day.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import { closeDays } from '../support/end-of-day.js';
import { reportOrder, sendOrder } from '../support/order-exchange.js';
import { sayProof } from '../support/proof.js';
import { randomFrom } from '../support/random.js';

/**
 * The number of months. The whole year takes minutes, so a usual run stops once bills and deposits
 * have matured and the financial year has been closed. `SIMULATED_MONTHS=12` runs the whole year.
 */
const MONTHS = Number(process.env.SIMULATED_MONTHS ?? 4);
const DEALS_A_MONTH = 8;
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_123);
const API = '/api/v1';
const REPORT = `${API}/finance/report`;

let app: TestApp;
let random: () => number;
const customers: Json[] = [];
const done = new Map<string, number>();
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  random = randomFrom(SEED);
  await app.db.query(sql`update business_office set four_eyes_threshold_minor = 100000000000`);
  customers.push(
    ...(await app.db.query<object>(sql`
      select c.id, p.name as portfolio from customer c
      join portfolio p on p.customer_id = c.id
      join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
      join account_balance b on b.account_id = a.id where b.balance_minor > 100000000
      order by c.id limit 15`)),
  );
  assert.ok(customers.length >= 10);
});
after(() => app.stop());

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  assert.ok(item !== undefined);
  return item;
};
const amount = (most: number) => Math.ceil(random() * most * 100) / 100;
const client = () => app.as('CLIENT');

/** Creates and posts. Skips requests that are refused, for example for insufficient funds. */
async function makeAndPost(submit: string, post: string, body: object): Promise<Json | undefined> {
  const made = await client().post(`${API}/${submit}`, body);
  if (made.status === 422) return undefined;
  assert.equal(made.status, 201, made.text);
  const posted = await client().put(`${API}/${post}/${made.body.id}`);
  if (posted.status === 422) return undefined;
  assert.equal(posted.status, 200, posted.text);
  return made.body;
}

async function moveCash(): Promise<Json | undefined> {
  const transType = pick(['RECEIPT', 'PAYMENT', 'TRANSFER']);
  const partner = pick(customers);
  const other = pick(customers.filter(({ id }) => id !== partner.id));
  const [receiver] = await app.db.query<{ name: string }>(
    sql`select name from customer where id = ${other.id}`,
  );
  const made = await makeAndPost('finance/cash-transaction/create', CASH_POST, {
    ...{ transType, partnerId: partner.id, amount: amount(90_000) },
    ...(transType === 'TRANSFER' ? { counterPartyPartnerName: receiver?.name } : {}),
    ...(random() < 0.6 ? { processingFees: '1.5', processingFeeType: 'PERCENT' } : {}),
  });
  if (made !== undefined && random() < 0.3) {
    const { status } = await client().put(`${API}/finance/cash-transaction/reverse/id/${made.id}`);
    assert.ok(status === 200 || status === 422);
  }
  return made;
}
const CASH_POST = 'finance/cash-transaction/post/id';

function placeDeposit(): Promise<Json | undefined> {
  return makeAndPost('order/terminstrument/submit', 'order/terminstrument/post/id', {
    instrumentTypeName: pick(['FD-NGN', 'FD-NGN-ROLL', 'FD-NGN-AHEAD', 'LOAN-NGN']),
    customerId: pick(customers).id,
    faceValue: 100_000 + Math.floor(random() * 400_000),
    tenure: pick([30, 60, 90]),
  });
}

function placePaper(): Promise<Json | undefined> {
  const bill = random() < 0.5;
  const path = bill ? 'order/treasurybill' : 'order/discountedinstrument';
  return makeAndPost(`${path}/submit`, `${path}/post/id`, {
    instrumentTypeName: bill ? 'NTB-91' : 'CP-NGN',
    customerId: pick(customers).id,
    faceValue: 100_000 * Math.ceil(random() * 4),
    ...(bill ? {} : { tenure: pick([60, 91]) }),
  });
}

// Creates a fund order. Orders are dealt at the end of a day for which the fund has a price.
async function dealFund(): Promise<Json | undefined> {
  const fundName = pick(['CHEQF', 'CHMMF']);
  const valuationDate = await currentBusinessDate(app.db);
  const navPerUnit = fundName === 'CHMMF' ? 100 : 130 + amount(5);
  const value = { fundName, valuationDate, navPerUnit };
  const priced = await app.as('OPERATIONS').post(`${API}/order/fund/nav/create`, value);
  if (priced.status === 201) {
    const approve = `${API}/order/fund/nav/approve/id/${priced.body.id}`;
    assert.equal((await app.as('APPROVER').put(approve)).status, 200);
  }
  const made = await client().post(`${API}/order/fundtransaction/submit`, {
    ...{ transType: 'SUBSCRIPTION', fundName },
    ...{ customerId: pick(customers).id, amount: 10_000 + Math.floor(random() * 90_000) },
  });
  return made.status === 201 ? made.body : undefined;
}

async function trade(): Promise<Json | undefined> {
  const [held] = await app.db.query<{ portfolio: string; security: string }>(sql`
    select p.name as portfolio, s.name as security
    from holding h join portfolio p on p.id = h.portfolio_id
    join security s on s.id = h.security_id
    where s.name = 'ACCESS' and h.quantity - h.held_quantity >= 400 order by p.id limit 1`);
  const sells = held !== undefined && random() < 0.5;
  const quantity = 100 * Math.ceil(random() * 4);
  const [price] = await app.db.query<{ last: string }>(sql`
    select last::text from security_price q join security s on s.id = q.security_id
    where s.name = 'ACCESS'`);
  const row = await sendOrder(app, {
    portfolioName: sells ? held.portfolio : pick(customers).portfolio,
    orderType: sells ? 'SELL' : 'BUY',
    quantityRequested: String(quantity),
  });
  await reportOrder(app, row, { status: '0' });
  const fill = [quantity, price?.last ?? '25.00'] as const;
  await reportOrder(app, row, { status: '2', fill, cum: quantity, leaves: 0 });
  return row;
}

/** Books the firm's own entries: capital, expenses and bank charges. */
async function runFirm(): Promise<object> {
  const [debit, credit] = pick([
    ['BANK:FIRM', 'EQ:CAPITAL'],
    ['EXP:GENERAL', 'BANK:FIRM'],
    ['EXP:BANK', 'BANK:CLIENT'],
  ] as const);
  const minor = BigInt(Math.ceil(random() * 5_000_00));
  return systemWork(app.context, 'test', async (work) => {
    const on = await currentBusinessDate(work.tx);
    const place = { officeId: 1n, currency: 'NGN' };
    const accounts = [debit, credit].map((code) => firmAccount(work, { ...place, code }));
    const [debited = 0n, credited = 0n] = await Promise.all(accounts);
    const lines = [
      { accountId: debited, amountMinor: minor },
      { accountId: credited, amountMinor: -minor },
    ];
    const journal = await postJournal(work.tx, {
      ...{ officeId: 1n, transactionDate: on, valueDate: on, narration: 'Affairs of the firm' },
      ...{ sourceType: 'TEST', sourceId: 1n, createdBy: 'test', createdAt: work.now, lines },
    });
    return { journal };
  });
}

const BUSINESS = { moveCash, placeDeposit, placePaper, dealFund, trade, runFirm } as const;

/** The journal sources that must occur in the ledger. */
const PRODUCTS = [
  ...['CASH_TRANSACTION', 'CONTRACT_NOTE', 'TERM_INSTRUMENT', 'DISCOUNTED_INSTRUMENT'],
  ...['TREASURY_BILL', 'FUND'],
];

async function doBusiness(): Promise<void> {
  for (const [name, deal] of Object.entries(BUSINESS)) {
    if ((await deal()) !== undefined) done.set(name, (done.get(name) ?? 0) + 1);
  }
  for (let more = DEALS_A_MONTH - Object.keys(BUSINESS).length; more > 0; more -= 1) {
    await pick(Object.values(BUSINESS))();
  }
}

async function read(path: string): Promise<Json> {
  const { status, body, text } = await app.as('AUDITOR').get(`${REPORT}/${path}`);
  assert.equal(status, 200, text);
  return body;
}

const minorOf = (value: number | string): bigint => BigInt(Math.round(Number(value) * 100));
const total = (rows: readonly Json[], member: string): bigint =>
  rows.reduce((sum, row) => sum + minorOf(row[member]), 0n);

interface Reckoned {
  readonly class: string;
  readonly acct_type: string;
  readonly net: bigint;
}

/** Returns sums over the ledger lines, without using the ledger's stored sums. */
function reckon(from: BusinessDate | null, to: BusinessDate): Promise<Reckoned[]> {
  return app.db.query<Reckoned>(sql`
    select a.class, a.acct_type, sum(l.amount_minor)::bigint as net
    from journal_line l join journal j on j.id = l.journal_id join account a on a.id = l.account_id
    where j.transaction_date <= ${to} and (${from}::date is null or j.transaction_date >= ${from})
      and a.currency = 'NGN'
    group by a.class, a.acct_type order by a.class, a.acct_type`);
}

const netOf = (rows: readonly Reckoned[], ...classes: string[]): bigint =>
  rows.filter((row) => classes.includes(row.class)).reduce((sum, { net }) => sum + net, 0n);

interface MonthEnd {
  readonly date: BusinessDate;
  readonly known: string;
  readonly trial: Json;
  readonly equity: bigint;
}
const monthEnds: MonthEnd[] = [];

async function tieOut(first: BusinessDate, date: BusinessDate): Promise<void> {
  const trial = await read(`trial-balance?d=${date}`);
  for (const { difference } of trial.totals) assert.equal(difference, 0, date);
  const lines = await reckon(null, date);
  const one = 'consolidated=true&currency=NGN';
  const merged = (await read(`trial-balance?d=${date}&${one}`)).result;
  assert.deepEqual(
    merged.map((row: Json) => [
      row.acctType,
      minorOf(row.debitBalance) - minorOf(row.creditBalance),
    ]),
    lines.map(({ acct_type: type, net }) => [type, net]),
  );
  const [sheet] = (await read(`balance-sheet?d=${date}&${one}`)).result;
  assert.equal(sheet.difference, 0);
  assert.equal(minorOf(sheet.totalAssets), netOf(lines, 'ASSET'));
  assert.equal(minorOf(sheet.totalLiabilities), -netOf(lines, 'LIABILITY'));
  const [income] = (await read(`income-statement?sd=${first}&ed=${date}&${one}`)).result;
  const moved = await reckon(first, date);
  assert.equal(minorOf(income.netResult), -netOf(moved, 'INCOME', 'EXPENSE'));
  const equity = minorOf(sheet.totalEquity);
  const before = monthEnds.at(-1)?.equity ?? 0n;
  assert.equal(equity - before, minorOf(income.netResult) - netOf(moved, 'EQUITY'), date);
  await tieOutClientMoney(date, lines);
  const known = await momentNow();
  monthEnds.push({ date, known, trial, equity });
}

async function tieOutClientMoney(date: BusinessDate, lines: readonly Reckoned[]): Promise<void> {
  const [money] = (await read(`client-money?d=${date}&consolidated=true&currency=NGN`)).result;
  const sum = (matches: (type: string) => boolean) =>
    lines.filter((row) => matches(row.acct_type)).reduce((net, row) => net + row.net, 0n);
  assert.equal(minorOf(money.owedToCustomers), -sum((type) => type.startsWith('CUSTOMER_')));
  assert.equal(minorOf(money.pendingLevies), -sum((type) => type.startsWith('LIAB:')));
  assert.equal(
    minorOf(money.clientBank),
    sum((type) => type === 'BANK:CLIENT'),
  );
  assert.equal(minorOf(money.difference), total(money.differenceOn, 'amount'));
}

// Times have millisecond precision, so the next millisecond is after all bookings.
async function momentNow(): Promise<string> {
  const [row] = await app.db.query<{ at: string }>(
    sql`select clock_timestamp() + interval '1 millisecond' as at`,
  );
  const at = row?.at ?? '';
  while (Date.now() <= Date.parse(at)) await new Promise(setImmediate);
  return at;
}

describe(`${MONTHS} months of business from seed ${SEED}`, () => {
  let start: BusinessDate;

  it('balances at the end of every month', async () => {
    start = await currentBusinessDate(app.db);
    let first = start;
    for (let month = 0; month < MONTHS; month += 1) {
      await doBusiness();
      const end = lastOfMonth(first);
      await closeDays(app.as('ADMIN'), addDays(end, 1));
      await tieOut(first, end);
      first = addDays(end, 1);
    }
    for (const name of Object.keys(BUSINESS)) assert.ok((done.get(name) ?? 0) > 0, name);
    const sources = await app.db.query<{ source: string }>(
      sql`select distinct split_part(source_type, ':', 1) as source from journal`,
    );
    for (const product of PRODUCTS) {
      assert.ok(
        sources.some(({ source }) => source === product),
        product,
      );
    }
    const business = [...done.values()].reduce((sum, times) => sum + times, 0);
    const figures = { months: MONTHS, business, 'differences at month ends': 0 };
    sayProof(`simulated year, seed ${SEED}`, figures);
  });

  it('shows every month end as reported then', async () => {
    for (const { date, known, trial } of monthEnds) {
      const { asOf, ...then } = await read(`trial-balance?d=${date}&asOf=${known}`);
      assert.equal(asOf, known);
      const { asOf: _, ...told } = trial;
      assert.deepEqual(then, told);
    }
  });

  it('has statements that equal the ledger and add up to the trial balance', async () => {
    const { date } = monthEnds.at(-1) ?? { date: start };
    const { result, count } = await read(`general-ledger?ed=${date}&s=500`);
    assert.equal(result.length, count);
    const { result: trial } = await read(`trial-balance?d=${date}`);
    for (const row of trial) {
      const of = (one: Json) =>
        one.acctType === row.acctType &&
        one.currency === row.currency &&
        one.businessOfficeName === row.businessOfficeName;
      const side = row.acctClass === 'ASSET' || row.acctClass === 'EXPENSE' ? 1n : -1n;
      const net = minorOf(row.debitBalance) - minorOf(row.creditBalance);
      assert.equal(total(result.filter(of), 'closingBalance'), side * net, row.acctType);
    }
    for (const { accountId, closingBalance, lines } of result.filter(isOfCustomer)) {
      const path = `${REPORT}/statement/csv?a=${accountId}&ed=${date}`;
      const { text, headers } = await app.as('AUDITOR').get(path);
      const rows: string[][] = parse(text, { bom: true }).slice(1, -1);
      assert.equal(headers.get('x-row-count'), String(lines + 2));
      assert.equal(rows.at(-1)?.at(-1), closingBalance.toFixed(2));
      let balance = minorOf(rows[0]?.at(-1) ?? '');
      for (const row of rows.slice(1, -1)) {
        balance += minorOf(row.at(-2) ?? '') - minorOf(row.at(-3) ?? '');
        assert.equal(minorOf(row.at(-1) ?? ''), balance);
      }
    }
  });

  it('leaves every statement and equity unchanged when the first year is closed', async () => {
    const { date } = monthEnds.at(-1) ?? { date: start };
    const year = Number(start.slice(0, 4));
    const one = 'consolidated=true&currency=NGN';
    const paths = [
      `income-statement?sd=${year}-01-01&ed=${year}-12-31&${one}`,
      `income-statement?sd=${year + 1}-01-01&ed=${date}&${one}`,
    ];
    const incomes = () => Promise.all(paths.map((path) => read(path)));
    const sheetOf = async (d: string) => (await read(`balance-sheet?d=${d}&${one}`)).result[0];
    const before = [await incomes(), (await sheetOf(`${year}-12-31`)).totalEquity];
    const open = await sheetOf(date);
    assert.notEqual(open.resultOfEarlierYears, 0);
    await decide('finance/period/close', { period: `${year}-12`, mode: 'SOFT' });
    await decide('finance/period/close-year', { year });
    const closed = await sheetOf(date);
    assert.deepEqual([await incomes(), (await sheetOf(`${year}-12-31`)).totalEquity], before);
    assert.deepEqual(
      [closed.resultOfEarlierYears, closed.resultOfYear, closed.totalEquity, closed.difference],
      [0, open.resultOfYear, open.totalEquity, 0],
    );
  });

  it('breaks no invariant', async () => {
    const { invariants } = await checkIntegrity({ db: app.db });
    const broken = invariants.filter(({ holds }) => !holds);
    assert.deepEqual(broken, []);
  });
});

function isOfCustomer({ acctType }: Json): boolean {
  return acctType.startsWith('CUSTOMER_');
}

async function decide(path: string, body: object): Promise<void> {
  const proposed = await app.as('FINANCE').post(`${API}/${path}`, body);
  assert.equal(proposed.status, 201, proposed.text);
  const change = `${API}/system/change/approve/id/${proposed.body.id}`;
  const approved = await app.as('APPROVER').put(change);
  assert.equal(approved.status, 200, approved.text);
}
