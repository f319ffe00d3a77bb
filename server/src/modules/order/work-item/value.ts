// The value of settling a work item: units times price of what it books or drops. Above a setting
// of the firm a second person approves.

import type { Work } from '../../../platform/context.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, type Money, parseMinor } from '../../../platform/money/money.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { executionIn } from '../report/reading.js';
import { storedReport } from '../report/stored-report-queries.js';
import type { UnmatchedReason } from '../report/unmatched-reason.js';
import { tradeValue } from '../rule/price-rule.js';
import type { Correction } from './correction.js';
import { type Priced, selectPriced } from './correction-queries.js';
import { orderOf } from './named-order.js';
import type { UnmatchedRow } from './queries.js';

/** The parts of a settlement that its value depends on. */
type Settled = Partial<Pick<Correction, 'orderId' | 'quantity' | 'price'>>;

/** Reasons of messages whose subject could not be read. */
const UNREADABLE: ReadonlySet<UnmatchedReason> = new Set(['MALFORMED', 'POISON']);

/**
 * The value of a settlement: the larger of the fill that a person gives and of what the report is
 * about, which the given fill may only replace in part. Undefined if it is unknown.
 */
export async function settledValue(
  work: Work,
  item: UnmatchedRow,
  settled: Settled,
): Promise<Money | undefined> {
  const report = await storedReport(work.tx, item.id);
  const order = await orderOf(work, settled.orderId ?? item.order_id);
  const worthOf = await pricing(work, order, report);
  const reported = reportedValue({ item, order, report, worthOf });
  const given = givenFill(settled);
  if (given === undefined || reported === undefined) return reported;
  return larger(worthOf(given), reported);
}

/** The value of a fill; undefined if no security tells how its price is meant. */
type WorthOf = (fill: Fill) => Money | undefined;

interface Valued {
  readonly item: UnmatchedRow;
  readonly order: OrderRow | undefined;
  readonly report: ExchangeReport;
  readonly worthOf: WorthOf;
}

// Without a readable fill, the open units of the order, or all of them if it has ended, at its
// worst price. An order that a person names for an unreadable message says nothing about it.
function reportedValue({ item, order, report, worthOf }: Valued): Money | undefined {
  const fill = reportedFill(report);
  if (fill !== undefined) return worthOf(fill);
  if (UNREADABLE.has(item.reason) && item.order_id === null) return undefined;
  if (order !== undefined) return valueOfOrder(order);
  return { minor: 0n, currency: report.currency ?? '' };
}

// Amounts of two currencies have no order.
function larger(one: Money | undefined, other: Money): Money | undefined {
  if (one === undefined || one.currency !== other.currency) return undefined;
  return one.minor > other.minor ? one : other;
}

/** Whether one person does not settle this alone, by the setting of the firm. */
export function needsSecondPerson(work: Work, value: Money | undefined): boolean {
  if (value === undefined) return true;
  if (value.minor === 0n) return false;
  const amount = work.context.config.reportAloneMax[value.currency];
  const most = amount === undefined ? undefined : parseMinor(new Decimal(amount), value.currency);
  return most === undefined || value.minor > most;
}

interface Fill {
  readonly quantity: bigint;
  readonly price: Decimal;
}

function givenFill({ quantity, price }: Settled): Fill | undefined {
  return quantity === undefined || price === undefined ? undefined : { quantity, price };
}

function reportedFill(report: ExchangeReport): Fill | undefined {
  const fill = executionIn(report) ?? {
    quantity: report.lastQuantity ?? 0n,
    price: report.lastPrice ?? new Decimal(0),
  };
  return fill.quantity > 0n && fill.price.greaterThan(0) ? fill : undefined;
}

async function pricing(
  work: Work,
  order: OrderRow | undefined,
  report: ExchangeReport,
): Promise<WorthOf> {
  const bond = await bondOf(work, order, report);
  return ({ quantity, price }) => bond && rounded(tradeValue(price, quantity, bond), bond.currency);
}

// Of a report about no order of ours, its security here tells how its price is meant.
async function bondOf(
  work: Work,
  order: OrderRow | undefined,
  report: ExchangeReport,
): Promise<Priced | undefined> {
  if (order !== undefined) {
    const { instrument_type: securityType, face_value: faceValue, currency } = order;
    return { securityType, faceValue, currency };
  }
  return selectPriced(work.tx, report);
}

function valueOfOrder(order: OrderRow): Money {
  const { currency, quantity } = order;
  const isLive = order.order_status === 'BOOKED' || order.order_status === 'EXECUTING';
  // The stored value of an ended order is that of its fills, and 0 if it has none.
  const units = isLive ? quantity - order.quantity_filled : quantity;
  if (units <= 0n) return { minor: 0n, currency };
  const bond = { securityType: order.instrument_type, faceValue: order.face_value };
  return rounded(tradeValue(order.worst_price, units, bond), currency);
}

function rounded(value: Decimal, currency: string): Money {
  return { minor: decimalToMinor(value, currency, 'UP'), currency };
}
