// SQL for closed books: the trial balance and the client money proof stored for each business date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import { idOfCode } from '../../../platform/reference-data/code-queries.js';
import type { BookRow } from './book-queries.js';

/** The client money proof of one office and currency, in minor units. */
export interface Proof {
  readonly office_id: bigint;
  readonly currency: string;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  readonly owed_minor: bigint;
  readonly bank_minor: bigint;
  readonly settlement_minor: bigint;
}

export interface ClosedBooksRow extends Proof {
  readonly id: bigint;
  readonly closing_date: BusinessDate;
  readonly office_name: string;
}

/** The first and the last closing date to list. */
export interface ClosedBooksQuery {
  readonly sd?: BusinessDate;
  readonly ed?: BusinessDate;
}

interface ClosedPlace {
  readonly offices: readonly bigint[] | undefined;
  readonly businessOfficeName?: string;
  readonly currency?: string;
}

export async function storeTrialBalance(
  tx: Tx,
  date: BusinessDate,
  rows: readonly BookRow[],
): Promise<number> {
  const stored = await tx.query(sql`
    insert into closed_trial_balance as t (closing_date, office_id, acct_type, class, currency,
      account_count, debit_minor, credit_minor)
    select ${date}::date, r.office_id, r.acct_type, r.class, r.currency, r.account_count,
      r.debit_minor, r.credit_minor
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (office_id bigint, acct_type text,
      class text, currency text, account_count bigint, debit_minor bigint, credit_minor bigint)
    order by r.office_id, r.currency, r.class, r.acct_type
    on conflict (closing_date, office_id, currency, class, acct_type) do update
      set account_count = excluded.account_count, debit_minor = excluded.debit_minor,
        credit_minor = excluded.credit_minor
      where (t.account_count, t.debit_minor, t.credit_minor)
        <> (excluded.account_count, excluded.debit_minor, excluded.credit_minor)
    returning office_id`);
  return stored.length;
}

/** Stores the proofs; returns the new and changed ones. */
export function storeProofs(
  tx: Tx,
  date: BusinessDate,
  proofs: readonly Proof[],
): Promise<(Proof & { id: bigint })[]> {
  return tx.query(sql`
    insert into closed_books as b (closing_date, office_id, currency, debit_minor, credit_minor,
      owed_minor, bank_minor, settlement_minor)
    select ${date}::date, r.office_id, r.currency, r.debit_minor, r.credit_minor, r.owed_minor,
      r.bank_minor, r.settlement_minor
    from jsonb_to_recordset(${toJson(proofs)}::jsonb) as r (office_id bigint, currency text,
      debit_minor bigint, credit_minor bigint, owed_minor bigint, bank_minor bigint,
      settlement_minor bigint)
    order by r.office_id, r.currency
    on conflict (closing_date, office_id, currency) do update
      set debit_minor = excluded.debit_minor, credit_minor = excluded.credit_minor,
        owed_minor = excluded.owed_minor, bank_minor = excluded.bank_minor,
        settlement_minor = excluded.settlement_minor
      where (b.debit_minor, b.credit_minor, b.owed_minor, b.bank_minor, b.settlement_minor)
        <> (excluded.debit_minor, excluded.credit_minor, excluded.owed_minor, excluded.bank_minor,
          excluded.settlement_minor)
    returning id, office_id, currency, debit_minor, credit_minor, owed_minor, bank_minor,
      settlement_minor`);
}

export function matching(query: ClosedBooksQuery, offices: readonly bigint[] | undefined): Sql {
  const conditions: Sql[] = [inOffices(sql`b.office_id`, offices)];
  if (query.sd) conditions.push(sql`b.closing_date >= ${query.sd}`);
  if (query.ed) conditions.push(sql`b.closing_date <= ${query.ed}`);
  return joinSql(conditions, ' and ');
}

export function findClosedBooks(
  db: Database,
  condition: Sql,
  page: PageRequest,
): Promise<ClosedBooksRow[]> {
  return db.query(sql`
    select b.*, o.name as office_name
    from closed_books b join business_office o on o.id = b.office_id
    where ${condition} and (${page.after}::bigint is null or b.id < ${page.after})
    order by b.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countClosedBooks(db: Database, condition: Sql): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from closed_books b where ${condition}`);
}

/** Selects the trial balance as stored when a date closed. */
export function selectClosedTrialBalance(
  tx: Tx,
  date: BusinessDate,
  place: ClosedPlace,
): Promise<BookRow[]> {
  const conditions: Sql[] = [inOffices(sql`t.office_id`, place.offices)];
  const { businessOfficeName } = place;
  if (businessOfficeName) {
    conditions.push(sql`t.office_id = ${idOfCode(sql`business_office`, businessOfficeName)}`);
  }
  if (place.currency) conditions.push(sql`t.currency = ${place.currency.toUpperCase()}`);
  return tx.query<BookRow>(sql`
    select t.office_id, o.name as office_name, t.acct_type, coalesce(c.label, t.acct_type) as label,
      t.class, t.currency, t.account_count, t.debit_minor, t.credit_minor,
      t.debit_minor - t.credit_minor as moved_minor,
      coalesce(c.client_money, false) as client_money, coalesce(c.inline, false) as of_customers
    from closed_trial_balance t join business_office o on o.id = t.office_id
    left join ledger_code c on c.code = t.acct_type
    where t.closing_date = ${date} and ${joinSql(conditions, ' and ')}
    order by t.office_id, t.currency, t.class, t.acct_type`);
}

export async function isTrialBalanceStored(tx: Tx, date: BusinessDate): Promise<boolean> {
  const rows = await tx.query(
    sql`select from closed_trial_balance where closing_date = ${date} limit 1`,
  );
  return rows.length > 0;
}
