// Orders without an exchange: the test itself takes instructions and delivers reports.

import assert from 'node:assert/strict';
import { openApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { firmAccount, postJournal } from '../../src/modules/finance/index.js';
import { orderEndOfDay } from '../../src/modules/order/end-of-day.js';
import { reenterOrders } from '../../src/modules/order/exchange/re-entry.js';
import { replacementOf } from '../../src/modules/order/exchange/replacement-queries.js';
import { UNROUTED } from '../../src/modules/order/exchange/session-route.js';
import { triggerStops } from '../../src/modules/order/exchange/stop-order.js';
import { tariffAt } from '../../src/modules/order/fee/tariff-cache.js';
import { tradeDaysOf } from '../../src/modules/order/fill/queries.js';
import {
  applyExchangeReport,
  type ExchangeReport,
  type Instruction,
  type ReportFate,
  takeInstructions,
} from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../src/modules/order/record/queries.js';
import { isFinal } from '../../src/modules/order/rule/order-state.js';
import { noteDatesOf } from '../../src/modules/order/rule/trade-day.js';
import { amendTradeOrder } from '../../src/modules/order/trade/amendment.js';
import { cancelTradeOrder } from '../../src/modules/order/trade/cancellation.js';
import { termsOf, totalsOf } from '../../src/modules/order/trade/hold.js';
import type { OrderRequest } from '../../src/modules/order/trade/request.js';
import { submitTradeOrder } from '../../src/modules/order/trade/submission.js';
import { type BusinessDate, businessDate } from '../../src/platform/calendar/business-date.js';
import type { Context, Work } from '../../src/platform/context.js';
import { sql } from '../../src/platform/database/sql.js';
import type { ClosingDay } from '../../src/platform/end-of-day/step.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { systemWork } from '../../src/platform/system-work.js';
import { DEMO } from './app.js';
import { TEST_KEYS } from './data-key.js';
import { createTestDatabase } from './database.js';

/**
 * The terms of an order that a test can change. By default it is a DAY buy order for 100 ACCESS at
 * 25.00. `ends` is a date.
 */
export interface Terms {
  readonly side?: 'BUY' | 'SELL';
  readonly quantity?: number;
  readonly limit?: string;
  readonly term?: string;
  readonly portfolio?: string;
  readonly security?: string;
  readonly ends?: string;
  readonly stop?: string;
  readonly priceType?: OrderRequest['priceType'];
  readonly doNotAdjust?: boolean;
}

/** The contents of a report apart from its status. `fill` is the quantity and price of a trade. */
export interface Said {
  readonly execId?: string;
  readonly type?: string;
  readonly fill?: readonly [quantity: number, price: string];
  readonly ref?: string;
  readonly clOrdId?: string;
  readonly origClOrdId?: string;
  readonly quantity?: number;
  readonly cum?: number;
  readonly leaves?: number;
  /** Side (54). */
  readonly side?: string;
  readonly symbol?: string;
  readonly isin?: string;
  readonly currency?: string;
  readonly limit?: string;
  readonly average?: string;
  readonly tradeDate?: string;
  readonly settlementDate?: string;
  readonly cumEx?: 'CUM' | 'EX';
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

const CLOSE = '25.00';
let lastExecId = 0;

const FLAGS = { port: 0, logLevel: 'silent', allowUnsafeDatabase: true } as const;

/** Opens the demonstration broker on its own database, with every price set to 25.00. */
export async function openDesk() {
  const database = await createTestDatabase(DEMO);
  const config = readConfig(
    { DATABASE_URL: database.url },
    { ...FLAGS, ...TEST_KEYS, demo: true, exchange: 'none' },
  );
  const { context, steps, close } = await openApp(config);
  await prepare(context);
  const [exchange] = await context.db.query<{ id: bigint }>(
    sql`select id from exchange where name = 'NGX'`,
  );
  assert.ok(exchange);
  const on = { context, exchangeId: exchange.id };
  return {
    ...on,
    db: context.db,
    steps,
    databaseUrl: database.url,
    submit: (terms: Terms = {}) => submit(context, terms),
    amend: (id: bigint, terms: Terms = {}) => amend(context, id, terms),
    cancel: (id: bigint) => systemWork(context, 'test', (work) => cancelTradeOrder(work, id)),
    take: () => take(on),
    /** Submits an order and takes its instruction: the exchange has it but has not answered. */
    send: async (terms: Terms = {}) => {
      const row = await submit(context, terms);
      await take(on);
      return row;
    },
    say: (row: OrderRow, status: string, said: Said = {}) => say(on, { row, status, said }),
    apply: (report: ExchangeReport) => apply(context, report),
    order: (id: bigint) => orderRow(context, id),
    /** Sets for how many days after entry the exchange keeps orders. Null means no limit. */
    keepsOrdersFor: (days: number | null) => keepsOrdersFor(context, days),
    /** Re-enters orders from this many nodes at once. Returns how many orders were entered. */
    reenter: async (nodes = 1) => {
      const looks = Array.from({ length: nodes }, () => systemWork(context, 'test', reenterOrders));
      return (await Promise.all(looks)).reduce((sum, count) => sum + count, 0);
    },
    held: (id: bigint) => heldCash(context, id),
    /** Returns the money that an order must hold in its stored state. */
    needed: (id: bigint) => neededCash(context, id),
    /** Sets the market price and checks stop orders on this many nodes at once. */
    priceAt: async (last: string, nodes = 1) => {
      await context.db.query(sql`update security_price set last = ${last}::numeric`);
      const looks = Array.from({ length: nodes }, () => systemWork(context, 'test', triggerStops));
      return (await Promise.all(looks)).reduce((sum, count) => sum + count, 0);
    },
    /** Books a receipt for the first customer. */
    receive: (minor: bigint) => receive(context, minor),
    /** Holds money so that exactly this much is left to spend, until `giveBack` is called. */
    leave: (row: OrderRow, minor: bigint) => setAvailable(context, row, minor),
    giveBack: (row: OrderRow) =>
      context.db.query(sql`select set_hold('TEST', ${row.id}, ${row.cash_account_id}, 0)`),
    available: (row: OrderRow) => availableOf(context, row),
    holding: (row: OrderRow) => holdingOf(context, row),
    notes: (id: bigint) => notesOf(context, id),
    setDate: (date: string) =>
      context.db.query(sql`update business_day set business_date = ${businessDate(date)}`),
    endOfDay: (closing: string, next: string) => endOfDay(context, { closing, next }),
    stop: async () => {
      await close();
      await database.drop();
    },
    /** Closes the desk but keeps the database; the caller drops it. */
    disconnect: async () => {
      await close();
      await database.db.close();
    },
  };
}

// Sets fixed prices, and closes the demonstration's paid corporate action, so that a test can
// return to an earlier date.
async function prepare({ db }: Context): Promise<void> {
  await db.query(sql`update security_price set previous_close = 25, last = 25`);
  await db.query(sql`
    update corporate_action set progress = 'CLOSED', closed_on = ex_date where progress = 'PAID'`);
}

async function keepsOrdersFor(context: Context, days: number | null): Promise<void> {
  await context.db.query(sql`
    update market_rule
    set terms = jsonb_strip_nulls(jsonb_build_object('longestDays', ${days}::int))
    where rule = 'ORDER_LIFE'`);
}

function requestOf(terms: Terms): OrderRequest {
  const priceType = terms.priceType ?? 'LIMIT';
  return {
    portfolioName: terms.portfolio ?? '0000000001',
    securityName: terms.security ?? 'ACCESS',
    orderType: terms.side ?? 'BUY',
    priceType,
    quantityRequested: new Decimal(terms.quantity ?? 100),
    orderTermName: terms.term ?? 'DAY',
    ...(priceType.endsWith('LIMIT') ? { limitPrice: new Decimal(terms.limit ?? CLOSE) } : {}),
    ...(terms.ends === undefined ? {} : { orderEndDate: `${terms.ends}T00:00:00Z` }),
    ...(terms.stop === undefined ? {} : { stopPrice: new Decimal(terms.stop) }),
    ...(terms.doNotAdjust === undefined ? {} : { doNotAdjust: terms.doNotAdjust }),
  };
}

async function submit(context: Context, terms: Terms): Promise<OrderRow> {
  const outcome = await systemWork(context, 'test', (work: Work) =>
    submitTradeOrder(work, requestOf(terms)),
  );
  return orderRow(context, outcome.id ?? 0n);
}

function amend(context: Context, id: bigint, terms: Terms) {
  return systemWork(context, 'test', (work) => amendTradeOrder(work, { ...requestOf(terms), id }));
}

interface On {
  readonly context: Context;
  readonly exchangeId: bigint;
}

function take({ context }: On): Promise<Instruction[]> {
  return context.db.transaction((tx) => takeInstructions(tx, UNROUTED, context.clock.now()));
}

function apply(context: Context, report: ExchangeReport): Promise<ReportFate> {
  return systemWork(context, 'exchange-report', (work) => applyExchangeReport(work, report));
}

interface Saying {
  readonly row: OrderRow;
  readonly status: string;
  readonly said: Said;
}

function say({ context, exchangeId }: On, { row, status, said }: Saying): Promise<ReportFate> {
  return apply(context, reportOf(exchangeId, { row, status, said }));
}

/** Returns an exchange's report about an order, with OrdStatus (39) and further fields. */
export function reportOf(exchangeId: bigint, { row, status, said }: Saying): ExchangeReport {
  lastExecId += 1;
  const isReject = said.type === '9';
  return {
    exchangeId,
    message: isReject ? 'CANCEL_REJECT' : 'EXECUTION_REPORT',
    clOrdId: said.clOrdId ?? row.cl_ord_id,
    origClOrdId: said.origClOrdId,
    ordStatus: status,
    text: undefined,
    exchangeOrderId: 'O1',
    execId: isReject ? undefined : (said.execId ?? `X${lastExecId}`),
    execType: isReject ? undefined : (said.type ?? (said.fill === undefined ? status : 'F')),
    execRefId: said.ref,
    lastQuantity: said.fill === undefined ? undefined : BigInt(said.fill[0]),
    lastPrice: said.fill === undefined ? undefined : new Decimal(said.fill[1]),
    leavesQuantity: said.leaves === undefined ? undefined : BigInt(said.leaves),
    cumQuantity: said.cum === undefined ? undefined : BigInt(said.cum),
    orderQuantity: said.quantity === undefined ? undefined : BigInt(said.quantity),
    transactAt: undefined,
    side: said.side,
    symbol: said.symbol,
    isin: said.isin,
    currency: said.currency,
    limitPrice: said.limit === undefined ? undefined : new Decimal(said.limit),
    averagePrice: said.average === undefined ? undefined : new Decimal(said.average),
    tradeDate: said.tradeDate === undefined ? undefined : businessDate(said.tradeDate),
    settlementDate:
      said.settlementDate === undefined ? undefined : businessDate(said.settlementDate),
    cumEx: said.cumEx,
  };
}

function receive(context: Context, minor: bigint): Promise<bigint> {
  return systemWork(context, 'test', async (work) => {
    const [account] = await work.tx.query<{ id: bigint; office_id: bigint }>(sql`
      select a.id, a.office_id from account a join portfolio p on p.customer_id = a.customer_id
      where p.name = '0000000001' and a.acct_type = 'CUSTOMER_CASH' and a.currency = 'NGN'`);
    assert.ok(account);
    const { office_id: officeId } = account;
    const bank = await firmAccount(work, { code: 'BANK:CLIENT', officeId, currency: 'NGN' });
    const today = businessDate('2026-11-16');
    return postJournal(work.tx, {
      officeId,
      transactionDate: today,
      valueDate: today,
      narration: 'Receipt',
      sourceType: 'TEST',
      sourceId: 1n,
      createdBy: 'test',
      createdAt: work.now,
      lines: [
        { accountId: bank, amountMinor: minor },
        { accountId: account.id, amountMinor: -minor },
      ],
    });
  });
}

async function orderRow(context: Context, id: bigint): Promise<OrderRow> {
  const [row] = await context.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${id}`);
  assert.ok(row);
  return row;
}

async function heldCash(context: Context, id: bigint): Promise<bigint> {
  const [hold] = await context.db.query<{ amount_minor: bigint }>(sql`
    select amount_minor from cash_hold where source_type = 'TRADE_ORDER' and source_id = ${id}`);
  return hold?.amount_minor ?? 0n;
}

function neededCash(context: Context, id: bigint): Promise<bigint> {
  return systemWork(context, 'test', async (work) => {
    const row = await orderRow(context, id);
    const days = (await tradeDaysOf(work.tx, [id])).get(id) ?? [];
    const asked = await replacementOf(work.tx, row);
    const tariff = await tariffAt(work, row.tariff_stamp);
    const state = {
      isLive: !isFinal(row.order_status),
      quantityFilled: row.quantity_filled,
      terms: termsOf(row),
      replacement: asked && termsOf(asked),
      ...noteDatesOf(days),
    };
    return row.order_type === 'SELL' ? 0n : totalsOf(row, state, tariff).openMinor;
  });
}

async function availableOf(context: Context, row: OrderRow): Promise<bigint> {
  const [balance] = await context.db.query<{ minor: bigint }>(sql`
    select balance_minor - held_minor as minor from account_balance
    where account_id = ${row.cash_account_id}`);
  return balance?.minor ?? 0n;
}

// Holds the rest of the money for another purpose, so that exactly this much is left to spend.
async function setAvailable(context: Context, row: OrderRow, minor: bigint): Promise<void> {
  const more = (await availableOf(context, row)) - minor;
  await context.db.query(sql`
    select set_hold('TEST', ${row.id}, ${row.cash_account_id},
      ${more} + coalesce((select amount_minor from cash_hold
        where source_type = 'TEST' and source_id = ${row.id}), 0))`);
}

export interface HoldingRow {
  readonly quantity: bigint;
  readonly held_quantity: bigint;
  readonly cost_minor: bigint;
  readonly realised_gain_minor: bigint;
}

async function holdingOf(context: Context, row: OrderRow): Promise<HoldingRow> {
  const [holding] = await context.db.query<HoldingRow>(sql`
    select quantity, held_quantity, cost_minor, realised_gain_minor from holding
    where portfolio_id = ${row.portfolio_id} and security_id = ${row.security_id}`);
  return holding ?? { quantity: 0n, held_quantity: 0n, cost_minor: 0n, realised_gain_minor: 0n };
}

export interface NoteFigures {
  readonly id: bigint;
  readonly trade_date: BusinessDate;
  readonly settlement_date: BusinessDate;
  readonly quantity: bigint;
  readonly net_minor: bigint;
  readonly charges_minor: bigint;
  readonly accrued_from: BusinessDate | null;
  readonly accrued_days: number | null;
  readonly accrued_minor: bigint;
  readonly reversed: boolean;
  readonly settled: boolean;
  readonly replaces_id: bigint | null;
  readonly journal_id: bigint;
  readonly settlement_journal_id: bigint | null;
}

function notesOf(context: Context, id: bigint): Promise<NoteFigures[]> {
  return context.db.query<NoteFigures>(sql`
    select id, trade_date, settlement_date, quantity, net_minor, charges_minor, accrued_from,
      accrued_days, accrued_minor, replaces_id, journal_id, settlement_journal_id,
      reversed_at is not null as reversed,
      settled_at is not null as settled
    from contract_note where order_id = ${id} order by id`);
}

async function endOfDay(
  context: Context,
  dates: { readonly closing: string; readonly next: string },
): Promise<Record<string, number>> {
  const day: ClosingDay = {
    closing: businessDate(dates.closing),
    next: businessDate(dates.next),
  };
  const records: Record<string, number> = {};
  for (const step of orderEndOfDay) records[step.name] = await step.run(context, day);
  await context.db.query(
    sql`update business_day set business_date = ${day.next}, changed_at = now()`,
  );
  return records;
}
