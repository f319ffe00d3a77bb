// SQL for allotments by the registrar.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { EventKind } from '../rule/kind.js';

export const ALLOTMENT_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const;
type AllotmentState = (typeof ALLOTMENT_STATES)[number];

/** An allotment with its event and the sums of its rows. */
export interface AllotmentRow {
  readonly id: bigint;
  readonly corporate_action_id: bigint;
  readonly event_name: string;
  readonly kind: EventKind;
  readonly security_name: string;
  readonly label: string;
  readonly state: AllotmentState;
  readonly elections: bigint;
  readonly units: bigint;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT: Sql = sql`
  select t.*, a.name as event_name, a.kind, s.name as security_name, r.elections, r.units
  from election_allotment t
  join corporate_action a on a.id = t.corporate_action_id
  join security s on s.id = a.security_id
  cross join lateral (
    select count(*) as elections, coalesce(sum(quantity), 0)::bigint as units
    from election_allotment_row where allotment_id = t.id
  ) r`;

/** Reads one allotment; undefined if there is none. */
export async function selectAllotment(
  on: Database | Tx,
  id: bigint,
): Promise<AllotmentRow | undefined> {
  const [row] = await on.query<AllotmentRow>(sql`${SELECT} where t.id = ${id}`);
  return row;
}

/** Locks an allotment. */
export async function lockAllotment(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select id from election_allotment where id = ${id} for update`);
}

/** Filters for listing allotments; undefined members are ignored. */
export interface AllotmentFilter {
  readonly eventId: bigint | undefined;
  readonly state: AllotmentState | undefined;
}

function matching({ eventId, state }: AllotmentFilter): Sql {
  return sql`(${eventId ?? null}::bigint is null or t.corporate_action_id = ${eventId ?? null})
    and (${state ?? null}::text is null or t.state = ${state ?? null})`;
}

/** Selects a page of allotments, newest first, plus one extra row to detect a next page. */
export function selectAllotments(
  on: Database,
  filter: AllotmentFilter,
  page: PageRequest,
): Promise<AllotmentRow[]> {
  return on.query<AllotmentRow>(sql`${SELECT}
    where ${matching(filter)} and (${page.after}::bigint is null or t.id < ${page.after})
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countAllotments(on: Database, filter: AllotmentFilter): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from election_allotment t where ${matching(filter)}`,
  );
}

/** The allotment of one election. */
export interface Allotted {
  readonly electionId: bigint;
  readonly quantity: bigint;
}

interface Stamp {
  readonly by: string;
  readonly at: Instant;
}

/** Stores an allotment that another person has to approve. */
export async function insertAllotment(
  tx: Tx,
  row: Pick<
    AllotmentRow,
    'id' | 'corporate_action_id' | 'label' | 'creator_kind' | 'creator_id'
  > & { readonly allotted: readonly Allotted[] },
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into election_allotment (id, corporate_action_id, label, state, creator_kind, creator_id,
      created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.corporate_action_id}, ${row.label}, 'PENDING', ${row.creator_kind},
      ${row.creator_id}, ${by}, ${at}, ${by}, ${at})`);
  await tx.query(sql`
    insert into election_allotment_row (allotment_id, election_id, quantity)
    select ${row.id}, r."electionId", r.quantity
    from jsonb_to_recordset(${toJson(row.allotted)}::jsonb) as r ("electionId" bigint,
      quantity bigint)`);
}

/** Reads the rows of an allotment, by election. */
export function selectAllotted(tx: Tx, id: bigint): Promise<Allotted[]> {
  return tx.query<Allotted>(sql`
    select election_id as "electionId", quantity from election_allotment_row
    where allotment_id = ${id} order by election_id`);
}

/** Stores the decision on an allotment that the caller has locked. */
export async function decideAllotment(
  tx: Tx,
  decision: {
    readonly id: bigint;
    readonly state: 'APPROVED' | 'REJECTED';
    readonly reason: string | undefined;
  },
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    update election_allotment set state = ${decision.state}, decided_by = ${by},
      decided_at = ${at}, decision_reason = ${decision.reason ?? null}, version = version + 1,
      modified_by = ${by}, modified_at = ${at}
    where id = ${decision.id}`);
}

/**
 * Rejects the pending allotments of an event, except those that another transaction is deciding.
 */
export async function rejectAllotments(
  tx: Tx,
  { eventId, reason }: { readonly eventId: bigint; readonly reason: string },
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    update election_allotment set state = 'REJECTED', decided_by = ${by}, decided_at = ${at},
      decision_reason = ${reason}, version = version + 1, modified_by = ${by}, modified_at = ${at}
    where id in (
      select id from election_allotment
      where corporate_action_id = ${eventId} and state = 'PENDING'
      order by id for update skip locked)`);
}

/** An election that can receive an allotment. Amounts are in minor units. */
export interface AllottableRow {
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly option_number: number;
  readonly state: string;
  readonly quantity: bigint;
  readonly additional_quantity: bigint;
  readonly paid_minor: bigint;
  readonly currency: string;
  readonly cash_account_id: bigint | null;
  readonly account_office_id: bigint | null;
}

/** Reads elections of an event by id. The caller has locked the event. */
export function selectAllottable(
  tx: Tx,
  eventId: bigint,
  ids: readonly bigint[],
): Promise<AllottableRow[]> {
  return tx.query<AllottableRow>(sql`
    select e.id, e.portfolio_id, e.customer_id, e.office_id, e.option_number, e.state, e.quantity,
      e.additional_quantity, e.paid_minor, e.currency, e.cash_account_id,
      c.office_id as account_office_id
    from election e left join account c on c.id = e.cash_account_id
    where e.corporate_action_id = ${eventId} and e.id = any(${[...ids]}::bigint[])
    order by e.id`);
}

/** The values to store when an allotment settles an election. */
export interface SettledByAllotment {
  readonly id: bigint;
  readonly state: 'SETTLED' | 'PART_SETTLED';
  readonly allotted: bigint;
  readonly refundMinor: bigint;
  /**
   * The cost of allotted shares, in minor units; the shares are pending until they are delivered.
   */
  readonly costMinor: bigint;
  readonly newUnits: bigint;
  readonly journalId: bigint | null;
}

/** Stores the allotments of elections. */
export async function storeAllotted(
  tx: Tx,
  rows: readonly SettledByAllotment[],
  { by, at, shareId }: Stamp & { readonly shareId: bigint | null },
): Promise<void> {
  await tx.query(sql`
    update election e set state = r.state, allotted_quantity = r.allotted,
      refunded_minor = r."refundMinor", allotment_journal_id = r."journalId",
      new_units = e.new_units + r."newUnits", pending_units = e.pending_units + r."newUnits",
      new_security_id = case when e.new_units + r."newUnits" > 0 then ${shareId}::bigint end,
      version = e.version + 1, modified_by = ${by}, modified_at = ${at}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id bigint, state text, allotted bigint,
      "refundMinor" bigint, "newUnits" bigint, "journalId" bigint)
    where e.id = r.id`);
}

/** Stores the movements of allotted shares, which are pending until they are delivered. */
export async function moveAllotted(
  tx: Tx,
  rows: readonly SettledByAllotment[],
  { shareId, date }: { readonly shareId: bigint; readonly date: BusinessDate },
): Promise<void> {
  const coming = rows.filter(({ newUnits }) => newUnits > 0n);
  if (coming.length === 0) return;
  await tx.query(sql`
    select move_holdings(jsonb_agg(jsonb_build_object('portfolioId', e.portfolio_id,
      'securityId', s.id, 'kind', 'TAKE_UP', 'effectiveDate', ${date}::date,
      'currency', s.currency, 'sourceType', 'ELECTION', 'sourceId', e.id, 'sourceLine', 3,
      'quantity', r."newUnits", 'costMinor', r."costMinor", 'proceedsMinor', 0, 'gainMinor', 0,
      'pendingQuantity', r."newUnits")))
    from jsonb_to_recordset(${toJson(coming)}::jsonb) as r (id bigint, "newUnits" bigint,
      "costMinor" bigint)
    join election e on e.id = r.id join security s on s.id = ${shareId}`);
}
