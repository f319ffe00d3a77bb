// The changes made by a write, member by member. Triggers store them next to the audit log entry.

import type { Database } from '../../../platform/database/database.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type ColumnChange, type EntryChangeRow, selectEntryChanges } from './queries.js';

/**
 * A member that a write changed. `before` or `after` is absent if there was no value. Both are
 * absent if the value is `hidden`, because it is personal or secret. Amounts are in major units.
 */
interface MemberChange {
  readonly record: string;
  readonly recordId: bigint;
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly hidden?: boolean;
}

/** Returns the changes in the entry's transaction, in the order of the writes. */
export async function changesOfEntry(db: Database, entryId: bigint): Promise<MemberChange[]> {
  const rows = await selectEntryChanges(db, entryId);
  return rows.flatMap((row) => row.changes.map((change) => memberChange(row, change)));
}

function memberChange(
  row: EntryChangeRow,
  { column, hidden, ...values }: ColumnChange,
): MemberChange {
  const { table_name, record_id, currency } = row;
  const isAmount = currency !== null && column.endsWith('_minor');
  const place = { record: kebab(table_name), recordId: record_id };
  const member = camel(isAmount ? column.replace(/_minor$/, '') : column);
  if (hidden === true) return { ...place, member, hidden };
  const shown = isAmount ? (value: unknown) => amountOf(value, currency) : known;
  return { ...place, member, before: shown(values.before), after: shown(values.after) };
}

function amountOf(value: unknown, currency: string): unknown {
  return value === null ? undefined : minorToDecimal(BigInt(String(value)), currency);
}

const known = (value: unknown): unknown => value ?? undefined;
const kebab = (name: string): string => name.replaceAll('_', '-');
const camel = (name: string): string =>
  name.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
