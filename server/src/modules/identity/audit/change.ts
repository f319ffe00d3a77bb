// What a write changed, member by member: kept beside its entry of the audit log by triggers.

import type { Database } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { minorToDecimal } from '../../../platform/money/money.js';

interface ColumnChange {
  readonly column: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly hidden?: boolean;
}

interface ChangeRow {
  readonly table_name: string;
  readonly record_id: bigint;
  readonly currency: string | null;
  readonly changes: readonly ColumnChange[];
}

/**
 * A member that a write changed. `before` and `after` are absent where there was nothing, both
 * where the value is `hidden` because it is personal or secret. Amounts are of the major unit.
 */
interface MemberChange {
  readonly record: string;
  readonly recordId: bigint;
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly hidden?: boolean;
}

/** What the transaction of an entry changed, in the order of the writing. */
export async function changesOfEntry(db: Database, entryId: bigint): Promise<MemberChange[]> {
  const rows = await db.query<ChangeRow>(sql`
    select c.table_name, c.record_id, c.currency, c.changes
    from audit_entry e join audit_change c on c.transaction_id = e.transaction_id
    where e.id = ${entryId} order by c.id`);
  return rows.flatMap((row) => row.changes.map((change) => memberChange(row, change)));
}

function memberChange(row: ChangeRow, { column, hidden, ...values }: ColumnChange): MemberChange {
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
