// SQL for movements between cash and the other lines, and for the income and tax of lines.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { isKnownJournal, isRecordedBy } from '../../finance/index.js';
import type { InstrumentType } from './line.js';

/** The dates after one date and up to another, and the time after which records are left out. */
export interface MoveRange {
  readonly customerId: bigint;
  readonly knownAt: string | undefined;
  readonly after: BusinessDate;
  readonly to: BusinessDate;
}

/** The trade on a contract note, in minor units. */
interface NotedTrade {
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
  readonly side: 'BUY' | 'SELL';
  readonly charges_minor: bigint;
  readonly accrued_minor: bigint;
}

export function selectNotedTrades(tx: Tx, ids: readonly bigint[]): Promise<NotedTrade[]> {
  return tx.query(sql`
    select id, portfolio_id, security_id, side, charges_minor, accrued_minor from contract_note
    where id = any(${[...ids]}::bigint[])`);
}

/** The holding for which a corporate action moved cash. */
interface EventHolding {
  readonly source_type: 'ENTITLEMENT' | 'ELECTION' | 'MARKET_CLAIM';
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
  /** Whether a market claim returns tax. */
  readonly is_tax: boolean;
}

/** Selects the holdings of entitlements, elections and market claims. */
export function selectEventHoldings(
  tx: Tx,
  ids: Readonly<Record<EventHolding['source_type'], readonly bigint[]>>,
): Promise<EventHolding[]> {
  return tx.query(sql`
    select m.source_type, m.id, coalesce(m.portfolio_id, 0) as portfolio_id, a.security_id, m.is_tax
    from (
      select 'ENTITLEMENT' as source_type, id, portfolio_id, corporate_action_id, false as is_tax
      from entitlement where id = any(${[...ids.ENTITLEMENT]}::bigint[])
      union all
      select 'ELECTION', id, portfolio_id, corporate_action_id, false
      from election where id = any(${[...ids.ELECTION]}::bigint[])
      union all
      select 'MARKET_CLAIM', id, portfolio_id, corporate_action_id, kind = 'TAX_RECLAIM'
      from market_claim where id = any(${[...ids.MARKET_CLAIM]}::bigint[])
    ) m join corporate_action a on a.id = m.corporate_action_id`);
}

/** A customer's holding that was moved by a transfer against payment. */
interface TransferHolding {
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
}

/** Selects a customer's holdings that appear in lines of transfers against payment. */
export function selectTransferHoldings(
  tx: Tx,
  lineIds: readonly bigint[],
  customerId: bigint,
): Promise<TransferHolding[]> {
  return tx.query(sql`
    select l.id, l.security_id,
      case t.customer_id when ${customerId} then t.portfolio_id else t.to_portfolio_id end
        as portfolio_id
    from holding_transfer_line l join holding_transfer t on t.id = l.holding_transfer_id
    where l.id = any(${[...lineIds]}::bigint[])`);
}

/** The costs of an order for fund units, in minor units. */
interface FundOrder {
  readonly id: bigint;
  readonly fund_id: bigint;
  readonly portfolio_name: string;
  readonly is_subscription: boolean;
  readonly costs_minor: bigint;
}

export function selectFundOrders(tx: Tx, ids: readonly bigint[]): Promise<FundOrder[]> {
  return tx.query(sql`
    select id, fund_id, portfolio_name, trans_type = 'SUBSCRIPTION' as is_subscription,
      coalesce(fee_minor, 0) + coalesce(vat_minor, 0) + coalesce(penalty_minor, 0) as costs_minor
    from fund_transaction where id = any(${[...ids]}::bigint[])`);
}

/** Income from a fund holding, in minor units. */
interface FundIncome {
  readonly date: BusinessDate;
  readonly currency: string;
  readonly fund_id: bigint;
  readonly portfolio_name: string;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  /** Whether the income was paid in cash rather than in units. */
  readonly is_paid: boolean;
}

/**
 * Selects the distributions of funds to a customer. Reinvested income has a movement of units but
 * no journal.
 */
export function selectFundIncome(tx: Tx, range: MoveRange): Promise<FundIncome[]> {
  const { knownAt } = range;
  return tx.query(sql`
    select i.paid_on as date, f.currency, h.fund_id, h.portfolio_name, i.gross_minor, i.tax_minor,
      coalesce(i.bought_units, 0) = 0 as is_paid
    from fund_holding h
    join fund f on f.id = h.fund_id
    join fund_income i on i.holding_id = h.id
    where h.customer_id = ${range.customerId} and i.gross_minor is not null
      and i.paid_on > ${range.after} and i.paid_on <= ${range.to}
      and ${isKnownJournal(sql`i.journal_id`, knownAt)}
      and not exists (
        select from fund_unit_movement u
        where u.holding_id = i.holding_id and u.source_type = 'FUND_DISTRIBUTION'
          and u.source_id = i.distribution_id
          and not ${isRecordedBy(sql`u.recorded_at`, knownAt)})
    order by i.paid_on, i.distribution_id, h.id`);
}

/** The full or partial end of an instrument. Amounts are in minor units. */
interface InstrumentEnd {
  readonly date: BusinessDate;
  readonly type: InstrumentType;
  readonly id: bigint;
  readonly currency: string;
  readonly tax_minor: bigint;
  /** The payment above book value at an early termination. */
  readonly price_minor: bigint;
}

/** Selects a customer's ended instruments by booking date, with the withheld tax. */
export function selectInstrumentEnds(tx: Tx, range: MoveRange): Promise<InstrumentEnd[]> {
  return tx.query(sql`
    select ended.date, 'TERM_INSTRUMENT' as type, i.id, i.currency,
      coalesce(i.paid_tax_minor, 0) as tax_minor, 0::bigint as price_minor
    from term_instrument i
    cross join lateral (
      select coalesce(
        (select j.transaction_date from journal j where j.id = i.settlement_journal_id),
        i.termination_date) as date
    ) ended
    where i.customer_id = ${range.customerId} and i.status = 'TERMINATED'
      and i.termination_reason is distinct from 'CANCELLED'
      and ended.date > ${range.after} and ended.date <= ${range.to}
      and ${isKnownJournal(sql`i.settlement_journal_id`, range.knownAt)}
    union all
    select c.booked_date, i.kind, i.id, i.currency, c.tax_minor,
      c.amount_minor - c.book_value_minor
    from discounted_change c join discounted_instrument i on i.id = c.instrument_id
    where i.customer_id = ${range.customerId} and c.kind <> 'PLACEMENT'
      and c.booked_date > ${range.after} and c.booked_date <= ${range.to}
      and ${isKnownJournal(sql`c.journal_id`, range.knownAt)}`);
}
