// The hours during which a session may be logged on, in the exchange's local time.

import { Temporal } from 'temporal-polyfill';

/** A daily period. If its end is not later than its start, it ends on the next day. */
export interface SessionHours {
  /** Local times as `HH:MM`. */
  readonly from: string;
  readonly until: string;
  /** ISO weekdays on which the period begins; 1 is Monday. Absent: every day. */
  readonly weekdays?: readonly number[];
  /** IANA zone, for example `Africa/Lagos`. */
  readonly timeZone: string;
}

/** Returns true if a time is within the hours. The end time itself is outside. */
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
