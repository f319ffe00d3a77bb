// SQL for the bank's own statements: their balances, whether they continue one another, and how
// they compare with the ledger.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Principal } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import type { BreakKind, ChainPage } from './continuity.js';
import { IS_IN_BOOKS } from './match-queries.js';
import type { StatementRow } from './queries.js';
import type { StatementPage } from './statement-line.js';

/** A page with its place in the file and its key. */
interface KeyedPage extends StatementPage {
  readonly pageNo: number;
  readonly pageKey: string;
}

export async function insertPages(
  tx: Tx,
  row: Pick<StatementRow, 'id' | 'account_id' | 'office_id' | 'currency'>,
  pages: readonly KeyedPage[],
): Promise<void> {
  if (pages.length === 0) return;
  const given = await toJsonInTurns(pages.map(({ lines: _, ...page }) => page));
  await tx.query(sql`
    insert into bank_statement_page (statement_id, page_no, account_id, office_id, currency,
      page_key, bank_account, number, sequence, opened_on, opening_minor, closed_on, closing_minor)
    select ${row.id}, p."pageNo", ${row.account_id}, ${row.office_id}, ${row.currency},
      p."pageKey", p."bankAccount", p.number, p.sequence, p."openedOn", p."openingMinor",
      p."closedOn", p."closingMinor"
    from jsonb_to_recordset(${given}::jsonb) as p ("pageNo" integer, "pageKey" text,
      "bankAccount" text, number text, sequence text, "openedOn" date, "openingMinor" bigint,
      "closedOn" date, "closingMinor" bigint)`);
}

/**
 * Finds a page of an import whose stored lines do not lead from the opening to the closing balance
 * in any import of the page. Two imports then contain the same statement with different lines.
 */
export async function findContradiction(
  tx: Tx,
  statementId: bigint,
): Promise<{ readonly page_no: number; readonly other_name: string | null } | undefined> {
  const [found] = await tx.query<{ page_no: number; other_name: string | null }>(sql`
    select p.page_no, (
      select s.name from bank_statement_page o join bank_statement s on s.id = o.statement_id
      where o.account_id = p.account_id and o.page_key = p.page_key
        and o.statement_id <> p.statement_id
      order by o.statement_id limit 1) as other_name
    from bank_statement_page p
    cross join lateral (
      select coalesce(sum(l.amount_minor), 0) as minor from bank_statement_line l
      where l.account_id = p.account_id and l.page_key = p.page_key
    ) moved
    where p.statement_id = ${statementId} and not exists (
      select from bank_statement_page o
      where o.account_id = p.account_id and o.page_key = p.page_key
        and o.opening_minor + moved.minor = o.closing_minor)
      and not exists (
        select from bank_statement_page same
        where same.statement_id = p.statement_id and same.page_key = p.page_key
          and same.page_no <> p.page_no)
    order by p.page_no limit 1`);
  return found;
}

/** Finds another bank account whose statements were imported into the same ledger account. */
export async function findOtherBankAccount(
  tx: Tx,
  accountId: bigint,
  bankAccount: string,
): Promise<string | undefined> {
  const [found] = await tx.query<{ bank_account: string }>(sql`
    select bank_account from bank_statement_page
    where account_id = ${accountId} and bank_account is not null
      and replace(bank_account, ' ', '') <> replace(${bankAccount}, ' ', '')
    order by id desc limit 1`);
  return found?.bank_account;
}

/**
 * Removes a statement's pages and returns their closing dates. Lines that were only on removed
 * pages then have no page.
 */
export async function removePages(
  tx: Tx,
  { id, account_id }: StatementRow,
): Promise<{ readonly closedOn: BusinessDate }[]> {
  return tx.query(sql`
    with removed as (
      delete from bank_statement_page where statement_id = ${id} returning page_key, closed_on
    ), loose as (
      select l.id, coalesce((
        select max(x.occurrence) from bank_statement_line x
        where x.account_id = l.account_id and x.content_hash = l.content_hash
          and x.page_key = ''), 0)
        + row_number() over (partition by l.content_hash order by l.id) as occurrence
      from bank_statement_line l
      where l.account_id = ${account_id} and l.page_key in (select page_key from removed)
        and not exists (
          select from bank_statement_page p
          where p.account_id = l.account_id and p.page_key = l.page_key
            and p.statement_id <> ${id})
    ), freed as (
      update bank_statement_line l set page_key = '', occurrence = loose.occurrence
      from loose where l.id = loose.id
    )
    select distinct closed_on as "closedOn" from removed`);
}

/**
 * Selects an account's pages that close in a range of dates, on the last day before it, or on the
 * first day after it. Each page is selected once, from its latest import.
 */
export function selectChain(
  tx: Tx,
  accountId: bigint,
  { from, to }: { readonly from: BusinessDate; readonly to: BusinessDate },
): Promise<ChainPage[]> {
  return tx.query(sql`
    select p.id, p.number, p.sequence, p.opened_on, p.opening_minor, p.closed_on, p.closing_minor
    from bank_statement_page p
    where p.account_id = ${accountId}
      and p.closed_on >= coalesce((
        select max(closed_on) from bank_statement_page
        where account_id = ${accountId} and closed_on < ${from}::date), '-infinity')
      and p.closed_on <= coalesce((
        select min(closed_on) from bank_statement_page
        where account_id = ${accountId} and closed_on > ${to}::date), 'infinity')
      and not exists (
        select from bank_statement_page later
        where later.account_id = p.account_id and later.page_key = p.page_key
          and later.id > p.id and later.statement_id <> p.statement_id)
    order by p.id`);
}

/** A page and the result of its checks. */
interface FoundGap extends Pick<ChainPage, 'id'> {
  readonly gap: BreakKind | null;
  readonly expected_minor: bigint | null;
}

/**
 * Stores which pages do not continue the page before them. Clears the gap on earlier imports of the
 * same page.
 */
export async function storeGaps(tx: Tx, found: readonly FoundGap[]): Promise<void> {
  const given = await toJsonInTurns(found);
  await tx.query(sql`
    with found as materialized (
      select f.*, p.account_id, p.page_key, p.statement_id
      from jsonb_to_recordset(${given}::jsonb) as f (id bigint, gap text, expected_minor bigint)
      join bank_statement_page p on p.id = f.id
    )
    update bank_statement_page p set gap = case p.id when f.id then f.gap end,
      expected_minor = case p.id when f.id then f.expected_minor end
    from found f where p.account_id = f.account_id and p.page_key = f.page_key
      and (p.id = f.id or p.statement_id <> f.statement_id)`);
}

/** A statement page as listed, with the ledger balance on its closing date. */
export interface PageRow extends ChainPage {
  readonly statement_id: bigint;
  readonly statement_name: string;
  readonly account_id: bigint;
  readonly account_name: string;
  readonly currency: string;
  readonly bank_account: string | null;
  readonly gap: BreakKind | null;
  readonly expected_minor: bigint | null;
  readonly ledger_minor: bigint;
}

interface PageFilter {
  readonly offices: Principal['offices'];
  readonly statementId?: bigint | undefined;
  readonly a?: bigint | undefined;
  readonly gap?: boolean | undefined;
}

function matching({ offices, statementId, a, gap }: PageFilter): Sql {
  const conditions = [inOffices(sql`p.office_id`, offices)];
  if (statementId !== undefined) conditions.push(sql`p.statement_id = ${statementId}`);
  if (a !== undefined) conditions.push(sql`p.account_id = ${a}`);
  if (gap !== undefined) conditions.push(sql`(p.gap is not null) = ${gap}`);
  return joinSql(conditions, ' and ');
}

// An account's debits less credits up to a date. For the bank, this is a credit balance.
const LEDGER = (accountId: Sql, date: Sql): Sql => sql`(
  coalesce((select sum(d.debit_minor - d.credit_minor) from account_day d
    where d.account_id = ${accountId} and d.transaction_date <= ${date}), 0)
  + coalesce((select sum(t.amount_minor) from ledger_tail(${accountId}) t
    where t.transaction_date <= ${date}), 0))::bigint`;

/** Selects a page of statements, latest import first, plus one extra row to detect a next page. */
export function selectPages(
  db: Database,
  filter: PageFilter,
  page: PageRequest,
): Promise<PageRow[]> {
  return db.query(sql`
    select p.*, s.name as statement_name, a.name as account_name,
      ${LEDGER(sql`p.account_id`, sql`p.closed_on`)} as ledger_minor
    from (
      select * from bank_statement_page p
      where ${matching(filter)} and (${page.after}::bigint is null or p.id < ${page.after})
      order by p.id desc limit ${page.limit + 1} offset ${page.offset}
    ) p
    join bank_statement s on s.id = p.statement_id
    join account a on a.id = p.account_id
    order by p.id desc`);
}

export function countPages(db: Database, filter: PageFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) from bank_statement_page p where ${matching(filter)}`);
}

/** A comparison with the books, for the last statement up to a date. */
interface ReconciliationRow {
  readonly closed_on: BusinessDate;
  readonly closing_minor: bigint;
  readonly ledger_minor: bigint;
  readonly open_count: bigint;
  readonly open_minor: bigint;
  readonly uncleared_count: bigint;
  readonly uncleared_minor: bigint;
  readonly gap_count: bigint;
}

/** Compares an account's last statement up to a date; undefined if there is none. */
export async function compareWithBooks(
  db: Database,
  accountId: bigint,
  date: BusinessDate,
): Promise<ReconciliationRow | undefined> {
  const [row] = await db.query<ReconciliationRow>(sql`
    select p.closed_on, p.closing_minor,
      ${LEDGER(sql`p.account_id`, sql`p.closed_on`)} as ledger_minor,
      missing.*, uncleared.*, (
        select count(*) from bank_statement_page g
        where g.account_id = p.account_id and g.gap is not null
          and g.closed_on <= p.closed_on) as gap_count
    from bank_statement_page p
    cross join lateral (
      select count(*) as open_count, coalesce(sum(l.amount_minor), 0)::bigint as open_minor
      from bank_statement_line l
      where l.account_id = p.account_id and l.booked_on <= p.closed_on and not ${IS_IN_BOOKS}
    ) missing
    cross join lateral (
      select count(*) as uncleared_count, coalesce(sum(
        case t.trans_type when 'PAYMENT' then -t.amount_minor else t.amount_minor end), 0)::bigint
        as uncleared_minor
      from cash_transaction t join journal j on j.id = t.journal_id
      where t.contra_account_id = p.account_id and t.state = 'POSTED'
        and not t.bank_stmt_cleared and j.transaction_date <= p.closed_on
    ) uncleared
    where p.account_id = ${accountId} and p.closed_on <= ${date}::date
    order by p.closed_on desc, exists (
      select from bank_statement_page n
      where n.account_id = p.account_id and n.closed_on = p.closed_on
        and n.page_key <> p.page_key and n.opening_minor = p.closing_minor), p.id desc
    limit 1`);
  return row;
}
