// SQL for the tax on gains: the payer, the stock record, the securities and their closes.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { StockMovement } from '../gain/movement.js';
import { type StockRow, stockMembers, stockMovement } from '../gain/queries.js';
import { TAX } from '../limits.js';

/** A customer as a taxpayer. */
export interface PayerRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_id: bigint;
  readonly payer_class: string;
  /** The tax year starts on the first day of this month. */
  readonly start_month: number;
}

export async function selectPayer(tx: Tx, customerId: bigint): Promise<PayerRow | undefined> {
  const [row] = await tx.query<PayerRow>(sql`
    select id, name, label, office_id, payer_class_of(c) as payer_class,
      coalesce(tax_year_start, 1)::integer as start_month
    from customer c where id = ${customerId}`);
  return row;
}

/**
 * Selects the movements in force of a customer's portfolios, in id order. Reads one row more than
 * the limit.
 */
export async function selectMovements(tx: Tx, customerId: bigint): Promise<StockMovement[]> {
  const rows = await tx.query<StockRow>(sql`
    select ${stockMembers}
    from portfolio p
    join holding_movement m on m.portfolio_id = p.id
    left join holding_movement r on r.reversal_of_id = m.id
    where p.customer_id = ${customerId} and m.reversal_of_id is null and r.id is null
      and m.kind <> 'DELIVERY'
    order by m.id limit ${TAX.movementsMax + 1}`);
  return rows.map(stockMovement);
}

/** A security whose disposals are taxed. */
export interface TaxedSecurity {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly is_bond: boolean;
}

export function selectTaxedSecurities(tx: Tx, ids: readonly bigint[]): Promise<TaxedSecurity[]> {
  return tx.query(sql`
    select id, name, label, is_bond(security_type) as is_bond from security
    where id = any(${[...ids]}::bigint[])`);
}

/** A security's close on a date or, if there is none, the latest one before it. */
interface CloseRow {
  readonly security_id: bigint;
  readonly price_date: BusinessDate;
  readonly close: Decimal;
}

export function selectCloses(
  tx: Tx,
  ids: readonly bigint[],
  date: BusinessDate,
): Promise<CloseRow[]> {
  return tx.query(sql`
    select s.id as security_id, d.price_date, d.close
    from unnest(${[...ids]}::bigint[]) as s (id)
    cross join lateral (
      select price_date, close from security_price_day
      where security_id = s.id and price_date <= ${date}
      order by price_date desc limit 1) d`);
}
