// Valuation over a range of dates: holdings, closing prices and cash as of each business day.

import {
  type BusinessCalendar,
  calendarOf as calendarWith,
  isBusinessDay,
  previousBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  type BusinessDate,
  daysBetween,
} from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type CashDay, cashHistory } from '../../finance/index.js';
import {
  type Close,
  calendarOf,
  closeOn,
  closesBetween,
  faceValueOn,
  faceValuesOf,
} from '../../market/index.js';
import { ORDER } from '../limits.js';
import { orderProblems } from '../problems.js';
import { type HoldingRow, holdingRows, presentHoldingRows } from './holding-queries.js';
import { toHoldingRecord, toPresentRecord } from './holding-record.js';
import { type DatedPrice, type ValuedHolding, valueHolding } from './holding-value.js';
import { originalValuation } from './original-valuation.js';
import { type DatedPosition, holdingKey, positionsBetween } from './position-queries.js';
import { homeExchangeId } from './valuation-queries.js';

/** The requested dates, if any. */
export interface RequestedDates {
  readonly sd?: BusinessDate | undefined;
  readonly ed?: BusinessDate | undefined;
}

/** What is valued: portfolios and their customer's cash, in one currency. */
interface Valued {
  readonly portfolioIds: readonly bigint[];
  readonly customerId: bigint;
  readonly currency: string;
}

interface Span {
  readonly today: BusinessDate;
  /** The business day before the first. Its closing value is the range's opening value. */
  readonly opening: BusinessDate;
  readonly start: BusinessDate;
  readonly end: BusinessDate;
  readonly days: readonly BusinessDate[];
}

/** Everything from which the values of a range are calculated. */
interface Books {
  readonly span: Span;
  readonly rows: readonly HoldingRow[];
  readonly positionOn: (row: HoldingRow, date: BusinessDate) => Position;
  readonly faceOn: (row: HoldingRow, date: BusinessDate) => Decimal | null;
  readonly priceOn: (row: HoldingRow, date: BusinessDate) => DatedPrice | undefined;
  readonly cashOn: (date: BusinessDate) => bigint;
}

/** A holding at the end of a date; amounts in minor units. */
type Position = Pick<HoldingRow, 'quantity' | 'cost_minor' | 'realised_gain_minor'>;

/** The values on one date, in minor units. */
interface DayValue {
  readonly date: BusinessDate;
  readonly securitiesMinor: bigint;
  readonly accruedMinor: bigint;
  readonly cashMinor: bigint;
  readonly unvalued: number;
}

/**
 * Returns the valuation of a range: its opening value (the close of the business day before), its
 * closing value, a value for each business day, and the holdings at its end. A date after the
 * business date is treated as the business date. `amount` is the sum of securities at clean prices,
 * accrued interest and cash.
 */
export async function valuationOver(
  tx: Tx,
  valued: Valued,
  requested: RequestedDates,
): Promise<{ readonly record: object; readonly holdings: readonly object[] }> {
  const span = await spanOf(tx, requested);
  const books = await booksOf(tx, valued, span);
  const opening = valueOn(books, valued.currency, span.opening);
  const closing = valueOn(books, valued.currency, span.end);
  const held = valuedOn(books, span.end);
  const own = held.filter(({ row }) => row.currency === valued.currency);
  const amount = (minor: bigint) => minorToDecimal(minor, valued.currency);
  const cost = own.reduce((sum, { row }) => sum + row.cost_minor, 0n);
  return {
    record: {
      currency: valued.currency,
      startDate: span.start,
      endDate: span.end,
      openingDate: span.opening,
      amount: amount(totalOf(closing)),
      openingValue: amount(totalOf(opening)),
      closingValue: amount(totalOf(closing)),
      change: amount(totalOf(closing) - totalOf(opening)),
      securitiesValue: amount(closing.securitiesMinor),
      accruedCoupon: amount(closing.accruedMinor),
      cashValue: amount(closing.cashMinor),
      cost: amount(cost),
      unrealisedGain: amount(closing.securitiesMinor - cost),
      ...(closing.unvalued === 0 ? {} : { holdingsWithoutPrice: new Decimal(closing.unvalued) }),
      values: span.days.map((date) =>
        toValueRecord(valueOn(books, valued.currency, date), valued.currency),
      ),
      ...originalValuation(held, { currency: valued.currency, cashMinor: closing.cashMinor }),
    },
    holdings: held.map((holding) => toRecord(holding, span)),
  };
}

/** The date for which holdings are read, and the moment at which they were known. */
export interface HoldingsMoment {
  readonly date?: BusinessDate | undefined;
  readonly asOf?: Instant | undefined;
}

/**
 * Returns the holdings of portfolios at the end of a date. The business date is both the default
 * and the latest date allowed. With a moment, movements recorded after it are left out.
 */
export async function holdingsOn(
  tx: Tx,
  portfolioIds: readonly bigint[],
  { date, asOf }: HoldingsMoment = {},
): Promise<object[]> {
  const span = await spanOf(tx, { sd: date, ed: date });
  const books = await booksOf(tx, { portfolioIds, asOf }, span);
  return valuedOn(books, span.end).map((holding) =>
    asOf === undefined ? toRecord(holding, span) : toHoldingRecord(holding),
  );
}

/**
 * Returns the holdings of portfolios now, valued at the last prices. The number of statements does
 * not depend on the number of portfolios.
 */
export async function presentHoldings(
  tx: Tx,
  portfolioIds: readonly bigint[],
): Promise<ValuedHolding[]> {
  const date = await currentBusinessDate(tx);
  const rows = await presentHoldingRows(tx, portfolioIds);
  if (rows.length >= ORDER.presentHoldingsMax) throw tooMany(ORDER.presentHoldingsMax);
  const faces = await faceValuesOf(tx, securitiesOf(rows));
  return rows.map((row) => {
    const face_value = faceValueOn(row.face_value, faces.get(row.security_id), date);
    return valueHolding({ ...row, face_value }, { price: lastPriceOf(row, date), date });
  });
}

/** The value of one sector, including accrued interest on bonds, in minor units. */
export interface SectorValue {
  readonly sector: string;
  readonly minor: bigint;
  readonly holdings: number;
}

/**
 * Returns the current holdings by sector, and the cash. Holdings in other currencies are omitted.
 */
export async function sectorValues(
  tx: Tx,
  valued: Valued,
): Promise<{
  readonly date: BusinessDate;
  readonly sectors: readonly SectorValue[];
  readonly cashMinor: bigint;
  readonly unvalued: number;
}> {
  const span = await spanOf(tx, {});
  const books = await booksOf(tx, valued, span);
  const sectors = new Map<string, SectorValue>();
  for (const { row, cleanMinor, accruedMinor } of valuedOn(books, span.end)) {
    if (cleanMinor === undefined || row.currency !== valued.currency) continue;
    const sector = row.sector ?? 'Unclassified';
    const known = sectors.get(sector) ?? { sector, minor: 0n, holdings: 0 };
    const minor = known.minor + cleanMinor + accruedMinor;
    sectors.set(sector, { sector, minor, holdings: known.holdings + 1 });
  }
  const { unvalued, cashMinor } = valueOn(books, valued.currency, span.end);
  return { date: span.end, sectors: [...sectors.values()], cashMinor, unvalued };
}

async function spanOf(tx: Tx, requested: RequestedDates): Promise<Span> {
  const today = await currentBusinessDate(tx);
  const end = requested.ed === undefined || requested.ed > today ? today : requested.ed;
  if (requested.sd !== undefined && requested.sd > (requested.ed ?? today)) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'sd', 'is after the last date');
  }
  if (end < ORDER.earliestDate || (requested.sd ?? end) < ORDER.earliestDate) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'sd', `is before ${ORDER.earliestDate}`);
  }
  const start = requested.sd === undefined || requested.sd > end ? end : requested.sd;
  if (daysBetween(start, end) >= ORDER.valuationDaysMax) {
    throw tooLong(`${ORDER.valuationDaysMax} days`);
  }
  const calendar = await homeCalendar(tx);
  const days: BusinessDate[] = [];
  for (let date = start; date <= end; date = addDays(date, 1)) {
    if (isBusinessDay(date, calendar) || date === today) days.push(date);
  }
  return { today, opening: previousBusinessDay(start, calendar), start, end, days };
}

// The first exchange is the firm's home exchange. The end of day uses its calendar too.
async function homeCalendar(tx: Tx): Promise<BusinessCalendar> {
  const id = await homeExchangeId(tx);
  return id === undefined ? calendarWith([]) : calendarOf(tx, id);
}

async function booksOf(
  tx: Tx,
  valued: Pick<Valued, 'portfolioIds'> & Partial<Valued> & Pick<HoldingsMoment, 'asOf'>,
  span: Span,
): Promise<Books> {
  const { portfolioIds, customerId, currency, asOf } = valued;
  const rows = await holdingRows(tx, portfolioIds);
  if (rows.length >= ORDER.holdingsMax) throw tooMany(ORDER.holdingsMax);
  if (rows.length * span.days.length > ORDER.valuedPositionsMax) {
    throw tooLong(`${ORDER.valuedPositionsMax} daily holdings (holdings times days)`);
  }
  const range = { from: span.opening, to: span.end };
  const most = ORDER.valuedPositionsMax;
  const moved = rows.filter((row) => asOf !== undefined || hasMovedAfter(row, span.opening));
  const positions = await positionsBetween(tx, moved, { ...range, asOf, most });
  if (positions === undefined) throw tooLong(`${most} positions`);
  const ids = securitiesOf(rows);
  const closes = await closesBetween(tx, ids, range);
  const faces = await faceValuesOf(tx, ids);
  const cash =
    customerId === undefined || currency === undefined
      ? []
      : await cashHistory(tx, { customerId, currency, ...range });
  return {
    span,
    rows,
    positionOn: (row, date) => positionOn(row, positions.get(holdingKey(row)), date),
    faceOn: (row, date) => faceValueOn(row.face_value, faces.get(row.security_id), date),
    priceOn: (row, date) => priceOn(row, closes.get(row.security_id) ?? [], { date, span }),
    cashOn: (date) => cashOn(cash, date),
  };
}

function hasMovedAfter({ moved_on }: HoldingRow, date: BusinessDate): boolean {
  return moved_on !== null && moved_on > date;
}

const NOTHING_HELD: Position = { quantity: 0n, cost_minor: 0n, realised_gain_minor: 0n };

// Without dated positions, the holding has not moved since before the range.
function positionOn(
  row: HoldingRow,
  positions: readonly DatedPosition[] | undefined,
  date: BusinessDate,
): Position {
  if (positions === undefined) return row;
  return positions.findLast((each) => each.effective_date <= date) ?? NOTHING_HELD;
}

// Today's price is the last price. Before the first bar, there is no price.
function priceOn(
  row: HoldingRow,
  closes: readonly Close[],
  at: { readonly date: BusinessDate; readonly span: Span },
): DatedPrice | undefined {
  if (at.date >= at.span.today) return lastPriceOf(row, at.date);
  const close = closeOn(closes, at.date);
  return close && { price: close.close, date: close.date };
}

function lastPriceOf({ last, price_date }: HoldingRow, date: BusinessDate) {
  return last === null ? undefined : { price: last, date: price_date ?? date };
}

function securitiesOf(rows: readonly HoldingRow[]): bigint[] {
  return [...new Set(rows.map((row) => row.security_id))];
}

function cashOn(days: readonly CashDay[], date: BusinessDate): bigint {
  return days.findLast((day) => day.date <= date)?.balanceMinor ?? 0n;
}

function valuedOn(books: Books, date: BusinessDate): ValuedHolding[] {
  const held: ValuedHolding[] = [];
  for (const row of books.rows) {
    const { quantity, cost_minor, realised_gain_minor } = books.positionOn(row, date);
    if (quantity === 0n) continue;
    const face_value = books.faceOn(row, date);
    const then = { ...row, face_value, quantity, cost_minor, realised_gain_minor };
    held.push(valueHolding(then, { price: books.priceOn(row, date), date }));
  }
  return held;
}

function valueOn(books: Books, currency: string, date: BusinessDate): DayValue {
  let [securitiesMinor, accruedMinor, unvalued] = [0n, 0n, 0];
  for (const holding of valuedOn(books, date)) {
    if (holding.row.currency !== currency) continue;
    if (holding.cleanMinor === undefined) unvalued += 1;
    securitiesMinor += holding.cleanMinor ?? 0n;
    accruedMinor += holding.accruedMinor;
  }
  return { date, securitiesMinor, accruedMinor, cashMinor: books.cashOn(date), unvalued };
}

function totalOf(value: DayValue): bigint {
  return value.securitiesMinor + value.accruedMinor + value.cashMinor;
}

function toValueRecord(value: DayValue, currency: string): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    date: value.date,
    amount: amount(totalOf(value)),
    securitiesValue: amount(value.securitiesMinor),
    accruedCoupon: amount(value.accruedMinor),
    cashValue: amount(value.cashMinor),
    ...(value.unvalued === 0 ? {} : { holdingsWithoutPrice: new Decimal(value.unvalued) }),
  };
}

function toRecord(holding: ValuedHolding, span: Span): object {
  return holding.date === span.today ? toPresentRecord(holding) : toHoldingRecord(holding);
}

function tooLong(detail: string) {
  return refusal(orderProblems.DATE_RANGE_TOO_LONG, {
    detail: `the range must cover at most ${detail}`,
  });
}

function tooMany(most: number) {
  const detail = `there are ${most} holdings or more`;
  return refusal(orderProblems.HOLDINGS_TOO_MANY, { detail, args: [String(most)] });
}
