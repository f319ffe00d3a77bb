// Reads a customer's assets on the dates of a long range. Closed dates are read from snapshots, and
// other dates from the books.

import {
  addDays,
  type BusinessDate,
  businessDate,
  daysBetween,
} from '../../../platform/calendar/business-date.js';
import { groupedBy } from '../../../platform/collection/grouped.js';
import type { Tx } from '../../../platform/database/database.js';
import { WEALTH } from '../limits.js';
import { type Amount, type Amounts, type Dates, dailyWorths, type Owner } from './daily-worth.js';
import { selectFirstLate } from './late-queries.js';
import {
  type SnapshotRow,
  selectClosedDates,
  selectClosesBetween,
  selectSnapshots,
} from './snapshot-queries.js';

/** The dates with readable snapshots. */
export interface Coverage {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Returns the dates that had snapshots at a given time; undefined if no date was closed. */
export async function coverageOf(tx: Tx, knownAt?: string): Promise<Coverage | undefined> {
  const { first: from, last: to } = await selectClosedDates(tx, knownAt);
  return from === null || to === null ? undefined : { from, to };
}

/** A customer's assets on each date, and whether any of them are being restated. */
interface LongWorths {
  readonly worths: Amounts;
  readonly isRestating: boolean;
}

/**
 * Returns a customer's assets at the end of each date. A range of at most one year is read from the
 * books. In a longer range, dates without a final snapshot are read from the books if they span at
 * most one year at either end.
 */
export async function worthsOver(
  tx: Tx,
  owner: Owner,
  { dates, coverage }: { readonly dates: Dates; readonly coverage: Coverage | undefined },
): Promise<LongWorths> {
  const last = dates.at(-1) ?? dates[0];
  if (coverage === undefined || daysBetween(dates[0], last) <= WEALTH.returnDaysMax) {
    return { worths: await dailyWorths(tx, owner, dates), isRestating: false };
  }
  // From this date on, snapshots will be replaced because something was recorded late.
  const lateFrom = await selectFirstLate(tx, owner, addDays(coverage.to, 1));
  const isRestating = lateFrom !== null && daysBetween(lateFrom, last) > WEALTH.returnDaysMax;
  const closes = await selectClosesBetween(tx, {
    ...{ from: dates[0], to: last },
    knownAt: owner.knownAt,
  });
  const isStored = (date: BusinessDate) =>
    closes.has(date) && (isRestating || lateFrom === null || date < lateFrom);
  const stored = dates.filter(isStored);
  const worths = new Map(await snapshotWorths(tx, owner, stored));
  for (const part of partsOf(dates, isStored)) {
    for (const [date, each] of await dailyWorths(tx, owner, part)) worths.set(date, each);
  }
  return { worths, isRestating };
}

// Returns the dates to read from the books in two parts: before the first stored date, and after
// it.
function partsOf(dates: Dates, isStored: (date: BusinessDate) => boolean): Dates[] {
  const first = dates.find(isStored);
  const rest = dates.filter((date) => !isStored(date));
  const parts = [
    rest.filter((date) => first === undefined || date < first),
    rest.filter((date) => first !== undefined && date > first),
  ];
  return parts.flatMap(([head, ...tail]) => (head === undefined ? [] : [[head, ...tail]]));
}

async function snapshotWorths(
  tx: Tx,
  { customerId, knownAt }: Owner,
  dates: readonly BusinessDate[],
): Promise<Amounts> {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const rows = await selectSnapshots(tx, customerId, {
    ...{ from: firstOfMonth(first), to: last },
    knownAt,
  });
  const byDate = groupedBy(rows, (row) => row.value_date);
  const stored = [...byDate.keys()];
  let present = new Map<string, SnapshotRow>();
  let month = '';
  let next = 0;
  const worths = new Map<BusinessDate, readonly Amount[]>();
  for (const date of dates) {
    for (let day = stored[next]; day !== undefined && day <= date; day = stored[next]) {
      // The first close of each month has a complete set of rows.
      if (day.slice(0, 7) !== month) [present, month] = [new Map(), day.slice(0, 7)];
      for (const row of byDate.get(day) ?? []) {
        present.set(`${row.portfolio_id} ${row.currency}`, row);
      }
      next += 1;
    }
    const isOfMonth = date.slice(0, 7) === month;
    worths.set(date, isOfMonth ? [...present.values()].map(worthOf) : []);
  }
  return worths;
}

function worthOf({ currency, minor, unvalued }: SnapshotRow): Amount {
  return { currency, minor: unvalued ?? minor };
}

function firstOfMonth(date: BusinessDate): BusinessDate {
  return businessDate(`${date.slice(0, 7)}-01`);
}
