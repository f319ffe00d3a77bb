// SQL for lists of entitlements.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { EventKind } from '../rule/kind.js';

export const ENTITLEMENT_STATES = [
  'PROVISIONAL',
  'DUE',
  'PAID',
  'CLAIM',
  'SUPERSEDED',
  'CANCELLED',
  'NOTHING_DUE',
  'DEFAULTED',
] as const;

/** PROVISIONAL: the event is announced. CLAIM: the portfolio is short and owes the amount. */
type EntitlementState = (typeof ENTITLEMENT_STATES)[number];

/** The amounts of an entitlement, in minor units, with the names of related records. */
export interface EntitlementAmountsRow {
  readonly event_name: string;
  readonly kind: EventKind;
  readonly ex_date: BusinessDate;
  readonly payment_date: BusinessDate | null;
  readonly security_name: string;
  readonly portfolio_id: bigint;
  readonly portfolio_name: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly office_name: string;
  readonly option_number: number;
  readonly state: EntitlementState;
  readonly eligible_quantity: bigint;
  readonly cost_before_minor: bigint;
  readonly currency: string;
  readonly gross_minor: bigint;
  readonly principal_minor: bigint;
  readonly tax_minor: bigint;
  readonly withheld_minor: bigint;
  readonly tax_reclaim_minor: bigint;
  readonly net_minor: bigint;
  readonly reinvested_minor: bigint;
  readonly new_units: bigint;
  readonly new_security_name: string | null;
  readonly fraction: Decimal;
  readonly cash_in_lieu_minor: bigint;
  readonly old_units: bigint;
  readonly cost_moved_minor: bigint;
  readonly gain_minor: bigint;
  readonly route: 'DIRECT' | 'FIRM';
}

/** A stored entitlement. */
export interface EntitlementRow extends EntitlementAmountsRow {
  readonly id: bigint;
  readonly corporate_action_id: bigint;
  readonly office_id: bigint;
  readonly revision: number;
  readonly terms_version: number;
  readonly pending_units: bigint;
  readonly effective_date: BusinessDate | null;
  readonly delivered_on: BusinessDate | null;
  readonly paid_on: BusinessDate | null;
  readonly paid_minor: bigint;
  readonly journal_id: bigint | null;
  readonly reason: string | null;
  readonly recorded_at: Instant;
}

/** Joins the records to which an entitlement `e` refers. */
export const ENTITLEMENT_NAMES: Sql = sql`
  join portfolio p on p.id = e.portfolio_id
  join customer c on c.id = e.customer_id
  join business_office f on f.id = e.office_id
  left join security n on n.id = e.new_security_id`;

const FROM: Sql = sql`
  from entitlement e
  join corporate_action a on a.id = e.corporate_action_id
  join security s on s.id = a.security_id ${ENTITLEMENT_NAMES}`;

const SELECT: Sql = sql`
  select e.*, a.name as event_name, a.kind, a.ex_date, a.payment_date, s.name as security_name,
    p.name as portfolio_name, c.name as customer_name, f.name as office_name,
    n.name as new_security_name
  ${FROM}`;

/**
 * Filters for listing entitlements. All must match; an undefined filter matches every entitlement.
 */
export interface EntitlementFilter {
  readonly offices: readonly bigint[] | undefined;
  /** The only customer whose entitlements the caller may see. */
  readonly ownerId: bigint | undefined;
  readonly eventId: bigint | undefined;
  readonly portfolioId: bigint | undefined;
  readonly customerId: bigint | undefined;
  readonly officeId: bigint | undefined;
  /** Undefined selects all entitlements that were not superseded or cancelled. */
  readonly state: EntitlementState | undefined;
  readonly route: 'DIRECT' | 'FIRM' | undefined;
  /** The first and the last ex-date. */
  readonly from: BusinessDate | undefined;
  readonly until: BusinessDate | undefined;
}

function matching(filter: EntitlementFilter): Sql {
  const { ownerId, eventId, portfolioId, customerId, officeId, state, route, from, until } = filter;
  return joinSql(
    [
      inOffices(sql`e.office_id`, filter.offices),
      ...(ownerId === undefined ? [] : [sql`e.customer_id = ${ownerId}`]),
      ...(eventId === undefined ? [] : [sql`e.corporate_action_id = ${eventId}`]),
      ...(portfolioId === undefined ? [] : [sql`e.portfolio_id = ${portfolioId}`]),
      ...(customerId === undefined ? [] : [sql`e.customer_id = ${customerId}`]),
      ...(officeId === undefined ? [] : [sql`e.office_id = ${officeId}`]),
      state === undefined
        ? sql`e.state not in ('SUPERSEDED', 'CANCELLED')`
        : sql`e.state = ${state}`,
      ...(route === undefined ? [] : [sql`e.route = ${route}`]),
      ...(from === undefined ? [] : [sql`a.ex_date >= ${from}`]),
      ...(until === undefined ? [] : [sql`a.ex_date <= ${until}`]),
    ],
    ' and ',
  );
}

/** Selects a page of entitlements, newest first, plus one extra row to detect a next page. */
export function selectEntitlements(
  on: Database | Tx,
  filter: EntitlementFilter,
  page: PageRequest,
): Promise<EntitlementRow[]> {
  return on.query<EntitlementRow>(sql`${SELECT}
    where ${matching(filter)} and (${page.after}::bigint is null or e.id < ${page.after})
    order by e.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countEntitlements(on: Database, filter: EntitlementFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count ${FROM} where ${matching(filter)}`);
}

/** Reads one entitlement; undefined if there is none. */
export async function selectEntitlement(
  on: Database,
  id: bigint,
): Promise<EntitlementRow | undefined> {
  const [row] = await on.query<EntitlementRow>(sql`${SELECT} where e.id = ${id}`);
  return row;
}

/** Reads all revisions of an entitlement, oldest first. */
export function selectRevisions(on: Database, row: EntitlementRow): Promise<EntitlementRow[]> {
  return on.query<EntitlementRow>(sql`${SELECT}
    where e.corporate_action_id = ${row.corporate_action_id}
      and e.portfolio_id = ${row.portfolio_id} and e.option_number = ${row.option_number}
    order by e.revision`);
}
