// SQL that finds which posted cash transaction a line of a bank statement is.

import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { countRows } from '../../platform/database/list-query.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { PageRequest } from '../../platform/http/paging.js';
import { BANK_STATEMENT } from './limits.js';

/** A posted transaction that a line may be. */
export interface CandidateRow {
  readonly id: bigint;
  readonly name: string;
  readonly trans_type: string;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly customer_name: string | null;
  readonly transaction_date: string;
  readonly same_reference: boolean;
}

const PLAIN = (text: Sql) => sql`lower(regexp_replace(${text}, '[^[:alnum:]]', '', 'g'))`;

// The bank says no more than how much and when: money in is a receipt, money out a payment. The
// fee stays between the customer and the firm.
const OPEN: Sql = sql`
  from bank_statement_line l
  join cash_transaction t on t.contra_account_id = l.account_id and t.state = 'POSTED'
    and not t.bank_stmt_cleared and t.amount_minor = abs(l.amount_minor)
    and t.trans_type = case when l.amount_minor > 0 then 'RECEIPT' else 'PAYMENT' end
  join journal j on j.id = t.journal_id
    and abs(j.transaction_date - l.booked_on) <= ${BANK_STATEMENT.windowDays}::integer
  cross join lateral (
    select coalesce(${PLAIN(sql`l.reference`)} = ${PLAIN(sql`t.reference`)}
      or length(${PLAIN(sql`t.reference`)}) >= ${BANK_STATEMENT.referenceLengthLeast}::integer
        and position(${PLAIN(sql`t.reference`)} in ${PLAIN(
          sql`concat(l.reference, ' ', l.description)`,
        )}) > 0, false)
    as reference
  ) same
  where l.transaction_id is null`;

/** What an open line may be, the likeliest first: by reference, then by date. */
export function selectCandidates(on: Database | Tx, lineId: bigint): Promise<CandidateRow[]> {
  return on.query(sql`
    select t.id, t.name, t.trans_type, t.amount_minor, t.currency, t.reference, t.description,
      (select c.name from customer c where c.id = t.customer_id) as customer_name,
      j.transaction_date, same.reference as same_reference
    ${OPEN} and l.id = ${lineId}
    order by same.reference desc, abs(j.transaction_date - l.booked_on), t.id
    limit ${BANK_STATEMENT.suggestionsMost}`);
}

/** A line and the transaction that it is. */
export interface Pair {
  readonly line_id: bigint;
  readonly transaction_id: bigint;
}

/**
 * The pairs of an account that leave no doubt: the same reference, and neither the line nor the
 * transaction has another.
 */
export function certainPairs(tx: Tx, accountId: bigint): Promise<Pair[]> {
  return tx.query(sql`
    select line_id, transaction_id from (
      select l.id as line_id, t.id as transaction_id,
        count(*) over (partition by l.id) as of_line,
        count(*) over (partition by t.id) as of_transaction
      ${OPEN} and l.account_id = ${accountId} and same.reference
    ) pair
    where of_line = 1 and of_transaction = 1
    order by transaction_id
    limit ${BANK_STATEMENT.linesMost}`);
}

/**
 * Locks the transactions, in order, and matches the pairs whose transactions still wait; returns
 * the matched ones.
 */
export async function storePairs(
  tx: Tx,
  pairs: readonly Pair[],
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<Pair[]> {
  const lines = pairs.map(({ line_id }) => line_id);
  const transactions = pairs.map(({ transaction_id }) => transaction_id);
  await tx.query(sql`
    select from cash_transaction where id = any(${transactions}::bigint[]) order by id for update`);
  return tx.query<Pair>(sql`
    with cleared as (
      update cash_transaction t set bank_stmt_cleared = true, version = version + 1,
        modified_by = ${by}, modified_at = ${at}
      from unnest(${lines}::bigint[], ${transactions}::bigint[]) as p (line_id, transaction_id)
      where t.id = p.transaction_id and t.state = 'POSTED' and not t.bank_stmt_cleared
      returning p.line_id, p.transaction_id
    )
    update bank_statement_line l set transaction_id = cleared.transaction_id, matched_by = ${by},
      matched_at = ${at}, version = version + 1
    from cleared where l.id = cleared.line_id
    returning l.id as line_id, l.transaction_id`);
}

/** Takes a line and its transaction apart. */
export async function storeUnmatched(tx: Tx, lineId: bigint): Promise<void> {
  await tx.query(sql`
    update bank_statement_line set transaction_id = null, matched_by = null, matched_at = null,
      version = version + 1
    where id = ${lineId}`);
}

/** Transactions are on no statement any more. */
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

/** A page of posted transactions of an account that are on no statement. */
export function selectUncleared(
  db: Database,
  accountId: bigint,
  page: PageRequest,
): Promise<CandidateRow[]> {
  return db.query(sql`
    select t.id, t.name, t.trans_type, t.amount_minor, t.currency, t.reference, t.description,
      c.name as customer_name, j.transaction_date, false as same_reference
    ${UNCLEARED(accountId)} and t.id > ${page.after ?? 0n}
    order by t.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countUncleared(db: Database, accountId: bigint): Promise<bigint> {
  return countRows(db, sql`select count(*) ${UNCLEARED(accountId)}`);
}
