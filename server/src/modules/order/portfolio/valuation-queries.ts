// SQL for the other inputs of valuations: cash, currencies, the home exchange and coupon terms.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { CouponRow } from '../rule/accrued-interest.js';

/** A customer's cash in one currency: available, and not yet cleared. */
export interface CashRow {
  readonly currency: string;
  readonly available_minor: bigint;
  readonly uncleared_minor: bigint;
  readonly overdraft_minor: bigint;
  /** The customer's account in the currency; undefined if there is none. */
  readonly account_id?: bigint | undefined;
}

/** Reads a customer's cash in each currency. Currencies without an account are omitted. */
export async function cashByCurrency(
  on: Database | Tx,
  customerId: bigint,
): Promise<ReadonlyMap<string, CashRow>> {
  const rows = await on.query<CashRow>(sql`
    select distinct on (a.currency) a.currency, a.id as account_id,
      b.balance_minor - b.held_minor as available_minor,
      coalesce(u.balance_minor, 0) + value_dated_minor(a.id) as uncleared_minor,
      coalesce(r.overdraft_minor, 0) as overdraft_minor
    from account a
    join account_balance b on b.account_id = a.id
    left join account_balance u on u.account_id = a.unsettled_account_id
    left join cash_account_rule r on r.account_id = a.id
    where a.customer_id = ${customerId} and a.acct_type = 'CUSTOMER_CASH'
    order by a.currency, a.id`);
  return new Map(rows.map((row) => [row.currency, row]));
}

/** Reads a customer's cash in a currency; zero if there is no account. */
export async function cashOf(
  on: Database | Tx,
  customerId: bigint,
  currency: string,
): Promise<CashRow> {
  const none = { currency, available_minor: 0n, uncleared_minor: 0n, overdraft_minor: 0n };
  return (await cashByCurrency(on, customerId)).get(currency) ?? none;
}

/**
 * Reads the currency of the customer's office. The customer's balance is shown in this currency.
 */
export async function officeCurrency(db: Database, customerId: bigint): Promise<string> {
  const [row] = await db.query<{ currency: string }>(sql`
    select o.currency from customer c join business_office o on o.id = c.office_id
    where c.id = ${customerId}`);
  return row?.currency ?? 'NGN';
}

/** Reads the first exchange, which is the firm's home exchange; undefined if none is stored. */
export async function homeExchangeId(tx: Tx): Promise<bigint | undefined> {
  const [home] = await tx.query<{ id: bigint }>(sql`select id from exchange order by id limit 1`);
  return home?.id;
}

/** The terms of a bond as stored. */
interface BondRow extends CouponRow {
  readonly face_value: Decimal | null;
}

/** Reads the stored coupon terms of a security; undefined if there is no such security. */
export async function selectCoupon(
  on: Database | Tx,
  securityId: bigint,
): Promise<BondRow | undefined> {
  const [row] = await on.query<BondRow>(sql`
    select coupon_rate, coupons_per_year, day_count, maturity_date, issue_date, trades_flat_from,
      face_value
    from security where id = ${securityId}`);
  return row;
}
