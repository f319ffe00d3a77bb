// Executes orders at the value of their dealing day. Units, lots, cash and fees change in one
// transaction.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  type FirmAccountCode,
  type Hold,
  type JournalDraft,
  postJournals,
} from '../../finance/index.js';
import { journalOf } from '../deposit/ledger-entry.js';
import { type EntryLine, withClientMoney } from '../instrument/client-money.js';
import { addDealtTotals } from './dealing-queries.js';
import { fundTransactionEvent } from './event.js';
import { openHoldings } from './holding-queries.js';
import {
  bidPrice,
  offerPrice,
  redeem,
  subscribeAmount,
  subscribeUnits,
  unitsFor,
  worthOf,
} from './price.js';
import type { FundNavRow, FundRow } from './queries.js';
import {
  buyUnits,
  freeUnitsOn,
  holdingOf,
  type OpenHolding,
  type OpenRegister,
  openRegister,
  sellUnits,
  storeRegister,
} from './register.js';
import {
  type FundTransactionRow,
  lockOrdersToDeal,
  updateFundTransactions,
} from './transaction-queries.js';

/** A fund, the net asset value used to deal its orders, and the business date used to book them. */
interface Dealing {
  readonly fund: FundRow;
  readonly nav: FundNavRow;
  readonly date: BusinessDate;
}

/** The amounts of an executed order, in minor units. */
interface Deal {
  readonly price: Decimal;
  readonly units: Decimal;
  readonly grossMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly penaltyMinor: bigint;
  readonly netMinor: bigint;
}

type Planned = Deal | { readonly reason: string };

/**
 * Deals up to `most` approved orders for the value's date, in id order. The caller holds a lock on
 * the fund. An order whose hold does not cover the price is rejected with the reason. No other
 * check can stop an order, so a batch never fails. Returns the number of orders executed or
 * rejected.
 */
export async function dealOrders(work: Work, dealing: Dealing, most: number): Promise<number> {
  const { fund, nav } = dealing;
  const orders = await lockOrdersToDeal(work.tx, {
    fundId: fund.id,
    date: nav.valuation_date,
    most,
  });
  if (orders.length > 0) await deal(work, dealing, orders);
  return orders.length;
}

/** Deals one approved order, which the caller has locked, and returns the booked lines. */
export async function dealOrder(
  work: Work,
  dealing: Dealing,
  order: FundTransactionRow,
): Promise<readonly EntryLine[]> {
  const [planned] = await deal(work, dealing, [order]);
  return planned === undefined || 'reason' in planned.plan ? [] : dealLines(order, planned.plan);
}

interface PlannedOrder {
  readonly order: FundTransactionRow;
  readonly plan: Planned;
}

async function deal(
  work: Work,
  dealing: Dealing,
  orders: readonly FundTransactionRow[],
): Promise<readonly PlannedOrder[]> {
  const register = await registerFor(work, dealing, orders);
  const planned = orders.map((order) => ({ order, plan: planOrder(register, dealing, order) }));
  await storeRegister(work.tx, register);
  const journalIds = await bookDeals(work, dealing, planned);
  const stamp = { by: work.principal.name, at: work.now };
  await updateFundTransactions(
    work.tx,
    stamp,
    planned.map(({ order, plan }) => {
      const ended = { id: order.id, held_minor: 0n, held_units: new Decimal(0) };
      if ('reason' in plan) return { ...ended, status: 'REJECTED' as const, reason: plan.reason };
      return {
        ...ended,
        ...executedColumns(dealing, plan),
        journal_id: present(journalIds.get(order.id), 'each deal is booked'),
      };
    }),
  );
  await addDealtTotals(work.tx, totalsOf(dealing, planned));
  for (const { order, plan } of planned) {
    const rejected = 'reason' in plan;
    const type = rejected ? 'fund-transaction.rejected' : 'fund-transaction.executed';
    work.events.push(fundTransactionEvent(type, order, rejected ? { reason: plan.reason } : {}));
  }
  return planned;
}

async function registerFor(
  work: Work,
  { fund, date }: Dealing,
  orders: readonly FundTransactionRow[],
): Promise<OpenRegister> {
  const opened = [];
  for (const order of orders) {
    if (order.trans_type !== 'SUBSCRIPTION') continue;
    opened.push({
      id: await work.context.ids.next(work.tx, 'fund_holding_id'),
      fund_id: fund.id,
      customer_id: order.customer_id,
      office_id: order.office_id,
      portfolio_name: order.portfolio_name,
      income_option: order.income_option ?? fund.income_option,
    });
  }
  await openHoldings(work.tx, opened);
  return openRegister(
    work.tx,
    { fundId: fund.id, date, sourceType: 'FUND_TRANSACTION' },
    orders.map((order) => order.customer_id),
  );
}

function planOrder(register: OpenRegister, dealing: Dealing, order: FundTransactionRow): Planned {
  const holding = holdingOf(register, {
    customerId: order.customer_id,
    portfolioName: order.portfolio_name,
  });
  holding.heldUnits = holding.heldUnits.minus(order.held_units);
  return order.trans_type === 'SUBSCRIPTION'
    ? planSubscription(register, dealing, { order, holding })
    : planRedemption(register, dealing, { order, holding });
}

interface Placed {
  readonly order: FundTransactionRow;
  readonly holding: OpenHolding;
}

function planSubscription(
  register: OpenRegister,
  { fund, nav }: Dealing,
  { order, holding }: Placed,
): Planned {
  const price = offerPrice(nav.nav_per_unit, fund);
  const priced =
    order.units === null
      ? subscribeAmount(present(order.amount_minor, 'an amount was given'), price, fund)
      : subscribeUnits(order.units, price, fund);
  if (!priced.units.greaterThan(0) || priced.grossMinor <= 0n) {
    return { reason: 'the amount is too small to buy any units' };
  }
  if (priced.costMinor > order.held_minor) {
    return { reason: 'the units cost more than the cash on hold for them' };
  }
  buyUnits(register, holding, {
    units: priced.units,
    acquiredOn: nav.valuation_date,
    sourceId: order.id,
  });
  if (order.income_option !== null) holding.incomeOption = order.income_option;
  return {
    price,
    units: priced.units,
    grossMinor: priced.grossMinor,
    feeMinor: priced.feeMinor,
    vatMinor: priced.vatMinor,
    penaltyMinor: 0n,
    netMinor: priced.costMinor,
  };
}

function planRedemption(
  register: OpenRegister,
  { fund, nav }: Dealing,
  { order, holding }: Placed,
): Planned {
  const price = bidPrice(nav.nav_per_unit, fund);
  // `allUnits` redeems every unit that is not held for another order, so that no small remainder is
  // left.
  const free = freeUnitsOn(holding, nav.valuation_date);
  const units =
    order.basis === 'ALL'
      ? free
      : (order.units ?? unitsFor(present(order.amount_minor, 'an amount was given'), price, fund));
  if (units.greaterThan(order.basis === 'ALL' ? free : order.held_units)) {
    return { reason: 'the order needs more units than are on hold for it' };
  }
  const grossMinor = order.amount_minor ?? worthOf(units, price, fund.currency);
  if (!units.greaterThan(0) || grossMinor <= 0n) return { reason: 'the units have no value' };
  const on = nav.valuation_date;
  const sold = sellUnits(register, holding, { units, on, sourceId: order.id });
  return { price, units, ...redeem(grossMinor, sold, fund) };
}

async function bookDeals(
  work: Work,
  dealing: Dealing,
  planned: readonly PlannedOrder[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const journals: JournalDraft[] = [];
  const booked: bigint[] = [];
  const holds: Hold[] = [];
  for (const { order, plan } of planned) {
    if (order.held_minor > 0n) holds.push(releaseOf(order));
    if ('reason' in plan) continue;
    journals.push(await journalOf(work, frameOf(dealing, order), dealLines(order, plan)));
    booked.push(order.id);
  }
  const ids = await postJournals(work.tx, journals, holds);
  return new Map(booked.map((id, index) => [id, present(ids[index], 'each journal has a number')]));
}

/** Returns the movement that releases the cash held for an order. */
export function releaseOf(order: {
  readonly id: bigint;
  readonly fund_name: string;
  readonly cash_account_id: bigint;
}): Hold {
  return {
    accountId: order.cash_account_id,
    sourceType: fundSource(order.fund_name),
    sourceId: order.id,
    amountMinor: 0n,
  };
}

/**
 * Returns the source type of journals and holds. It contains the fund's name, which identifies the
 * fund's share of the control account.
 */
export function fundSource(fundName: string): string {
  return `FUND:${fundName}`;
}

function frameOf({ fund, date }: Dealing, order: FundTransactionRow) {
  const what = order.trans_type === 'SUBSCRIPTION' ? 'Subscription to' : 'Redemption from';
  const subject = `${what} ${fund.name} ${order.name}`;
  return {
    officeId: order.office_id,
    currency: fund.currency,
    date,
    narration: order.description === null ? subject : `${subject}: ${order.description}`,
    sourceType: fundSource(fund.name),
    sourceId: order.id,
  };
}

/**
 * Returns the control account. It shows what the firm and the fund owe each other until the
 * custodian is paid.
 */
export function fundControl(fundName: string): FirmAccountCode {
  return `FUND:CONTROL:${fundName}`;
}

/**
 * Returns the ledger lines. A subscription debits the customer; it credits the fund's control
 * account for the units and FUND/FEE for the entry fee. A redemption debits the control account; it
 * credits the customer, FUND/FEE for the exit fee and FUND/PENALTY. The tax on either fee is
 * credited to FUND/VAT.
 */
function dealLines(order: FundTransactionRow, deal: Deal): EntryLine[] {
  const sign = order.trans_type === 'SUBSCRIPTION' ? 1n : -1n;
  return withClientMoney([
    { account: order.cash_account_id, amountMinor: sign * deal.netMinor },
    { account: fundControl(order.fund_name), amountMinor: -sign * deal.grossMinor },
    { account: 'FUND/FEE', amountMinor: -deal.feeMinor },
    { account: 'FUND/VAT', amountMinor: -deal.vatMinor },
    { account: 'FUND/PENALTY', amountMinor: -deal.penaltyMinor },
  ]);
}

function executedColumns({ fund, nav, date }: Dealing, plan: Deal) {
  return {
    status: 'EXECUTED' as const,
    nav_id: nav.id,
    fund_version: fund.version,
    price: plan.price,
    executed_units: plan.units,
    gross_minor: plan.grossMinor,
    fee_minor: plan.feeMinor,
    vat_minor: plan.vatMinor,
    penalty_minor: plan.penaltyMinor,
    net_minor: plan.netMinor,
    execution_date: date,
  };
}

function totalsOf({ fund, nav }: Dealing, planned: readonly PlannedOrder[]) {
  const totals = {
    subscribedUnits: new Decimal(0),
    redeemedUnits: new Decimal(0),
    subscribedMinor: 0n,
    redeemedMinor: 0n,
  };
  for (const { order, plan } of planned) {
    if ('reason' in plan) continue;
    if (order.trans_type === 'SUBSCRIPTION') {
      totals.subscribedUnits = totals.subscribedUnits.plus(plan.units);
      totals.subscribedMinor += plan.grossMinor;
    } else {
      totals.redeemedUnits = totals.redeemedUnits.plus(plan.units);
      totals.redeemedMinor += plan.grossMinor;
    }
  }
  return {
    fundId: fund.id,
    date: nav.valuation_date,
    navId: nav.id,
    orders: planned.length,
    ...totals,
  };
}
