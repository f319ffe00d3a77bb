// The value of settling a work item: units times the price of the fill that is booked or discarded.
// Above a configured value, a second person must approve the settlement.

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

/** The reasons for work items about messages whose content cannot be read. */
const UNREADABLE: ReadonlySet<UnmatchedReason> = new Set(['MALFORMED', 'POISON']);

/**
 * Returns the value of a settlement: the value of the entered fill or of the reported fill,
 * whichever is larger, because the entered fill may replace only part of the reported one. The
 * value is undefined if unknown.
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

/** Returns the value of a fill; undefined if the unit of its price is unknown. */
type WorthOf = (fill: Fill) => Money | undefined;

interface Valued {
  readonly item: UnmatchedRow;
  readonly order: OrderRow | undefined;
  readonly report: ExchangeReport;
  readonly worthOf: WorthOf;
}

// If there is no readable fill, returns the value of the order's open units at the worst price, or
// of all its units if the order has ended. If a user chose the order for an unreadable message, the
// order does not determine the value.
function reportedValue({ item, order, report, worthOf }: Valued): Money | undefined {
  const fill = reportedFill(report);
  if (fill !== undefined) return worthOf(fill);
  if (UNREADABLE.has(item.reason) && item.order_id === null) return undefined;
  if (order !== undefined) return valueOfOrder(order);
  return { minor: 0n, currency: report.currency ?? '' };
}

// Amounts in different currencies cannot be compared.
function larger(one: Money | undefined, other: Money): Money | undefined {
  if (one === undefined || one.currency !== other.currency) return undefined;
  return one.minor > other.minor ? one : other;
}

/** Returns whether the firm's setting requires a second person. */
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

// For a report about an unknown order, the report's security determines the unit of the price.
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
  // The stored value of an ended order is the value of its fills, which is 0 if there are none.
  const units = isLive ? quantity - order.quantity_filled : quantity;
  if (units <= 0n) return { minor: 0n, currency };
  const bond = { securityType: order.instrument_type, faceValue: order.face_value };
  return rounded(tradeValue(order.worst_price, units, bond), currency);
}

function rounded(value: Decimal, currency: string): Money {
  return { minor: decimalToMinor(value, currency, 'UP'), currency };
}
