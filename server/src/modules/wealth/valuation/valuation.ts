// The valuation of a customer or of a portfolio at the end of a date, over all classes of assets.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { WEALTH } from '../limits.js';
import { wealthProblems } from '../problems.js';
import { fundLines, paperLines, termLines } from './asset-line.js';
import { type Line, WEALTH_CLASSES } from './line.js';
import { moneyLines } from './money-line.js';
import { type OwnerRow, selectCustomer, selectPortfolio, selectPortfolios } from './queries.js';
import { type Conversion, conversionOf, convert, isRateStale } from './rate.js';
import { lineRecord, totalsRecord } from './record.js';
import { securityLines } from './security-line.js';
import { type Subject, within } from './subject.js';
import { totalsOf, type ValuedLine } from './total.js';

/** The date and currency of a valuation, and whether it has lines. */
export interface ValuationRequest {
  readonly d?: BusinessDate | undefined;
  readonly cu?: string | undefined;
  readonly lines?: boolean | undefined;
}

/**
 * Returns what a customer has at the end of a date: all portfolios, and what is outside of them.
 * The currency is by default that of the business office.
 */
export function valueCustomer(call: Call, id: bigint, request: ValuationRequest): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const customer = visible(call, await selectCustomer(tx, id));
    const dated = await dateOf(tx, request);
    const portfolios = within(await selectPortfolios(tx, id));
    const subject = { customerId: id, ...dated, portfolios, only: undefined };
    const { customer_name: customerName, customer_label: customerLabel } = customer;
    const wanted = { currency: currencyOf(request) ?? customer.office_currency, request };
    return {
      customerId: id,
      customerName,
      customerLabel,
      ...(await valuationOf(tx, subject, { ...wanted, through: customer.office_currency })),
    };
  });
}

/**
 * Returns what a portfolio has at the end of a date, without cash: its securities, and the
 * instruments and fund units that name it. The currency is by default that of the portfolio.
 */
export function valuePortfolio(call: Call, id: bigint, request: ValuationRequest): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const portfolio = visible(call, await selectPortfolio(tx, id));
    const dated = await dateOf(tx, request);
    const only = { id, name: portfolio.name };
    const subject = { customerId: portfolio.customer_id, ...dated, portfolios: [only], only };
    const wanted = { currency: currencyOf(request) ?? portfolio.currency, request };
    return {
      customerId: portfolio.customer_id,
      customerName: portfolio.customer_name,
      customerLabel: portfolio.customer_label,
      portfolioId: id,
      portfolioName: portfolio.name,
      portfolioLabel: portfolio.label,
      ...(await valuationOf(tx, subject, { ...wanted, through: portfolio.office_currency })),
    };
  });
}

/** Returns the row of a customer or portfolio of an office that the caller can see. */
export function visible<Row extends OwnerRow>(call: Call, row: Row | undefined): Row {
  if (row !== undefined && seesOffice(call.principal, row.office_id)) return row;
  throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
}

/** Returns the date of a valuation; refuses one after the business date. */
export async function dateOf(
  tx: Tx,
  { d }: ValuationRequest,
): Promise<Pick<Subject, 'date' | 'isToday'>> {
  const today = await currentBusinessDate(tx);
  if (d === undefined || d === today) return { date: today, isToday: true };
  const { VALUATION_DATE_REFUSED } = wealthProblems;
  if (d > today) {
    throw refuseMember(VALUATION_DATE_REFUSED, 'd', `is after the business date, ${today}`);
  }
  if (d >= WEALTH.earliestDate) return { date: d, isToday: false };
  throw refuseMember(VALUATION_DATE_REFUSED, 'd', `is before ${WEALTH.earliestDate}`);
}

/** Returns the requested currency; refuses a text that is no currency. */
export function currencyOf({ cu }: Pick<ValuationRequest, 'cu'>): string | undefined {
  const currency = cu?.toUpperCase();
  if (currency === undefined || minorUnits(currency) !== undefined) return currency;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'cu', 'is not a currency');
}

/** In which currency to value, and through which one to convert where a pair has no rate. */
interface Wanted {
  readonly currency: string;
  readonly through: string;
  readonly request: ValuationRequest;
}

async function valuationOf(tx: Tx, subject: Subject, wanted: Wanted): Promise<object> {
  const valued = await convertedLines(tx, subject, wanted);
  const valuation = { currency: wanted.currency, totals: totalsOf(valued) };
  const { lines: isAsked = true } = wanted.request;
  return {
    date: subject.date,
    ...totalsRecord(valuation),
    ...(isAsked ? { lines: valued.map((line) => lineRecord(line, valuation)) } : {}),
  };
}

/** Returns the lines of a subject with their values in one currency. */
export async function convertedLines(
  tx: Tx,
  subject: Subject,
  { currency: to, through }: Wanted,
): Promise<ValuedLine[]> {
  const { date } = subject;
  const lines = within(await linesOf(tx, subject));
  const conversions = new Map<string, Conversion | undefined>();
  for (const { currency: from } of lines) {
    if (conversions.has(from)) continue;
    conversions.set(from, await conversionOf(tx, { from, to, through }, date));
  }
  return lines.map((line) => converted(line, conversions.get(line.currency), date));
}

async function linesOf(tx: Tx, subject: Subject): Promise<Line[]> {
  const lines = [
    ...(await securityLines(tx, subject)),
    ...(await termLines(tx, subject)),
    ...(await paperLines(tx, subject)),
    ...(await fundLines(tx, subject)),
    ...(await moneyLines(tx, subject)),
  ];
  return WEALTH_CLASSES.flatMap((name) => lines.filter((line) => line.class === name));
}

function converted(line: Line, conversion: Conversion | undefined, date: BusinessDate): ValuedLine {
  const { valueMinor, currency } = line;
  const rateMissing = conversion === undefined ? ('RATE_MISSING' as const) : undefined;
  const isRateOld = conversion !== undefined && isRateStale(conversion, date);
  return {
    ...line,
    conversion,
    valueInMinor:
      valueMinor === undefined || conversion === undefined
        ? undefined
        : convert(valueMinor, currency, conversion),
    isStale: valueMinor !== undefined && (line.age?.isStale === true || isRateOld),
    unvalued: line.unvalued ?? rateMissing,
  };
}
