// Strictly parses the date formats that clients send. An ambiguous date is refused, because a guess
// could be wrong.

import { isBusinessDate } from './business-date.js';

/** How a business office reads `03/04/2026`, where either part could be the month. */
type SlashOrder = 'DAY_FIRST' | 'MONTH_FIRST';

const TIMESTAMP =
  /^([\d-]{10})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)$/;
const EPOCH_MS = /^(?:0|-?[1-9]\d{0,14})$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const MINUTE_MS = 60_000;
/**
 * Numbers closer to zero than this are not read as epoch milliseconds, except 0. They may be epoch
 * seconds, which have at most ten digits until the year 2286.
 */
const EPOCH_LEAST_MS = 10_000_000_000;

/**
 * Parses `yyyy-MM-dd` (midnight UTC), an ISO 8601 timestamp with an offset, or epoch milliseconds.
 * Returns the instant as `yyyy-MM-ddTHH:mm:ss.sssZ`, truncated to milliseconds. Returns undefined
 * for days and hours that do not exist, timestamps without an offset, numbers that are not
 * milliseconds (1990, 45989, 20261128, 1795858200), any other format, and instants that are not a
 * business date in every time zone.
 */
export function parseInstant(text: string): string | undefined {
  if (isBusinessDate(text)) return instantOf(Date.parse(`${text}T00:00:00Z`));
  if (EPOCH_MS.test(text)) return isEpoch(text) ? instantOf(Number(text)) : undefined;
  return parseTimestamp(text);
}

// A year (1990), a spreadsheet's serial date (45989), a date without hyphens (20261128) or epoch
// seconds (1795858200) would be read as a time in the first months of 1970.
function isEpoch(text: string): boolean {
  return Number(text) === 0 || !isSmallNumber(text);
}

/** True for a number that is too small for epoch milliseconds, such as epoch seconds. */
export function isSmallNumber(text: string): boolean {
  return EPOCH_MS.test(text) && Math.abs(Number(text)) < EPOCH_LEAST_MS;
}

/**
 * Like `parseInstant`, but also parses `MM/dd/yyyy` and `dd/MM/yyyy`. If both parts could be the
 * month, the office's order decides. Returns midnight UTC of that day.
 */
export function parseOrderDate(text: string, order: SlashOrder): string | undefined {
  const [, first = '', second = '', year = ''] = SLASHED.exec(text) ?? [];
  if (year === '') return parseInstant(text);
  const onlyDayFirst = Number(first) > 12;
  const onlyMonthFirst = Number(second) > 12;
  const dayFirst = onlyDayFirst || (!onlyMonthFirst && order === 'DAY_FIRST');
  const [day, month] = dayFirst ? [first, second] : [second, first];
  return parseInstant(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function parseTimestamp(text: string): string | undefined {
  const [, date = '', hour = '', minute = '', second = '0', fraction = '', zone = ''] =
    TIMESTAMP.exec(text) ?? [];
  if (!isBusinessDate(date)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = offsetMinutes(zone);
  if (offset === undefined) return undefined;
  const [year, month, day] = date.split('-').map(Number);
  const clock = [Number(hour), Number(minute), Number(second)] as const;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const local = Date.UTC(year ?? 0, (month ?? 0) - 1, day, ...clock, milliseconds);
  return instantOf(local - offset * MINUTE_MS);
}

function offsetMinutes(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

// One day inside both limits for business dates, so that an instant is a business date in every
// time zone.
const FIRST_MS = Date.UTC(1900, 0, 2);
const AFTER_MS = Date.UTC(2199, 11, 31);

function instantOf(epochMs: number): string | undefined {
  if (epochMs < FIRST_MS || epochMs >= AFTER_MS) return undefined;
  return new Date(epochMs).toISOString();
}
