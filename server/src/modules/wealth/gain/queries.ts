// SQL for gains: the stock record, fund units, early terminations of instruments, notes and income.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { hasCode } from '../../../platform/reference-data/code-queries.js';
import { WEALTH } from '../limits.js';
import type { DisposalClass } from './disposal.js';
import type { StockMovement } from './movement.js';

/** The range of dates, both inclusive. */
export interface DateRange {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** A movement as selected. */
export type StockRow = Omit<StockMovement, 'costMinor'> & { readonly costMinor: bigint | null };

/** The columns of a movement `m`. */
export const stockMembers = sql`m.id, m.portfolio_id as "portfolioId",
  m.security_id as "securityId", m.kind, m.effective_date as "effectiveDate",
  coalesce(m.acquired_on, m.effective_date) as "acquiredOn", m.quantity,
  case when m.cost_known then m.cost_minor end as "costMinor",
  m.proceeds_minor as "proceedsMinor", m.gain_minor as "gainMinor", m.currency,
  m.order_id as "orderId", m.source_type as "sourceType", m.source_id as "sourceId",
  m.source_line as "sourceLine"`;

/** Converts a selected movement to the form from which gains are folded. */
export function stockMovement({ costMinor, ...row }: StockRow): StockMovement {
  return { ...row, costMinor: costMinor ?? undefined };
}

/**
 * Selects the movements in force of portfolios up to a date, in id order. Deliveries are left out,
 * because they do not change the number of units. Reads one extra row to detect that the limit is
 * exceeded.
 */
export async function selectStock(
  tx: Tx,
  portfolioIds: readonly bigint[],
  to: BusinessDate,
): Promise<StockMovement[]> {
  const rows = await tx.query<StockRow>(sql`
    select ${stockMembers}
    from holding_movement m
    left join holding_movement r on r.reversal_of_id = m.id
    where m.portfolio_id = any(${[...portfolioIds]}::bigint[]) and m.effective_date <= ${to}
      and m.reversal_of_id is null and r.id is null and m.kind <> 'DELIVERY'
    order by m.id limit ${WEALTH.movementsMax + 1}`);
  return rows.map(stockMovement);
}

/** A security as shown in a report. */
interface NamedSecurity {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly type: string;
}

export function selectNamed(tx: Tx, ids: readonly bigint[]): Promise<NamedSecurity[]> {
  return tx.query(sql`
    select id, name, label, security_type as type from security
    where id = any(${[...ids]}::bigint[])`);
}

/** The contract note for an order and trade date. */
export interface NoteRow {
  readonly order_id: bigint;
  readonly trade_date: BusinessDate;
  readonly name: string;
  readonly settlement_date: BusinessDate;
}

/** Selects portfolios' contract notes that are in force, by trade date. */
export function selectNotes(
  tx: Tx,
  portfolioIds: readonly bigint[],
  { from, to }: DateRange,
): Promise<NoteRow[]> {
  return tx.query(sql`
    select order_id, trade_date, name, settlement_date from contract_note
    where portfolio_id = any(${[...portfolioIds]}::bigint[]) and reversed_at is null
      and trade_date between ${from} and ${to}
    order by id limit ${WEALTH.movementsMax + 1}`);
}

/** A change of fund units. */
export interface FundMovementRow {
  readonly id: bigint;
  readonly holding_id: bigint;
  readonly fund_id: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  /** The portfolio's name; empty if the units are outside portfolios. */
  readonly portfolio_name: string;
  readonly moved_on: BusinessDate;
  /** The number of units; negative for a redemption. */
  readonly units: Decimal;
  /** The amount paid, or the reinvested income; null if unknown. */
  readonly cost_minor: bigint | null;
  /** The value of redeemed units at the price, and the amount that the holder received. */
  readonly gross_minor: bigint | null;
  readonly net_minor: bigint | null;
}

/** Selects the changes to a customer's fund units up to a date, in id order. */
export function selectFundMovements(
  tx: Tx,
  customerId: bigint,
  to: BusinessDate,
): Promise<FundMovementRow[]> {
  return tx.query(sql`
    select u.id, u.holding_id, u.fund_id, f.name, f.label, f.currency, h.portfolio_name, u.moved_on,
      u.units, t.gross_minor, t.net_minor,
      case u.source_type when 'FUND_TRANSACTION' then t.net_minor
        else i.gross_minor - i.tax_minor end as cost_minor
    from fund_holding h
    join fund_unit_movement u on u.holding_id = h.id
    join fund f on f.id = u.fund_id
    left join fund_transaction t on u.source_type = 'FUND_TRANSACTION' and t.id = u.source_id
    left join fund_income i on u.source_type = 'FUND_DISTRIBUTION'
      and i.distribution_id = u.source_id and i.holding_id = u.holding_id
    where h.customer_id = ${customerId} and u.moved_on <= ${to} and u.units <> 0
    order by u.id limit ${WEALTH.movementsMax + 1}`);
}

/**
 * Commercial paper or a bill that was terminated early, in whole or in part. Amounts are in minor
 * units.
 */
export interface TerminationRow {
  readonly class: DisposalClass;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly portfolio_name: string | null;
  readonly acquired_on: BusinessDate;
  readonly booked_date: BusinessDate;
  readonly face_minor: bigint;
  /** The amount paid out before tax, and the book value on that day. */
  readonly amount_minor: bigint;
  readonly book_value_minor: bigint;
}

/** Selects the early terminations of a customer's commercial paper and bills between dates. */
export function selectTerminations(
  tx: Tx,
  customerId: bigint,
  { from, to }: DateRange,
): Promise<TerminationRow[]> {
  return tx.query(sql`
    select case t.kind when 'TREASURY_BILL' then 'BILL' else 'PAPER' end as class, t.name, t.label,
      t.currency, t.portfolio_name, t.start_date as acquired_on, c.booked_date, c.face_minor,
      c.amount_minor, c.book_value_minor
    from discounted_change c
    join discounted_instrument t on t.id = c.instrument_id
    where t.customer_id = ${customerId} and c.kind in ('PART_TERMINATION', 'TERMINATION')
      and t.termination_reason is distinct from 'CANCELLED'
      and c.booked_date between ${from} and ${to}
    order by c.booked_date, c.id limit ${WEALTH.movementsMax + 1}`);
}

/** A portfolio's income from a security, before tax. */
interface IncomeRow {
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
  readonly income_minor: bigint;
}

/** Sums the income from securities paid up to a date, before tax. Proceeds are left out. */
export function selectSecurityIncome(
  tx: Tx,
  portfolioIds: readonly bigint[],
  to: BusinessDate,
): Promise<IncomeRow[]> {
  return tx.query(sql`
    select e.portfolio_id, a.security_id,
      sum(e.gross_minor - e.principal_minor)::bigint as income_minor
    from entitlement e join corporate_action a on a.id = e.corporate_action_id
    where e.portfolio_id = any(${[...portfolioIds]}::bigint[]) and e.state = 'PAID'
      and e.paid_on <= ${to}
    group by 1, 2`);
}

/** The income from a holding of fund units, before tax. */
interface FundIncomeRow {
  readonly holding_id: bigint;
  readonly income_minor: bigint;
}

/** Sums the distributions of funds that were paid up to a date, before tax. */
export function selectFundIncome(
  tx: Tx,
  customerId: bigint,
  to: BusinessDate,
): Promise<FundIncomeRow[]> {
  return tx.query(sql`
    select i.holding_id, sum(i.gross_minor)::bigint as income_minor
    from fund_income i join fund_holding h on h.id = i.holding_id
    where h.customer_id = ${customerId} and i.paid_on <= ${to}
    group by 1`);
}

/** Returns the stored code of the fund, commercial paper or bill with this code. */
export async function selectAssetName(on: Database, code: string): Promise<string | undefined> {
  const [row] = await on.query<{ name: string }>(sql`
    select f.name from fund f where ${hasCode(sql`f`, code.toUpperCase())}
    union all select d.name from discounted_instrument d where d.name = ${code} limit 1`);
  return row?.name;
}
