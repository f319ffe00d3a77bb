// SQL that computes the entitlements of a security's holders in an event. `rule/amount.ts` does the
// same calculation for one position; a test compares the two.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { CorporateActionRow } from '../record/queries.js';
import type { TaxTerms } from '../rule/amount.js';
import type { EffectTerms } from '../rule/effect.js';
import { followsFlags } from '../rule/kind.js';

/** An event with the inputs needed to compute its entitlements. */
export interface EntitlingTerms {
  readonly event: Pick<
    CorporateActionRow,
    'id' | 'kind' | 'status' | 'security_id' | 'ex_date' | 'terms_version'
  >;
  /** SETTLED: the units that had settled before the ex-date. TRADED: the units held. */
  readonly basis: CorporateActionRow['register_basis'];
  readonly options: readonly OptionTerms[];
  readonly tax: TaxTerms;
  readonly taxClass: string | null;
  /** The date whose tax rules and exemptions apply. */
  readonly taxDate: BusinessDate;
  /** The date of the movements; null if nothing moves or the date is not known yet. */
  readonly effectiveDate: BusinessDate | null;
}

/** An option that entitles holders. */
export interface OptionTerms extends EffectTerms {
  /** True if the option applies to all units without an election. */
  readonly takesRest: boolean;
}

/** The options of an event, as a table. */
export function optionTable(options: readonly OptionTerms[]): Sql {
  return sql`jsonb_to_recordset(${toJson(options)}::jsonb) as t (option smallint, currency text,
    income numeric, principal numeric, "takenPercent" numeric, "newUnits" numeric,
    "oldUnits" numeric, "newSecurityId" bigint, fractions text, "fractionPrice" numeric,
    "costRule" text, "costPart" numeric, "costOf" numeric, "exPrice" numeric, price numeric,
    "isPending" boolean, "ownKind" text, "newKind" text, "takesRest" boolean)`;
}

/** True if amounts depend on the cost of a position. */
function needsCost(options: readonly OptionTerms[]): boolean {
  return options.some(
    ({ costRule, fractionPrice }) =>
      !['KEPT', 'IN_KIND', 'REINVESTED'].includes(costRule) ||
      (costRule === 'KEPT' && fractionPrice !== null),
  );
}

/** SQL: the units of holding `h` that are entitled. */
export function eligibleUnits(terms: EntitlingTerms): Sql {
  const { event, basis } = terms;
  return basis === 'SETTLED'
    ? sql`settled_units(h.portfolio_id, h.security_id, ${event.ex_date})`
    : sql`((select p.quantity from position_before(h, ${event.ex_date}, false) p)
      + ${flaggedUnits(event)})`;
}

// SQL: the change to the entitled units of holding `h` because of trades flagged cum or ex contrary
// to their trade date.
function flaggedUnits({ kind, ex_date: exDate }: EntitlingTerms['event']): Sql {
  return followsFlags(kind) ? sql`flagged_units(h.portfolio_id, h.security_id, ${exDate})` : sql`0`;
}

// Positions of holders, with the units for which the customer chose an option.
function positions(terms: EntitlingTerms, holders: Sql): Sql {
  const { event, basis, options } = terms;
  const quantity =
    basis === 'SETTLED' ? eligibleUnits(terms) : sql`b.quantity + ${flaggedUnits(event)}`;
  return sql`
    held as (
      select h.portfolio_id, p.customer_id, p.office_id, p.income_route,
        payer_class_of(c) as payer_class,
        ${quantity} as quantity, b.quantity as cost_units, b.cost_minor
      from holding h
      join portfolio p on p.id = h.portfolio_id
      join customer c on c.id = p.customer_id
      cross join lateral position_before(h, ${event.ex_date}, ${needsCost(options)}) b
      where h.security_id = ${event.security_id} and ${holders}
      offset 0
    ), chosen as (
      select c.portfolio_id, c.option_number, c.quantity,
        sum(c.quantity) over (partition by c.portfolio_id order by c.option_number) - c.quantity
          as before
      from (
        -- For a tender, only the accepted units are included.
        select e.portfolio_id, e.option_number, sum(case when ${event.kind} = 'TEND'
          then coalesce(e.allotted_quantity, e.quantity) else e.quantity end) as quantity
        from election e
        where e.corporate_action_id = ${event.id}
          and e.state in ('INSTRUCTED', 'SETTLED', 'PART_SETTLED')
        group by 1, 2
      ) c
    ), placed as (
      select h.*, t.*,
        greatest(0, least(coalesce(x.quantity, 0), h.quantity - coalesce(x.before, 0)))
          + case when not t."takesRest" then 0 when h.quantity < 0 then h.quantity
            else h.quantity - least(h.quantity, coalesce((select sum(o.quantity) from chosen o
              where o.portfolio_id = h.portfolio_id), 0)) end as units
      from held h cross join option t
      left join chosen x on x.portfolio_id = h.portfolio_id and x.option_number = t.option
      where h.quantity <> 0
      offset 0
    )`;
}

const IS_SOLD: Sql = sql`"costRule" in ('CARRIED', 'SOLD', 'REDUCED', 'RETURNED')`;

// SQL: the income tax for the holder of position `p`, under the rules for the holder's payer class
// or for all payers.
function taxOn(which: Sql): Sql {
  return sql`(select coalesce(sum(round(p.income_minor * r.percent * 0.01)), 0) from rule r
    where ${which})`;
}

function taxed(terms: EntitlingTerms): Sql {
  const { tax, taxClass, taxDate } = terms;
  const own = sql`case when p.exempt then 0
    else ${taxOn(sql`r."payerClass" is null or r."payerClass" = p.payer_class`)} end`;
  const isFromAll = tax.withheldBy === 'ISSUER' && !tax.issuerExempts;
  return sql`
    cash as (
      select p.*, sign(p.units)::integer as side, abs(p.units) as n,
        sign(p.units) * ratio_of(p.cost_minor, p.units, p.cost_units) as cost,
        round(p.income * abs(p.units)) as income_minor,
        div(abs(p.units) * p."takenPercent", 100) as taken,
        ${tax.rules.length > 0} and p.units > 0 and p."costRule" <> 'IN_KIND' as is_taxed,
        ${tax.rules.length > 0} and exists (
          select from withholding_exemption x
          where x.customer_id = p.customer_id and x.instrument_class = ${taxClass}
            and x.valid_from <= ${taxDate} and coalesce(x.valid_to, 'infinity') >= ${taxDate})
          as exempt
      from placed p where p.units <> 0 offset 0
    ), taxed as (
      select p.*,
        round(p.principal * case when p."takenPercent" = 0 then p.n else p.taken end)
          as principal_minor,
        case when p.is_taxed then ${own} else 0 end as tax,
        case when not p.is_taxed then 0
          when ${isFromAll} then ${taxOn(sql`r."payerClass" is null`)} else ${own} end as withheld
      from cash p offset 0
    )`;
}

// SQL: the number of new units `u`; the remainder `r`, which is a fraction of a unit times
// "oldUnits"; and `pr`, which is `r` if the remainder is paid in cash, otherwise 0.
const COMING: Sql = sql`
  whole as (
    select p.*, p.income_minor + p.principal_minor as gross,
      p.income_minor + p.principal_minor - p.withheld as net,
      case when p."costRule" = 'REINVESTED' then 0
        else mod(p.n * p."newUnits", p."oldUnits") end as r
    from taxed p offset 0
  ), rounded as (
    select p.*, coalesce(p.fractions = 'RDUP' and p.r > 0
        or p.fractions = 'STAN' and p.r > 0 and 2 * p.r >= p."oldUnits", false) as up,
      case when p."fractionPrice" is null then 0 else p.r end as pr
    from whole p offset 0
  ), coming as (
    select p.*,
      case when p."costRule" <> 'REINVESTED'
          then div(p.n * p."newUnits", p."oldUnits") + p.up::integer
        when p.price is null then 0 else div(p.net, p.price) end as u,
      case when p.up then 0 else div(p.r * 1000000000000, p."oldUnits") / 1000000000000 end
        as fraction,
      ratio_of(p.pr, coalesce(p."fractionPrice", 0), p."oldUnits") as in_lieu
    from rounded p offset 0
  )`;

const COSTS: Sql = sql`
  sold as (
    select p.*,
      case p."costRule" when 'IN_KIND' then p.net
        when 'REINVESTED' then round(coalesce(p.price, 0) * p.u) else 0 end as reinvested,
      case p."costRule" when 'SOLD' then ratio_of(p.cost, p.taken, p.n)
        when 'REDUCED' then ratio_of(p.cost, p."costPart", p."costOf")
        when 'RETURNED' then least(p.principal_minor, p.cost)
        when 'CARRIED' then
          case when p.u = 0 and p.pr = 0 then p.cost when p.principal_minor = 0 then 0
            when p."exPrice" is null then least(p.principal_minor, p.cost)
            else ratio_of(p.cost, p.principal_minor * p."oldUnits",
              p.principal_minor * p."oldUnits" + p."exPrice" * p.n * p."newUnits") end
        else 0 end as cost_out
    from coming p offset 0
  ), moved as (
    select p.*,
      case when p."costRule" = 'CARRIED' then p.cost - p.cost_out
        when p."costRule" <> 'MOVED' or p.u = 0 and p.pr = 0 then 0
        else ratio_of(p.cost, p."costPart", p."costOf") end as cost_moved
    from sold p offset 0
  ), costed as (
    select p.*,
      case when p.pr = 0 then 0
        when p."costRule" = 'IN_KIND' then ratio_of(p.income_minor, p.pr, p.n * p."newUnits")
        when p."costRule" <> 'KEPT' then ratio_of(p.cost_moved, p.pr, p.n * p."newUnits")
        when p."newSecurityId" is not null then 0
        else ratio_of(p.cost, p.pr, p.n * p."newUnits"
          + case when p."takenPercent" = 0 then p.n * p."oldUnits" else 0 end) end as fraction_cost
    from moved p offset 0
  )`;

/**
 * SQL: common table expressions. The last one, `computed`, contains the entitlements of holders `h`
 * in an event. Positions without units have no row.
 * @param holders restricts the holdings `h`
 */
export function entitlementsNow(terms: EntitlingTerms, holders: Sql): Sql {
  const rules = terms.tax.rules.map(({ payerClass = null, percent }) => ({ payerClass, percent }));
  const state = { ANNOUNCED: 'PROVISIONAL', CONFIRMED: 'DUE', DEFAULTED: 'DEFAULTED' } as const;
  const { status } = terms.event;
  return sql`
    option as materialized (select * from ${optionTable(terms.options)}),
    rule as materialized (
      select * from jsonb_to_recordset(${toJson(rules)}::jsonb)
        as r ("payerClass" text, percent numeric)
    ), ${positions(terms, holders)}, ${taxed(terms)}, ${COMING}, ${COSTS}, computed as (
      select p.portfolio_id, p.option as option_number, p.customer_id, p.office_id,
        p.income_route as route, p.units::bigint as eligible_quantity,
        (p.side * p.cost)::bigint as cost_before_minor, p.currency,
        p.gross::bigint as gross_minor, p.principal_minor::bigint, p.tax::bigint as tax_minor,
        p.withheld::bigint as withheld_minor,
        greatest(0, p.withheld - p.tax)::bigint as tax_reclaim_minor, p.net::bigint as net_minor,
        p.reinvested::bigint as reinvested_minor, (p.side * p.u)::bigint as new_units,
        case when p."newUnits" > 0 or p."costRule" = 'REINVESTED'
          then coalesce(p."newSecurityId", ${terms.event.security_id}) end as new_security_id,
        p.fraction, p.in_lieu::bigint as cash_in_lieu_minor,
        (p.side * p.fraction_cost)::bigint as fraction_cost_minor,
        (p.side * p.taken)::bigint as old_units,
        (p.side * p.cost_moved)::bigint as cost_moved_minor,
        (p.side * p.cost_out)::bigint as cost_out_minor,
        (p.side * (case when ${IS_SOLD} then p.principal_minor - p.cost_out else 0 end
          + p.in_lieu - p.fraction_cost))::bigint as gain_minor,
        case when p.gross = 0 and p.u = 0 and p.in_lieu = 0 and p.taken = 0 and p.cost_moved = 0
            then 'NOTHING_DUE'
          when p.side < 0 then 'CLAIM'
          else ${status === 'CANCELLED' ? 'CANCELLED' : state[status]} end as state,
        case when p."ownKind" is not null then ${terms.effectiveDate}::date end as effective_date,
        p."isPending" and p.side > 0 as is_pending
      from costed p
    )`;
}
