// SQL for the content of a statement: the customer, trades, income, and the terms of the holdings.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { WEALTH } from '../limits.js';
import type { IncomeKind, RestatementReason } from './content.js';

/** A customer and a range of dates, both inclusive. */
export interface CustomerRange {
  readonly customerId: bigint;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** A customer's address, and the office's time zone. */
interface HolderRow {
  /** The address lines that are not empty. */
  readonly address: readonly string[];
  readonly time_zone: string;
}

export async function selectHolder(tx: Tx, customerId: bigint): Promise<HolderRow> {
  const [row] = await tx.query<{
    readonly address: readonly (string | null)[];
    readonly time_zone: string;
  }>(sql`
    select o.time_zone, json_build_array(c.details ->> 'primaryAddress1',
      c.details ->> 'primaryAddress2', c.details ->> 'primaryCity', c.details ->> 'primaryState',
      c.details ->> 'primaryCountry') as address
    from customer c join business_office o on o.id = c.office_id where c.id = ${customerId}`);
  const { address, time_zone } = present(row, 'the customer exists');
  return { time_zone, address: address.flatMap((line) => line || []) };
}

/** A contract note in force, with amounts in minor units of its currency. */
export interface TradeRow {
  readonly id: bigint;
  readonly name: string;
  readonly trade_date: BusinessDate;
  readonly settlement_date: BusinessDate;
  readonly side: 'BUY' | 'SELL';
  readonly security_name: string;
  readonly quantity: bigint;
  readonly average_price: Decimal;
  readonly charges_minor: bigint;
  readonly net_minor: bigint;
  readonly currency: string;
}

/**
 * Selects the contract notes in a range by trade date. Reads one extra row to detect that the limit
 * is exceeded.
 */
export function selectTrades(tx: Tx, range: CustomerRange): Promise<TradeRow[]> {
  return tx.query(sql`
    select n.id, n.name, n.trade_date, n.settlement_date, n.side, s.name as security_name,
      n.quantity, n.average_price, n.charges_minor, n.net_minor, n.currency
    from contract_note n join security s on s.id = n.security_id
    where n.customer_id = ${range.customerId} and n.reversed_at is null
      and n.trade_date between ${range.from} and ${range.to}
    order by n.trade_date, n.id limit ${WEALTH.linesMax + 1}`);
}

/** A kind of charge on a trade date, in minor units. */
interface ChargeRow {
  readonly trade_date: BusinessDate;
  readonly currency: string;
  readonly label: string;
  readonly minor: bigint;
}

/**
 * Selects the charges of notes by date and name. The name of a charge comes from the note's tariff.
 */
export function selectCharges(tx: Tx, range: CustomerRange): Promise<ChargeRow[]> {
  return tx.query(sql`
    with line as (
      select n.trade_date, n.currency, n.tariff_name, n.tariff_version, c.code, c.on_code,
        c.amount_minor
      from contract_note n join contract_note_charge c on c.contract_note_id = n.id
      where n.customer_id = ${range.customerId} and n.reversed_at is null
        and n.trade_date between ${range.from} and ${range.to}
    ), named as (
      select l.trade_date, l.currency, l.amount_minor, coalesce((
          select r ->> 'label' from jsonb_array_elements(tariff.rules) r
          where r ->> 'code' = l.code and r ->> 'label' is not null limit 1), l.code)
        as label
      from line l join fee_schedule tariff on tariff.name = l.tariff_name
        and tariff.version_no = l.tariff_version
    )
    select trade_date, currency, label, sum(amount_minor)::bigint as minor from named
    group by 1, 2, 3 order by 1, 2, 3`);
}

/** Income that was booked on a date, in minor units. */
export interface AssetIncomeRow {
  readonly date: BusinessDate;
  readonly kind: IncomeKind;
  readonly currency: string;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
}

/**
 * Selects the income of deposits, commercial paper, bills and funds by booking date. When a deposit
 * ends, the interest paid earlier is subtracted from its total income.
 */
export function selectAssetIncome(tx: Tx, range: CustomerRange): Promise<AssetIncomeRow[]> {
  const { customerId, from, to } = range;
  return tx.query(sql`
    select date, kind, currency, sum(gross)::bigint as gross_minor, sum(tax)::bigint as tax_minor
    from (
      select p.paid_on as date, 'DEPOSIT' as kind, t.currency, p.gross_minor as gross,
        p.tax_minor as tax
      from term_instrument t join term_interest_payment p on p.instrument_id = t.id
      where t.customer_id = ${customerId} and not t.loan_product
      union all
      select coalesce(j.transaction_date, t.termination_date), 'DEPOSIT', t.currency,
        t.paid_gross_minor - coalesce(b.gross, 0), t.paid_tax_minor - coalesce(b.tax, 0)
      from term_instrument t
      left join journal j on j.id = t.settlement_journal_id
      left join lateral (
        select sum(gross_minor) as gross, sum(tax_minor) as tax from term_interest_payment p
        where p.instrument_id = t.id
      ) b on true
      where t.customer_id = ${customerId} and not t.loan_product and t.status = 'TERMINATED'
        and t.termination_reason <> 'CANCELLED' and t.paid_gross_minor is not null
      union all
      select c.booked_date, case i.kind when 'TREASURY_BILL' then 'BILL' else 'PAPER' end,
        i.currency, c.earned_minor, c.tax_minor
      from discounted_instrument i join discounted_change c on c.instrument_id = i.id
      where i.customer_id = ${customerId} and c.kind <> 'PLACEMENT'
        and i.termination_reason is distinct from 'CANCELLED'
      union all
      select n.paid_on, 'FUND', f.currency, n.gross_minor, n.tax_minor
      from fund_holding h join fund f on f.id = h.fund_id
      join fund_income n on n.holding_id = h.id
      where h.customer_id = ${customerId} and n.paid_on is not null
    ) income
    where date between ${from} and ${to} and (gross <> 0 or tax <> 0)
    group by 1, 2, 3 order by 1, 2, 3`);
}

/** The terms of an instrument or a bond. */
export interface TermsRow {
  readonly id: bigint;
  readonly rate: Decimal | null;
  readonly start_date: BusinessDate | null;
  readonly maturity_date: BusinessDate | null;
  /** The rollover instruction; empty if the instrument is paid out. */
  readonly rollover: string;
}

/** Selects the terms of deposits and loans. */
export function selectTermTerms(tx: Tx, ids: readonly bigint[]): Promise<TermsRow[]> {
  return tx.query(sql`
    select id, rate, start_date, payment_date as maturity_date,
      case when auto_rollover then rollover_rule else '' end as rollover
    from term_instrument where id = any(${[...ids]}::bigint[])`);
}

/** Selects the terms of commercial paper and bills. */
export function selectPaperTerms(tx: Tx, ids: readonly bigint[]): Promise<TermsRow[]> {
  return tx.query(sql`
    select id, rate, start_date, payment_date as maturity_date,
      case when auto_rollover then rollover_rule else '' end as rollover
    from discounted_instrument where id = any(${[...ids]}::bigint[])`);
}

/** A restatement that changed a customer's values. */
interface ChangedRow {
  readonly found_on: BusinessDate;
  readonly from_date: BusinessDate;
  readonly changed_to: BusinessDate;
  readonly reason: RestatementReason;
}

/** Selects the restatements that changed a value between two dates, newest first. */
export function selectChanged(tx: Tx, { customerId, from, to }: CustomerRange) {
  return tx.query<ChangedRow>(sql`
    select found_on, from_date, changed_to, reason from wealth_restatement
    where customer_id = ${customerId} and changed_rows > 0 and from_date <= ${to}
      and changed_to >= ${from}
    order by found_on desc, id desc limit ${WEALTH.statementRestatementsMax}`);
}

/** The terms and the issuer of a security. */
export interface SecurityTermsRow extends TermsRow {
  readonly issuer: string | null;
  readonly tax_class: string | null;
  readonly security_type: string;
  readonly face_value: Decimal | null;
}

/** Selects the terms of securities. */
export function selectSecurityTerms(tx: Tx, ids: readonly bigint[]): Promise<SecurityTermsRow[]> {
  return tx.query(sql`
    select id, coupon_rate as rate, issue_date as start_date, maturity_date, '' as rollover, issuer,
      tax_class, security_type, face_value
    from security where id = any(${[...ids]}::bigint[])`);
}
