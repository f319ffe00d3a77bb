// SQL that matches bank statement lines with movements of cash transactions: postings or reversals.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { BANK_STATEMENT } from '../limits.js';

/** A transaction that may match a line. */
export interface CandidateRow {
  readonly id: bigint;
  readonly name: string;
  readonly trans_type: string;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly customer_name: string | null;
  readonly customer_label: string | null;
  readonly transaction_date: string;
  readonly same_reference: boolean;
  /** True if the line would match the transaction's reversal. */
  readonly of_reversal: boolean;
}

/** Joins the journal `m` of the line `l` if it is pending or posted and not reversed. */
export const LIVE_JOURNAL: Sql = sql`
  m.id = l.manual_journal_id and (m.state = 'PENDING' or m.state = 'POSTED'
    and not exists (select from journal r where r.reversal_of_id = m.journal_id))`;

/** SQL condition: the line `l` has a pending or posted journal that is not reversed. */
export const HAS_JOURNAL: Sql = sql`exists (select from manual_journal m where ${LIVE_JOURNAL})`;

/** SQL condition: a transaction or a posted journal contains the movement of the line `l`. */
export const IS_IN_BOOKS: Sql = sql`(l.transaction_id is not null or l.journal_id is not null
  and not exists (select from journal r where r.reversal_of_id = l.journal_id) or exists (
  select from manual_journal m where ${LIVE_JOURNAL} and m.state = 'POSTED'))`;

const PLAIN = (text: Sql) => sql`lower(regexp_replace(${text}, '[^[:alnum:]]', '', 'g'))`;

// A bank line shows only the amount and the date. A credit may be a receipt or a reversed payment,
// and a debit may be a payment or a reversed receipt. Fees are booked only between customer and
// firm, so they are not on bank statements.
const OPEN: Sql = sql`
  from bank_statement_line l
  cross join lateral (
    select case when l.amount_minor > 0 then 'RECEIPT' else 'PAYMENT' end as trans_type
  ) direction
  cross join lateral (
    select p.*, false as of_reversal, p.journal_id as moved_by from cash_transaction p
    where p.contra_account_id = l.account_id and p.amount_minor = abs(l.amount_minor)
      and p.state = 'POSTED' and not p.bank_stmt_cleared and p.trans_type = direction.trans_type
    union all
    select r.*, r.trans_type <> direction.trans_type, case r.trans_type
        when direction.trans_type then r.journal_id else r.reversal_journal_id end
    from cash_transaction r
    where r.contra_account_id = l.account_id and r.amount_minor = abs(l.amount_minor)
      and r.state = 'REVERSED' and not exists (
        select from bank_statement_line shown
        where shown.transaction_id = r.id
          and shown.of_reversal = (r.trans_type <> direction.trans_type))
  ) t
  left join customer c on c.id = t.customer_id
  join journal j on j.id = t.moved_by
    and abs(j.transaction_date - l.booked_on) <= ${BANK_STATEMENT.windowDays}::integer
  cross join lateral (
    select coalesce(${PLAIN(sql`l.reference`)} = ${PLAIN(sql`t.reference`)}
      or length(${PLAIN(sql`t.reference`)}) >= ${BANK_STATEMENT.referenceLengthMin}::integer
        and position(${PLAIN(sql`t.reference`)} in ${PLAIN(
          sql`concat(l.reference, ' ', l.description)`,
        )}) > 0, false)
    as reference
  ) same
  where l.transaction_id is null and l.journal_id is null and not ${HAS_JOURNAL}`;

/** Selects candidates for an open line, best first: by reference, then by date. */
export function selectCandidates(on: Database | Tx, lineId: bigint): Promise<CandidateRow[]> {
  return on.query(sql`
    select t.id, t.name, t.trans_type, t.amount_minor, t.currency, t.reference, t.description,
      c.name as customer_name, c.label as customer_label,
      j.transaction_date, same.reference as same_reference, t.of_reversal
    ${OPEN} and l.id = ${lineId}
    order by same.reference desc, abs(j.transaction_date - l.booked_on), t.id
    limit ${BANK_STATEMENT.suggestionsMax}`);
}

/**
 * A line and the transaction that it is matched with; the line shows the posting or the reversal.
 */
export interface Pair {
  readonly line_id: bigint;
  readonly transaction_id: bigint;
  readonly of_reversal: boolean;
}

/**
 * Selects an account's certain matches: those with equal references in which neither the line nor
 * the transaction has another candidate. A transaction reversed before it appeared on a statement
 * may be a booking error, so a person must match it.
 */
export function certainPairs(tx: Tx, accountId: bigint): Promise<Pair[]> {
  return tx.query(sql`
    select line_id, transaction_id, of_reversal from (
      select l.id as line_id, t.id as transaction_id, t.of_reversal,
        count(*) over (partition by l.id) as of_line,
        count(*) over (partition by t.id, t.of_reversal) as of_transaction
      ${OPEN} and l.account_id = ${accountId} and same.reference
        and (t.state = 'POSTED' or t.of_reversal and t.bank_stmt_cleared)
    ) pair
    where of_line = 1 and of_transaction = 1
    order by transaction_id
    limit ${BANK_STATEMENT.linesMax}`);
}

/**
 * Locks the transactions in order and matches the pairs whose transactions are still open. Returns
 * the matched pairs. A line for a reversal does not change the transaction.
 */
export async function storePairs(
  tx: Tx,
  pairs: readonly Pair[],
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<Pair[]> {
  const lines = pairs.map(({ line_id }) => line_id);
  const transactions = pairs.map(({ transaction_id }) => transaction_id);
  const reversals = pairs.map(({ of_reversal }) => of_reversal);
  await tx.query(sql`
    select from cash_transaction where id = any(${transactions}::bigint[]) order by id for update`);
  return tx.query<Pair>(sql`
    with pair as materialized (
      select p.* from unnest(${lines}::bigint[], ${transactions}::bigint[], ${reversals}::boolean[])
        as p (line_id, transaction_id, of_reversal)
      join cash_transaction t on t.id = p.transaction_id
      where (t.state = 'REVERSED' or t.state = 'POSTED' and not p.of_reversal) and not exists (
        select from bank_statement_line shown
        where shown.transaction_id = t.id and shown.of_reversal = p.of_reversal)
    ), cleared as (
      update cash_transaction t set bank_stmt_cleared = true, version = version + 1,
        modified_by = ${by}, modified_at = ${at}
      from pair where t.id = pair.transaction_id and not pair.of_reversal
    )
    update bank_statement_line l set transaction_id = pair.transaction_id,
      of_reversal = pair.of_reversal, matched_by = ${by}, matched_at = ${at}, version = version + 1
    from pair where l.id = pair.line_id
    returning l.id as line_id, l.transaction_id, l.of_reversal`);
}

/** Links an open line with the manual journal that books it. */
export async function storeBooking(tx: Tx, lineId: bigint, manualJournalId: bigint): Promise<void> {
  await tx.query(sql`
    update bank_statement_line set manual_journal_id = ${manualJournalId}, version = version + 1
    where id = ${lineId}`);
}

/** Removes a line's match. */
export async function storeUnmatched(tx: Tx, lineId: bigint): Promise<void> {
  await tx.query(sql`
    update bank_statement_line set transaction_id = null, journal_id = null, of_reversal = false,
      matched_by = null, matched_at = null, version = version + 1
    where id = ${lineId}`);
}

/** Marks transactions as not on any statement. */
export async function storeUncleared(
  tx: Tx,
  transactionIds: readonly bigint[],
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update cash_transaction set bank_stmt_cleared = false, version = version + 1,
      modified_by = ${by}, modified_at = ${at}
    where id in (select id from cash_transaction where id = any(${[...transactionIds]}::bigint[])
      order by id for update)`);
}

const UNCLEARED = (accountId: bigint): Sql => sql`
  from cash_transaction t join journal j on j.id = t.journal_id
  left join customer c on c.id = t.customer_id
  where t.contra_account_id = ${accountId} and t.state = 'POSTED' and not t.bank_stmt_cleared`;

/** Reads a page of an account's posted transactions that are on no statement. */
export function selectUncleared(
  db: Database,
  accountId: bigint,
  page: PageRequest,
): Promise<CandidateRow[]> {
  return db.query(sql`
    select t.id, t.name, t.trans_type, t.amount_minor, t.currency, t.reference, t.description,
      c.name as customer_name, c.label as customer_label,
      j.transaction_date, false as same_reference, false as of_reversal
    ${UNCLEARED(accountId)} and t.id > ${page.after ?? 0n}
    order by t.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countUncleared(db: Database, accountId: bigint): Promise<bigint> {
  return countRows(db, sql`select count(*) ${UNCLEARED(accountId)}`);
}
