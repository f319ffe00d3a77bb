// The securities that portfolios hold on given dates, and their value at a price.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { faceValueOn, faceValuesOf, isBond } from '../../market/index.js';
import type { Holders } from '../../party/index.js';
import { ORDER } from '../limits.js';
import { type CouponTerms, couponPeriod, couponTermsOf } from '../rule/accrued-interest.js';
import { bondHoldingRows, type HoldingRow, holdingRows } from './holding-queries.js';
import { accrualOfHolding, accruedMinorOf, worthMinor } from './holding-value.js';
import {
  type BroughtRange,
  holdingKey,
  positionsBetween,
  selectBrought,
} from './position-queries.js';

/** A holding at the end of a date; the quantity of a short position is negative. */
export interface SecurityPosition {
  readonly customerId: bigint;
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly isBond: boolean;
  readonly quantity: bigint;
  readonly costMinor: bigint;
  /** Accrued interest before tax, in minor units; zero for a share. */
  readonly accruedMinor: bigint;
  /** The date on which the accrued interest will be paid; undefined for a share. */
  readonly couponDate: BusinessDate | undefined;
  /** Returns the value at a price (clean for a bond), in minor units. */
  readonly worthAt: (price: Decimal) => bigint;
}

/**
 * Returns the positions of portfolios at the end of a date, as known at a given time. Undefined if
 * they have too many holdings, including empty ones.
 */
export async function securityPositions(
  tx: Tx,
  portfolioIds: readonly bigint[],
  { date, knownAt }: { readonly date: BusinessDate; readonly knownAt?: string | undefined },
): Promise<SecurityPosition[] | undefined> {
  const positions = await securityPositionsOn(tx, portfolioIds, { dates: [date], knownAt });
  return positions && (positions.get(date) ?? []);
}

/**
 * Returns the positions of portfolios at the end of each given date, as known at a given time. They
 * are computed from the stock record. The dates must be in order. Undefined if there are too many
 * holdings, or too many positions over all dates.
 */
export async function securityPositionsOn(
  tx: Tx,
  portfolioIds: readonly bigint[],
  { dates, knownAt }: Known,
): Promise<Map<BusinessDate, SecurityPosition[]> | undefined> {
  const rows = await holdingRows(tx, portfolioIds);
  if (rows.length >= ORDER.holdingsMax) return undefined;
  if (rows.length * dates.length > ORDER.valuedPositionsMax) return undefined;
  return heldOnDates(tx, rows, { dates, knownAt });
}

/** Returns the bonds that customers hold at the end of a date. Undefined if there are too many. */
export async function bondPositions(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  date: BusinessDate,
): Promise<SecurityPosition[] | undefined> {
  const rows = await bondHoldingRows(tx, customerIds);
  if (rows.length > ORDER.holdingsMax * customerIds.length) return undefined;
  const positions = await heldOnDates(tx, rows, { dates: [date], knownAt });
  return positions && (positions.get(date) ?? []);
}

/** Dates in order, and the time after which recorded movements are ignored. */
interface Known {
  readonly dates: readonly BusinessDate[];
  readonly knownAt?: string | undefined;
}

// Returns the given holdings as of each date. Holdings that moved after the first date, or all if a
// time is given, are computed from their movements.
async function heldOnDates(
  tx: Tx,
  rows: readonly HoldingRow[],
  { dates, knownAt }: Known,
): Promise<Map<BusinessDate, SecurityPosition[]> | undefined> {
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const moved = rows.filter(
    ({ moved_on: on }) => on !== null && (on > from || knownAt !== undefined),
  );
  const most = Math.max(ORDER.valuedPositionsMax, rows.length);
  const positions = await positionsBetween(tx, moved, { from, to, asOf: knownAt, most });
  if (positions === undefined) return undefined;
  const faces = await faceValuesOf(
    tx,
    rows.map((row) => row.security_id),
  );
  const heldOn = (row: HoldingRow, date: BusinessDate): SecurityPosition[] => {
    const past = positions.get(holdingKey(row));
    const held = past === undefined ? row : past.findLast((each) => each.effective_date <= date);
    if (held === undefined || held.quantity === 0n) return [];
    const { quantity, cost_minor } = held;
    const face_value = faceValueOn(row.face_value, faces.get(row.security_id), date);
    return [positionOn({ ...row, quantity, cost_minor, face_value }, date)];
  };
  return new Map(dates.map((date) => [date, rows.flatMap((row) => heldOn(row, date))]));
}

/**
 * Units that a customer transferred in, valued like a position at the end of the transfer's date.
 */
interface BroughtUnits {
  readonly date: BusinessDate;
  readonly units: SecurityPosition;
}

/**
 * Returns the units that were transferred into portfolios after one date and up to another, as
 * known at a given time. A reversal has a negative quantity.
 */
export async function unitsBrought(
  tx: Tx,
  portfolioIds: readonly bigint[],
  range: BroughtRange,
): Promise<BroughtUnits[]> {
  const brought = await selectBrought(tx, portfolioIds, range);
  if (brought.length === 0) return [];
  const rows = new Map((await holdingRows(tx, portfolioIds)).map((row) => [holdingKey(row), row]));
  const faces = await faceValuesOf(
    tx,
    brought.map((row) => row.security_id),
  );
  return brought.flatMap(({ effective_date: date, quantity, ...key }) => {
    const row = rows.get(holdingKey(key));
    if (row === undefined) return [];
    const face_value = faceValueOn(row.face_value, faces.get(row.security_id), date);
    return [{ date, units: positionOn({ ...row, quantity, face_value }, date) }];
  });
}

function positionOn(row: HoldingRow, date: BusinessDate): SecurityPosition {
  const accrual = accrualOfHolding(row, date);
  return {
    customerId: row.customer_id,
    portfolioId: row.portfolio_id,
    securityId: row.security_id,
    name: row.security_name,
    label: row.security_label,
    currency: row.currency,
    isBond: isBond(row.security_type),
    quantity: row.quantity,
    costMinor: row.cost_minor,
    accruedMinor: accrual === undefined ? 0n : accruedMinorOf(row, accrual),
    couponDate: nextCoupon(couponTermsOf(row), date),
    worthAt: (price) => worthMinor(row, row.quantity, price),
  };
}

function nextCoupon(terms: CouponTerms | undefined, date: BusinessDate): BusinessDate | undefined {
  return terms === undefined ? undefined : couponPeriod(terms, date)?.end;
}
