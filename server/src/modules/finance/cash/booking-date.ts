// The date on which a cash transaction is booked: the requested one if the books are open for it,
// otherwise the business date of its posting.

import {
  type BusinessDate,
  compareDates,
  dateOfInstant,
} from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { type DateSetting, dateError, dateSettingOf } from '../journal/date.js';
import { keepClosing } from '../period/queries.js';
import { financeProblems } from '../problems.js';
import type { LoadedCashTransaction } from './queries.js';

/** The booking date, and a warning if it is not the requested one. */
export interface Booking {
  readonly date: BusinessDate;
  readonly warning: BookingWarning | undefined;
}

interface BookingWarning {
  readonly code: string;
  readonly pointer: string;
  readonly detail: string;
}

/** The request members that determine the booking date. */
interface DateRequest {
  readonly transactionDate: Parameters<typeof dateOfInstant>[0] | undefined;
  readonly timeZone: string;
}

/**
 * Returns the requested date in the office's own calendar; null if none was requested. Refuses with
 * JOURNAL_DATE_REFUSED if the date is after both the business date and the office's calendar day.
 * The calendar day is allowed because client programs send the current time even on days that are
 * not business dates.
 */
export function requestedDateOf(
  { now }: Work,
  { transactionDate, timeZone }: DateRequest,
  { today }: Pick<DateSetting, 'today'>,
): BusinessDate | null {
  if (transactionDate === undefined) return null;
  const requested = dateOfInstant(transactionDate, timeZone);
  const calendarDay = dateOfInstant(now, timeZone);
  const latest = compareDates(calendarDay, today) > 0 ? calendarDay : today;
  if (compareDates(requested, latest) <= 0) return requested;
  throw refuseMember(
    financeProblems.JOURNAL_DATE_REFUSED,
    'transactionDate',
    `is ${requested}, which is after ${latest}`,
  );
}

/** Returns the booking date that a transaction would have if it were posted now. */
export function bookingOf(requested: BusinessDate | null, setting: DateSetting): Booking {
  const { today } = setting;
  if (requested === null || requested === today) return { date: today, warning: undefined };
  const refused = dateError(requested, setting, false);
  if (refused === undefined) return { date: requested, warning: undefined };
  const detail = `${requested} ${refused.detail}, so the booking date is ${today}`;
  const code = 'TRANSACTION_DATE_NOT_BOOKED';
  return { date: today, warning: { code, pointer: '/transactionDate', detail } };
}

/** Returns the booking date that a stored transaction would have if it were posted now. */
export async function presentBooking(
  on: Database | Tx,
  { requested_date: requested }: Pick<LoadedCashTransaction, 'requested_date'>,
): Promise<Booking> {
  if (requested !== null) return bookingOf(requested, await dateSettingOf(on));
  return { date: await currentBusinessDate(on), warning: undefined };
}

/**
 * Like `presentBooking`, but prevents the period of the date from closing until the database
 * transaction ends.
 */
export async function keptBooking(
  tx: Tx,
  { requested_date: requested }: Pick<LoadedCashTransaction, 'requested_date'>,
  today: BusinessDate,
): Promise<Booking> {
  if (requested === null || requested === today) return { date: today, warning: undefined };
  return bookingOf(requested, { today, closing: await keepClosing(tx) });
}

/**
 * Returns the value date of a transaction that is booked on a date: the requested value date in the
 * office's own calendar, otherwise the booking date.
 */
export function valueDateOf(
  row: Pick<LoadedCashTransaction, 'value_at' | 'time_zone'>,
  booked: BusinessDate,
): BusinessDate {
  return row.value_at === null ? booked : dateOfInstant(row.value_at, row.time_zone);
}
