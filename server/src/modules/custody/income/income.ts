// Computes a customer's income from securities: payments by kind, and expected income.

import { addDays, addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { loadTerms } from '../entitlement/terms.js';
import { CUSTODY } from '../limits.js';
import { wordsOf } from '../settlement/narration.js';
import { scheduledIncome } from './coupon.js';
import {
  computeExpected,
  type IncomeHolder,
  type IncomeRow,
  selectComingEvents,
  selectExpected,
  selectHolder,
  selectIncome,
} from './queries.js';

/** The customer, and the range of payment dates. */
export interface IncomeRequest {
  readonly customerId: bigint;
  /** Default: the start of the one-year period that ends on `until`. */
  readonly from?: BusinessDate | undefined;
  /** Default: the business date. */
  readonly until?: BusinessDate | undefined;
  readonly currency?: string | undefined;
}

/** A customer's income between two dates, and the income expected after the business date. */
export interface Income {
  readonly holder: IncomeHolder;
  readonly from: BusinessDate;
  readonly until: BusinessDate;
  readonly forecastUntil: BusinessDate;
  readonly paid: readonly IncomeRow[];
  readonly expected: readonly IncomeRow[];
}

/** Sums of income in one currency, in minor units. */
export interface IncomeSum {
  readonly currency: string;
  count: number;
  grossMinor: bigint;
  principalMinor: bigint;
  taxMinor: bigint;
  withheldMinor: bigint;
  netMinor: bigint;
  /** The part of the net amount that the registrar paid to the customer's bank. */
  directMinor: bigint;
}

/**
 * Loads a customer's income. Refuses with DOCUMENT_NOT_FOUND if the caller may not see the
 * customer. Also refuses a range with too many payments to show.
 */
export async function loadIncome(tx: Tx, call: Call, request: IncomeRequest): Promise<Income> {
  const holder = await selectHolder(tx, request.customerId);
  if (holder === undefined || !seesOffice(call.principal, holder.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such customer' });
  }
  const today = await currentBusinessDate(tx);
  const until = request.until ?? today;
  const from = request.from ?? yearBefore(until);
  if (from > until) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'sd', 'must not be after ed');
  }
  const { customerId, currency } = request;
  const paid = await selectIncome(tx, { customerId, from, until, currency });
  const forecastUntil = addMonths(today, CUSTODY.incomeMonthsAhead);
  const expected = await expectedOf(tx, { customerId, currency, today, until: forecastUntil });
  for (const rows of [paid, expected]) {
    if (rows.length <= CUSTODY.incomeRowsMax) continue;
    const detail = `covers more than ${CUSTODY.incomeRowsMax} payments; choose a shorter period`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'sd', detail);
  }
  return { holder, from, until, forecastUntil, paid, expected };
}

function yearBefore(until: BusinessDate): BusinessDate {
  return addDays(addMonths(until, -12), 1);
}

async function expectedOf(
  tx: Tx,
  on: {
    readonly customerId: bigint;
    readonly currency: string | undefined;
    readonly today: BusinessDate;
    readonly until: BusinessDate;
  },
): Promise<IncomeRow[]> {
  const entitled = await selectExpected(tx, on);
  const coming: IncomeRow[] = [];
  for (const event of await selectComingEvents(tx, on.customerId, on.until)) {
    const terms = await loadTerms(tx, event);
    coming.push(...(await computeExpected(tx, event, { customerId: on.customerId, terms })));
  }
  coming.push(...(await scheduledIncome(tx, on.customerId, on)));
  const chosen = coming.filter((row) => on.currency === undefined || row.currency === on.currency);
  return [...entitled, ...chosen].sort(byDate);
}

// Income without a date comes last.
function byDate(one: IncomeRow, other: IncomeRow): number {
  const [first, second] = [one.on_date ?? '9999', other.on_date ?? '9999'];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Sums rows by key and currency, in the order of each sum's first row. */
export function sumsBy(
  rows: readonly IncomeRow[],
  keyOf: (row: IncomeRow) => string,
): Map<string, IncomeSum & { readonly first: IncomeRow }> {
  const sums = new Map<string, IncomeSum & { readonly first: IncomeRow }>();
  for (const row of rows) {
    const key = `${keyOf(row)} ${row.currency}`;
    const sum = sums.get(key) ?? { ...NOTHING, currency: row.currency, first: row };
    sum.count += 1;
    sum.grossMinor += row.gross_minor;
    sum.principalMinor += row.principal_minor;
    sum.taxMinor += row.tax_minor;
    sum.withheldMinor += row.withheld_minor;
    sum.netMinor += row.net_minor;
    sum.directMinor += row.route === 'DIRECT' ? row.net_minor : 0n;
    sums.set(key, sum);
  }
  return sums;
}

const NOTHING = {
  count: 0,
  grossMinor: 0n,
  principalMinor: 0n,
  taxMinor: 0n,
  withheldMinor: 0n,
  netMinor: 0n,
  directMinor: 0n,
};

/** Returns a customer's income: sums by kind, payments and forecast. */
export function readIncome(call: Call, request: IncomeRequest): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const income = await loadIncome(tx, call, request);
    const { holder } = income;
    return {
      customerId: holder.id,
      customerName: holder.name,
      customerLabel: holder.label,
      from: income.from,
      until: income.until,
      kinds: kindsOf(income.paid),
      totals: totalsOf(income.paid),
      payments: income.paid.map(paymentRecord),
      forecastUntil: income.forecastUntil,
      forecast: income.expected.map(paymentRecord),
      forecastTotals: totalsOf(income.expected),
    };
  });
}

function kindsOf(rows: readonly IncomeRow[]): object[] {
  return [...sumsBy(rows, ({ kind }) => kind).values()].map((sum) => ({
    kind: sum.first.kind,
    label: wordsOf(sum.first.kind),
    ...sumRecord(sum),
  }));
}

function totalsOf(rows: readonly IncomeRow[]): object[] {
  return [...sumsBy(rows, () => '').values()].map(sumRecord);
}

function sumRecord(sum: IncomeSum): object {
  const amount = (minor: bigint) => minorToDecimal(minor, sum.currency);
  return {
    currency: sum.currency,
    count: sum.count,
    gross: amount(sum.grossMinor),
    proceeds: amount(sum.principalMinor),
    tax: amount(sum.taxMinor),
    withheld: amount(sum.withheldMinor),
    net: amount(sum.netMinor),
    paidByRegistrar: amount(sum.directMinor),
  };
}

function paymentRecord(row: IncomeRow): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    date: row.on_date ?? undefined,
    entitlementId: row.entitlement_id ?? undefined,
    eventId: row.event_id ?? undefined,
    eventName: row.event_name ?? undefined,
    status: row.status ?? undefined,
    kind: row.kind,
    label: wordsOf(row.kind),
    securityName: row.security_name,
    portfolioName: row.portfolio_name,
    quantity: String(row.quantity),
    currency: row.currency,
    gross: amount(row.gross_minor),
    proceeds: amount(row.principal_minor),
    tax: amount(row.tax_minor),
    withheld: amount(row.withheld_minor),
    net: amount(row.net_minor),
    route: row.route,
    paidBy: row.route === 'DIRECT' ? 'REGISTRAR' : 'FIRM',
    change: row.change,
  };
}
