// SQL that finds the accounts of a new cash transaction, with the data for checking its rules.

import {
  type BusinessDate,
  firstOfMonth,
  lastOfMonth,
} from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** A request's reference to a customer's account: directly, or by customer and currency. */
export interface CashAccountReference {
  readonly accountId?: bigint | undefined;
  readonly accountName?: string | undefined;
  readonly partnerId?: bigint | undefined;
  readonly partnerName?: string | undefined;
  readonly currency?: string | undefined;
}

/** A customer's account, with the data for checking the rules of a new transaction. */
export interface CashAccountRow {
  readonly id: bigint;
  readonly name: string;
  readonly acct_type: string;
  readonly currency: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly office_aliases: readonly string[];
  readonly time_zone: string;
  readonly office_currency: string;
  readonly four_eyes_threshold_minor: bigint | null;
  readonly customer_id: bigint | null;
  readonly customer_name: string | null;
  readonly customer_label: string | null;
  readonly customer_status: string | null;
  readonly customer_workflow: string | null;
  /** The rule on the account's debits, if any. */
  readonly max_no_of_debits: number | null;
  readonly early_withdrawal_rate: Decimal | null;
  readonly locked_until: BusinessDate | null;
}

/**
 * Finds the account that a reference names. For a customer, this is the account in the given
 * currency or, by default, in the office's currency.
 */
export async function findCashAccount(
  tx: Tx,
  wanted: CashAccountReference,
): Promise<CashAccountRow | undefined> {
  const [row] = await tx.query<CashAccountRow>(sql`
    select ${CASH_ACCOUNT} from account a ${CASH_ACCOUNT_JOINS}
    where ${cashAccountCondition(wanted)}`);
  return row;
}

/**
 * Finds the accounts for several references in one statement, keyed by index. References without an
 * account are missing from the result.
 */
export async function findCashAccounts(
  tx: Tx,
  wanted: readonly CashAccountReference[],
): Promise<Map<number, CashAccountRow>> {
  if (wanted.length === 0) return new Map();
  const keys = wanted.map(firstOf);
  const rows = await tx.query<CashAccountRow & { readonly place: bigint }>(sql`
    select n.place, ${CASH_ACCOUNT}
    from unnest((select ${keys.map(({ accountId }) => accountId ?? null)}::bigint[]),
        (select ${keys.map(({ accountName }) => accountName ?? null)}::text[]),
        (select ${keys.map(({ partnerId }) => partnerId ?? null)}::bigint[]),
        (select ${keys.map(({ partnerName }) => partnerName ?? null)}::text[]),
        (select ${keys.map(({ currency }) => currency ?? null)}::text[]))
      with ordinality n (account_id, account_name, partner_id, partner_name, currency, place)
    cross join lateral (
      select x.* from account x where x.id = n.account_id
      union all select x.* from account x where x.name = n.account_name
      union all
      select x.* from account x join business_office w on w.id = x.office_id
        where x.customer_id = coalesce(n.partner_id,
            (select id from customer where name = n.partner_name))
          and x.acct_type = 'CUSTOMER_CASH' and x.currency = coalesce(n.currency, w.currency)
    ) a ${CASH_ACCOUNT_JOINS}`);
  return new Map(rows.map((row) => [Number(row.place) - 1, row]));
}

// Joins on the member that identifies the account. Keep this consistent with
// `cashAccountCondition`.
function firstOf(wanted: CashAccountReference): CashAccountReference {
  const { accountId, accountName, partnerId, partnerName, currency } = wanted;
  if (accountId !== undefined) return { accountId };
  if (accountName !== undefined) return { accountName };
  return partnerId === undefined ? { partnerName, currency } : { partnerId, currency };
}

const CASH_ACCOUNT = sql`
  a.id, a.name, a.acct_type, a.currency, a.active, a.office_id, o.name as office_name,
  o.aliases as office_aliases,
  o.time_zone, o.currency as office_currency, o.four_eyes_threshold_minor, a.customer_id,
  c.name as customer_name, c.label as customer_label, c.status as customer_status,
  c.workflow_status as customer_workflow, r.max_no_of_debits, r.early_withdrawal_rate,
  r.locked_until`;

const CASH_ACCOUNT_JOINS = sql`
  join business_office o on o.id = a.office_id
  left join cash_account_rule r on r.account_id = a.id
  left join customer c on c.id = a.customer_id`;

function cashAccountCondition(wanted: CashAccountReference): Sql {
  if (wanted.accountId !== undefined) return sql`a.id = ${wanted.accountId}`;
  if (wanted.accountName !== undefined) return sql`a.name = ${wanted.accountName}`;
  const customer =
    wanted.partnerId !== undefined
      ? sql`a.customer_id = ${wanted.partnerId}`
      : sql`a.customer_id = (select id from customer where name = ${wanted.partnerName})`;
  const currency = wanted.currency === undefined ? sql`o.currency` : sql`${wanted.currency}`;
  return sql`${customer} and a.acct_type = 'CUSTOMER_CASH' and a.currency = ${currency}`;
}

/** A firm account, with the data for checking the rules. */
export interface FirmAccountRow {
  readonly id: bigint;
  readonly name: string;
  readonly acct_type: string;
  readonly currency: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly customer_id: bigint | null;
}

export async function findFirmAccount(
  on: Database | Tx,
  wanted: { readonly id?: bigint | undefined; readonly name?: string | undefined },
): Promise<FirmAccountRow | undefined> {
  const by = wanted.id !== undefined ? sql`id = ${wanted.id}` : sql`name = ${wanted.name}`;
  const [row] = await on.query<FirmAccountRow>(sql`
    select id, name, acct_type, currency, active, office_id, customer_id
    from account where ${by}`);
  return row;
}

/**
 * Locks an account and counts its debits in the month of a date. Without the lock, two concurrent
 * debits could both use the last free debit. Pending debits are counted, because each of them may
 * be posted.
 */
export async function lockedDebitCount(
  tx: Tx,
  accountId: bigint,
  date: BusinessDate,
): Promise<number> {
  await tx.query(sql`select from account_balance where account_id = ${accountId} for update`);
  const [row] = await tx.query<{ debits: number }>(sql`
    select count(*)::integer as debits
    from cash_transaction t left join journal j on j.id = t.journal_id
    where t.cash_account_id = ${accountId} and t.trans_type <> 'RECEIPT'
      and (t.state in ('PENDING', 'APPROVED')
        or t.state = 'POSTED' and j.transaction_date between ${firstOfMonth(date)}::date
          and ${lastOfMonth(date)}::date)`);
  return row?.debits ?? 0;
}
