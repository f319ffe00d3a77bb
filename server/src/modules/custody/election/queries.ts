// SQL that reads, lists and changes elections.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { EventKind, OptionType } from '../rule/kind.js';

export const ELECTION_STATES = [
  'SUBMITTED',
  'CANCELLED',
  'INSTRUCTED',
  'SETTLED',
  'PART_SETTLED',
  'LAPSED',
] as const;

/** INSTRUCTED: sent to the registrar. PART_SETTLED: fewer units were allotted than elected. */
type ElectionState = (typeof ELECTION_STATES)[number];

/** An election with the names of related records. Amounts are in minor units. */
export interface ElectionRow {
  readonly id: bigint;
  readonly corporate_action_id: bigint;
  readonly event_name: string;
  readonly kind: EventKind;
  readonly security_name: string;
  readonly deadline: Instant | null;
  readonly option_number: number;
  readonly option_type: OptionType;
  readonly portfolio_id: bigint;
  readonly portfolio_name: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly account_no: string | null;
  readonly chn_number: string | null;
  readonly state: ElectionState;
  readonly elected_quantity: bigint;
  readonly quantity: bigint;
  readonly additional_quantity: bigint;
  readonly held_minor: bigint;
  readonly paid_minor: bigint;
  readonly refunded_minor: bigint;
  readonly currency: string;
  readonly allotted_quantity: bigint | null;
  readonly new_units: bigint;
  readonly pending_units: bigint;
  readonly cash_account_id: bigint | null;
  readonly journal_id: bigint | null;
  readonly allotment_journal_id: bigint | null;
  readonly reversal_journal_id: bigint | null;
  readonly instructed_at: Instant | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const FROM: Sql = sql`
  from election e
  join corporate_action a on a.id = e.corporate_action_id
  join corporate_action_option o on o.corporate_action_id = a.id and o.number = e.option_number
  join security s on s.id = a.security_id
  join portfolio p on p.id = e.portfolio_id
  join customer c on c.id = e.customer_id
  join business_office f on f.id = e.office_id`;

const SELECT: Sql = sql`
  select e.*, a.name as event_name, a.kind, a.deadline, o.type as option_type,
    s.name as security_name, p.name as portfolio_name, p.account_no, p.chn_number,
    c.name as customer_name, f.name as office_name ${FROM}`;

/** Reads one election; undefined if there is none. */
export async function selectElection(
  on: Database | Tx,
  id: bigint,
): Promise<ElectionRow | undefined> {
  const [row] = await on.query<ElectionRow>(sql`${SELECT} where e.id = ${id}`);
  return row;
}

/** Reads the id of an election's event, because the event's row is locked before the election's. */
export async function eventOfElection(tx: Tx, id: bigint): Promise<bigint | undefined> {
  const [row] = await tx.query<{ corporate_action_id: bigint }>(
    sql`select corporate_action_id from election where id = ${id}`,
  );
  return row?.corporate_action_id;
}

/** Filters for listing elections. All must match; an undefined filter matches every election. */
export interface ElectionFilter {
  readonly offices: readonly bigint[] | undefined;
  /** The only customer whose elections the caller may see. */
  readonly ownerId: bigint | undefined;
  readonly eventId: bigint | undefined;
  readonly portfolioId: bigint | undefined;
  readonly customerId: bigint | undefined;
  readonly officeId: bigint | undefined;
  readonly state: ElectionState | undefined;
}

function matching(filter: ElectionFilter): Sql {
  const { ownerId, eventId, portfolioId, customerId, officeId, state } = filter;
  return sql`${inOffices(sql`e.office_id`, filter.offices)}
    and (${ownerId ?? null}::bigint is null or e.customer_id = ${ownerId ?? null})
    and (${eventId ?? null}::bigint is null or e.corporate_action_id = ${eventId ?? null})
    and (${portfolioId ?? null}::bigint is null or e.portfolio_id = ${portfolioId ?? null})
    and (${customerId ?? null}::bigint is null or e.customer_id = ${customerId ?? null})
    and (${officeId ?? null}::bigint is null or e.office_id = ${officeId ?? null})
    and (${state ?? null}::text is null or e.state = ${state ?? null})`;
}

/** Selects elections, newest first, plus one extra row to detect a next page. */
export function selectElections(
  on: Database | Tx,
  filter: ElectionFilter,
  page: Pick<PageRequest, 'after' | 'limit' | 'offset'>,
): Promise<ElectionRow[]> {
  return on.query<ElectionRow>(sql`${SELECT}
    where ${matching(filter)} and (${page.after}::bigint is null or e.id < ${page.after})
    order by e.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countElections(on: Database, filter: ElectionFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from election e where ${matching(filter)}`);
}

/** An election to store. */
type NewElection = Pick<
  ElectionRow,
  | 'id'
  | 'corporate_action_id'
  | 'option_number'
  | 'portfolio_id'
  | 'customer_id'
  | 'office_id'
  | 'quantity'
  | 'additional_quantity'
  | 'held_minor'
  | 'currency'
  | 'cash_account_id'
>;

interface Stamp {
  readonly by: string;
  readonly at: Instant;
}

/** Stores an election. */
export async function insertElection(tx: Tx, row: NewElection, { by, at }: Stamp): Promise<void> {
  await tx.query(sql`
    insert into election (id, corporate_action_id, option_number, portfolio_id, customer_id,
      office_id, state, quantity, elected_quantity, additional_quantity, held_minor, currency,
      cash_account_id, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.corporate_action_id}, ${row.option_number}, ${row.portfolio_id},
      ${row.customer_id}, ${row.office_id}, 'SUBMITTED', ${row.quantity}, ${row.quantity},
      ${row.additional_quantity}, ${row.held_minor}, ${row.currency}, ${row.cash_account_id},
      ${by}, ${at}, ${by}, ${at})`);
}

/** Ends an election that was not sent to the registrar. The caller has released its hold. */
export async function endElection(
  tx: Tx,
  { id, state }: { readonly id: bigint; readonly state: 'CANCELLED' | 'LAPSED' },
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    update election set state = ${state}, held_minor = 0, version = version + 1,
      modified_by = ${by}, modified_at = ${at}
    where id = ${id}`);
}

/**
 * Sets the number of units of a holding that are on hold for an election. Returns false if fewer
 * are free.
 */
export async function setUnitHold(
  tx: Tx,
  election: Pick<ElectionRow, 'id' | 'portfolio_id'>,
  { securityId, units }: { readonly securityId: bigint; readonly units: bigint },
): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>(sql`
    select set_unit_hold('ELECTION', ${election.id}, ${election.portfolio_id}, ${securityId},
      ${units}) as done`);
  return row?.done ?? false;
}
