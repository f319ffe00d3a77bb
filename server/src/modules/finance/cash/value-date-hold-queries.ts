// SQL of holds on money whose value date is to come.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';

/** The records that hold it are cash transactions; those that hold money to go out hold as such. */
export const VALUE_DATE_SOURCE = 'VALUE_DATE';

/** Through which date money was let go; it moves no further until the transaction ends. */
export async function releasedThrough(tx: Tx): Promise<BusinessDate | null> {
  const [row] = await tx.query<{ released_through: BusinessDate | null }>(
    sql`select released_through from value_date_release for share`,
  );
  return row?.released_through ?? null;
}

/** From the commit on nothing is held for this date; waits for postings that may do so. */
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

/** How many holds there are whose date has come. */
export async function countDue(on: Database, date: BusinessDate): Promise<number> {
  return Number(await countRows(on, sql`select count(*) ${DUE_ON(date)}`));
}

/** A cash transaction whose money is due, and the account on which it is held. */
interface DueRow {
  readonly id: bigint;
  readonly account_id: bigint;
  readonly office_id: bigint;
  readonly trans_type: string;
  readonly journal_id: bigint;
}

/** The first of them with their transactions locked, so that no reversal is under way. */
export function lockDue(tx: Tx, date: BusinessDate, most: number): Promise<DueRow[]> {
  return tx.query(sql`
    select t.id, h.account_id, t.office_id, t.trans_type, t.journal_id
    ${DUE_ON(date)} order by t.id limit ${most} for update of t`);
}

/** True while money that came with a locked transaction does not count yet. */
export async function hasValueDateHold(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    select from cash_hold where source_type = ${VALUE_DATE_SOURCE} and source_id = ${id}`);
  return rows.length > 0;
}
