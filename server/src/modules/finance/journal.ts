// Journals as clients see them: listed with their lines, also by the record that caused them.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Call } from '../../platform/context.js';
import type { Database, Instant } from '../../platform/database/database.js';
import { countRows, inOffices } from '../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../platform/database/sql.js';
import { type PageRequest, pageFrom } from '../../platform/http/paging.js';
import type { Page } from '../../platform/http/route.js';
import { codeOf } from '../../platform/ids.js';
import { minorToDecimal } from '../../platform/money/money.js';
import type { JournalListQuery } from './schema.js';

interface JournalRow {
  readonly id: bigint;
  readonly office_name: string;
  readonly transaction_date: BusinessDate;
  readonly value_date: BusinessDate;
  readonly narration: string;
  readonly source_type: string;
  readonly source_id: bigint;
  readonly reversal_of_id: bigint | null;
  readonly created_by: string;
  readonly created_at: Instant;
}

interface JournalLineRow {
  readonly journal_id: bigint;
  readonly line_no: number;
  readonly account_id: bigint;
  readonly account_name: string;
  readonly account_label: string;
  readonly currency: string;
  readonly amount_minor: bigint;
}

/** Journals of the offices that the caller sees, by number, with their lines. */
export async function listJournalPage(
  call: Call,
  query: JournalListQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const condition = matching(query, call.principal.offices);
  const [found, count] = await Promise.all([
    findJournals(call.db, condition, page),
    countJournals(call.db, condition),
  ]);
  const { rows, nextAfter } = pageFrom(found, page);
  const lines = await linesOf(
    call.db,
    rows.map((row) => row.id),
  );
  return { count, result: rows.map((row) => journalRecord(row, lines)), nextAfter };
}

function matching(query: JournalListQuery, offices: readonly bigint[] | undefined): Sql {
  const conditions: Sql[] = [inOffices(sql`j.office_id`, offices)];
  if (query.sourceType) conditions.push(sql`j.source_type = ${query.sourceType.toUpperCase()}`);
  if (query.sourceId) conditions.push(sql`j.source_id = ${query.sourceId}`);
  return joinSql(conditions, ' and ');
}

function findJournals(on: Database, condition: Sql, page: PageRequest): Promise<JournalRow[]> {
  return on.query(sql`
    select j.id, o.name as office_name, j.transaction_date, j.value_date, j.narration,
      j.source_type, j.source_id, j.reversal_of_id, j.created_by, j.created_at
    from journal j join business_office o on o.id = j.office_id
    where ${condition} and j.id > ${page.after ?? 0n}
    order by j.id limit ${page.limit + 1} offset ${page.offset}`);
}

function countJournals(on: Database, condition: Sql): Promise<bigint> {
  return countRows(on, sql`select count(*) from journal j where ${condition}`);
}

function linesOf(on: Database, ids: readonly bigint[]): Promise<JournalLineRow[]> {
  return on.query(sql`
    select l.journal_id, l.line_no, l.account_id, a.name as account_name, a.label as account_label,
      l.currency, l.amount_minor
    from journal_line l join account a on a.id = l.account_id
    where l.journal_id = any(${ids}::bigint[])
    order by l.journal_id, l.line_no`);
}

function journalRecord(row: JournalRow, lines: readonly JournalLineRow[]) {
  return {
    id: row.id,
    active: true,
    name: codeOf(row.id),
    label: row.narration,
    businessOfficeName: row.office_name,
    transactionDate: row.transaction_date,
    valueDate: row.value_date,
    relatedTo: row.source_type,
    relatedToId: row.source_id,
    reversalOfJournalId: row.reversal_of_id ?? undefined,
    lines: lines.filter((line) => line.journal_id === row.id).map(lineRecord),
    createdBy: row.created_by,
    createdDttm: row.created_at,
    lastModifiedBy: row.created_by,
    lastModifiedDttm: row.created_at,
  };
}

function lineRecord(line: JournalLineRow) {
  const amount = (minor: bigint) => minorToDecimal(minor, line.currency);
  return {
    lineNo: line.line_no,
    accountId: line.account_id,
    accountName: line.account_name,
    accountLabel: line.account_label,
    currency: line.currency,
    debitAmount: amount(line.amount_minor > 0n ? line.amount_minor : 0n),
    creditAmount: amount(line.amount_minor < 0n ? -line.amount_minor : 0n),
  };
}
