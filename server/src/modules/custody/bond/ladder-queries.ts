// SQL for the ladder of bonds: the bonds that are held, and the sums of expected payments.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { EntitlingTerms } from '../entitlement/amount-queries.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, selectEvents } from '../record/queries.js';
import { type BondRow, selectBondsThat } from './queries.js';

/** Whose bonds to include. */
export interface LadderFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly ownerId: bigint | undefined;
  readonly customerId: bigint | undefined;
  readonly portfolioId: bigint | undefined;
  readonly officeId: bigint | undefined;
}

/** The payments of one event or scheduled date in one currency. Amounts are in minor units. */
export interface LadderSum {
  readonly currency: string;
  readonly portfolios: bigint;
  readonly quantity: bigint;
  readonly interest_minor: bigint;
  readonly principal_minor: bigint;
  readonly tax_minor: bigint;
  readonly withheld_minor: bigint;
  readonly net_minor: bigint;
}

/** A sum of stored entitlements, with its event. */
interface StoredSum
  extends LadderSum,
    Pick<CorporateActionRow, 'id' | 'name' | 'kind' | 'status' | 'ex_date' | 'payment_date'> {
  readonly security_name: string;
}

// Portfolios `p`.
function included({ offices, ownerId, customerId, portfolioId, officeId }: LadderFilter): Sql {
  return sql`${inOffices(sql`p.office_id`, offices)}
    and (${ownerId ?? null}::bigint is null or p.customer_id = ${ownerId ?? null})
    and (${customerId ?? null}::bigint is null or p.customer_id = ${customerId ?? null})
    and (${portfolioId ?? null}::bigint is null or p.id = ${portfolioId ?? null})
    and (${officeId ?? null}::bigint is null or p.office_id = ${officeId ?? null})`;
}

const SUMS: Sql = sql`count(*) as portfolios, sum(e.eligible_quantity)::bigint as quantity,
  sum(e.gross_minor - e.principal_minor)::bigint as interest_minor,
  sum(e.principal_minor)::bigint as principal_minor, sum(e.tax_minor)::bigint as tax_minor,
  sum(e.withheld_minor)::bigint as withheld_minor, sum(e.net_minor)::bigint as net_minor`;

/** Selects the active bonds that the portfolios hold or have held, by id. */
export function selectLadderBonds(tx: Tx, filter: LadderFilter): Promise<BondRow[]> {
  return selectBondsThat(
    tx,
    sql`s.active and exists (
      select from holding h join portfolio p on p.id = h.portfolio_id
      where h.security_id = s.id and ${included(filter)})`,
  );
}

/** Selects the announced payments of bonds whose ex-date has not come, until a date. */
export function selectComingPayments(
  tx: Tx,
  bonds: readonly BondRow[],
  until: BusinessDate,
): Promise<CorporateActionRow[]> {
  return selectEvents(
    tx,
    sql`a.progress = 'OPEN' and a.status in ('ANNOUNCED', 'CONFIRMED')
      and a.kind in ('INTR', 'REDM', 'PCAL', 'MCAL')
      and coalesce(a.payment_date, a.ex_date) <= ${until}
      and a.security_id = any(${bonds.map(({ id }) => id)}::bigint[])`,
  );
}

/** A sum of expected payments, with the place of its event in the list. */
interface ExpectedSum extends LadderSum {
  readonly place: number;
}

/**
 * Sums the expected payments of events by event and currency, by the positions as they are now. One
 * statement computes all events: they pay cash to all holders, without elections and without flags
 * on trades. A test compares the amounts with those of the entitlements.
 */
export function sumExpected(
  tx: Tx,
  events: readonly EntitlingTerms[],
  filter: LadderFilter,
): Promise<ExpectedSum[]> {
  const payments = events.flatMap((terms, place) => paymentsOf(terms, place));
  const rules = events.flatMap(({ tax }, place) =>
    tax.rules.map(({ payerClass = null, percent }) => ({ place, payerClass, percent })),
  );
  return tx.query<ExpectedSum>(sql`
    with payment as materialized (
      select * from jsonb_to_recordset(${toJson(payments)}::jsonb) as t (place integer,
        "securityId" bigint, "exDate" date, "isSettled" boolean, currency text, income numeric,
        principal numeric, "takenPercent" numeric, "isFromAll" boolean, "taxClass" text,
        "taxDate" date)
    ), rule as materialized (
      select * from jsonb_to_recordset(${toJson(rules)}::jsonb)
        as r (place integer, "payerClass" text, percent numeric)
    ), held as materialized (
      select t.*, p.customer_id, payer_class_of(c) as payer_class,
        case when t."isSettled" then settled_units(h.portfolio_id, h.security_id, t."exDate")
          else (select b.quantity from position_before(h, t."exDate", false) b) end as units
      from payment t
      join holding h on h.security_id = t."securityId"
      join portfolio p on p.id = h.portfolio_id
      join customer c on c.id = p.customer_id
      where ${included(filter)}
    ), due as materialized (
      select h.*, round(h.income * h.units) as income_minor,
        round(h.principal * case when h."takenPercent" = 0 then h.units
          else div(h.units * h."takenPercent", 100) end) as principal_minor,
        exists (
          select from withholding_exemption x
          where x.customer_id = h.customer_id and x.instrument_class = h."taxClass"
            and x.valid_from <= h."taxDate" and coalesce(x.valid_to, 'infinity') >= h."taxDate")
          as is_exempt
      from held h where h.units > 0
    ), taxed as (
      select d.*, own.tax, case when d."isFromAll" then own.from_all else own.tax end as withheld
      from due d
      cross join lateral (
        select coalesce(sum(t.minor) filter (where not d.is_exempt), 0) as tax,
          coalesce(sum(t.minor) filter (where t."payerClass" is null), 0) as from_all
        from (
          select r."payerClass", round(d.income_minor * r.percent * 0.01) as minor from rule r
          where r.place = d.place and (r."payerClass" is null or r."payerClass" = d.payer_class)
        ) t
      ) own
    )
    select e.place, e.currency, count(*) as portfolios, sum(e.units)::bigint as quantity,
      sum(e.income_minor)::bigint as interest_minor,
      sum(e.principal_minor)::bigint as principal_minor, sum(e.tax)::bigint as tax_minor,
      sum(e.withheld)::bigint as withheld_minor,
      sum(e.income_minor + e.principal_minor - e.withheld)::bigint as net_minor
    from taxed e where e.income_minor + e.principal_minor > 0
    group by e.place, e.currency order by e.place, e.currency`);
}

// The payments of an event to all its holders.
function paymentsOf({ event, basis, options, tax, ...terms }: EntitlingTerms, place: number) {
  return options
    .filter(({ takesRest }) => takesRest)
    .map(({ currency, income, principal, takenPercent }) => ({
      ...{ place, currency, income, principal, takenPercent },
      ...{ securityId: event.security_id, exDate: event.ex_date, isSettled: basis === 'SETTLED' },
      isFromAll: tax.withheldBy === 'ISSUER' && !tax.issuerExempts,
      ...{ taxClass: terms.taxClass, taxDate: terms.taxDate },
    }));
}

/** Sums the stored entitlements to payments of bonds that are not paid, by event and currency. */
export function sumUnpaid(tx: Tx, filter: LadderFilter, until: BusinessDate): Promise<StoredSum[]> {
  return tx.query<StoredSum>(sql`
    select a.id, a.name, a.kind, a.status, a.ex_date, a.payment_date,
      s.name as security_name,
      e.currency, ${SUMS}
    from corporate_action a
    join security s on s.id = a.security_id
    join entitlement e on e.corporate_action_id = a.id
    join portfolio p on p.id = e.portfolio_id
    where a.kind in ('INTR', 'REDM', 'PCAL', 'MCAL') and a.progress in ('ENTITLED', 'PART_PAID')
      and a.status in ('ANNOUNCED', 'CONFIRMED') and e.state in ('PROVISIONAL', 'DUE')
      and coalesce(a.payment_date, a.ex_date) <= ${until} and ${included(filter)}
    group by a.id, s.name, e.currency order by a.id, e.currency
    limit ${CUSTODY.ladderPaymentsMax + 1}`);
}
