// Forward pricing: an order is dealt at the net asset value of a future valuation, which is not yet
// known.

import { Temporal } from 'temporal-polyfill';
import { assert } from '../../../platform/assert.js';
import type { BusinessCalendar } from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  type BusinessDate,
  dateOfInstant,
  weekdayOf,
} from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { FUND } from './limits.js';

/** A fund's dealing times: its cut-off, time zone, weekdays and calendar. */
export interface DealingRule {
  /** The deadline for a dealing day's orders, as `HH:MM` in the fund's time zone. */
  readonly cutOff: string;
  readonly timeZone: string;
  /** ISO weekdays, where 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly calendar: BusinessCalendar;
}

/** The business date and clock time at which an order is placed. */
interface OrderMoment {
  readonly today: BusinessDate;
  readonly now: Instant;
}

/**
 * Returns an order's dealing day, which is normally the business date. It is the next dealing day
 * if the order is past the cut-off, if the fund does not deal on the business date, or if the value
 * for that date has already been entered.
 * @param known valuation days on or after the business date whose values have been entered
 */
export function dealingDateOf(
  order: OrderMoment,
  rule: DealingRule,
  known: ReadonlySet<string>,
): BusinessDate {
  const first = isPastCutOff(order, rule) ? addDays(order.today, 1) : order.today;
  return nextDealingDay(first, rule, known);
}

/** Returns the first dealing day on or after a date whose value is not yet known. */
export function nextDealingDay(
  from: BusinessDate,
  rule: DealingRule,
  known: ReadonlySet<string>,
): BusinessDate {
  let day = from;
  for (let tried = 0; tried <= FUND.closedDaysMax + known.size; tried += 1) {
    if (isDealingDay(day, rule) && !known.has(day)) return day;
    day = addDays(day, 1);
  }
  assert(false, 'a fund deals again within the limit of closed days');
}

/** Returns whether the fund deals on a date. */
export function isDealingDay(day: BusinessDate, rule: DealingRule): boolean {
  // The fund has its own dealing weekdays instead of the market's weekend, because some funds deal
  // on Saturdays.
  return rule.weekdays.includes(weekdayOf(day)) && !rule.calendar.holidays.has(day);
}

/**
 * Returns whether the business date's cut-off has passed. If the business date lags behind the
 * calendar, the cut-off passed long ago, and dealing at that date's value would be late trading.
 */
function isPastCutOff({ today, now }: OrderMoment, rule: DealingRule): boolean {
  const date = dateOfInstant(now, rule.timeZone);
  if (date !== today) return date > today;
  const time = Temporal.Instant.from(now).toZonedDateTimeISO(rule.timeZone).toPlainTime();
  return Temporal.PlainTime.compare(time, Temporal.PlainTime.from(rule.cutOff)) > 0;
}
