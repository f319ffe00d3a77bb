// SQL that lists corporate actions, and computes the sums shown for one event.

import type { Database, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { CorporateActionRow, EventProgress } from '../record/queries.js';
import { LINKED_NAME } from './queries.js';
import type { DateType, EventFilter } from './schema.js';

type On = Database | Tx;

/** An event with the names shown in its record, and its sort date. */
export interface ListedEvent extends CorporateActionRow {
  readonly security_name: string;
  readonly currency: string;
  readonly linked_name: string | null;
  readonly distinct_name: string | null;
  /** The sort date; `infinity` if the event does not have one. */
  readonly place_date: string;
}

/** A position in the list: sort date and event id. */
export interface EventPlace {
  readonly date: string;
  readonly id: bigint;
}

const DATES: Readonly<Record<DateType, Sql>> = {
  EX: sql`a.ex_date`,
  QUALIFICATION: sql`a.qualification_date`,
  PAYMENT: sql`a.payment_date`,
  // A deadline is shown on its date in the exchange's time zone.
  DEADLINE: sql`(a.deadline at time zone x.time_zone)::date`,
};

const TABLES = sql`
  corporate_action a
  join security s on s.id = a.security_id
  join exchange x on x.id = s.exchange_id`;

function eventsWhere({
  securityName,
  kind,
  status,
  progress,
  from,
  to,
  dateType,
}: EventFilter): Sql {
  const date = DATES[dateType ?? 'EX'];
  return joinSql(
    [
      sql`true`,
      ...(securityName === undefined ? [] : [sql`s.id = security_id_of(${securityName})`]),
      ...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
      ...(status === undefined ? [] : [sql`a.status = ${status}`]),
      ...(progress === undefined ? [] : [sql`a.progress = ${progress}`]),
      ...(from === undefined ? [] : [sql`${date} >= ${from}`]),
      ...(to === undefined ? [] : [sql`${date} <= ${to}`]),
    ],
    ' and ',
  );
}

const listed = (dateType: DateType | undefined): Sql => sql`
  select a.*, s.name as security_name, s.currency,
    ${LINKED_NAME} as linked_name,
    (select d.name from corporate_action d where d.id = a.distinct_from_id) as distinct_name,
    coalesce(${DATES[dateType ?? 'EX']}, 'infinity')::text as place_date
  from ${TABLES}`;

/** Reads one event as shown in lists; undefined if the id is unknown. */
export async function selectListedEvent(on: On, id: bigint): Promise<ListedEvent | undefined> {
  const [row] = await on.query<ListedEvent>(sql`${listed(undefined)} where a.id = ${id}`);
  return row;
}

/** The rows to read, which start after a position or at an offset. */
interface Rows {
  readonly after: EventPlace | null;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads events that match the filter, latest date first; events without a date come before all
 * others.
 */
export function selectListedEvents(
  on: On,
  filter: EventFilter,
  { after, offset, limit }: Rows,
): Promise<ListedEvent[]> {
  const place = sql`(coalesce(${DATES[filter.dateType ?? 'EX']}, 'infinity'), a.id)`;
  const before =
    after === null ? sql`true` : sql`${place} < (${after.date}::date, ${after.id}::bigint)`;
  return on.query<ListedEvent>(sql`${listed(filter.dateType)}
    where ${eventsWhere(filter)} and ${before}
    order by ${place} desc limit ${limit} offset ${offset}`);
}

/** Counts the events that match the filter, by progress. */
export function countEvents(
  on: On,
  filter: EventFilter,
): Promise<{ progress: EventProgress; count: bigint }[]> {
  return on.query(sql`
    select a.progress, count(*) as count from ${TABLES}
    where ${eventsWhere(filter)} group by a.progress`);
}

/** The sums of an event's entitlements in force. */
export interface EntitlementSum {
  readonly state: string;
  readonly route: string;
  readonly currency: string;
  readonly count: bigint;
  readonly eligible_quantity: bigint;
  readonly new_units: bigint;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly withheld_minor: bigint;
  readonly net_minor: bigint;
}

/** Sums an event's entitlements in force at given offices, by state, route and currency. */
export function sumEntitlements(
  on: On,
  eventId: bigint,
  offices: readonly bigint[] | undefined,
): Promise<EntitlementSum[]> {
  return on.query<EntitlementSum>(sql`
    select e.state, e.route, e.currency, count(*) as count,
      sum(e.eligible_quantity)::bigint as eligible_quantity, sum(e.new_units)::bigint as new_units,
      sum(e.gross_minor)::bigint as gross_minor, sum(e.tax_minor)::bigint as tax_minor,
      sum(e.withheld_minor)::bigint as withheld_minor, sum(e.net_minor)::bigint as net_minor
    from entitlement e
    where e.corporate_action_id = ${eventId} and e.state not in ('SUPERSEDED', 'CANCELLED')
      and ${inOffices(sql`e.office_id`, offices)}
    group by e.state, e.route, e.currency order by e.currency, e.route, e.state`);
}

/** An event's money at an office. */
export interface FundingSum {
  readonly office_name: string;
  readonly currency: string;
  readonly due_minor: bigint;
  readonly received_minor: bigint;
  readonly paid_minor: bigint;
  readonly rounding_minor: bigint;
  readonly advanced_minor: bigint;
}

/** Sums an event's due, received and paid amounts, by office and currency. */
export function sumFunding(
  on: On,
  eventId: bigint,
  offices: readonly bigint[] | undefined,
): Promise<FundingSum[]> {
  return on.query<FundingSum>(sql`
    with due as (
      select e.office_id, e.currency, sum(e.net_minor + e.cash_in_lieu_minor)::bigint as due_minor
      from entitlement e
      where e.corporate_action_id = ${eventId} and e.route = 'FIRM' and e.state in ('DUE', 'PAID')
        and ${inOffices(sql`e.office_id`, offices)}
      group by e.office_id, e.currency
    ), funding as (
      select f.* from event_funding f
      where f.corporate_action_id = ${eventId} and ${inOffices(sql`f.office_id`, offices)}
    )
    select o.name as office_name, sums.currency, coalesce(due_minor, 0) as due_minor,
      coalesce(received_minor, 0) as received_minor, coalesce(paid_minor, 0) as paid_minor,
      coalesce(rounding_minor, 0) as rounding_minor, coalesce(advanced_minor, 0) as advanced_minor
    from (select * from due full join funding using (office_id, currency)) sums
    join business_office o on o.id = sums.office_id
    order by o.name, sums.currency`);
}
