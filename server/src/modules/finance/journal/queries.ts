// SQL for journals, and for the accounts that manual lines name.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { JournalListQuery } from '../schema.js';
import type { PerformanceKind } from './performance-kind.js';

export interface JournalRow {
  readonly id: bigint;
  readonly office_name: string;
  readonly transaction_date: BusinessDate;
  readonly value_date: BusinessDate;
  readonly narration: string;
  readonly source_type: string;
  readonly source_id: bigint;
  readonly reversal_of_id: bigint | null;
  readonly reversed_by_id: bigint | null;
  readonly office_id: bigint;
  readonly made_by: string;
  readonly approved_by: string | null;
  readonly created_by: string;
  readonly created_at: Instant;
}

export interface JournalLineRow {
  readonly journal_id: bigint;
  readonly line_no: number;
  readonly account_id: bigint;
  readonly account_name: string;
  readonly account_label: string;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly narration: string | null;
  readonly performance_kind: PerformanceKind | null;
}

/** An account, with the data for checking the rules of a line. */
export interface LineAccount {
  readonly id: bigint;
  readonly name: string;
  readonly acct_type: string;
  readonly currency: string;
  readonly office_id: bigint;
  /** True for a customer's account. */
  readonly inline: boolean;
  readonly active: boolean;
}

// A journal's maker and approver come from the record that caused the journal. Without such a
// record, the maker is the journal's author.
const LOADED: Sql = sql`
  select j.id, j.office_id, o.name as office_name, j.transaction_date, j.value_date, j.narration,
    j.source_type, j.source_id, j.reversal_of_id, r.id as reversed_by_id, j.created_by,
    j.created_at, coalesce(m.created_by,
      case when j.reversal_of_id is null then t.created_by else t.reversal_asked_by end,
      case when j.reversal_of_id is null then i.created_by else i.undo_by end, j.created_by)
      as made_by,
    coalesce(m.decided_by,
      case when j.reversal_of_id is null then p.name
        when t.reversal_asked_by is not null then j.created_by end,
      case when j.reversal_of_id is null then i.decided_by else i.undo_decided_by end)
      as approved_by
  from journal j
  join business_office o on o.id = j.office_id
  left join journal r on r.reversal_of_id = j.id
  left join manual_journal m on j.source_type = 'MANUAL_JOURNAL' and m.id = j.source_id
  left join journal_import i on j.source_type = 'JOURNAL_IMPORT' and i.id = j.source_id
  left join cash_transaction t on j.source_type = 'CASH_TRANSACTION' and t.id = j.source_id
  left join principal p on p.id = t.approved_by`;

export function matching(query: JournalListQuery, offices: readonly bigint[] | undefined): Sql {
  const conditions: Sql[] = [inOffices(sql`j.office_id`, offices)];
  if (query.sourceType) conditions.push(sql`j.source_type = ${query.sourceType.toUpperCase()}`);
  if (query.sourceId) conditions.push(sql`j.source_id = ${query.sourceId}`);
  return joinSql(conditions, ' and ');
}

/** Returns one journal, or undefined. */
export async function findJournal(
  on: Database | Tx,
  id: bigint,
): Promise<Pick<JournalRow, 'office_id' | 'source_type' | 'source_id' | 'narration'> | undefined> {
  const [row] = await on.query<JournalRow>(sql`
    select office_id, source_type, source_id, narration from journal where id = ${id}`);
  return row;
}

export function findJournals(
  on: Database,
  condition: Sql,
  page: PageRequest,
): Promise<JournalRow[]> {
  return on.query(sql`${LOADED}
    where ${condition} and j.id > ${page.after ?? 0n}
    order by j.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countJournals(on: Database, condition: Sql): Promise<bigint> {
  return countRows(on, sql`select count(*) from journal j where ${condition}`);
}

export function linesOf(on: Database, ids: readonly bigint[]): Promise<JournalLineRow[]> {
  return on.query(sql`
    select l.journal_id, l.line_no, l.account_id, a.name as account_name, a.label as account_label,
      l.currency, l.amount_minor, w.narration, p.kind as performance_kind
    from journal_line l
    join account a on a.id = l.account_id
    join journal j on j.id = l.journal_id
    left join manual_journal_line w on j.source_type = 'MANUAL_JOURNAL'
      and w.manual_journal_id = j.source_id and w.line_no = l.line_no
    left join journal_performance p on p.journal_id = l.journal_id and p.line_no = l.line_no
    where l.journal_id = any(${ids}::bigint[])
    order by l.journal_id, l.line_no`);
}

export function selectAccounts(
  tx: Tx,
  ids: readonly bigint[],
  names: readonly string[],
): Promise<LineAccount[]> {
  return tx.query(sql`
    select id, name, acct_type, currency, office_id, inline, active from account
    where id = any(${ids}::bigint[]) or name = any(${[...names]}::text[])`);
}

/** Returns one journal with the names of the record that caused it, or undefined. */
export async function loadJournal(db: Database, id: bigint): Promise<JournalRow | undefined> {
  const [row] = await db.query<JournalRow>(sql`${LOADED} where j.id = ${id}`);
  return row;
}
