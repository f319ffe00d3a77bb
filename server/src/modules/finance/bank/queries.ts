// SQL for bank statements and their lines.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Principal } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import type { KnownLine, NewLine, StoredLine } from './identity.js';
import { HAS_JOURNAL, IS_IN_BOOKS, LIVE_JOURNAL, type Pair } from './match-queries.js';

export interface StatementRow {
  readonly id: bigint;
  readonly name: string;
  readonly account_id: bigint;
  readonly account_name: string;
  readonly office_id: bigint;
  readonly currency: string;
  readonly file_name: string | null;
  readonly state: 'IMPORTED' | 'UNDONE' | 'REFUSED';
  readonly line_count: number;
  readonly doubled_count: number;
  readonly matched_count: number;
  readonly refused_count: number;
  readonly page_count: number;
  readonly gap_count: number;
  readonly bank_account: string | null;
  readonly opening_minor: bigint | null;
  readonly closing_minor: bigint | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/**
 * Locks a bank account, so that only one transaction at a time changes its statements and matches.
 */
export async function lockBankAccount(tx: Tx, accountId: bigint): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`bank account ${accountId}`}, 0))`);
}

const STATEMENT = sql`
  select s.*, a.name as account_name, page.*, (
    select count(*)::integer from bank_statement_line l
    where l.statement_id = s.id and ${IS_IN_BOOKS}) as matched_count
  from bank_statement s join account a on a.id = s.account_id
  cross join lateral (
    select count(*)::integer as page_count, count(p.gap)::integer as gap_count,
      min(p.bank_account) as bank_account,
      min(p.opening_minor) filter (where p.page_no = 1) as opening_minor,
      (array_agg(p.closing_minor order by p.page_no desc))[1] as closing_minor
    from bank_statement_page p where p.statement_id = s.id
  ) page`;

export async function selectStatement(
  on: Database | Tx,
  id: bigint,
): Promise<StatementRow | undefined> {
  const [row] = await on.query<StatementRow>(sql`${STATEMENT} where s.id = ${id}`);
  return row;
}

/** Reads a page of statements, newest first, plus one extra row to detect a next page. */
export function selectStatements(
  db: Database,
  offices: Principal['offices'],
  page: PageRequest,
): Promise<StatementRow[]> {
  return db.query(sql`${STATEMENT}
    where ${inOffices(sql`s.office_id`, offices)}
      and (${page.after}::bigint is null or s.id < ${page.after})
    order by s.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countStatements(db: Database, offices: Principal['offices']): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) from bank_statement s where ${inOffices(sql`s.office_id`, offices)}`,
  );
}

export type NewStatement = Pick<
  StatementRow,
  'id' | 'name' | 'account_id' | 'office_id' | 'currency' | 'file_name'
>;

export interface Stamp {
  readonly by: string;
  readonly at: Instant;
}

/** Selects the account's stored lines with one of these contents, in the order of their import. */
export function selectEqualLines(
  tx: Tx,
  accountId: bigint,
  hashes: readonly string[],
): Promise<StoredLine[]> {
  return tx.query(sql`
    select id, content_hash, page_key, occurrence from bank_statement_line
    where account_id = ${accountId} and content_hash = any(${[...new Set(hashes)]}::text[])
    order by id`);
}

interface SplitLines extends Stamp {
  readonly added: readonly NewLine[];
  readonly known: readonly KnownLine[];
}

/** Stores a statement with its new lines, and links the lines that an earlier import contains. */
export async function insertStatement(
  tx: Tx,
  row: NewStatement,
  { added, known, by, at }: SplitLines,
): Promise<void> {
  await tx.query(sql`
    insert into bank_statement (id, name, account_id, office_id, currency, file_name, state,
      line_count, doubled_count, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.account_id}, ${row.office_id}, ${row.currency},
      ${row.file_name}, 'IMPORTED', ${added.length}, ${known.length}, ${by}, ${at}, ${by}, ${at})`);
  const lines = await toJsonInTurns(added);
  await tx.query(sql`
    insert into bank_statement_line (statement_id, line_no, account_id, office_id, currency,
      booked_on, amount_minor, reference, description, content_hash, page_key, occurrence)
    select ${row.id}, l."lineNo", ${row.account_id}, ${row.office_id}, ${row.currency},
      l."bookedOn", l."amountMinor", l.reference, l.description, l."contentHash", l."pageKey",
      l.occurrence
    from jsonb_to_recordset(${lines}::jsonb) as l ("lineNo" integer, "bookedOn" date,
      "amountMinor" bigint, reference text, description text, "contentHash" text,
      "pageKey" text, occurrence integer)
    order by l."lineNo"`);
  if (known.length === 0) return;
  const doubled = await toJsonInTurns(known.map(({ lineNo, lineId }) => ({ lineNo, lineId })));
  await tx.query(sql`
    insert into bank_statement_double (statement_id, line_no, line_id)
    select ${row.id}, l."lineNo", l."lineId"
    from jsonb_to_recordset(${doubled}::jsonb) as l ("lineNo" integer, "lineId" bigint)`);
  const adopted = known.flatMap(({ lineId, adoptedBy }) =>
    adoptedBy === undefined ? [] : [{ lineId, ...adoptedBy }],
  );
  if (adopted.length === 0) return;
  await tx.query(sql`
    update bank_statement_line l set page_key = a."pageKey", occurrence = a.occurrence
    from jsonb_to_recordset(${await toJsonInTurns(adopted)}::jsonb)
      as a ("lineId" bigint, "pageKey" text, occurrence integer)
    where l.id = a."lineId"`);
}

/**
 * Moves a statement's lines, with their matches, to the earliest other statement whose file
 * contains them. The caller must have locked the account.
 */
export async function handOverLines(tx: Tx, statementId: bigint): Promise<void> {
  await tx.query(sql`delete from bank_statement_double where statement_id = ${statementId}`);
  await tx.query(sql`
    with heir as (
      select distinct on (l.id) l.id, d.statement_id, d.line_no from bank_statement_line l
      join bank_statement_double d on d.line_id = l.id
      join bank_statement s on s.id = d.statement_id
      where l.statement_id = ${statementId}
      order by l.id, s.created_at, s.id
    ), given as (
      update bank_statement_line l set statement_id = h.statement_id, line_no = h.line_no,
        version = version + 1
      from heir h where l.id = h.id
    ), single as (
      delete from bank_statement_double d using heir h
      where d.statement_id = h.statement_id and d.line_id = h.id
    )
    update bank_statement s set line_count = s.line_count + h.lines,
      doubled_count = s.doubled_count - h.lines, version = version + 1
    from (select statement_id, count(*)::integer as lines from heir group by statement_id) h
    where s.id = h.statement_id`);
}

/** Counts the lines of a statement that have a journal, pending or posted. */
export function countBooked(tx: Tx, statementId: bigint): Promise<bigint> {
  return countRows(
    tx,
    sql`select count(*) from bank_statement_line l
      where l.statement_id = ${statementId} and ${HAS_JOURNAL}`,
  );
}

/** Deletes a statement's lines; returns the pairs that were matched. */
export function removeLines(tx: Tx, statementId: bigint): Promise<Pair[]> {
  return tx.query(sql`
    with removed as (
      delete from bank_statement_line where statement_id = ${statementId}
      returning id as line_id, transaction_id, of_reversal
    )
    select * from removed where transaction_id is not null order by transaction_id`);
}

export async function storeUndone(tx: Tx, id: bigint, { by, at }: Stamp): Promise<void> {
  await tx.query(sql`
    update bank_statement set state = 'UNDONE', version = version + 1, modified_by = ${by},
      modified_at = ${at} where id = ${id}`);
}

export interface LineRow {
  readonly id: bigint;
  readonly statement_id: bigint;
  readonly line_no: number;
  readonly account_id: bigint;
  readonly account_name: string;
  readonly office_id: bigint;
  readonly currency: string;
  readonly booked_on: BusinessDate;
  readonly amount_minor: bigint;
  readonly reference: string | null;
  readonly description: string | null;
  readonly transaction_id: bigint | null;
  readonly transaction_name: string | null;
  /** The journal that books the line, unless it was rejected, cancelled or reversed. */
  readonly manual_journal_id: bigint | null;
  readonly journal_state: 'PENDING' | 'POSTED' | null;
  readonly journal_id: bigint | null;
  /** True if a person matched the line with its journal. */
  readonly has_journal: boolean;
  readonly of_reversal: boolean;
  readonly matched_by: string | null;
  readonly matched_at: Instant | null;
  readonly version: bigint;
}

const LINE = sql`
  select l.id, l.statement_id, l.line_no, l.account_id, l.office_id, l.currency, l.booked_on,
    l.amount_minor, l.reference, l.description, l.transaction_id, l.matched_by, l.matched_at,
    l.version, l.of_reversal, a.name as account_name, t.name as transaction_name,
    m.id as manual_journal_id,
    case when l.journal_id is null then m.state else 'POSTED' end as journal_state,
    coalesce(l.journal_id, m.journal_id) as journal_id, l.journal_id is not null as has_journal
  from bank_statement_line l
  join account a on a.id = l.account_id
  left join manual_journal m on ${LIVE_JOURNAL}
  left join cash_transaction t on t.id = l.transaction_id`;

export async function selectLine(on: Database | Tx, id: bigint): Promise<LineRow | undefined> {
  const [row] = await on.query<LineRow>(sql`${LINE} where l.id = ${id}`);
  return row;
}

interface LineFilter {
  readonly offices: Principal['offices'];
  readonly statementId?: bigint | undefined;
  readonly a?: bigint | undefined;
  readonly matched?: boolean | undefined;
}

function matching({ offices, statementId, a, matched }: LineFilter): Sql {
  const conditions = [inOffices(sql`l.office_id`, offices)];
  if (statementId !== undefined) conditions.push(sql`l.statement_id = ${statementId}`);
  if (a !== undefined) conditions.push(sql`l.account_id = ${a}`);
  if (matched !== undefined) conditions.push(sql`${IS_IN_BOOKS} = ${matched}`);
  return joinSql(conditions, ' and ');
}

/** Reads a page of lines, plus one extra row to detect a next page. */
export function selectLines(
  db: Database,
  filter: LineFilter,
  page: PageRequest,
): Promise<LineRow[]> {
  return db.query(sql`${LINE}
    where ${matching(filter)} and l.id > ${page.after ?? 0n}
    order by l.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countLines(db: Database, filter: LineFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) from bank_statement_line l where ${matching(filter)}`);
}
