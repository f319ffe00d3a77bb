// Builds a business day with work for every end-of-day step: orders in every state, trades to
// settle, deposits, loans, commercial paper and bills that accrue and mature, funds with orders and
// income, and receipts whose value date is the next day.

import assert from 'node:assert/strict';
import {
  approveFundDistribution,
  createFundDistribution,
} from '../../src/modules/asset/fund/distribution.js';
import {
  addTermInstrumentType,
  approveFundNav,
  approveFundTransaction,
  createFundNav,
  type NewTermInstrumentType,
  postDiscounted,
  postTermInstrument,
  submitDiscounted,
  submitFundTransaction,
  submitTermInstrument,
  taxOnIncome,
} from '../../src/modules/asset/index.js';
import { APPROVE_PERMISSION } from '../../src/modules/finance/approval/need.js';
import { createCashTransaction } from '../../src/modules/finance/cash/create.js';
import { postCashTransaction } from '../../src/modules/finance/cash/posting.js';
import { firmAccount, postJournal } from '../../src/modules/finance/index.js';
import { endOfDayOf } from '../../src/modules/system/end-of-day/routes.js';
import { present } from '../../src/platform/assert.js';
import { addDays, type BusinessDate } from '../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../src/platform/calendar/business-day.js';
import type { Work } from '../../src/platform/context.js';
import { sql } from '../../src/platform/database/sql.js';
import { openRun, performRun } from '../../src/platform/end-of-day/run.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { systemWork } from '../../src/platform/system-work.js';
import { type Desk, openDesk, type Terms } from '../support/order-desk.js';
import { makeEvents } from './rich-event.js';

/**
 * Days until the demonstration's bills mature. Everything else that is placed has the same tenure.
 */
const TENURE_DAYS = 91;
/** The maximum cost of a day's orders, in minor units. */
const TRADING_MINOR = 20_000_000n;
const FUND = { fundName: 'CHEQF', navPerUnit: new Decimal('131.0457') } as const;
const INCOME_FUND = { fundName: 'CHMMF', navPerUnit: new Decimal('100') } as const;
/**
 * The start of the id ranges. Each table gets its own range, so that ids created by the day are
 * recognizable everywhere.
 */
const FIRST_ID = 100_000_000_000_000n;
const IDS_PER_TABLE = 1_000_000_000_000n;
/** The number of ranges in which ids have fifteen digits. */
const RANGES_MAX = 899;

/** The day's database, and the run that will close it. */
export interface RichDay {
  readonly databaseUrl: string;
  readonly runId: bigint;
  readonly stepNames: readonly string[];
}

/** Fills a database up to the evening of the day, and closes all connections to it. */
export async function makeRichDay(): Promise<RichDay> {
  const desk = await openDesk();
  const customers = await customersOf(desk);
  await placeMoney(desk, customers);
  await dealFund(desk, customers, { ...FUND, amount: new Decimal('90000') });
  const maturity = addDays(await currentBusinessDate(desk.db), TENURE_DAYS);
  for (;;) {
    const today = await currentBusinessDate(desk.db);
    const next = await nextDayOf(desk, today);
    if ((await nextDayOf(desk, next)) >= maturity) break;
    await closeUntil(desk, next);
  }
  await trade(desk);
  await openIncomeFund(desk, customers);
  const day = await nextDayOf(desk, await currentBusinessDate(desk.db));
  await closeUntil(desk, day);
  assert.ok((await nextDayOf(desk, day)) >= maturity);
  await impoverish(desk, customers);
  await trade(desk);
  await dealFund(desk, customers, { ...FUND, units: new Decimal('55.5') });
  await orderIncome(desk);
  await startTomorrow(desk, customers, await nextDayOf(desk, day));
  await receiveAhead(desk, customers, await nextDayOf(desk, day));
  await makeEvents(desk, await nextDayOf(desk, day));
  await bookLate(desk, addDays(day, -1));
  await separateIds(desk);
  const until = addDays(day, 1);
  const runId = await openRun(desk.context, { until, askedBy: 'test', requestId: 'test' });
  await desk.disconnect();
  return {
    databaseUrl: desk.databaseUrl,
    runId,
    stepNames: desk.steps.map((step) => step.name),
  };
}

const nextDayOf = (desk: Desk, date: BusinessDate): Promise<BusinessDate> =>
  endOfDayOf(desk.context, desk.steps).nextDay(date);

async function closeUntil(desk: Desk, until: BusinessDate): Promise<void> {
  const id = await openRun(desk.context, { until, askedBy: 'test', requestId: 'test' });
  await performRun(endOfDayOf(desk.context, desk.steps), id);
}

interface Customer {
  readonly id: bigint;
}

// Returns customers with enough money for everything that the test places.
async function customersOf(desk: Desk): Promise<readonly Customer[]> {
  return desk.db.query<Customer>(sql`
    select c.id from customer c
    join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH' and a.currency = 'NGN'
    join account_balance b on b.account_id = a.id
    where b.balance_minor - b.held_minor > 50000000 order by c.id limit 12`);
}

function piece<Result>(desk: Desk, work: (on: Work) => Promise<Result>): Promise<Result> {
  return systemWork(desk.context, 'test', work);
}

// Deposits that pay or capitalize interest on the day on which the others mature.
const INTEREST_DAYS: NewTermInstrumentType = {
  name: 'INCOME',
  label: 'Income deposit',
  currency: 'NGN',
  amount_least_minor: 1n,
  amount_most_minor: null,
  amount_multiple_minor: 1n,
  allowed_tenures: null,
  default_tenure: 180,
  rate_tiers: [{ percent: '15' }],
  rate_least: null,
  rate_most: null,
  day_count: 'ACT_365F',
  compoundings_per_year: null,
  interest_payment: 'PERIODIC',
  interest_frequency: 'DAYS',
  interest_days: TENURE_DAYS,
  tax_class: 'TERM_DEPOSIT',
  early_liquidation: { rule: { kind: 'EARNED' } },
  rollover_rule: 'NONE',
  auto_rollover: false,
  loan_product: false,
  holiday_convention: 'NONE',
  accrues_over_gap: false,
};

async function addInterestTypes(desk: Desk): Promise<void> {
  await piece(desk, async (work) => {
    await addTermInstrumentType(work, INTEREST_DAYS);
    await addTermInstrumentType(work, {
      ...INTEREST_DAYS,
      name: 'SAVE',
      label: 'Growing deposit',
      interest_payment: 'CAPITALISED',
    });
    await addTermInstrumentType(work, {
      ...INTEREST_DAYS,
      name: 'INCOME-LOAN',
      label: 'Loan with interest on days',
      tax_class: null,
      loan_product: true,
    });
  });
}

// Deposits and commercial paper that end, roll over with or without additional cash, or pay
// interest in other ways; bills with no issue to roll over into; and loans that cannot be repaid.
async function placeMoney(desk: Desk, customers: readonly Customer[]): Promise<void> {
  await addInterestTypes(desk);
  for (const [index, { id: customerId }] of customers.entries()) {
    const rolls: DepositBody['rolloverRule'] =
      index % 2 === 0 ? 'PRINCIPAL_AND_NET_INTEREST' : 'PRINCIPAL_AND_GROSS_INTEREST';
    const amount = new Decimal(100_000 + index * 1_234.5);
    const tenure = index % 4 === 3 ? 90 : TENURE_DAYS;
    await deposit(desk, { instrumentTypeName: 'FD-NGN', customerId, faceValue: amount, tenure });
    await deposit(desk, {
      instrumentTypeName: 'FD-NGN-ROLL',
      customerId,
      faceValue: amount,
      tenure: TENURE_DAYS,
      rolloverRule: rolls,
    });
    const name = ['INCOME', 'SAVE', 'INCOME-LOAN'][index % 3] ?? 'SAVE';
    await deposit(desk, { instrumentTypeName: name, customerId, faceValue: amount });
    await deposit(desk, {
      instrumentTypeName: 'FD-NGN-AHEAD',
      customerId,
      faceValue: amount,
      tenure: TENURE_DAYS,
      rolloverRule: 'PRINCIPAL_ONLY',
    });
    if (index % 3 === 0) {
      await deposit(desk, {
        instrumentTypeName: 'LOAN-NGN',
        customerId,
        faceValue: amount,
        tenure,
      });
    }
    for (const [kind, instrumentTypeName] of [
      ['DISCOUNTED_INSTRUMENT', 'CP-NGN'],
      ['TREASURY_BILL', 'NTB-91'],
    ] as const) {
      const faceValue = new Decimal(kind === 'TREASURY_BILL' ? 100_000 : 100_000 + index * 77);
      const tenor = kind === 'TREASURY_BILL' ? {} : { tenure: TENURE_DAYS };
      await piece(desk, async (work) => {
        const body = {
          ...{ instrumentTypeName, customerId, faceValue, ...tenor },
          ...(index % 3 === 0 ? {} : { rolloverRule: rolls }),
        };
        const { id } = await submitDiscounted(work, body, { kind, ports: {} });
        await postDiscounted(work, { kind, id: present(id, 'a submit gives an id') });
      });
    }
  }
}

type DepositBody = Parameters<typeof submitTermInstrument>[1];

async function deposit(desk: Desk, body: DepositBody): Promise<void> {
  await piece(desk, async (work) => {
    const { id } = await submitTermInstrument(work, body, {});
    await postTermInstrument(work, present(id, 'a submit gives an id'));
  });
}

// Deposits that are waiting to be posted by a person, and that start on the new day.
async function startTomorrow(
  desk: Desk,
  customers: readonly Customer[],
  date: BusinessDate,
): Promise<void> {
  for (const { id: customerId } of customers.slice(0, 3)) {
    const faceValue = new Decimal(1_000);
    const waiting = { customerId, faceValue, startDate: `${date}T00:00:00.000Z` };
    await piece(desk, (work) =>
      submitTermInstrument(work, { instrumentTypeName: 'INCOME', ...waiting }, {}),
    );
  }
}

// Takes all money from a customer with a loan to repay, and from a customer whose rollover needs
// cash for the tax.
async function impoverish(desk: Desk, customers: readonly Customer[]): Promise<void> {
  const poor = [customers[3], customers[5]].map((customer) => customer?.id ?? 0n);
  await desk.db.query(sql`
    select set_hold('TEST', a.id, a.id, b.balance_minor - b.held_minor)
    from account a join account_balance b on b.account_id = a.id
    where a.customer_id = any(${poor}::bigint[]) and a.acct_type = 'CUSTOMER_CASH'
      and b.balance_minor > b.held_minor`);
}

// Books money with the new day's value date, also for the customers without money.
async function receiveAhead(
  desk: Desk,
  customers: readonly Customer[],
  date: BusinessDate,
): Promise<void> {
  for (const [index, { id: partnerId }] of customers.entries()) {
    await piece(desk, async (work) => {
      const permissions = new Set([APPROVE_PERMISSION]);
      const maker = { ...work, principal: { ...work.principal, permissions } };
      const body = {
        ...({ transType: 'RECEIPT', partnerId, amount: new Decimal(500 + index) } as const),
        valueDate: `${date}T12:00:00.000Z`,
      } as const;
      const { id } = await createCashTransaction(maker, body, { ports: { taxOnIncome } });
      await postCashTransaction(maker, present(id, 'a create gives an id'));
    });
  }
}

// Books a customer's money on a closed date, so that the snapshots for that date are valued again.
async function bookLate(desk: Desk, date: BusinessDate): Promise<void> {
  await piece(desk, async (work) => {
    const [account] = await work.tx.query<{ id: bigint; office_id: bigint }>(sql`
      select id, office_id from account
      where acct_type = 'CUSTOMER_CASH' and currency = 'NGN' order by id limit 1`);
    const { id, office_id: officeId } = present(account, 'a customer has an account');
    const bank = await firmAccount(work, { code: 'BANK:CLIENT', officeId, currency: 'NGN' });
    await postJournal(work.tx, {
      ...{ officeId, transactionDate: date, valueDate: date, narration: 'Late' },
      ...{ sourceType: 'TEST', sourceId: id, createdBy: 'test', createdAt: work.now },
      lines: [
        { accountId: bank, amountMinor: 7_00n },
        { accountId: id, amountMinor: -7_00n },
      ],
    });
  });
}

// Creates orders that are not taken, rest at the exchange, or are filled in part or in full.
async function trade(desk: Desk): Promise<void> {
  const buy = (terms: Terms) => desk.submit(terms);
  await desk.receive(TRADING_MINOR);
  for (const term of ['DAY', 'GTC']) {
    await buy({ term, quantity: 300 });
    const resting = await buy({ term, quantity: 200 });
    const part = await buy({ term, quantity: 500 });
    const whole = await buy({ term, quantity: 100 });
    const held = await heldMax(desk);
    const sale = await desk.submit({ ...held, side: 'SELL', quantity: 40, term });
    const partSale = await desk.submit({ ...held, side: 'SELL', quantity: 50, term });
    await desk.take();
    for (const row of [resting, part, whole, sale, partSale]) await desk.say(row, '0');
    await desk.say(part, '1', { fill: [150, '24.90'], cum: 150, leaves: 350 });
    await desk.say(part, '1', { fill: [50, '25.00'], cum: 200, leaves: 300 });
    await desk.say(whole, '2', { fill: [100, '24.95'], cum: 100, leaves: 0 });
    await desk.say(sale, '2', { fill: [40, '25.10'], cum: 40, leaves: 0 });
    await desk.say(partSale, '1', { fill: [20, '25.10'], cum: 20, leaves: 30 });
  }
}

// Returns order terms for the share holding with the most free units, among shares whose price no
// corporate action changes.
async function heldMax(desk: Desk): Promise<Terms> {
  const [held] = await desk.db.query<{ portfolio: string; security: string }>(sql`
    select p.name as portfolio, s.name as security
    from holding h join portfolio p on p.id = h.portfolio_id join security s on s.id = h.security_id
    where s.security_type = 'EQUITY'
      and not exists (select from corporate_action a where a.security_id = s.id)
    order by h.quantity - h.held_quantity desc, h.portfolio_id limit 1`);
  return present(held, 'a customer holds units');
}

interface Dealt {
  readonly fundName: string;
  readonly navPerUnit: Decimal;
  readonly amount?: Decimal;
  readonly units?: Decimal;
  readonly incomeOption?: 'PAY';
}

// Creates subscriptions by amount or redemptions by units. They are dealt at the end of the day,
// unless the fund deals immediately.
async function dealFund(
  desk: Desk,
  customers: readonly Customer[],
  { navPerUnit, ...how }: Dealt,
): Promise<void> {
  const today = await currentBusinessDate(desk.db);
  await piece(desk, async (work) => {
    // The orders are dated in the morning, before the day's cut-off, whenever the test runs.
    const maker: Work = { ...work, now: `${today}T00:00:00.000Z` };
    const checker: Work = { ...maker, principal: { ...work.principal, id: 1n } };
    for (const { id: customerId } of customers.slice(2, 8)) {
      const transType = how.units === undefined ? 'SUBSCRIPTION' : 'REDEMPTION';
      const { id } = await submitFundTransaction(maker, { transType, customerId, ...how }, {});
      await approveFundTransaction(checker, present(id, 'a submit gives an id'), {});
    }
    const value = { fundName: how.fundName, valuationDate: today, navPerUnit };
    const { id } = await createFundNav(maker, value);
    await approveFundNav(checker, present(id, 'an entry has an id'));
  });
}

// Opens a fund with taxed income whose new holders want cash. The holder in the demonstration data
// prefers units.
async function openIncomeFund(desk: Desk, customers: readonly Customer[]): Promise<void> {
  const { fundName } = INCOME_FUND;
  await desk.db.query(sql`update fund set tax_class = 'DIVIDEND' where name = ${fundName}`);
  const amount = new Decimal('20000');
  await dealFund(desk, customers, { ...INCOME_FUND, amount, incomeOption: 'PAY' });
}

async function orderIncome(desk: Desk): Promise<void> {
  const today = await currentBusinessDate(desk.db);
  await piece(desk, async (work) => {
    const checker: Work = { ...work, principal: { ...work.principal, id: 1n } };
    const { fundName } = INCOME_FUND;
    const income = { fundName, incomePerUnit: new Decimal('1.37') };
    const { id } = await createFundDistribution(work, income);
    await approveFundDistribution(checker, present(id, 'a distribution has an id'));
    // This value already excludes the income, so the income buys units today.
    const nav = await createFundNav(work, { ...INCOME_FUND, valuationDate: today });
    await approveFundNav(checker, present(nav.id, 'an entry has an id'));
  });
}

async function separateIds(desk: Desk): Promise<void> {
  const moved = await desk.db.query(sql`
    select setval(format('%I', sequencename)::regclass,
      ${FIRST_ID} + ${IDS_PER_TABLE} * row_number() over (order by sequencename), false)
    from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype`);
  assert.ok(moved.length <= RANGES_MAX, `${moved.length} sequences need longer ids`);
}
