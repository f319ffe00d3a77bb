// SQL for event settlements, which are money from or to registrars. One function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

export type Direction = 'RECEIPT' | 'PAYMENT' | 'ADVANCE';
type SettlementState = 'PENDING' | 'POSTED' | 'REJECTED';

/** An event settlement with the names of its event, security and offices. */
export interface SettlementRow {
  readonly id: bigint;
  readonly name: string;
  readonly corporate_action_id: bigint;
  readonly event_name: string;
  readonly event_label: string;
  readonly event_kind: string;
  readonly security_name: string;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly bank_office_id: bigint;
  readonly bank_office_name: string;
  readonly direction: Direction;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly value_date: BusinessDate;
  readonly reference: string | null;
  readonly state: SettlementState;
  readonly journal_id: bigint | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_SETTLEMENT: Sql = sql`
  select t.*, a.name as event_name, a.label as event_label, a.kind as event_kind,
    s.name as security_name, o.name as office_name, b.name as bank_office_name
  from event_settlement t
  join corporate_action a on a.id = t.corporate_action_id
  join security s on s.id = a.security_id
  join business_office o on o.id = t.office_id
  join business_office b on b.id = t.bank_office_id`;

export async function selectSettlement(
  on: Database | Tx,
  id: bigint,
): Promise<SettlementRow | undefined> {
  const [row] = await on.query<SettlementRow>(sql`${SELECT_SETTLEMENT} where t.id = ${id}`);
  return row;
}

export async function lockSettlement(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select id from event_settlement where id = ${id} for update`);
}

/**
 * Locks the pending payments of an event, in id order. Leaves out payments that another transaction
 * has locked.
 */
export function lockPendingPayments(tx: Tx, eventId: bigint): Promise<{ readonly id: bigint }[]> {
  return tx.query(sql`
    select id from event_settlement
    where corporate_action_id = ${eventId} and state = 'PENDING' and direction = 'PAYMENT'
    order by id for update skip locked`);
}

/** An event settlement to store. */
type NewSettlement = Pick<
  SettlementRow,
  | 'id'
  | 'name'
  | 'corporate_action_id'
  | 'office_id'
  | 'bank_office_id'
  | 'direction'
  | 'amount_minor'
  | 'currency'
  | 'value_date'
  | 'reference'
  | 'creator_kind'
  | 'creator_id'
>;

export async function insertSettlement(
  tx: Tx,
  row: NewSettlement,
  made: { readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    insert into event_settlement (id, name, corporate_action_id, office_id, bank_office_id,
      direction, amount_minor, currency, value_date, reference, state, creator_kind, creator_id,
      created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.corporate_action_id}, ${row.office_id},
      ${row.bank_office_id}, ${row.direction}, ${row.amount_minor}, ${row.currency},
      ${row.value_date}, ${row.reference}, 'PENDING', ${row.creator_kind}, ${row.creator_id},
      ${made.by}, ${made.at}, ${made.by}, ${made.at})`);
}

/** Stores the decision on a settlement that the caller has locked. */
export async function decideSettlement(
  tx: Tx,
  decision: {
    readonly id: bigint;
    readonly state: 'POSTED' | 'REJECTED';
    readonly journalId?: bigint | undefined;
    readonly reason?: string | undefined;
  },
  made: { readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update event_settlement set state = ${decision.state},
      journal_id = ${decision.journalId ?? null}, decided_by = ${made.by},
      decided_at = ${made.at}, decision_reason = ${decision.reason ?? null},
      version = version + 1, modified_by = ${made.by}, modified_at = ${made.at}
    where id = ${decision.id}`);
}

/** Finds a corporate action by id, or else by name. */
export async function eventIdOf(
  tx: Tx,
  named: { readonly id: bigint | undefined; readonly name: string | undefined },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    select id from corporate_action
    where (${named.id ?? null}::bigint is null or id = ${named.id ?? null})
      and (${named.name ?? null}::text is null or name = ${named.name ?? null})
      and (${named.id ?? null}::bigint is not null or ${named.name ?? null}::text is not null)`);
  return row?.id;
}

/** Selects the currencies in which an event pays. */
export async function currenciesOf(tx: Tx, eventId: bigint): Promise<string[]> {
  const rows = await tx.query<{ currency: string }>(sql`
    select distinct coalesce(o.currency, s.currency) as currency
    from corporate_action_option o
    join corporate_action a on a.id = o.corporate_action_id
    join security s on s.id = a.security_id
    where a.id = ${eventId}
    union select currency from event_funding where corporate_action_id = ${eventId}
    order by 1`);
  return rows.map(({ currency }) => currency);
}

/** Filters for listing settlements; undefined members are ignored. */
export interface SettlementFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly eventId: bigint | undefined;
  readonly officeId: bigint | undefined;
  readonly state: SettlementState | undefined;
  readonly direction: Direction | undefined;
  readonly from: BusinessDate | undefined;
  readonly until: BusinessDate | undefined;
}

function matching(filter: SettlementFilter): Sql {
  const { eventId, officeId, state, direction, from, until } = filter;
  return sql`${inOffices(sql`t.office_id`, filter.offices)}
    and (${eventId ?? null}::bigint is null or t.corporate_action_id = ${eventId ?? null})
    and (${officeId ?? null}::bigint is null or t.office_id = ${officeId ?? null})
    and (${state ?? null}::text is null or t.state = ${state ?? null})
    and (${direction ?? null}::text is null or t.direction = ${direction ?? null})
    and (${from ?? null}::date is null or t.value_date >= ${from ?? null})
    and (${until ?? null}::date is null or t.value_date <= ${until ?? null})`;
}

/** Selects settlements, newest first. */
export function selectSettlements(
  on: Database | Tx,
  filter: SettlementFilter,
  page: Pick<PageRequest, 'after' | 'limit' | 'offset'>,
): Promise<SettlementRow[]> {
  return on.query(sql`${SELECT_SETTLEMENT}
    where ${matching(filter)} and (${page.after}::bigint is null or t.id < ${page.after})
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countSettlements(on: Database, filter: SettlementFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from event_settlement t where ${matching(filter)}`);
}
