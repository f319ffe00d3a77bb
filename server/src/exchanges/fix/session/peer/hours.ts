// The hours in which a session may be logged on, in the exchange's local time.

import { Temporal } from 'temporal-polyfill';

/** From a time of day until another one; until the next day if that is not later. */
export interface SessionHours {
  /** Local times as `HH:MM`. */
  readonly from: string;
  readonly until: string;
  /** ISO weekdays on which the hours begin, 1 is Monday; every day if absent. */
  readonly weekdays?: readonly number[];
  /** IANA zone, for example `Africa/Lagos`. */
  readonly timeZone: string;
}

/** True if a time is within the hours, excluding their end. */
export function isWithinHours(hours: SessionHours, nowMs: number): boolean {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(hours.timeZone);
  return [0, -1].some((days) => {
    const date = now.toPlainDate().add({ days });
    const isOvernight = hours.until <= hours.from;
    const from = momentOf(date, hours.from, hours.timeZone);
    const end = momentOf(isOvernight ? date.add({ days: 1 }) : date, hours.until, hours.timeZone);
    const isOfDay = hours.weekdays?.includes(date.dayOfWeek) ?? true;
    return isOfDay && from <= nowMs && nowMs < end;
  });
}

function momentOf(date: Temporal.PlainDate, plainTime: string, timeZone: string): number {
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
