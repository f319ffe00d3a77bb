// Rows of the books by office, currency and chart code. All reports are made from these rows, so
// they agree with each other.

import { type BusinessDate, businessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Tx } from '../../../platform/database/database.js';
import type { BookRow } from './book-queries.js';

/** Returns the given date, or the business date if it is absent. */
export async function dateOrToday(tx: Tx, date: BusinessDate | undefined): Promise<BusinessDate> {
  return date ?? businessDate(await currentBusinessDate(tx));
}

/** Consolidates the rows of all offices; transfers between offices cancel out. */
export function consolidate(rows: readonly BookRow[]): BookRow[] {
  const merged = new Map<string, BookRow>();
  for (const row of rows) {
    const key = `${row.currency} ${row.class} ${row.acct_type}`;
    const before = merged.get(key);
    merged.set(key, {
      ...row,
      office_id: null,
      office_name: null,
      account_count: row.account_count + (before?.account_count ?? 0n),
      debit_minor: row.debit_minor + (before?.debit_minor ?? 0n),
      credit_minor: row.credit_minor + (before?.credit_minor ?? 0n),
      moved_minor: row.moved_minor + (before?.moved_minor ?? 0n),
    });
  }
  return [...merged].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** The books of one office, or of all offices, in one currency. */
export interface Books {
  readonly officeId: bigint | null;
  readonly officeName: string | null;
  readonly currency: string;
  readonly rows: readonly BookRow[];
}

/** Groups the rows by office and currency, in the order of the rows. */
export function byBooks(rows: readonly BookRow[]): Books[] {
  const groups = new Map<string, BookRow[]>();
  for (const row of rows) {
    const key = `${row.office_id} ${row.currency}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { office_id: officeId, office_name: officeName, currency } = first;
    return [{ officeId, officeName, currency, rows: own }];
  });
}

/** Returns debits less credits at the end. */
export function netOf(row: BookRow): bigint {
  return row.debit_minor - row.credit_minor;
}

/** Returns debits less credits before the range. */
export function beforeOf(row: BookRow): bigint {
  return row.before_minor ?? netOf(row) - row.moved_minor;
}

/** Sums one amount over all items. */
export function sumOf<Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + amount(item), 0n);
}
