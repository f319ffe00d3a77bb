// Everything that deciding on an order needs, in one statement, because each round trip is paid
// for.

import { assert } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { type SettledBond, settledBond } from './settled-bond.js';

/** What was named and what was found; members are null where nothing was found. */
export interface OrderGround {
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
  readonly office_id: bigint | null;
  readonly office_name: string | null;
  readonly security_id: bigint | null;
  readonly security_label: string | null;
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
  readonly previous_close: Decimal | null;
  readonly last: Decimal | null;
  readonly order_term_id: bigint | null;
  readonly order_term_label: string | null;
  readonly order_term_active: boolean | null;
  readonly fix_time_in_force: string | null;
  readonly default_life_days: number | null;
  readonly cash_account_id: bigint | null;
  readonly available_minor: bigint | null;
  readonly available_quantity: bigint | null;
  /** Only of a bond. */
  readonly bond: SettledBond | undefined;
}

/** The codes that an order names. */
export interface OrderNames {
  readonly portfolio: string;
  readonly security: string;
  readonly orderTerm: string;
}

/**
 * Loads the ground of an order. It locks nothing: the hold decides, by the database's own checks.
 */
export async function loadOrderGround(on: Tx | Database, names: OrderNames): Promise<OrderGround> {
  const [ground] = await on.query<Omit<OrderGround, 'bond'>>(sql`
    select d.business_date,
      p.id as portfolio_id, p.label as portfolio_label, p.active as portfolio_active,
      c.id as customer_id, c.name as customer_name, c.label as customer_label,
      c.status as customer_status, c.workflow_status as customer_workflow_status,
      g.name as group_name, o.id as office_id, o.name as office_name,
      s.id as security_id, s.label as security_label, s.security_type, s.status as security_status,
      s.active as security_active, s.lot_size, s.face_value, s.currency,
      e.id as exchange_id, e.name as exchange_name, e.aliases as exchange_aliases,
      e.active as exchange_active, sp.previous_close, sp.last,
      t.id as order_term_id, t.label as order_term_label, t.active as order_term_active,
      t.fix_time_in_force, t.default_life_days,
      a.id as cash_account_id, b.balance_minor - b.held_minor as available_minor,
      h.quantity - h.held_quantity as available_quantity
    from business_day d
    left join portfolio p on p.name = ${names.portfolio}
    left join customer c on c.id = p.customer_id
    left join customer_group g on g.id = c.group_id
    left join business_office o on o.id = p.office_id
    left join security s on s.name = ${names.security}
    left join exchange e on e.id = s.exchange_id
    left join security_price sp on sp.security_id = s.id
    left join order_term t on t.name = ${names.orderTerm}
    left join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
      and a.currency = s.currency and a.active
    left join account_balance b on b.account_id = a.id
    left join holding h on h.portfolio_id = p.id and h.security_id = s.id
    order by a.id limit 1`);
  assert(ground, 'the business day is set at first start');
  return { ...ground, bond: await bondOf(on, ground) };
}

// One more read, for bonds alone: what accrues follows from their coupon and the calendar.
async function bondOf(
  on: Tx | Database,
  { security_id, exchange_id, security_type }: Omit<OrderGround, 'bond'>,
): Promise<SettledBond | undefined> {
  if (security_id === null || exchange_id === null || security_type === 'EQUITY') return undefined;
  return settledBond(on, { security_id, exchange_id });
}
