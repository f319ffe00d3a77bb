// Sources of the rows that the audit chain covers besides log entries: row changes and events.
// Modules that depend on identity may add further sources.

import { type Sql, sql } from '../../../platform/database/sql.js';

/**
 * A source of rows that are inserted once and never change. Links cover them in an order in which
 * no new row can precede a settled row. In the SQL fragments, the row is `r`.
 */
export interface LinkedSource {
  /**
   * The source's name, stored with each batch. If a source is renamed, all its rows are covered
   * again.
   */
  readonly name: string;
  readonly from: Sql;
  /** The transaction that wrote the row (xid8); absent if rows are ordered by id alone. */
  readonly transactionId?: Sql;
  readonly id: Sql;
  /** True if no open transaction can still insert a row before this one. */
  readonly settled: Sql;
  /** The text that is hashed. It does not depend on session settings. */
  readonly text: Sql;
  /** The table and the record to which the row belongs. */
  readonly tableName: Sql;
  readonly record: Sql;
  /** The reason reported if a row from this source does not match. */
  readonly reason: 'ROW_DIFFERS' | 'CHANGE_DIFFERS';
}

const BY_TRANSACTION = {
  transactionId: sql`r.transaction_id`,
  id: sql`r.id`,
  settled: sql`r.transaction_id < pg_snapshot_xmin(pg_current_snapshot())`,
} as const;

/** Formats a timestamp as text, independent of session settings. */
export const momentText = (column: Sql): Sql =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const rowChanges: LinkedSource = {
  ...BY_TRANSACTION,
  name: 'row_change',
  from: sql`row_change r`,
  text: sql`jsonb_build_array(r.transaction_id::text, r.id::text, r.table_name, r.record,
    encode(r.row_hash, 'hex'), encode(r.former_hash, 'hex'))::text`,
  tableName: sql`r.table_name`,
  record: sql`r.record`,
  reason: 'CHANGE_DIFFERS',
};

const events: LinkedSource = {
  ...BY_TRANSACTION,
  name: 'outbox_event',
  from: sql`outbox_event r`,
  text: sql`jsonb_build_array(r.transaction_id::text, r.id::text, r.type, r.subject_id::text,
    r.office_id::text, r.data, r.request_id, ${momentText(sql`r.recorded_at`)})::text`,
  tableName: sql`'outbox_event'`,
  record: sql`r.id::text`,
  reason: 'ROW_DIFFERS',
};

/** The entries of the log. Each has its own link and no batch. */
export const ENTRIES: LinkedSource = {
  ...BY_TRANSACTION,
  name: 'audit_entry',
  from: sql`audit_entry r`,
  text: sql`r.id::text`,
  tableName: sql`'audit_entry'`,
  record: sql`r.id::text`,
  reason: 'ROW_DIFFERS',
};

/** The sources that belong to the platform. */
export const PLATFORM_SOURCES: readonly LinkedSource[] = [rowChanges, events];
