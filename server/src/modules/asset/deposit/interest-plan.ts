// The interest of one instrument from start to end: its terms, its days of interest, and what is
// settled when.

import { present } from '../../../platform/assert.js';
import { type BusinessCalendar, calendarOf } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Money, subtractMoney } from '../../../platform/money/money.js';
import { calendarOf as exchangeCalendar } from '../../market/index.js';
import { accrualOf, type InterestTerms } from '../instrument/interest.js';
import { interestDates } from '../instrument/interest-payment.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import {
  netOfTax,
  type SettledInterest,
  taxInAll,
  type WithholdingRule,
} from '../tax/withholding-tax.js';
import type { TermInstrumentRow } from './queries.js';

/** What an instrument's interest needs beyond its row: rules of tax, and calendars by exchange. */
export interface InterestReading {
  readonly rules: readonly WithholdingRule[];
  readonly calendars: ReadonlyMap<bigint, BusinessCalendar>;
}

/** Interest of one stretch, and when it is settled: paid, or added to the principal. */
export interface InterestFlow {
  readonly date: BusinessDate;
  readonly gross: Money;
  readonly tax: Money;
  readonly capitalised: boolean;
}

/** What interest is reckoned from, as stored or about to be. */
export type InterestSubject = Pick<
  TermInstrumentRow,
  | 'currency'
  | 'face_value_minor'
  | 'rate'
  | 'start_date'
  | 'accrual_end'
  | 'payment_date'
  | 'day_count'
  | 'compoundings_per_year'
  | 'interest_payment'
  | 'interest_frequency'
  | 'interest_days'
  | 'interest_dates'
  | 'next_interest_date'
  | 'holiday_convention'
  | 'exchange_id'
  | 'tax_class'
  | 'payer_class'
  | 'tax_exempt_payers'
  | 'tax_exemptions'
>;

const WEEKENDS_ONLY = calendarOf([]);

/**
 * Reads what the interest of some instruments needs; calendars only where there are days of
 * interest.
 */
export async function readingOf(
  on: Database | Tx,
  rows: readonly Pick<TermInstrumentRow, 'exchange_id' | 'interest_frequency'>[],
): Promise<InterestReading> {
  const calendars = new Map<bigint, BusinessCalendar>();
  for (const { exchange_id: id, interest_frequency: frequency } of rows) {
    if (id === null || frequency === null || calendars.has(id)) continue;
    calendars.set(id, await exchangeCalendar(on, id));
  }
  return { rules: await withholdingRules(on), calendars };
}

/**
 * The days of interest inside the term: those that were settled as they were, the next one as it is
 * stored, the others by the calendar of the day.
 */
function interestDatesOf(row: InterestSubject, reading: InterestReading): BusinessDate[] {
  const next = row.next_interest_date;
  if (next === null) return [...row.interest_dates];
  return [...row.interest_dates, next, ...datesByCalendar(row, reading).filter((d) => d > next)];
}

/** The first day of interest after a day, or null when the term ends before it. */
export function interestDateAfter(
  row: Omit<InterestSubject, 'interest_dates' | 'next_interest_date'>,
  day: BusinessDate,
  reading: Pick<InterestReading, 'calendars'>,
): BusinessDate | null {
  return datesByCalendar(row, reading).find((date) => date > day) ?? null;
}

function datesByCalendar(
  row: Omit<InterestSubject, 'interest_dates' | 'next_interest_date'>,
  { calendars }: Pick<InterestReading, 'calendars'>,
): BusinessDate[] {
  if (row.interest_frequency === null) return [];
  const calendar =
    row.exchange_id === null
      ? WEEKENDS_ONLY
      : present(calendars.get(row.exchange_id), 'the calendar was read');
  const term = { start: row.start_date, end: row.accrual_end };
  return interestDates(term, row, { convention: row.holiday_convention, calendar });
}

/** What the instrument earns by. */
export function interestTermsOf(row: InterestSubject, reading: InterestReading): InterestTerms {
  const { currency, compoundings_per_year: perYear } = row;
  const capitalisations =
    row.interest_payment === 'CAPITALISED'
      ? interestDatesOf(row, reading).map((date) => ({
          date,
          withholding: rulesOn(reading.rules, row, date),
        }))
      : [];
  return {
    principal: { minor: row.face_value_minor, currency },
    ratePercent: row.rate,
    start: row.start_date,
    end: row.accrual_end,
    dayCount: row.day_count,
    ...(perYear === null ? {} : { compoundingsPerYear: perYear }),
    ...(capitalisations.length === 0 ? {} : { capitalisations }),
  };
}

/** All interest of the term by the day of its settlement, in order. */
export function plannedInterest(row: InterestSubject, reading: InterestReading): InterestFlow[] {
  const accrued = accrualOf(interestTermsOf(row, reading));
  const whole = accrued(row.accrual_end);
  const flowOf = (date: BusinessDate, gross: Money, capitalised = false): InterestFlow => {
    const { tax } = netOfTax(gross, rulesOn(reading.rules, row, date));
    return { date, gross, tax, capitalised };
  };
  if (row.interest_payment === 'UPFRONT') return [flowOf(row.start_date, whole)];
  let before = accrued(row.start_date);
  const flows = interestDatesOf(row, reading).map((date) => {
    const gross = subtractMoney(accrued(date), before);
    before = accrued(date);
    return flowOf(date, gross, row.interest_payment === 'CAPITALISED');
  });
  return [...flows, flowOf(row.payment_date, subtractMoney(whole, before))];
}

/** The interest of an instrument that was settled before, and the tax that was withheld. */
export function settledOf(
  row: Pick<TermInstrumentRow, 'currency' | 'interest_paid_minor' | 'interest_tax_minor'>,
): SettledInterest {
  const money = (minor: bigint): Money => ({ minor, currency: row.currency });
  return { gross: money(row.interest_paid_minor), tax: money(row.interest_tax_minor) };
}

/** The tax on what has accrued: withheld on what was settled, and as it will be on the rest. */
export function taxAccrued(row: TermInstrumentRow, reading: InterestReading): bigint {
  const due = rulesOn(reading.rules, row, row.next_interest_date ?? row.payment_date);
  const accrued = { minor: row.accrued_minor, currency: row.currency };
  return taxInAll(accrued, settledOf(row), due).minor;
}
