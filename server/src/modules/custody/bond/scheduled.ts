// Bond income that is not announced yet, and the event that will announce it.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { calendarOf } from '../../market/index.js';
import { type CouponTerms, couponTermsOf } from '../../order/index.js';
import type { EntitlingTerms } from '../entitlement/amount-queries.js';
import { type EventTerms, entitlingTerms } from '../entitlement/terms.js';
import type { BondIncome, IncomeDates } from '../rule/bond-schedule.js';
import { incomeOf, isAnnounced, paidOn } from './income.js';
import { type BondRow, selectBondsOf, selectIncomeEvents } from './queries.js';

/** Bond income that has no event yet. */
interface ScheduledIncome {
  readonly bond: BondRow;
  readonly due: BondIncome;
  /** The due date, or the next business day of the exchange. */
  readonly paymentDate: BusinessDate;
}

/** Returns bond income that falls due between two dates and has no event, by bond. */
export async function scheduledIncomeOf(
  tx: Tx,
  bonds: readonly BondRow[],
  dates: IncomeDates,
): Promise<ScheduledIncome[]> {
  const ids = bonds.map(({ id }) => id);
  const events = await selectIncomeEvents(tx, ids, dates.first);
  const scheduled: ScheduledIncome[] = [];
  for (const bond of bonds) {
    const own = events.filter((event) => event.security_id === bond.id);
    const calendar = await calendarOf(tx, bond.exchange_id);
    for (const due of incomeOf(bond, dates)) {
      if (due.date < dates.first || isAnnounced(own, due)) continue;
      scheduled.push({ bond, due, paymentDate: paidOn(due.date, calendar) });
    }
  }
  return scheduled;
}

/** All of a bond's income from a date to its maturity, by date. */
export interface BondSchedule {
  readonly securityId: bigint;
  readonly terms: CouponTerms;
  readonly income: readonly (BondIncome & Pick<ScheduledIncome, 'paymentDate'>)[];
}

/**
 * Returns bond income that falls due on or after a date, whether or not it has an event. Bonds
 * without a coupon or a maturity are left out.
 */
export async function bondSchedules(
  tx: Tx,
  securityIds: readonly bigint[],
  first: BusinessDate,
): Promise<BondSchedule[]> {
  if (securityIds.length === 0) return [];
  const schedules: BondSchedule[] = [];
  for (const bond of await selectBondsOf(tx, [...new Set(securityIds)])) {
    const terms = couponTermsOf(bond);
    if (terms === undefined) continue;
    const calendar = await calendarOf(tx, bond.exchange_id);
    const income = incomeOf(bond, { first, last: terms.maturityDate })
      .filter(({ date }) => date >= first)
      .map((due) => ({ ...due, paymentDate: paidOn(due.date, calendar) }));
    schedules.push({ securityId: bond.id, terms, income });
  }
  return schedules;
}

/** Scheduled income in the form of the event that would announce it, with its entitlement terms. */
interface Scheduled {
  readonly event: EventTerms & { readonly payment_date: BusinessDate };
  readonly terms: EntitlingTerms;
}

/** Loads the terms needed to compute entitlements to scheduled income. */
export async function scheduledTerms(
  on: Database | Tx,
  { bond: { id, currency }, due: { kind, date, per100 }, paymentDate }: ScheduledIncome,
): Promise<Scheduled> {
  const event = { ...TERMS, kind, security_id: id, ex_date: date, payment_date: paymentDate };
  const rate = kind === 'INTR' ? { cash_per_unit: per100 } : { price_per_100: per100 };
  const terms = await entitlingTerms(on, event, [{ ...OPTION, currency, ...rate }]);
  return { event, terms };
}

// The terms that all scheduled income has in common.
const TERMS = {
  id: 0n,
  participation: 'MAND',
  status: 'CONFIRMED',
  ex_price: null,
  withheld_by: 'ISSUER',
  issuer_exempts: false,
  register_basis: 'SETTLED',
  terms_version: 1,
} as const;

const OPTION = {
  number: 1,
  type: 'CASH',
  is_default: true,
  cash_per_unit: null,
  new_units: null,
  old_units: null,
  new_security_id: null,
  cost_percent: null,
  first_day_price: null,
  ex_price: null,
  price: null,
  price_per_100: null,
  percent: null,
  fractions: 'RDDN',
  fraction_price: null,
  available_date: null,
} as const;
