// SQL for the securities and funds that customers hold on a date, and for the causes of changes in
// their prices.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { heldUnits } from '../day/line-queries.js';
import { WEALTH } from '../limits.js';

/** The classes with prices from a market, an import or a fund. */
export const PRICED_CLASSES = ['EQUITY', 'BOND', 'FUND'] as const;

type PricedClass = (typeof PRICED_CLASSES)[number];

/** A security or a fund that customers of an office hold. */
export interface HeldRow {
  readonly class: PricedClass;
  readonly subject_id: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly office_id: bigint;
  /** The number of customers who hold the security or fund. */
  readonly customers: bigint;
  /** The total units of these customers; short positions are negative. */
  readonly units: Decimal;
}

/**
 * Selects what the customers of the given offices hold at the end of a date, by office. Reads one
 * extra row to detect that the limit is exceeded. The units are materialized, because the join
 * might otherwise recompute them for each security while the tables have no statistics.
 */
export function selectHeld(
  tx: Tx,
  {
    date,
    offices,
  }: { readonly date: BusinessDate; readonly offices: readonly bigint[] | undefined },
): Promise<HeldRow[]> {
  const held = heldUnits({ date, knownAt: 'infinity', isLate: sql`false` });
  return tx.query(sql`
    with unit as materialized (
      select h.security_id, c.id as customer_id, c.office_id, held.units
      from customer c
      join portfolio p on p.customer_id = c.id
      join holding h on h.portfolio_id = p.id
      cross join lateral (${held}) held (units)
      where held.units <> 0 and ${inOffices(sql`c.office_id`, offices)}
    ), fund_unit as materialized (
      select h.fund_id, c.id as customer_id, c.office_id, held.units
      from customer c
      join fund_holding h on h.customer_id = c.id
      cross join lateral (
        select sum(u.units) as units from fund_unit_movement u
        where u.holding_id = h.id and u.moved_on <= ${date}
      ) held
      where held.units <> 0 and ${inOffices(sql`c.office_id`, offices)}
    )
    select case when is_bond(s.security_type) then 'BOND' else 'EQUITY' end as class,
      s.id as subject_id, s.name, s.label, s.currency, u.office_id,
      count(distinct u.customer_id) as customers, sum(u.units)::numeric as units
    from unit u join security s on s.id = u.security_id group by s.id, u.office_id
    union all
    select 'FUND', f.id, f.name, f.label, f.currency, u.office_id, count(distinct u.customer_id),
      sum(u.units)
    from fund_unit u join fund f on f.id = u.fund_id group by f.id, u.office_id
    limit ${WEALTH.pricedHoldingsMax + 1}`);
}

/** A price of a security or a fund, and its date. */
export interface DatedPrice {
  readonly id: bigint;
  readonly price: Decimal;
  readonly date: BusinessDate;
}

/** Selects the approved value per unit that each fund had before a date. */
export function selectNavsBefore(
  tx: Tx,
  present: readonly Pick<DatedPrice, 'id' | 'date'>[],
): Promise<DatedPrice[]> {
  return tx.query(sql`
    select k.id, n.nav_per_unit as price, n.valuation_date as date
    from unnest(${present.map(({ id }) => id)}::bigint[],
      ${present.map(({ date }) => date)}::date[]) as k (id, before_date)
    cross join lateral (
      select v.nav_per_unit, v.valuation_date from fund_nav v
      where v.fund_id = k.id and v.status = 'APPROVED' and v.valuation_date < k.before_date
      order by v.valuation_date desc limit 1
    ) n`);
}

/** The period between two prices, after one date and up to another. */
export interface PriceGap {
  readonly id: bigint;
  readonly after: BusinessDate;
  readonly to: BusinessDate;
}

/**
 * Selects the securities with an ex-date between their prices. Interest payments do not change a
 * bond's clean price, and a new name does not change any price.
 */
export async function selectWithEvent(
  tx: Tx,
  gaps: readonly PriceGap[],
): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select distinct k.id
    from unnest(${gaps.map(({ id }) => id)}::bigint[], ${gaps.map(({ after }) => after)}::date[],
      ${gaps.map(({ to }) => to)}::date[]) as k (id, after_date, to_date)
    join corporate_action a on a.security_id = k.id
      and a.ex_date > k.after_date and a.ex_date <= k.to_date
    where a.status <> 'CANCELLED' and a.kind not in ('INTR', 'CHAN')`);
  return new Set(rows.map(({ id }) => id));
}

/** Selects the funds with a distribution whose ex-date falls between their prices. */
export async function selectWithDistribution(
  tx: Tx,
  gaps: readonly PriceGap[],
): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select distinct k.id
    from unnest(${gaps.map(({ id }) => id)}::bigint[], ${gaps.map(({ after }) => after)}::date[],
      ${gaps.map(({ to }) => to)}::date[]) as k (id, after_date, to_date)
    join fund_distribution d on d.fund_id = k.id
      and d.ex_date > k.after_date and d.ex_date <= k.to_date
    where d.status in ('APPROVED', 'PAID')`);
  return new Set(rows.map(({ id }) => id));
}
