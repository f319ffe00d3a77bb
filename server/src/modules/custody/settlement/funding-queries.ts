// SQL for funding rows. Each row contains an event's money in one office and currency.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import { BY_FIRM, CASH, OPEN, takeBacksOf, WITH_PRIOR } from './amount-queries.js';

/** The office and currency of a funding row. */
export interface FundingKey {
  readonly office_id: bigint;
  readonly currency: string;
}

/** A stored funding row. Amounts are in minor units. */
export interface FundingRow extends FundingKey {
  readonly received_minor: bigint;
  readonly paid_minor: bigint;
  readonly rounding_minor: bigint;
  readonly advanced_minor: bigint;
  readonly advance_limit_minor: bigint;
  readonly underfunded_on: BusinessDate | null;
  readonly corporate_action_id: bigint;
}

/** A funding row, with the amount still to be paid from it. */
export interface FundingNeed extends FundingRow {
  /** The amount that is due but not paid, less the amount to be reversed. */
  readonly open_minor: bigint;
  /** The number of portfolios that the firm pays or has paid. */
  readonly portfolios: bigint;
}

function needsOf(eventIds: readonly bigint[]): Sql {
  return sql`
    select n.corporate_action_id, n.office_id, n.currency, sum(n.open_minor)::bigint as open_minor
    from (
      select e.corporate_action_id, e.office_id, e.currency, ${OPEN} as open_minor
      from entitlement e
      join corporate_action a on a.id = e.corporate_action_id
      ${WITH_PRIOR}
      where e.corporate_action_id = any(${[...eventIds]}::bigint[]) and e.state = 'DUE'
        and ${BY_FIRM} and a.status <> 'CANCELLED'
      union all
      select e.corporate_action_id, e.office_id, e.currency, -b.paid_minor - b.tax_minor
      from (${takeBacksOf(eventIds)}) b join entitlement e on e.id = b.id
    ) n group by 1, 2, 3`;
}

/**
 * Selects the funding rows of events with the amount still to be paid, by event, office and
 * currency.
 */
export function selectNeeds(
  on: Database | Tx,
  eventIds: readonly bigint[],
): Promise<FundingNeed[]> {
  return on.query<FundingNeed>(sql`
    with need as (${needsOf(eventIds)}), held as (
      select e.corporate_action_id, e.office_id, e.currency,
        count(distinct e.portfolio_id) as portfolios
      from entitlement e join corporate_action a on a.id = e.corporate_action_id
      where e.corporate_action_id = any(${[...eventIds]}::bigint[])
        and e.state in ('DUE', 'PAID') and e.route = 'FIRM' and ${CASH} > 0
      group by 1, 2, 3
    ), funded as (
      select * from event_funding where corporate_action_id = any(${[...eventIds]}::bigint[])
    )
    select corporate_action_id, office_id, currency,
      coalesce(f.received_minor, 0) as received_minor,
      coalesce(f.paid_minor, 0) as paid_minor, coalesce(f.rounding_minor, 0) as rounding_minor,
      coalesce(f.advanced_minor, 0) as advanced_minor,
      coalesce(f.advance_limit_minor, 0) as advance_limit_minor, f.underfunded_on,
      coalesce(n.open_minor, 0) as open_minor, coalesce(h.portfolios, 0) as portfolios
    from funded f
    full join need n using (corporate_action_id, office_id, currency)
    left join held h using (corporate_action_id, office_id, currency)
    order by corporate_action_id, office_id, currency`);
}

/** Creates missing funding rows of an event, and locks the rows in order. */
export async function lockFunding(
  tx: Tx,
  eventId: bigint,
  keys: readonly FundingKey[],
): Promise<FundingRow[]> {
  const given = toJson(keys.map(({ office_id, currency }) => ({ office_id, currency })));
  const parts = sql`jsonb_to_recordset(${given}::jsonb) as k (office_id bigint, currency text)`;
  await tx.query(sql`
    insert into event_funding (corporate_action_id, office_id, currency)
    select distinct ${eventId}::bigint, k.office_id, k.currency from ${parts} order by 2, 3
    on conflict do nothing`);
  return tx.query<FundingRow>(sql`
    select f.* from event_funding f
    where f.corporate_action_id = ${eventId}
      and (f.office_id, f.currency) in (select k.office_id, k.currency from ${parts})
    order by f.office_id, f.currency for update`);
}

/** A change to a funding row, in minor units. Absent amounts do not change. */
export interface FundingChange extends FundingKey {
  readonly received?: bigint;
  readonly paid?: bigint;
  readonly rounding?: bigint;
  readonly advanced?: bigint;
  readonly advanceLimit?: bigint;
}

/** Adds changes to funding rows, one per row. The rows must exist and be locked. */
export async function addToFunding(
  tx: Tx,
  eventId: bigint,
  changes: readonly FundingChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(sql`
    update event_funding f set received_minor = f.received_minor + coalesce(c.received, 0),
      paid_minor = f.paid_minor + coalesce(c.paid, 0),
      rounding_minor = f.rounding_minor + coalesce(c.rounding, 0),
      advanced_minor = f.advanced_minor + coalesce(c.advanced, 0),
      advance_limit_minor = f.advance_limit_minor + coalesce(c."advanceLimit", 0)
    from jsonb_to_recordset(${toJson(changes)}::jsonb) as c (office_id bigint, currency text,
      received bigint, paid bigint, rounding bigint, advanced bigint, "advanceLimit" bigint)
    where f.corporate_action_id = ${eventId} and f.office_id = c.office_id
      and f.currency = c.currency`);
}

/**
 * Records that an event's shortfall was reported on a date. Returns the funding rows that had not
 * been reported on this date.
 */
export function markUnderfunded(
  tx: Tx,
  eventId: bigint,
  { keys, on }: { readonly keys: readonly FundingKey[]; readonly on: BusinessDate },
): Promise<FundingKey[]> {
  const given = toJson(keys.map(({ office_id, currency }) => ({ office_id, currency })));
  return tx.query<FundingKey>(sql`
    update event_funding f set underfunded_on = ${on}
    from jsonb_to_recordset(${given}::jsonb) as k (office_id bigint, currency text)
    where f.corporate_action_id = ${eventId} and f.office_id = k.office_id
      and f.currency = k.currency and f.underfunded_on is distinct from ${on}
    returning f.office_id, f.currency`);
}

/** Returns whether the firm has an advance outstanding for an event. */
export async function hasAdvances(tx: Tx, eventId: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    select from event_funding
    where corporate_action_id = ${eventId} and advanced_minor > 0 limit 1`);
  return rows.length > 0;
}
