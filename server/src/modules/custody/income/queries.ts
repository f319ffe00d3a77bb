// SQL for a customer's income from securities.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { type BondRow, selectBondsThat } from '../bond/queries.js';
import { type EntitlingTerms, entitlementsNow } from '../entitlement/amount-queries.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, type EventKind, selectEvents } from '../record/queries.js';

/** The customer's data for the income statement. */
export interface IncomeHolder {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_id: bigint;
  readonly time_zone: string;
  /** The address lines that are not empty. */
  readonly address: readonly string[];
}

export async function selectHolder(tx: Tx, customerId: bigint): Promise<IncomeHolder | undefined> {
  const [row] = await tx.query<
    Omit<IncomeHolder, 'address'> & { readonly address: readonly (string | null)[] }
  >(sql`
    select c.id, c.name, c.label, c.office_id, o.time_zone,
      json_build_array(c.details ->> 'primaryAddress1', c.details ->> 'primaryAddress2',
        c.details ->> 'primaryCity', c.details ->> 'primaryState',
        c.details ->> 'primaryCountry') as address
    from customer c join business_office o on o.id = c.office_id where c.id = ${customerId}`);
  if (row === undefined) return undefined;
  return { ...row, address: row.address.flatMap((line) => line || []) };
}

/** Income that was paid or reversed, or is expected. Amounts are in minor units. */
export interface IncomeRow {
  readonly entitlement_id: bigint | null;
  /** The payment date; null for expected income whose payment date is unknown. */
  readonly on_date: BusinessDate | null;
  readonly event_id: bigint | null;
  readonly event_name: string | null;
  readonly kind: EventKind;
  readonly security_name: string;
  readonly portfolio_name: string;
  readonly quantity: bigint;
  readonly currency: string;
  readonly route: 'DIRECT' | 'FIRM';
  readonly gross_minor: bigint;
  /** The part of the gross amount that is proceeds, not income. */
  readonly principal_minor: bigint;
  readonly tax_minor: bigint;
  readonly withheld_minor: bigint;
  readonly net_minor: bigint;
  readonly change: 'PAID' | 'CORRECTED' | 'REVERSED' | 'EXPECTED';
  readonly status: CorporateActionRow['status'] | null;
}

/** Filters for income. */
interface IncomeRange {
  readonly customerId: bigint;
  readonly from: BusinessDate;
  readonly until: BusinessDate;
  readonly currency: string | undefined;
}

// Only the registrar knows when it reversed a payment that it had made itself. Such income is
// therefore left out once the event is cancelled or nothing is due any more.
const IS_STILL_DUE: Sql = sql`exists (
  select from entitlement l
  where l.corporate_action_id = e.corporate_action_id and l.portfolio_id = e.portfolio_id
    and l.option_number = e.option_number and l.state in ('DUE', 'PAID'))`;

/**
 * Selects the payments to a customer and their reversals between two dates, by date. A correction
 * shows the difference from the amount paid earlier. Reads one row more than the limit.
 */
export function selectIncome(tx: Tx, range: IncomeRange): Promise<IncomeRow[]> {
  const { customerId, from, until, currency } = range;
  return tx.query<IncomeRow>(sql`
    with paid as (
      select e.*, e.paid_on as on_date, false as is_reversal from entitlement e
      where e.customer_id = ${customerId} and e.paid_on between ${from} and ${until}
        and (e.route = 'FIRM' or ${IS_STILL_DUE})
      union all
      select e.*, e.reversed_on, true from entitlement e
      where e.customer_id = ${customerId} and e.reversed_on between ${from} and ${until}
    )
    select p.id as entitlement_id, p.on_date, a.id as event_id, a.name as event_name, a.kind,
      s.name as security_name, f.name as portfolio_name, p.eligible_quantity as quantity,
      p.currency, p.route, a.status,
      case when p.is_reversal then 'REVERSED' when b.id is not null then 'CORRECTED' else 'PAID'
        end as change,
      case when p.is_reversal then 0 else p.gross_minor + p.cash_in_lieu_minor end
        - coalesce(b.gross_minor + b.cash_in_lieu_minor, 0) as gross_minor,
      case when p.is_reversal then 0 else p.principal_minor end - coalesce(b.principal_minor, 0)
        as principal_minor,
      case when p.is_reversal then 0 else p.tax_minor end - coalesce(b.tax_minor, 0) as tax_minor,
      case when p.is_reversal then 0 else p.withheld_minor end - coalesce(b.withheld_minor, 0)
        as withheld_minor,
      case when p.is_reversal then 0 else p.net_minor + p.cash_in_lieu_minor end
        - coalesce(b.net_minor + b.cash_in_lieu_minor, 0) as net_minor
    from paid p
    join corporate_action a on a.id = p.corporate_action_id
    join security s on s.id = a.security_id
    join portfolio f on f.id = p.portfolio_id
    left join lateral (
      select l.* from (
        select q.* from entitlement q
        where q.corporate_action_id = p.corporate_action_id and q.portfolio_id = p.portfolio_id
          and q.option_number = p.option_number and q.currency = p.currency
          and (p.is_reversal and q.revision <= p.revision or q.revision < p.revision)
          and (q.paid_on is not null or q.reversed_on is not null)
        order by q.revision desc limit 1
      ) l where l.paid_on is not null and (p.is_reversal or l.reversed_on is null)
    ) b on true
    where ${currency ?? null}::text is null or p.currency = ${currency ?? null}
    order by p.on_date, a.id, p.id, p.is_reversal limit ${CUSTODY.incomeRowsMax + 1}`);
}

/** Selects the unpaid entitlements of a customer up to a date, by date. */
export function selectExpected(
  tx: Tx,
  { customerId, until, currency }: Omit<IncomeRange, 'from'>,
): Promise<IncomeRow[]> {
  return tx.query<IncomeRow>(sql`
    select e.id as entitlement_id, a.payment_date as on_date, a.id as event_id,
      a.name as event_name, a.kind, s.name as security_name, f.name as portfolio_name,
      e.eligible_quantity as quantity, e.currency, e.route, a.status, 'EXPECTED' as change,
      e.gross_minor + e.cash_in_lieu_minor as gross_minor, e.principal_minor, e.tax_minor,
      e.withheld_minor,
      e.net_minor + e.cash_in_lieu_minor as net_minor
    from entitlement e
    join corporate_action a on a.id = e.corporate_action_id
    join security s on s.id = a.security_id
    join portfolio f on f.id = e.portfolio_id
    where e.customer_id = ${customerId} and e.state in ('PROVISIONAL', 'DUE')
      and (a.payment_date is null or a.payment_date <= ${until})
      and (${currency ?? null}::text is null or e.currency = ${currency ?? null})
    order by a.payment_date nulls last, a.id, e.id limit ${CUSTODY.incomeRowsMax + 1}`);
}

/** Selects the announced events with a future ex-date in securities that a customer holds. */
export function selectComingEvents(
  tx: Tx,
  customerId: bigint,
  until: BusinessDate,
): Promise<CorporateActionRow[]> {
  return selectEvents(
    tx,
    sql`a.progress = 'OPEN' and a.status in ('ANNOUNCED', 'CONFIRMED')
      and coalesce(a.payment_date, a.ex_date) <= ${until} and a.security_id in (
        select h.security_id from holding h join portfolio p on p.id = h.portfolio_id
        where p.customer_id = ${customerId} and h.quantity <> 0)`,
  );
}

/**
 * Selects the events of these securities that had been announced by a date and have a later
 * ex-date. Scheduled payments of bonds are left out.
 */
export function selectAnnounced(
  tx: Tx,
  securityIds: readonly bigint[],
  date: BusinessDate,
): Promise<CorporateActionRow[]> {
  return selectEvents(
    tx,
    sql`a.security_id = any(${[...securityIds]}::bigint[]) and a.ex_date > ${date}
      and a.status in ('ANNOUNCED', 'CONFIRMED')
      and a.kind not in ('INTR', 'REDM', 'PCAL', 'MCAL')
      and coalesce(a.announcement_date, a.created_at::date) <= ${date}`,
  );
}

/** An event with a future ex-date, stored or only scheduled. */
type ComingEvent = Pick<CorporateActionRow, 'kind' | 'status' | 'security_id' | 'payment_date'> & {
  readonly id: bigint;
  /** The event's name; null if no event has been announced. */
  readonly name: string | null;
};

/**
 * Computes the income that a customer would receive from an event with a future ex-date, by
 * portfolio.
 */
export function computeExpected(
  tx: Tx,
  event: ComingEvent,
  on: { readonly customerId: bigint; readonly terms: EntitlingTerms },
): Promise<IncomeRow[]> {
  const held = sql`p.customer_id = ${on.customerId}`;
  const eventId = event.name === null ? null : event.id;
  return tx.query<IncomeRow>(sql`
    with ${entitlementsNow(on.terms, held)}
    select null::bigint as entitlement_id, ${event.payment_date}::date as on_date,
      ${eventId}::bigint as event_id, ${event.name}::text as event_name, ${event.kind} as kind,
      s.name as security_name, f.name as portfolio_name, c.eligible_quantity as quantity,
      c.currency, c.route, ${event.name === null ? null : event.status}::text as status,
      'EXPECTED' as change, c.gross_minor + c.cash_in_lieu_minor as gross_minor,
      c.principal_minor, c.tax_minor, c.withheld_minor,
      c.net_minor + c.cash_in_lieu_minor as net_minor
    from computed c join portfolio f on f.id = c.portfolio_id
    join security s on s.id = ${event.security_id}
    where c.state in ('DUE', 'PROVISIONAL') and c.gross_minor + c.cash_in_lieu_minor > 0
    order by c.portfolio_id, c.option_number`);
}

/** Selects the active bonds that a customer holds, in id order. */
export function selectHeldBonds(tx: Tx, customerId: bigint): Promise<BondRow[]> {
  return selectBondsThat(
    tx,
    sql`s.active and s.id in (
      select h.security_id from holding h join portfolio p on p.id = h.portfolio_id
      where p.customer_id = ${customerId} and h.quantity > 0)`,
  );
}
