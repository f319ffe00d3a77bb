// SQL that reads the context of orders, in a single statement to save round trips.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { hasCode } from '../../../platform/reference-data/code-queries.js';
import type { FixTimeInForce, MarketRules } from '../../market/index.js';
import type { Tariff } from '../fee/tariff.js';
import type { SettledBond } from '../portfolio/settled-bond.js';
import { TARIFF_STAMP } from '../record/queries.js';

/** The records named in an order; fields are null if the record does not exist. */
export interface OrderContext {
  readonly business_date: BusinessDate;
  readonly portfolio_id: bigint | null;
  readonly portfolio_label: string | null;
  readonly portfolio_active: boolean | null;
  readonly customer_id: bigint | null;
  readonly customer_name: string | null;
  readonly customer_label: string | null;
  readonly customer_status: string | null;
  readonly customer_workflow_status: string | null;
  readonly group_name: string | null;
  /** The current code of the commission group that the order names; empty if there is none. */
  readonly named_group: string | null;
  /** Whether the commission group that the order names exists and is active. */
  readonly named_group_active: boolean | null;
  /** Whether the agent that the order names exists and is active. */
  readonly named_agent_active: boolean | null;
  /** The customer's agent; empty if there is none, or it is not active. */
  readonly standing_agent: string | null;
  /** Whether the custodian that the order names exists and is active. */
  readonly named_custodian_active: boolean | null;
  /** Whether that custodian is one of the portfolio's custodians. */
  readonly named_custodian_own: boolean | null;
  /** The portfolio's account at that custodian; empty if there is none. */
  readonly named_custodian_account: string | null;
  /** Whether that custodian settles trades itself. */
  readonly named_custodian_settles: boolean | null;
  /** The portfolio's default custodian, for orders that name none; empty if there is none. */
  readonly standing_custodian: string | null;
  readonly standing_custodian_active: boolean | null;
  /** The portfolio's account at the default custodian; empty if there is none. */
  readonly standing_custodian_account: string | null;
  readonly standing_custodian_settles: boolean | null;
  /** The portfolio's settlement instructions; empty if it has none. */
  readonly standing_instructions: string | null;
  readonly office_id: bigint | null;
  readonly office_name: string | null;
  readonly office_aliases: readonly string[] | null;
  /** Whether the office reads the day first in an order date such as 03/04/2026. */
  readonly day_first: boolean | null;
  readonly security_id: bigint | null;
  /** The security's current code, even if the order contains a former one. */
  readonly security_name: string | null;
  readonly security_label: string | null;
  readonly security_isin: string | null;
  readonly security_type: string | null;
  readonly security_status: string | null;
  readonly security_active: boolean | null;
  readonly lot_size: bigint | null;
  readonly face_value: Decimal | null;
  readonly currency: string | null;
  readonly exchange_id: bigint | null;
  readonly exchange_name: string | null;
  readonly exchange_aliases: readonly string[] | null;
  readonly exchange_active: boolean | null;
  /** The trading rules of the exchange. */
  readonly rules: MarketRules | null;
  readonly previous_close: Decimal | null;
  readonly last: Decimal | null;
  readonly order_term_id: bigint | null;
  readonly order_term_name: string | null;
  readonly order_term_label: string | null;
  readonly order_term_active: boolean | null;
  readonly fix_time_in_force: FixTimeInForce | null;
  readonly default_life_days: number | null;
  readonly longest_life_days: number | null;
  readonly cash_account_id: bigint | null;
  readonly available_minor: bigint | null;
  readonly available_quantity: bigint | null;
  /** The limits of the customer's group in the security's currency. */
  readonly limits: OrderLimits;
  /** Present only for a bond. */
  readonly bond: SettledBond | undefined;
  /** The dates on which the security can be traded; undefined if it can be traded on any date. */
  readonly tradable: TradablePeriod | undefined;
  readonly tariff: Tariff;
}

/** The first and last trade date of a security; both inclusive. */
interface TradablePeriod {
  readonly from: BusinessDate | undefined;
  readonly to: BusinessDate;
}

/** The limits for an order and for a customer's day; undefined means no limit. */
interface OrderLimits {
  readonly quantityMost: bigint | undefined;
  readonly valueMaxMinor: bigint | undefined;
  readonly dayValueMaxMinor: bigint | undefined;
}

/** An order's context as read, before rules, bond and tariff are added. */
export type ContextRow = Omit<OrderContext, 'bond' | 'tradable' | 'limits' | 'rules' | 'tariff'> & {
  readonly tradable_from: BusinessDate | null;
  readonly tradable_to: BusinessDate | null;
  readonly tariff_stamp: bigint;
  readonly rules_version: string | null;
  readonly calendar_version: string | null;
  readonly time_zone: string | null;
  readonly quantity_most: bigint | null;
  readonly value_most_minor: bigint | null;
  readonly day_value_most_minor: bigint | null;
};

/** The codes given in an order. */
export interface OrderNames {
  readonly portfolio: string;
  readonly security: string;
  readonly orderTerm: string;
  /** The commission group; absent for the customer's own. */
  readonly commissionGroup?: string | undefined;
  /** The agent; absent for the customer's own. */
  readonly agent?: string | undefined;
  /** The custodian; absent for the portfolio's default. */
  readonly custodian?: string | undefined;
}

/** Reads the contexts of orders, one row each, in the given sequence. */
export async function selectContexts(on: Tx, orders: readonly OrderNames[]): Promise<ContextRow[]> {
  return on.query<ContextRow>(sql`
    select d.business_date, ${TARIFF_STAMP} as tariff_stamp,
      p.id as portfolio_id, p.label as portfolio_label, p.active as portfolio_active,
      c.id as customer_id, c.name as customer_name, c.label as customer_label,
      c.status as customer_status, c.workflow_status as customer_workflow_status,
      g.name as group_name, coalesce(ng.name, '') as named_group,
      coalesce(ng.active, false) as named_group_active,
      coalesce(na.active, false) as named_agent_active,
      case when sa.active then sa.name else '' end as standing_agent,
      coalesce(nk.active, false) as named_custodian_active,
      np.portfolio_id is not null as named_custodian_own,
      coalesce(np.account_no, '') as named_custodian_account,
      coalesce(nk.settles = 'CUSTODIAN', false) as named_custodian_settles,
      coalesce(sk.name, '') as standing_custodian,
      coalesce(sk.active, false) as standing_custodian_active,
      coalesce(pk.account_no, '') as standing_custodian_account,
      coalesce(sk.settles = 'CUSTODIAN', false) as standing_custodian_settles,
      coalesce(p.settlement_instructions, '') as standing_instructions, o.id as office_id,
      o.name as office_name, o.aliases as office_aliases, o.day_first,
      s.id as security_id, s.name as security_name,
      s.label as security_label, s.isin as security_isin, s.security_type,
      s.status as security_status,
      s.active as security_active, s.lot_size, s.face_value, s.currency, s.tradable_from,
      s.tradable_to,
      e.id as exchange_id, e.name as exchange_name, e.aliases as exchange_aliases,
      e.active as exchange_active, e.rules_version, e.calendar_version, e.time_zone,
      sp.previous_close, sp.last,
      t.id as order_term_id, t.name as order_term_name, t.label as order_term_label,
      t.active as order_term_active,
      t.fix_time_in_force, t.default_life_days, t.longest_life_days,
      a.id as cash_account_id, b.balance_minor - b.held_minor as available_minor,
      available_units(h) as available_quantity,
      coalesce(own.quantity_most, every.quantity_most) as quantity_most,
      coalesce(own.value_most_minor, every.value_most_minor) as value_most_minor,
      coalesce(own.day_value_most_minor, every.day_value_most_minor) as day_value_most_minor
    from ${namedBy(orders)}
    cross join business_day d
    left join portfolio p on p.name = n.portfolio
    left join customer c on c.id = p.customer_id
    left join customer_group g on g.id = c.group_id
    left join customer_group ng on ${hasCode(sql`ng`, sql`n.commission_group`)}
    left join agent na on na.name = n.agent
    left join customer_agent ca on ca.customer_id = c.id
    left join agent sa on sa.id = ca.agent_id
    left join custodian nk on nk.name = n.custodian
    left join portfolio_custodian np on np.portfolio_id = p.id and np.custodian_id = nk.id
    left join portfolio_custodian pk on pk.portfolio_id = p.id and pk.standing
    left join custodian sk on sk.id = pk.custodian_id
    left join business_office o on o.id = p.office_id
    left join security s on s.id = security_id_of(n.security)
    left join exchange e on e.id = s.exchange_id
    left join security_price sp on sp.security_id = s.id
    left join order_term t on ${hasCode(sql`t`, sql`n.order_term`)}
    left join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
      and a.currency = s.currency and a.active
    left join account_balance b on b.account_id = a.id
    left join holding h on h.portfolio_id = p.id and h.security_id = s.id
    left join order_limit own on own.group_id = c.group_id and own.currency = s.currency
    left join order_limit every on every.group_id is null and every.currency = s.currency
    order by n.place`);
}

// The arrays are passed through sub-selects, so that one query plan serves arrays of any length.
function namedBy(orders: readonly OrderNames[]): Sql {
  const [first] = orders;
  if (first !== undefined && orders.length === 1) {
    return sql`(select 1 as place, ${first.portfolio}::text as portfolio,
      ${first.security}::text as security, ${first.orderTerm}::text as order_term,
      ${first.commissionGroup ?? null}::text as commission_group,
      ${first.agent ?? null}::text as agent,
      ${first.custodian ?? null}::text as custodian) n`;
  }
  return sql`unnest((select ${orders.map(({ portfolio }) => portfolio)}::text[]),
      (select ${orders.map(({ security }) => security)}::text[]),
      (select ${orders.map(({ orderTerm }) => orderTerm)}::text[]),
      (select ${orders.map(({ commissionGroup }) => commissionGroup ?? null)}::text[]),
      (select ${orders.map(({ agent }) => agent ?? null)}::text[]),
      (select ${orders.map(({ custodian }) => custodian ?? null)}::text[]))
      with ordinality n (portfolio, security, order_term, commission_group, agent, custodian,
        place)`;
}
