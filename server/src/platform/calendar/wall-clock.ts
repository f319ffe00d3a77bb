// Formats instants in a business office's local time.

import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../database/database.js';

/** Formats the local time in a time zone, such as `2026-11-21 10:31:07`. */
export function wallClock(at: Instant, timeZone: string): string {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}
