// Random deposits, paper, bills and orders of a fund through HTTP, broken early or run to their end
// over closed days, held to a model in plain sums: every balance, every account of the chart.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addDiscountedType,
  addTermInstrumentType,
  type NewTermInstrumentType,
} from '../../src/modules/asset/index.js';
import { checkIntegrity } from '../../src/modules/finance/index.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../src/platform/calendar/business-date.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { type Depositor, FIXED } from '../api/asset/asset-app.js';
import { type FundApp, MONDAY, startFundApp } from '../api/asset/fund-app.js';
import type { Json, TestReply } from '../support/app.js';
import {
  approve,
  BILL_UNIT,
  breakDeposit,
  breakPaper,
  buy,
  close,
  DEPOSITS,
  type DepositKind,
  freshProducts,
  heldOf,
  order,
  PAPER_RATES,
  type PaperKind,
  type Products,
  place,
  receive,
  reject,
  spend,
  trialBalance,
  value,
} from './product-model.js';

const API = '/api/v1';
const ORDER = `${API}/order`;
const CASH = `${API}/finance/cash-transaction`;
const PATHS = { PAPER: `${ORDER}/discountedinstrument`, BILL: `${ORDER}/treasurybill` } as const;
const CUSTOMERS = 3;
/** Steps choose among so many of the last. */
const RECENT = 12;
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? '20261121');
const OPERATIONS = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? '100');
/** Then the books are new: all that is in them is checked after each operation. */
const OPERATIONS_PER_BOOKS = 500;
/** In kobo. */
const WEALTH = 500_000_000n;
/** Days from the first one on which an issue of bills is paid back. */
const BILL_DAYS = [9, 23, 45] as const;

interface Desk {
  readonly app: FundApp;
  readonly owners: readonly Depositor[];
  readonly fund: string;
  /** What the accounts said before: money of customers who take no part. */
  readonly before: ReadonlyMap<string, bigint>;
  readonly books: Products;
}

let desk: Desk;
before(async () => {
  desk = await openDesk();
});
after(() => desk.app.stop());

const customer = fc.nat({ max: CUSTOMERS - 1 });
const amount = fc.bigInt({ min: 10_000n, max: 300_000_000n });
const tenure = fc.integer({ min: 1, max: 30 });
const which = fc.nat({ max: RECENT });
const operation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('receive' as const, 'spend' as const),
      customer,
      amount: fc.bigInt({ min: 1n, max: 90_000_000n }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      product: fc.constantFrom<DepositKind>('END', 'AHEAD', 'PAID', 'ADDED'),
      ...{ customer, face: amount, tenure },
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('breakDeposit' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      product: fc.constantFrom<PaperKind>('PAPER', 'BILL'),
      ...{ customer, tenure, issue: fc.nat({ max: BILL_DAYS.length - 1 }) },
      face: fc.oneof(
        amount,
        fc.bigInt({ min: 1n, max: 3_000n }).map((units) => units * BILL_UNIT),
        fc.bigInt({ min: 1n, max: 3_000n }).map((units) => units * BILL_UNIT),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('breakPaper' as const),
      which,
      percent: fc.constantFrom(1n, 33n, 50n, 100n, 101n),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      ...{ customer, amount, isRedemption: fc.boolean() },
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('value' as const, 'close' as const),
      price: fc.bigInt({ min: 900_000n, max: 1_100_000n }),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;
type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>;

function typeOf(kind: DepositKind): NewTermInstrumentType {
  const { rate, year, every } = DEPOSITS[kind];
  const early = {
    END: { kind: 'TERM_RATE', penaltyPoints: '3' },
    AHEAD: { kind: 'EARNED' },
    PAID: { kind: 'ACCRUED_PERCENT', percent: '25' },
    ADDED: { kind: 'EARNED' },
  } as const;
  const payment = {
    END: 'AT_MATURITY',
    AHEAD: 'UPFRONT',
    PAID: 'PERIODIC',
    ADDED: 'CAPITALISED',
  } as const;
  return {
    ...FIXED,
    ...{ name: kind, label: kind, amount_least_minor: 1n, allowed_tenures: null },
    ...{ rate_tiers: [{ percent: String(rate / 100n) }], rate_least: null, rate_most: null },
    day_count: year === 360n ? 'ACT_360' : 'ACT_365F',
    interest_payment: payment[kind],
    interest_frequency: every === undefined ? null : 'DAYS',
    interest_days: every ?? null,
    early_liquidation: { rule: early[kind] },
  };
}

const SOLD = {
  ...{ currency: 'NGN', minimumAmount: 1, maximumAmount: 100_000_000, dayCount: 'ACT_365F' },
  ...{ quotation: 'DISCOUNT_RATE', holidayConvention: 'NONE' },
  ...{ minimumTerminationRate: 0.01, maximumTerminationRate: 60 },
} as const;

async function openDesk(): Promise<Desk> {
  const app = await startFundApp();
  await systemWork(app.context, 'fixtures', async (work) => {
    for (const kind of ['END', 'AHEAD', 'PAID', 'ADDED'] as const) {
      await addTermInstrumentType(work, typeOf(kind));
    }
    await addDiscountedType(work, 'DISCOUNTED_INSTRUMENT', {
      ...{ ...SOLD, name: 'PAPER', label: 'Paper', taxClass: 'COMMERCIAL_PAPER' },
      rate: Number(PAPER_RATES.PAPER) / 100,
      tenures: Array.from({ length: 30 }, (_, index) => index + 1),
      defaultTenure: 30,
    });
    for (const [index, days] of BILL_DAYS.entries()) {
      await addDiscountedType(work, 'TREASURY_BILL', {
        ...{ ...SOLD, name: `BILL${index}`, label: 'Bill', taxClass: 'TREASURY_BILL' },
        ...{ denomination: 1_000, stopRate: Number(PAPER_RATES.BILL) / 100 },
        ...{ auctionDate: MONDAY, settlementDate: MONDAY, maturityDate: addDays(MONDAY, days) },
      });
    }
  });
  const before = await booked(app);
  const owners: Depositor[] = [];
  for (let index = 0; index < CUSTOMERS; index += 1) owners.push(await app.depositor(WEALTH));
  const fund = await app.fund({ entry_fee: '1', exit_fees: [{ percent: '0.5' }] });
  const books = freshProducts(
    owners.map(() => WEALTH),
    dayOf(MONDAY),
  );
  return { app, owners, fund, before, books };
}

const dayOf = (date: BusinessDate): number => Date.parse(date) / 86_400_000;
const dateOf = (day: number): BusinessDate =>
  businessDate(new Date(day * 86_400_000).toISOString().slice(0, 10));
/** Ten-thousandths and kobo as the wire shows them. */
const decimal = (units: bigint, places: number): string => {
  const digits = String(units).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
const naira = (kobo: bigint): string => decimal(kobo, 2);
const client = () => desk.app.as('CLIENT');
const checker = () => desk.app.as('APPROVER');
const idOf = (index: number): number => desk.owners[index]?.id ?? 0;

/** What every account of the chart says; the fund's control account by one name. */
async function booked({ db }: FundApp): Promise<Map<string, bigint>> {
  const rows = await db.query<{ code: string; net: bigint }>(sql`
    select regexp_replace(a.acct_type, '^(FUND:CONTROL):.*', '\\1') as code,
      sum(l.amount_minor)::bigint as net
    from journal_line l join account a on a.id = l.account_id
    group by 1 having sum(l.amount_minor) <> 0`);
  return new Map(rows.map(({ code, net }) => [code, net]));
}

function chosen<Item>(items: readonly Item[], at: number): Item | undefined {
  const recent = items.slice(-RECENT);
  return recent[at % Math.max(1, recent.length)];
}

function told(reply: TestReply, allowed: boolean, what: string): void {
  const verdict = allowed ? 'is allowed' : 'is refused';
  assert.equal(reply.status < 300, allowed, `${what} ${verdict}: ${reply.text}`);
  assert.ok(reply.status < 500, reply.text);
}

/** Submits and posts; takes back what is submitted and cannot be paid. */
async function start(path: string, body: object): Promise<TestReply> {
  const submitted = await client().post(`${path}/submit`, body);
  if (submitted.status !== 201) return submitted;
  const posted = await client().put(`${path}/post/${submitted.body.id}`);
  if (posted.status !== 200) {
    const cancelled = await client().put(`${path}/cancel/id/${submitted.body.id}`);
    assert.equal(cancelled.status, 200, cancelled.text);
  }
  return posted;
}

async function moveCash({ kind, customer: index, amount: kobo }: Of<'receive' | 'spend'>) {
  const transType = kind === 'receive' ? 'RECEIPT' : 'PAYMENT';
  const body = { transType, partnerId: idOf(index), amount: naira(kobo) };
  const made = await client().post(`${CASH}/create`, body);
  const allowed = kind === 'receive' || spend(desk.books, index, kobo);
  told(made, allowed, transType);
  if (!allowed) return;
  if (kind === 'receive') receive(desk.books, index, kobo);
  told(await client().put(`${CASH}/post/id/${made.body.id}`), true, `post of ${transType}`);
}

async function placeDeposit(one: Of<'place'>): Promise<void> {
  const placed = { customer: one.customer, kind: one.product, face: one.face, tenure: one.tenure };
  const reply = await start(`${ORDER}/terminstrument`, {
    ...{ instrumentTypeName: one.product, customerId: idOf(one.customer), tenure: one.tenure },
    faceValue: naira(one.face),
  });
  const made = place(desk.books, placed);
  told(reply, made !== undefined, `deposit ${one.product}`);
  if (made !== undefined) desk.books.deposits.push({ ...made, id: reply.body.id });
}

async function endDeposit({ which: at }: Of<'breakDeposit'>): Promise<void> {
  const deposit = chosen(desk.books.deposits, at);
  if (deposit === undefined) return;
  const reply = await client().put(`${ORDER}/terminstrument/terminate?t=${deposit.id}`);
  told(reply, breakDeposit(desk.books, deposit), `break of ${deposit.kind}`);
}

async function buyPaper(one: Of<'buy'>): Promise<void> {
  const { product, customer: index, face, tenure: days, issue } = one;
  const isPaper = product === 'PAPER';
  const end = isPaper ? desk.books.today + days : dayOf(MONDAY) + (BILL_DAYS[issue] ?? 0);
  const reply = await start(PATHS[product], {
    ...{ customerId: idOf(index), faceValue: naira(face) },
    ...(isPaper
      ? { instrumentTypeName: product, tenure: days }
      : { instrumentTypeName: `${product}${issue}` }),
  });
  const made = buy(desk.books, { customer: index, kind: product, face, end });
  told(reply, made !== undefined, `buy of ${product}`);
  if (made !== undefined) desk.books.papers.push({ ...made, id: reply.body.id });
}

async function endPaper({ which: at, percent }: Of<'breakPaper'>): Promise<void> {
  const paper = chosen(desk.books.papers, at);
  if (paper === undefined) return;
  const face = (paper.face * percent) / 100n;
  if (face === 0n) return;
  const query = `id=${paper.id}&c=${idOf(paper.customer)}&fv=${naira(face)}`;
  const reply = await client().put(`${PATHS[paper.kind]}/terminate?${query}`);
  told(reply, breakPaper(desk.books, paper, face), `break of ${paper.kind}`);
}

async function orderFund({ customer: index, amount: most, isRedemption }: Of<'order'>) {
  const asked = isRedemption ? most / 100n : most;
  const reply = await client().post(`${ORDER}/fundtransaction/submit`, {
    ...{ fundName: desk.fund, customerId: idOf(index) },
    ...(isRedemption
      ? { transType: 'REDEMPTION', units: decimal(asked, 4) }
      : { transType: 'SUBSCRIPTION', amount: naira(asked) }),
  });
  const made = order(desk.books, { customer: index, isRedemption, amount: asked });
  told(reply, made !== undefined, 'order of the fund');
  if (made !== undefined) desk.books.orders.push({ ...made, id: reply.body.id });
}

async function decide({ kind, which: at }: Of<'approve' | 'reject'>): Promise<void> {
  const one = chosen(desk.books.orders, at);
  if (one === undefined) return;
  const reply = await checker().put(`${ORDER}/fundtransaction/${kind}/id/${one.id}`);
  const allowed = kind === 'approve' ? approve(desk.books, one) : reject(one);
  told(reply, allowed, `${kind} of ${one.state}`);
}

async function valueFund(price: bigint): Promise<void> {
  const nav = { fundName: desk.fund, navPerUnit: decimal(price, 4) };
  const made = await desk.app.as('ADMIN').post(`${ORDER}/fund/nav/create`, nav);
  const allowed = value(desk.books, price);
  told(made, allowed, 'value of the fund');
  if (!allowed) return;
  told(await checker().put(`${ORDER}/fund/nav/approve/id/${made.body.id}`), true, 'its approval');
}

/** Each day that is closed has a value, so that no order waits for one that never comes. */
async function closeDay(price: bigint): Promise<void> {
  if (desk.books.valuedOn !== desk.books.today) await valueFund(price);
  close(desk.books);
  await desk.app.closeUntil(dateOf(desk.books.today));
}

function perform(one: Operation): Promise<void> {
  switch (one.kind) {
    case 'receive':
    case 'spend':
      return moveCash(one);
    case 'place':
      return placeDeposit(one);
    case 'breakDeposit':
      return endDeposit(one);
    case 'buy':
      return buyPaper(one);
    case 'breakPaper':
      return endPaper(one);
    case 'order':
      return orderFund(one);
    case 'approve':
    case 'reject':
      return decide(one);
    case 'value':
      return valueFund(one.price);
    case 'close':
      return closeDay(one.price);
  }
}

async function compare(): Promise<void> {
  const { app, books, before: others, owners } = desk;
  const said = await booked(app);
  const own = [...said].map(([code, net]) => [code, net - (others.get(code) ?? 0n)] as const);
  const expected = [...trialBalance(books)];
  const sorted = (rows: readonly (readonly [string, bigint])[]) =>
    rows.filter(([, net]) => net !== 0n).toSorted(([one], [other]) => (one < other ? -1 : 1));
  assert.deepEqual(sorted(own), sorted(expected));
  await Promise.all(owners.map((_, index) => compareOwner(index)));
  const { invariants, clientMoney } = await checkIntegrity({ db: app.db });
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
  assert.ok(clientMoney.every((proof) => 'surplus' in proof && Number(proof.surplus) === 0));
}

async function compareOwner(index: number): Promise<void> {
  const { books, owners, fund } = desk;
  const [cash, funds] = await Promise.all([
    client().get(`${API}/finance/account/id/${owners[index]?.accountId}`),
    client().get(`${ORDER}/fund/holding/customer/list?c=${idOf(index)}`),
  ]);
  assert.equal(cash.body.clearedBalance, Number(naira(books.cash[index] ?? 0n)));
  assert.equal(cash.body.heldBalance, Number(naira(heldOf(books, index))));
  const own = funds.body.result.find((one: Json) => one.fundName === fund);
  assert.equal(own?.units ?? 0, Number(decimal(books.units[index] ?? 0n, 4)));
}

describe('random products', () => {
  it('leave every account as plain sums say, with all invariants after each', async (test) => {
    let played = 0;
    for (const one of fc.sample(operation, { numRuns: OPERATIONS, seed: SEED })) {
      if (played > 0 && played % OPERATIONS_PER_BOOKS === 0) {
        await desk.app.stop();
        desk = await openDesk();
      }
      await perform(one);
      await compare();
      played += 1;
    }
    test.diagnostic(`${played} operations, seed ${SEED}`);
  });
});
