// The valuation of a customer or of a portfolio at the end of a date, over all classes of assets.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { WEALTH } from '../limits.js';
import { loadPolicy, type ValuationPolicy } from '../policy/policy.js';
import type { DiscountMethod } from '../policy/schema.js';
import { wealthProblems } from '../problems.js';
import { fundLines, paperLines, termLines } from './asset-line.js';
import { type Line, WEALTH_CLASSES } from './line.js';
import { selectKnownMoment } from './moment-queries.js';
import { moneyLines } from './money-line.js';
import { type OwnerRow, selectCustomer, selectPortfolio, selectPortfolios } from './queries.js';
import { type Conversion, conversionOf, convert, isRateStale } from './rate.js';
import { lineRecord, totalsRecord } from './record.js';
import { securityLines } from './security-line.js';
import { type Subject, within } from './subject.js';
import { totalsOf, type ValuedLine } from './total.js';

/** The date and currency of a valuation, and whether it includes lines. */
export interface ValuationRequest {
  readonly d?: BusinessDate | undefined;
  readonly cu?: string | undefined;
  readonly lines?: boolean | undefined;
  /** Records stored after this time are left out. */
  readonly asOf?: Instant | undefined;
  /** The method for valuing bills and commercial paper. It overrides the policy's methods. */
  readonly discount?: DiscountMethod | undefined;
}

/** The subject of a valuation, its owner, and the currency. */
export interface Owned {
  readonly subject: Subject;
  /** Members of the reply that identify the owner. */
  readonly names: object;
  readonly currency: string;
  /** The office's currency, which is the pivot for other currencies. */
  readonly through: string;
  /** The office's label. */
  readonly officeLabel: string;
}

/** The call of an operation, and the transaction in which the operation reads. */
export interface At {
  readonly call: Call;
  readonly tx: Tx;
  /** Records stored after this time are left out. */
  readonly knownAt?: string | undefined;
}

/**
 * Returns a customer's assets at the end of a date, inside and outside portfolios. The default
 * currency is that of the business office.
 */
export async function valueCustomer(
  call: Call,
  id: bigint,
  request: ValuationRequest,
): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) => {
    const owned = await customerOn({ call, tx, knownAt }, id, request);
    return { ...owned.names, ...(await valuationOf(tx, owned, request)) };
  });
}

/**
 * Returns a portfolio's assets at the end of a date, without cash: its securities, and the
 * instruments and fund units assigned to it. The default currency is the portfolio's.
 */
export async function valuePortfolio(
  call: Call,
  id: bigint,
  request: ValuationRequest,
): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) => {
    const owned = await portfolioOn({ call, tx, knownAt }, id, request);
    return { ...owned.names, ...(await valuationOf(tx, owned, request)) };
  });
}

/** Returns the subject of a valuation for a customer that the caller can see. */
export async function customerOn(
  { call, tx, knownAt }: At,
  id: bigint,
  request: ValuationRequest,
): Promise<Owned> {
  const customer = visible(call, await selectCustomer(tx, id));
  const dated = { ...(await dateOf(tx, request)), knownAt };
  const portfolios = within(await selectPortfolios(tx, id));
  const { customer_name: customerName, customer_label: customerLabel } = customer;
  return {
    subject: { customerId: id, ...dated, portfolios, only: undefined, discount: request.discount },
    names: { customerId: id, customerName, customerLabel },
    currency: currencyOf(request) ?? customer.office_currency,
    through: customer.office_currency,
    officeLabel: customer.office_label,
  };
}

/** Returns the subject of a valuation for a portfolio that the caller can see. */
export async function portfolioOn(
  { call, tx, knownAt }: At,
  id: bigint,
  request: ValuationRequest,
): Promise<Owned> {
  const portfolio = visible(call, await selectPortfolio(tx, id));
  const dated = { ...(await dateOf(tx, request)), knownAt };
  const only = { id, name: portfolio.name };
  const { customer_id: customerId } = portfolio;
  return {
    subject: { customerId, ...dated, portfolios: [only], only, discount: request.discount },
    names: {
      customerId,
      customerName: portfolio.customer_name,
      customerLabel: portfolio.customer_label,
      portfolioId: id,
      portfolioName: portfolio.name,
      portfolioLabel: portfolio.label,
    },
    currency: currencyOf(request) ?? portfolio.currency,
    through: portfolio.office_currency,
    officeLabel: portfolio.office_label,
  };
}

/** Returns the row of a customer or portfolio in an office that the caller can see. */
export function visible<Row extends OwnerRow>(
  call: Pick<Call, 'principal'>,
  row: Row | undefined,
): Row {
  if (row !== undefined && seesOffice(call.principal, row.office_id)) return row;
  throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
}

/**
 * Returns the requested date, by default the business date. Refuses a date that cannot be valued.
 */
export async function dateOf(
  tx: Tx,
  { d }: Pick<ValuationRequest, 'd'>,
): Promise<Pick<Subject, 'date' | 'isToday'>> {
  const today = await currentBusinessDate(tx);
  if (d === undefined || d === today) return { date: today, isToday: true };
  const { VALUATION_DATE_REFUSED } = wealthProblems;
  if (d > today) {
    throw refuseMember(
      VALUATION_DATE_REFUSED,
      'd',
      `must not be after the business date, ${today}`,
    );
  }
  if (d >= WEALTH.earliestDate) return { date: d, isToday: false };
  throw refuseMember(VALUATION_DATE_REFUSED, 'd', `is before ${WEALTH.earliestDate}`);
}

/**
 * Runs `read` on one snapshot. If the request contains a time, `read` receives the time after which
 * records are left out, which is determined before the snapshot is taken. Refuses a time in the
 * future.
 */
export async function onKnownSnapshot<Result>(
  call: Pick<Call, 'db'>,
  { asOf }: Pick<ValuationRequest, 'asOf'>,
  read: (tx: Tx, knownAt: string | undefined) => Promise<Result>,
): Promise<Result> {
  const moment = asOf === undefined ? undefined : await selectKnownMoment(call.db, asOf);
  if (moment?.isFuture === true) {
    throw refuseMember(wealthProblems.KNOWN_MOMENT_REFUSED, 'asOf', 'must not be in the future');
  }
  return onSnapshot(call.db, (tx) => read(tx, moment?.knownAt));
}

/** Returns the requested currency. Refuses a value that is not a currency code. */
export function currencyOf({ cu }: Pick<ValuationRequest, 'cu'>): string | undefined {
  const currency = cu?.toUpperCase();
  if (currency === undefined || minorUnits(currency) !== undefined) return currency;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'cu', 'is not a currency');
}

async function valuationOf(
  tx: Tx,
  { subject, ...currencies }: Owned,
  { lines: isRequested = true, asOf }: ValuationRequest,
): Promise<object> {
  const valued = await convertedLines(tx, subject, currencies);
  const valuation = { currency: currencies.currency, totals: totalsOf(valued) };
  return {
    date: subject.date,
    asOf,
    ...totalsRecord(valuation),
    ...(isRequested ? { lines: valued.map((line) => lineRecord(line, valuation)) } : {}),
  };
}

/** Returns the lines of the subject, converted to a currency. */
export async function convertedLines(
  tx: Tx,
  subject: Subject,
  { currency: to, through }: Pick<Owned, 'currency' | 'through'>,
): Promise<ValuedLine[]> {
  const { date, knownAt } = subject;
  const policy = await policyFor(tx, subject);
  const lines = within(await linesBy(tx, subject, policy));
  const conversions = new Map<string, Conversion | undefined>();
  for (const { currency: from } of lines) {
    if (conversions.has(from)) continue;
    conversions.set(from, await conversionOf(tx, { from, to, through }, { date, knownAt }));
  }
  const rateStaleDays = policy.staleAfterDays.RATE;
  return lines.map((line) => {
    const conversion = conversions.get(line.currency);
    const isOld = conversion !== undefined && isRateStale(conversion, date, rateStaleDays);
    return converted(line, conversion, isOld);
  });
}

/** Returns the lines of the subject, each in its own currency, by class. */
export async function linesOf(tx: Tx, subject: Subject): Promise<Line[]> {
  return linesBy(tx, subject, await policyFor(tx, subject));
}

async function policyFor(tx: Tx, subject: Subject): Promise<ValuationPolicy> {
  const policy = await loadPolicy(tx, subject);
  const { discount } = subject;
  return discount === undefined
    ? policy
    : { ...policy, method: { BILL: discount, PAPER: discount } };
}

async function linesBy(tx: Tx, subject: Subject, policy: ValuationPolicy): Promise<Line[]> {
  const lines = [
    ...(await securityLines(tx, subject, policy)),
    ...(await termLines(tx, subject)),
    ...(await paperLines(tx, subject, policy)),
    ...(await fundLines(tx, subject, policy)),
    ...(await moneyLines(tx, subject)),
  ];
  return WEALTH_CLASSES.flatMap((name) => lines.filter((line) => line.class === name));
}

function converted(line: Line, conversion: Conversion | undefined, isRateOld: boolean): ValuedLine {
  const { valueMinor, currency } = line;
  const rateMissing = conversion === undefined ? ('RATE_MISSING' as const) : undefined;
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
