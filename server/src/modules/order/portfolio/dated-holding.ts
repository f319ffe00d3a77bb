// The holdings of portfolios at the end of a date, valued at the closing prices known on that date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { closeOn, closesBetween, faceValueOn, faceValuesOf } from '../../market/index.js';
import { ORDER } from '../limits.js';
import { orderProblems } from '../problems.js';
import { type HoldingRow, holdingRows, presentHoldingRows } from './holding-queries.js';
import { toHoldingRecord, toPresentRecord } from './holding-record.js';
import { type DatedPrice, type ValuedHolding, valueHolding } from './holding-value.js';
import { type DatedPosition, holdingKey, positionsBetween } from './position-queries.js';

/**
 * The date for which holdings are read, and the time after which recorded movements are ignored.
 */
export interface HoldingsMoment {
  readonly date?: BusinessDate | undefined;
  readonly asOf?: Instant | undefined;
}

/** Holdings at the end of a date, and the business date when they were read. */
interface DatedHoldings {
  readonly today: BusinessDate;
  readonly holdings: readonly ValuedHolding[];
}

/**
 * Returns records of the portfolios' holdings at the end of a date. The default date, and the
 * latest one allowed, is the business date. If a time is given, movements recorded after it are
 * ignored.
 */
export async function holdingsOn(
  tx: Tx,
  portfolioIds: readonly bigint[],
  moment: HoldingsMoment = {},
): Promise<object[]> {
  const { today, holdings } = await valuedHoldingsOn(tx, portfolioIds, moment);
  return holdings.map((holding) => holdingRecord(holding, { today, asOf: moment.asOf }));
}

/**
 * Returns the record of a holding on a date. On the business date, it includes the available units
 * unless a time is given.
 */
export function holdingRecord(
  holding: ValuedHolding,
  { today, asOf }: Pick<DatedHoldings, 'today'> & Pick<HoldingsMoment, 'asOf'>,
): object {
  const isPresent = asOf === undefined && holding.date === today;
  return isPresent ? toPresentRecord(holding) : toHoldingRecord(holding);
}

/** Returns the portfolios' holdings at the end of a date, with their values. */
export async function valuedHoldingsOn(
  tx: Tx,
  portfolioIds: readonly bigint[],
  { date: requested, asOf }: HoldingsMoment = {},
): Promise<DatedHoldings> {
  const today = await currentBusinessDate(tx);
  const date = requested === undefined || requested > today ? today : requested;
  if (date < ORDER.earliestDate) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'd', `is before ${ORDER.earliestDate}`);
  }
  const rows = await holdingRows(tx, portfolioIds);
  if (rows.length >= ORDER.holdingsMax) throw tooMany(ORDER.holdingsMax);
  const range = { from: date, to: date };
  const moved = rows.filter((row) => asOf !== undefined || hasMovedAfter(row, date));
  const most = ORDER.valuedPositionsMax;
  const positions = await positionsBetween(tx, moved, { ...range, asOf, most });
  if (positions === undefined) throw tooMany(most);
  const ids = [...new Set(rows.map((row) => row.security_id))];
  const closes = await closesBetween(tx, ids, { ...range, knownAt: asOf });
  const faces = await faceValuesOf(tx, ids);
  const holdings = rows.flatMap((row) => {
    const { security_id: id } = row;
    const position = positionOn(row, positions.get(holdingKey(row)), date);
    if (position.quantity === 0n) return [];
    const close = closeOn(closes.get(id) ?? [], date);
    const past = close && { price: close.close, date: close.date };
    const face_value = faceValueOn(row.face_value, faces.get(id), date);
    const price = date >= today && asOf === undefined ? lastPriceOf(row, date) : past;
    return [valueHolding({ ...row, ...position, face_value }, { price, date })];
  });
  return { today, holdings };
}

/**
 * Returns the portfolios' current holdings, valued at the last prices. The number of statements
 * does not depend on the number of portfolios.
 */
export async function presentHoldings(
  tx: Tx,
  portfolioIds: readonly bigint[],
): Promise<ValuedHolding[]> {
  const date = await currentBusinessDate(tx);
  const rows = await presentHoldingRows(tx, portfolioIds);
  if (rows.length >= ORDER.presentHoldingsMax) throw tooMany(ORDER.presentHoldingsMax);
  const faces = await faceValuesOf(tx, [...new Set(rows.map((row) => row.security_id))]);
  return rows.map((row) => {
    const face_value = faceValueOn(row.face_value, faces.get(row.security_id), date);
    return valueHolding({ ...row, face_value }, { price: lastPriceOf(row, date), date });
  });
}

/** A holding at the end of a date; amounts in minor units. */
type Position = Pick<HoldingRow, 'quantity' | 'cost_minor' | 'realised_gain_minor'>;

const NOTHING_HELD: Position = { quantity: 0n, cost_minor: 0n, realised_gain_minor: 0n };

// If there are no dated positions, the holding has not moved since the date.
function positionOn(
  { quantity, cost_minor, realised_gain_minor }: HoldingRow,
  positions: readonly DatedPosition[] | undefined,
  date: BusinessDate,
): Position {
  if (positions === undefined) return { quantity, cost_minor, realised_gain_minor };
  const held = positions.findLast((each) => each.effective_date <= date) ?? NOTHING_HELD;
  const { quantity: units, cost_minor: cost, realised_gain_minor: gain } = held;
  return { quantity: units, cost_minor: cost, realised_gain_minor: gain };
}

function hasMovedAfter({ moved_on }: HoldingRow, date: BusinessDate): boolean {
  return moved_on !== null && moved_on > date;
}

function lastPriceOf({ last, price_date }: HoldingRow, date: BusinessDate): DatedPrice | undefined {
  return last === null ? undefined : { price: last, date: price_date ?? date };
}

function tooMany(most: number) {
  const detail = `there are ${most} holdings or more`;
  return refusal(orderProblems.HOLDINGS_TOO_MANY, { detail, args: [String(most)] });
}
