// The interest of one instrument from start to end: its terms, its interest payment dates, and the
// settlement on each date.

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

/**
 * The inputs for an instrument's interest that are not in its row: tax rules, and calendars by
 * exchange.
 */
export interface InterestContext {
  readonly rules: readonly WithholdingRule[];
  readonly calendars: ReadonlyMap<bigint, BusinessCalendar>;
}

/** The interest of one period, and the date on which it is paid or added to the principal. */
export interface InterestFlow {
  readonly date: BusinessDate;
  readonly gross: Money;
  readonly tax: Money;
  readonly capitalised: boolean;
}

/** The columns of a stored or new instrument that determine its interest. */
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
 * Reads the inputs for the interest of several instruments. Calendars are read only if there are
 * interest payment dates.
 */
export async function interestContextOf(
  on: Database | Tx,
  rows: readonly Pick<TermInstrumentRow, 'exchange_id' | 'interest_frequency'>[],
): Promise<InterestContext> {
  const calendars = new Map<bigint, BusinessCalendar>();
  for (const { exchange_id: id, interest_frequency: frequency } of rows) {
    if (id === null || frequency === null || calendars.has(id)) continue;
    calendars.set(id, await exchangeCalendar(on, id));
  }
  return { rules: await withholdingRules(on), calendars };
}

/**
 * Returns the interest payment dates within the term. Past dates are those of the settlements, the
 * next date is the stored one, and later dates follow the current calendar.
 */
function interestDatesOf(row: InterestSubject, interest: InterestContext): BusinessDate[] {
  const next = row.next_interest_date;
  if (next === null) return [...row.interest_dates];
  return [...row.interest_dates, next, ...datesByCalendar(row, interest).filter((d) => d > next)];
}

/** Returns the first interest payment date after a date, or null if the term ends first. */
export function interestDateAfter(
  row: Omit<InterestSubject, 'interest_dates' | 'next_interest_date'>,
  day: BusinessDate,
  interest: Pick<InterestContext, 'calendars'>,
): BusinessDate | null {
  return datesByCalendar(row, interest).find((date) => date > day) ?? null;
}

function datesByCalendar(
  row: Omit<InterestSubject, 'interest_dates' | 'next_interest_date'>,
  { calendars }: Pick<InterestContext, 'calendars'>,
): BusinessDate[] {
  if (row.interest_frequency === null) return [];
  const calendar =
    row.exchange_id === null
      ? WEEKENDS_ONLY
      : present(calendars.get(row.exchange_id), 'the calendar was read');
  const term = { start: row.start_date, end: row.accrual_end };
  return interestDates(term, row, { convention: row.holiday_convention, calendar });
}

/** Returns the terms on which the instrument earns interest. */
export function interestTermsOf(row: InterestSubject, interest: InterestContext): InterestTerms {
  const { currency, compoundings_per_year: perYear } = row;
  const capitalisations =
    row.interest_payment === 'CAPITALISED'
      ? interestDatesOf(row, interest).map((date) => ({
          date,
          withholding: rulesOn(interest.rules, row, date),
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

/** Returns all interest of the term, ordered by settlement date. */
export function plannedInterest(row: InterestSubject, interest: InterestContext): InterestFlow[] {
  const accrued = accrualOf(interestTermsOf(row, interest));
  const whole = accrued(row.accrual_end);
  const flowOf = (date: BusinessDate, gross: Money, capitalised = false): InterestFlow => {
    const { tax } = netOfTax(gross, rulesOn(interest.rules, row, date));
    return { date, gross, tax, capitalised };
  };
  if (row.interest_payment === 'UPFRONT') return [flowOf(row.start_date, whole)];
  let before = accrued(row.start_date);
  const flows = interestDatesOf(row, interest).map((date) => {
    const gross = subtractMoney(accrued(date), before);
    before = accrued(date);
    return flowOf(date, gross, row.interest_payment === 'CAPITALISED');
  });
  return [...flows, flowOf(row.payment_date, subtractMoney(whole, before))];
}

/** Returns the interest already settled on the instrument, and the tax withheld from it. */
export function settledOf(
  row: Pick<TermInstrumentRow, 'currency' | 'interest_paid_minor' | 'interest_tax_minor'>,
): SettledInterest {
  const money = (minor: bigint): Money => ({ minor, currency: row.currency });
  return { gross: money(row.interest_paid_minor), tax: money(row.interest_tax_minor) };
}

/**
 * Returns the tax on accrued interest: the tax already withheld on the settled part, plus tax on
 * the rest under the current rules.
 */
export function taxAccrued(row: TermInstrumentRow, interest: InterestContext): bigint {
  const due = rulesOn(interest.rules, row, row.next_interest_date ?? row.payment_date);
  const accrued = { minor: row.accrued_minor, currency: row.currency };
  return taxInAll(accrued, settledOf(row), due).minor;
}
