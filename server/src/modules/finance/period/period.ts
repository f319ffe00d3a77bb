// Accounting periods: calendar months within calendar years, for the whole firm. A closing date
// moves by whole months, and the books are open after it; post_journals checks every journal
// against it.

import {
  addDays,
  type BusinessDate,
  dateOf,
  firstOfMonth,
  isBusinessDate,
  lastOfMonth,
} from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { type Closing, type PeriodRow, selectClosing, selectMonths } from './queries.js';

export const PERIOD_STATES = ['OPEN', 'SOFT_CLOSED', 'HARD_CLOSED'] as const;
export type PeriodState = (typeof PERIOD_STATES)[number];

/** The kind of change that closes and reopens periods. */
export const PERIOD_CHANGE = 'accounting-period';

/** A month such as `2026-09`, or a year such as `2026`. */
export interface Period {
  readonly name: string;
  readonly year: number;
  readonly isYear: boolean;
  readonly first: BusinessDate;
  readonly last: BusinessDate;
}

/** Parses a period's name. Refuses with INVALID_REQUEST. */
export function periodNamed(name: string): Period {
  const [, years, months] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(name) ?? [];
  // The previous year must be valid too, because the close reads it.
  const known = [Number(years) - 1, years].every((year) => isBusinessDate(`${year}-01-01`));
  if (years === undefined || !known) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'period',
      'must be a month (2026-09) or a year',
    );
  }
  const year = Number(years);
  if (months !== undefined) {
    const first = dateOf(year, Number(months), 1);
    return { name, year, isYear: false, first, last: lastOfMonth(first) };
  }
  return { name, year, isYear: true, first: dateOf(year, 1, 1), last: dateOf(year, 12, 31) };
}

/** Returns the name of a date's month. */
export function monthNameOf(date: BusinessDate): string {
  return firstOfMonth(date).slice(0, 7);
}

/** Returns the state of a period, which is the state of its last day. */
export function stateOf({ soft, hard }: Closing, { last }: Pick<Period, 'last'>): PeriodState {
  if (hard !== null && last <= hard) return 'HARD_CLOSED';
  return soft !== null && last <= soft ? 'SOFT_CLOSED' : 'OPEN';
}

/** Returns the first open date after the closed ones. */
export function openFrom(closed: BusinessDate): BusinessDate {
  return addDays(closed, 1);
}

/**
 * Lists the months from the first one in the books to that of the business date, newest first.
 * Earlier months have the state of the first one.
 */
export async function listPeriods(call: Call, page: PageRequest): Promise<Page<object>> {
  const [found, closing] = await Promise.all([findPeriods(call, page), selectClosing(call.db)]);
  const { rows, nextAfter } = pageFrom(found.rows, page);
  const result = rows.map((row) => periodRecord(row, closing));
  return { count: found.count, result, nextAfter };
}

async function findPeriods(
  call: Call,
  page: PageRequest,
): Promise<{ readonly rows: readonly PeriodRow[]; readonly count: bigint }> {
  const rows = await selectMonths(call.db, PERIOD_CHANGE, page);
  return { rows, count: rows[0]?.total ?? (await countBefore(call, page)) };
}

// Each row contains the count. Beyond the last page there are no rows, so the first page is read to
// get the count.
async function countBefore(call: Call, page: PageRequest): Promise<bigint> {
  if (page.offset === 0 && page.after === null) return 0n;
  return (await findPeriods(call, { limit: 1, offset: 0, after: null })).count;
}

function periodRecord(row: PeriodRow, closing: Closing) {
  const month = periodNamed(monthNameOf(row.first_date));
  const year = periodNamed(String(month.year));
  return {
    id: row.id,
    name: month.name,
    year: month.year,
    firstDate: month.first,
    lastDate: month.last,
    state: stateOf(closing, month),
    yearClosed: stateOf(closing, year) === 'HARD_CLOSED',
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
  };
}
