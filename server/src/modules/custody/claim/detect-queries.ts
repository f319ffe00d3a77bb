// SQL that finds market claims to open, and claims that no longer apply.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';

/** An event that claims are detected for. */
export interface DetectedEvent {
  readonly id: bigint;
  readonly security_type: string;
  readonly exchange_id: bigint;
}

/**
 * Selects the events that are not closed and have a record date on or before a date, in id order.
 */
export function selectDetected(on: Database, date: BusinessDate): Promise<DetectedEvent[]> {
  return on.query<DetectedEvent>(sql`
    select a.id, s.security_type, s.exchange_id
    from corporate_action a join security s on s.id = a.security_id
    where a.progress not in ('OPEN', 'CLOSED') and a.qualification_date <= ${date}
    order by a.id`);
}

// The amount that each portfolio owes under the entitlements in force; negative if it is due to the
// portfolio.
function owedNow(eventId: bigint): Sql {
  return sql`
    select e.portfolio_id, e.option_number, 'SHORT' as kind, e.id as entitlement_id,
      e.gross_minor + e.cash_in_lieu_minor as owed_minor
    from entitlement e
    where e.corporate_action_id = ${eventId} and e.state = 'CLAIM'
    union all
    select e.portfolio_id, e.option_number, 'TAX_RECLAIM', e.id, -e.tax_reclaim_minor
    from entitlement e
    where e.corporate_action_id = ${eventId} and e.state = 'PAID' and e.tax_reclaim_minor > 0`;
}

/**
 * Cancels open claims whose entitlement or trade is no longer in force, and open claims for trades
 * if the event is cancelled. Returns their number.
 */
export async function cancelOutdated(
  tx: Tx,
  eventId: bigint,
  made: { readonly by: string; readonly at: Instant },
): Promise<number> {
  const rows = await tx.query(sql`
    update market_claim m set state = 'CANCELLED', version = m.version + 1,
      modified_by = ${made.by}, modified_at = ${made.at}
    where m.corporate_action_id = ${eventId} and m.state = 'OPEN' and (
      exists (select from entitlement e where e.id = m.entitlement_id
        and e.state in ('SUPERSEDED', 'CANCELLED', 'DEFAULTED'))
      or m.order_id is not null and m.created_by = ${made.by} and (not exists (
        select from contract_note n where n.order_id = m.order_id and n.trade_date = m.trade_date
          and n.reversed_at is null and n.quantity = m.quantity)
        or exists (select from flagged_in_trade(m.order_id, m.trade_date) f
          where (f.cum_quantity, f.ex_quantity) is distinct from (m.cum_quantity, m.ex_quantity))
        or exists (select from corporate_action a
          where a.id = m.corporate_action_id and a.status = 'CANCELLED')))
    returning m.id`);
  return rows.length;
}

/**
 * A portfolio's debt that existing claims do not cover; negative if money is due to the portfolio.
 */
export interface OwedRow {
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly kind: 'SHORT' | 'TAX_RECLAIM';
  readonly entitlement_id: bigint;
  readonly quantity: bigint;
  readonly currency: string;
  readonly owed_minor: bigint;
}

/** Selects the debts under entitlements that have no claim yet, by portfolio. */
export function selectOwed(tx: Tx, eventId: bigint, most: number): Promise<OwedRow[]> {
  return tx.query<OwedRow>(sql`
    with owed as (${owedNow(eventId)}), known as (
      select e.portfolio_id, e.option_number, m.kind, max(e.id) as entitlement_id,
        sum(case when m.direction = 'PAYABLE' then m.amount_minor else -m.amount_minor end)::bigint
          as owed_minor
      from market_claim m join entitlement e on e.id = m.entitlement_id
      where m.corporate_action_id = ${eventId} and m.state <> 'CANCELLED'
      group by 1, 2, 3
    ), changed as (
      select coalesce(o.entitlement_id, k.entitlement_id) as entitlement_id, kind,
        coalesce(o.owed_minor, 0) - coalesce(k.owed_minor, 0) as owed_minor
      from owed o full join known k using (portfolio_id, option_number, kind)
    )
    select e.portfolio_id, e.customer_id, e.office_id, c.kind, c.entitlement_id,
      abs(e.eligible_quantity) as quantity, e.currency, c.owed_minor
    from changed c join entitlement e on e.id = c.entitlement_id
    where c.owed_minor <> 0 order by e.portfolio_id, c.kind limit ${most}`);
}

/** A trade in an event's security, with its portfolio. */
export interface TradeRow {
  readonly order_id: bigint;
  readonly trade_date: BusinessDate;
  readonly settlement_date: BusinessDate;
  /** Set if the exchange stated a later settlement date than the market's calendar gives. */
  readonly stated_settlement_date: BusinessDate | null;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
  /** The units of the trade flagged cum or ex contrary to their trade date. */
  readonly cum_quantity: bigint;
  readonly ex_quantity: bigint;
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly income_route: 'DIRECT' | 'FIRM';
}

/**
 * Selects, by order and date, the settled trades around an event's dates that have no claim for the
 * event yet. Trades settled by a custodian are left out, because the custodian makes its own
 * claims.
 */
export function selectTradesAround(
  tx: Tx,
  event: { readonly id: bigint; readonly securityId: bigint },
  around: {
    readonly from: BusinessDate;
    readonly until: BusinessDate;
    readonly most: number;
    /** True to select only trades flagged cum or ex. */
    readonly flagged: boolean;
    readonly after: { readonly orderId: bigint; readonly tradeDate: BusinessDate } | undefined;
  },
): Promise<TradeRow[]> {
  const { from, until, most, flagged, after } = around;
  return tx.query<TradeRow>(sql`
    select n.order_id, n.trade_date, n.settlement_date, n.stated_settlement_date, n.side,
      n.quantity, f.cum_quantity, f.ex_quantity, n.portfolio_id, n.customer_id, n.office_id,
      p.income_route
    from contract_note n join portfolio p on p.id = n.portfolio_id
    cross join lateral flagged_in_trade(n.order_id, n.trade_date) f
    where (not ${flagged}::boolean or f.cum_quantity + f.ex_quantity > 0)
      and n.security_id = ${event.securityId} and n.reversed_at is null
      and n.settled_at is not null and not n.custodian_settles
      and n.trade_date between ${from} and ${until}
      and (n.order_id, n.trade_date) > (${after?.orderId ?? 0n}::bigint,
        ${after?.tradeDate ?? from}::date)
      and not exists (select from market_claim m
        where m.corporate_action_id = ${event.id} and m.order_id = n.order_id
          and m.trade_date = n.trade_date and m.state <> 'CANCELLED')
    order by n.order_id, n.trade_date limit ${most}`);
}
