// A model of the fund: orders at a price that is not yet known, fees and tax on them, income for
// holders, and payments to and from the custodian.

import {
  happened,
  nextDay,
  type Products,
  receive,
  rounded,
  taxOn,
  total,
} from './product-model.js';

/**
 * A subscription pays a fee of 1 %, and a redemption pays half of that. Both pay 7.5 % tax on the
 * fee.
 */
const ENTRY_FEE = 100n;
const EXIT_FEE = 200n;
const VAT = 75n;
/** The maximum age, in days, of a price at which orders are dealt or income buys units. */
const FRESH_DAYS = 5;

export const SIDES = ['SUBSCRIPTION', 'REDEMPTION'] as const;
export type Side = (typeof SIDES)[number];
/** Income is paid in cash or reinvested in units. */
export const OPTIONS = ['PAY', 'REINVEST'] as const;
export type Option = (typeof OPTIONS)[number];

export interface FundOrder {
  readonly id: number;
  readonly customer: number;
  readonly side: Side;
  /** The size of the order: kobo for a subscription, ten-thousandths of a unit for a redemption. */
  readonly amount: bigint;
  /** The income option that a subscription chooses, if any. */
  readonly option: Option | undefined;
  state: 'PENDING' | 'APPROVED' | 'EXECUTED' | 'REJECTED';
  dealtOn: number;
}

/** One holder's share of an income distribution, with the units and option as of its approval. */
interface Part {
  readonly customer: number;
  readonly units: bigint;
  readonly option: Option;
  isPaid: boolean;
}

export interface Distribution {
  readonly id: number;
  readonly perUnit: bigint;
  state: 'PENDING' | 'APPROVED' | 'REJECTED';
  recordDay: number;
  /** The ex-date: the first day whose price excludes this income. */
  exDay: number;
  parts: readonly Part[];
}

export interface FundBooks {
  readonly units: bigint[];
  readonly options: Option[];
  readonly orders: FundOrder[];
  readonly distributions: Distribution[];
  /** The price of a unit on each day. */
  readonly prices: Map<number, bigint>;
  /**
   * The amount owed to the fund, negative if the fund owes money. Then the fees, and the tax on the
   * fees.
   */
  owed: bigint;
  fees: bigint;
  vat: bigint;
}

/** Returns a fund without holders. Holders without an option receive income in cash. */
export function freshFund(customers: number): FundBooks {
  return {
    ...{ units: Array(customers).fill(0n), options: Array(customers).fill('PAY') },
    ...{ orders: [], distributions: [], prices: new Map() },
    ...{ owed: 0n, fees: 0n, vat: 0n },
  };
}

function addUnits({ units }: FundBooks, customer: number, added: bigint): void {
  units[customer] = (units[customer] ?? 0n) + added;
}

/**
 * Returns a pending order, or undefined if the money or units that it needs are held by other
 * orders or missing.
 */
export function order(books: Products, given: Omit<FundOrder, 'id' | 'state' | 'dealtOn'>) {
  const { customer, side, amount } = given;
  const held = books.fund.orders.filter(
    (one) =>
      one.customer === customer &&
      one.side === side &&
      (one.state === 'PENDING' || one.state === 'APPROVED'),
  );
  const owned = (side === 'REDEMPTION' ? books.fund.units : books.cash)[customer] ?? 0n;
  if (owned - total(held, (one) => one.amount) < amount) return undefined;
  happened(books, `order ${side}`);
  return { ...given, state: 'PENDING' as const, dealtOn: dealingDay(books) };
}

/** Returns the first day, from today onwards, whose price is not yet known. */
function dealingDay({ fund, today }: Products): number {
  return fund.prices.has(today) ? nextDay(today) : today;
}

/** Approves an order, unless the price at which it would deal is already known. */
export function approveOrder(books: Products, one: FundOrder): boolean {
  if (one.state !== 'PENDING') return false;
  one.state = 'APPROVED';
  if (books.fund.prices.has(one.dealtOn)) {
    one.dealtOn = dealingDay(books);
    happened(books, 'join a later day');
  }
  happened(books, `approve ${one.side}`);
  return true;
}

export function rejectOrder(books: Products, one: FundOrder): boolean {
  if (one.state !== 'PENDING' && one.state !== 'APPROVED') return false;
  happened(books, `reject ${one.state} ${one.side}`);
  one.state = 'REJECTED';
  return true;
}

/**
 * Sets the fund's price for a day. Deals the orders that wait for that price, unless the day is too
 * long ago.
 */
export function value(books: Products, { day, price }: { day: number; price: bigint }): boolean {
  const { fund, today } = books;
  if (fund.prices.has(day)) return false;
  fund.prices.set(day, price);
  happened(books, day < today ? 'value late' : 'value');
  const due = fund.orders.filter(({ state, dealtOn }) => state === 'APPROVED' && dealtOn === day);
  for (const one of due) {
    if (isFresh(day, today)) deal(books, one, price);
    else happened(books, 'find no fresh value');
  }
  return true;
}

/** Returns the earliest day whose price an order is waiting for, or today if there is none. */
export function longestAwaited({ fund, today }: Products): number {
  const waiting = fund.orders.filter(
    ({ state, dealtOn }) =>
      (state === 'PENDING' || state === 'APPROVED') && !fund.prices.has(dealtOn),
  );
  return Math.min(today, ...waiting.map(({ dealtOn }) => dealtOn));
}

const isFresh = (day: number, today: number): boolean => today - day <= FRESH_DAYS;

/** Returns the latest day that has a price, or 0 if there is none. */
const lastValued = ({ prices }: FundBooks): number => Math.max(0, ...prices.keys());

function deal(books: Products, one: FundOrder, price: bigint): void {
  const { customer, side, amount, option } = one;
  const { fund } = books;
  one.state = 'EXECUTED';
  happened(books, `deal ${side}`);
  if (side === 'REDEMPTION') {
    const gross = rounded(amount * price, 1_000_000n);
    addUnits(fund, customer, -amount);
    fund.owed -= gross;
    receive(books, customer, gross - charge(fund, rounded(gross, EXIT_FEE)));
    return;
  }
  const invested = amount - charge(fund, rounded(amount, ENTRY_FEE));
  addUnits(fund, customer, (invested * 1_000_000n) / price);
  if (option !== undefined) fund.options[customer] = option;
  fund.owed += invested;
  receive(books, customer, -amount);
}

/** Charges a fee and the tax on it. Returns their sum. */
function charge(fund: FundBooks, fee: bigint): bigint {
  const vat = rounded(fee * VAT, 1_000n);
  fund.fees += fee;
  fund.vat += vat;
  return fee + vat;
}

/** Creates a distribution if the amount per unit does not exceed the unit's latest price. */
export function distribute(books: Products, perUnit: bigint): boolean {
  const last = books.fund.prices.get(lastValued(books.fund));
  if (last !== undefined && perUnit > last) return false;
  happened(books, 'distribute');
  return true;
}

/**
 * Approves a distribution, unless an order may still deal at a price before the ex-date. Current
 * holders are entitled to the income.
 */
export function approveDistribution(books: Products, one: Distribution): boolean {
  if (one.state !== 'PENDING') return false;
  const { fund, today } = books;
  const exDay = dealingDay(books);
  const isBefore = ({ state, dealtOn }: FundOrder) =>
    dealtOn < exDay && (state === 'APPROVED' || (state === 'PENDING' && !fund.prices.has(dealtOn)));
  if (fund.orders.some(isBefore)) {
    happened(books, 'distribution before its time');
    return false;
  }
  one.state = 'APPROVED';
  one.recordDay = today;
  one.exDay = exDay;
  one.parts = books.fund.units
    .map((units, customer) => {
      const option = books.fund.options[customer] ?? 'PAY';
      return { customer, units, option, isPaid: false };
    })
    .filter(({ units }) => units > 0n);
  happened(books, 'approve distribution');
  return true;
}

export function rejectDistribution(books: Products, one: Distribution): boolean {
  if (one.state !== 'PENDING') return false;
  one.state = 'REJECTED';
  happened(books, 'reject distribution');
  return true;
}

/**
 * Closes a day: pays cash income, even to holders who have sold all their units or ordered their
 * sale, and pays other income in units if there is a recent ex-income price.
 */
export function closeFund(books: Products): void {
  const { distributions, prices } = books.fund;
  const last = lastValued(books.fund);
  for (const one of distributions.filter(({ state }) => state === 'APPROVED')) {
    const isValued = last >= one.exDay && isFresh(last, books.today);
    for (const part of one.parts.filter(({ isPaid }) => !isPaid)) {
      const inCash = part.option === 'PAY' || hasLeft(books.fund, part.customer);
      if (inCash) payPart(books, one, { part, price: undefined });
      else if (isValued) payPart(books, one, { part, price: prices.get(last) });
      else happened(books, 'income waits');
    }
  }
}

function hasLeft({ units, orders }: FundBooks, customer: number): boolean {
  const leaving = orders.filter(
    (one) =>
      one.customer === customer &&
      one.side === 'REDEMPTION' &&
      (one.state === 'PENDING' || one.state === 'APPROVED'),
  );
  return (units[customer] ?? 0n) <= total(leaving, ({ amount }) => amount);
}

interface Paying {
  readonly part: Part;
  /** The unit price at which income is reinvested. Undefined if it is paid in cash. */
  readonly price: bigint | undefined;
}

function payPart(books: Products, one: Distribution, { part, price }: Paying): void {
  const { customer, units, option } = part;
  part.isPaid = true;
  const gross = rounded(units * one.perUnit, 1_000_000n);
  const tax = taxOn(gross);
  const bought = price === undefined ? 0n : ((gross - tax) * 1_000_000n) / price;
  books.tax += tax;
  books.fund.owed -= bought > 0n ? tax : gross;
  if (bought > 0n) addUnits(books.fund, customer, bought);
  else receive(books, customer, gross - tax);
  const small = price !== undefined && bought === 0n ? ' too small for a unit' : '';
  happened(books, `income ${option}${small}`);
  if (books.today > one.recordDay) happened(books, 'income that waited');
}

/** Pays the custodian at most the amount that the fund is owed. A receipt may be any amount. */
export function settleFund(books: Products, direction: 'PAYMENT' | 'RECEIPT', amount: bigint) {
  if (direction === 'PAYMENT' && amount > books.fund.owed) return false;
  books.fund.owed += direction === 'PAYMENT' ? -amount : amount;
  happened(books, `fund ${direction}`);
  return true;
}
