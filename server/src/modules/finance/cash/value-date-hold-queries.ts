// SQL for holds on money until its value date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';

/** The source type of holds on incoming money. Holds on outgoing money have another source type. */
export const VALUE_DATE_SOURCE = 'VALUE_DATE';

/**
 * Returns the last date for which money was released, and prevents it from changing until the
 * transaction ends.
 */
export async function releasedThrough(tx: Tx): Promise<BusinessDate | null> {
  const [row] = await tx.query<{ released_through: BusinessDate | null }>(
    sql`select released_through from value_date_release for share`,
  );
  return row?.released_through ?? null;
}

/**
 * Waits for postings that may still set holds for the date. Once this transaction has committed, no
 * new hold can be set for that date.
 */
export async function beginRelease(tx: Tx, date: BusinessDate): Promise<void> {
  await tx.query(sql`
    update value_date_release set released_through = ${date}
    where released_through is null or released_through < ${date}`);
}

const DUE_ON = (date: BusinessDate): Sql => sql`
  from cash_hold h
  join cash_transaction t on t.id = h.source_id
  join journal j on j.id = t.journal_id
  where h.source_type = ${VALUE_DATE_SOURCE} and j.value_date <= ${date}`;

/** Counts the holds due on a date. */
export async function countDue(on: Database, date: BusinessDate): Promise<number> {
  return Number(await countRows(on, sql`select count(*) ${DUE_ON(date)}`));
}

/** A cash transaction whose money is due for release, and the account with its hold. */
interface DueRow {
  readonly id: bigint;
  readonly account_id: bigint;
  readonly office_id: bigint;
  readonly trans_type: string;
  readonly journal_id: bigint;
}

/** Locks the next batch of due transactions, so that none can be reversed in the meantime. */
export function lockDue(tx: Tx, date: BusinessDate, most: number): Promise<DueRow[]> {
  return tx.query(sql`
    select t.id, h.account_id, t.office_id, t.trans_type, t.journal_id
    ${DUE_ON(date)} order by t.id limit ${most} for update of t`);
}

/** Returns whether a locked transaction's money is still held until its value date. */
export async function hasValueDateHold(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    select from cash_hold where source_type = ${VALUE_DATE_SOURCE} and source_id = ${id}`);
  return rows.length > 0;
}
