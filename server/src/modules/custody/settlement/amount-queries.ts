// SQL expressions for the amounts of an entitlement.

import { type Sql, sql } from '../../../platform/database/sql.js';

/** SQL: the cash payment of entitlement `e` to the customer, in minor units. */
export const CASH: Sql = sql`(e.net_minor - e.reinvested_minor + e.cash_in_lieu_minor)`;

/** SQL: the tax that the firm withholds from entitlement `e` of event `a`, in minor units. */
export const OWN_TAX: Sql = sql`(
  case when a.withheld_by = 'FIRM' then e.withheld_minor else 0 end)`;

/**
 * SQL condition: entitlement `e` cannot be paid yet, because its fractions are paid in cash and
 * option `o` has no price.
 */
export const WAITS_FOR_PRICE: Sql = sql`(o.fractions = 'CINL' and o.fraction_price is null
  and e.fraction <> 0)`;

/** SQL: joins the payments of earlier revisions of entitlement `e` as `prior`. */
export const WITH_PRIOR: Sql = sql`
  left join lateral (
    select sum(p.paid_minor)::bigint as paid_minor, sum(p.paid_tax_minor)::bigint as tax_minor,
      max(p.journal_id) as journal_id
    from entitlement p
    where p.corporate_action_id = e.corporate_action_id and p.portfolio_id = e.portfolio_id
      and p.option_number = e.option_number and p.revision < e.revision
      and p.currency = e.currency
  ) prior on e.revision > 1`;

/**
 * SQL: the amount that entitlement `e` still needs from the event's money, after the payments of
 * earlier revisions.
 */
export const OPEN: Sql = sql`(${CASH} + ${OWN_TAX}
  - coalesce(prior.paid_minor, 0) - coalesce(prior.tax_minor, 0))`;

/**
 * SQL condition: the firm pays entitlement `e`. A revision follows the route of the earlier
 * payment.
 */
export const BY_FIRM: Sql = sql`(e.route = 'FIRM' or coalesce(prior.paid_minor, 0) <> 0
  or coalesce(prior.tax_minor, 0) <> 0)`;

/**
 * Selects amounts that were paid, are no longer due to customers and have not been reversed.
 * Grouped by event, portfolio, option and currency, with the latest entitlement.
 */
export function takeBacksOf(eventIds: readonly bigint[]): Sql {
  return sql`
    select k.corporate_action_id, k.portfolio_id, k.option_number, k.currency, max(p.id) as id,
      sum(p.paid_minor)::bigint as paid_minor, sum(p.paid_tax_minor)::bigint as tax_minor
    from (
      select distinct corporate_action_id, portfolio_id, option_number, currency from entitlement
      where corporate_action_id = any(${[...eventIds]}::bigint[])
        and state not in ('DUE', 'PAID') and (paid_minor <> 0 or paid_tax_minor <> 0)
    ) k
    join entitlement p on p.corporate_action_id = k.corporate_action_id
      and p.portfolio_id = k.portfolio_id and p.option_number = k.option_number
      and p.currency = k.currency
    where not exists (
      select from entitlement l
      where l.corporate_action_id = k.corporate_action_id and l.portfolio_id = k.portfolio_id
        and l.option_number = k.option_number and l.currency = k.currency
        and l.state in ('DUE', 'PAID', 'PROVISIONAL', 'DEFAULTED'))
    group by 1, 2, 3, 4 having sum(p.paid_minor) <> 0 or sum(p.paid_tax_minor) <> 0`;
}
