// SQL for settlements with custodians, and for the contract notes that they settle.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { DueNote } from '../note/settlement-queries.js';

export type SettlementStatus = 'PENDING' | 'POSTED' | 'REJECTED' | 'REVERSED';

export interface SettlementRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly custodian_id: bigint;
  readonly custodian_name: string;
  readonly custodian_label: string;
  readonly currency: string;
  readonly direction: 'RECEIPT' | 'PAYMENT';
  readonly amount_minor: bigint;
  readonly reference: string | null;
  readonly status: SettlementStatus;
  readonly settled_on: BusinessDate | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly reversed_by: string | null;
  readonly reversed_at: Instant | null;
  readonly reversal_reason: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_SETTLEMENT: Sql = sql`
  select s.*, k.name as custodian_name, k.label as custodian_label, o.name as office_name
  from custodian_settlement s
  join custodian k on k.id = s.custodian_id
  join business_office o on o.id = s.office_id`;

/** Reads the settlement with this id; undefined if there is none. */
export async function selectSettlement(
  on: Database | Tx,
  id: bigint,
): Promise<SettlementRow | undefined> {
  const [row] = await on.query<SettlementRow>(sql`${SELECT_SETTLEMENT} where s.id = ${id}`);
  return row;
}

/** Locks the settlement with this id; undefined if there is none. */
export async function lockSettlement(tx: Tx, id: bigint): Promise<SettlementRow | undefined> {
  const [row] = await tx.query<SettlementRow>(sql`
    ${SELECT_SETTLEMENT} where s.id = ${id} for update of s`);
  return row;
}

/** A note in a settlement, with its entries. */
export interface SettledNote {
  readonly settlement_id: bigint;
  readonly contract_note_id: bigint;
  readonly name: string;
  readonly side: 'BUY' | 'SELL';
  readonly owed_minor: bigint;
  readonly journal_id: bigint | null;
  readonly reversal_journal_id: bigint | null;
  /** The time at which the note was reversed by a bust, a correction or a late fill. */
  readonly reversed_at: Instant | null;
}

/** Reads the notes in settlements, ordered by settlement and note. */
export function selectSettledNotes(
  on: Database | Tx,
  settlementIds: readonly bigint[],
): Promise<SettledNote[]> {
  return on.query<SettledNote>(sql`
    select x.*, n.name, n.side, n.reversed_at
    from custodian_settlement_note x join contract_note n on n.id = x.contract_note_id
    where x.settlement_id = any(${[...settlementIds]}::bigint[])
    order by x.settlement_id, x.contract_note_id`);
}

/** The current state of a contract note named in a settlement. */
export interface NoteToSettle extends DueNote {
  readonly custodian_id: bigint | null;
  readonly settlement_date: BusinessDate;
  readonly settled_at: Instant | null;
  readonly reversed_at: Instant | null;
  /** Another PENDING settlement that contains the note; null if there is none. */
  readonly pending: string | null;
}

/**
 * Locks contract notes by id. `besides` is the settlement being decided, if it is already stored.
 */
export async function lockNotes(
  tx: Tx,
  ids: readonly bigint[],
  besides: bigint | undefined,
): Promise<NoteToSettle[]> {
  // Reads the notes after locking them: a statement that waits for a lock does not see a settlement
  // that another transaction stored in the meantime.
  await tx.query(sql`
    select from contract_note where id = any(${[...ids]}::bigint[]) order by id for update`);
  return tx.query<NoteToSettle>(sql`
    select n.id, n.name, n.office_id, n.currency, n.side, n.consideration_minor, n.accrued_minor,
      n.net_minor, n.cash_account_id, a.unsettled_account_id, n.custodian_settles,
      n.settlement_date, n.settled_at, n.reversed_at, k.id as custodian_id,
      (select min(s.name) from custodian_settlement_note x
        join custodian_settlement s on s.id = x.settlement_id
        where x.contract_note_id = n.id and s.status = 'PENDING'
          and s.id is distinct from ${besides ?? null}::bigint) as pending
    from contract_note n
    join account a on a.id = n.cash_account_id
    join trade_order t on t.id = n.order_id
    left join custodian k on k.name = t.custodian_name
    where n.id = any(${[...ids]}::bigint[])
    order by n.id`);
}

/** A settlement to store. */
type NewSettlement = Pick<
  SettlementRow,
  | 'id'
  | 'name'
  | 'label'
  | 'office_id'
  | 'custodian_id'
  | 'currency'
  | 'direction'
  | 'amount_minor'
  | 'reference'
>;

/** Stores a settlement as PENDING, with the amount that the custodian owes for each note. */
export async function insertSettlement(
  { tx, principal, now }: Work,
  row: NewSettlement,
  notes: readonly { readonly id: bigint; readonly owedMinor: bigint }[],
): Promise<void> {
  const by = principal.name;
  await tx.query(sql`
    insert into custodian_settlement (id, name, label, office_id, custodian_id, currency, direction,
      amount_minor, reference, status, creator_kind, creator_id, created_by, created_at,
      modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.label}, ${row.office_id}, ${row.custodian_id},
      ${row.currency}, ${row.direction}, ${row.amount_minor}, ${row.reference}, 'PENDING',
      ${principal.kind}, ${principal.id}, ${by}, ${now}, ${by}, ${now})`);
  await tx.query(sql`
    insert into custodian_settlement_note (settlement_id, contract_note_id, owed_minor)
    select ${row.id}, x.id, x."owedMinor"
    from jsonb_to_recordset(${toJson(notes)}::jsonb) as x(id bigint, "owedMinor" bigint)`);
}

/** Marks a settlement as booked, and stores each note's journal. */
export async function storePosted(
  { tx, principal, now }: Work,
  id: bigint,
  posted: {
    readonly on: BusinessDate;
    readonly noteIds: readonly bigint[];
    readonly journals: readonly bigint[];
  },
): Promise<void> {
  await tx.query(sql`
    update custodian_settlement_note x set journal_id = p.journal
    from unnest(${[...posted.noteIds]}::bigint[], ${[...posted.journals]}::bigint[])
      as p(id, journal)
    where x.settlement_id = ${id} and x.contract_note_id = p.id`);
  await tx.query(sql`
    update custodian_settlement set status = 'POSTED', settled_on = ${posted.on},
      decided_by = ${principal.name}, decided_at = ${now}, version = version + 1,
      modified_by = ${principal.name}, modified_at = ${now}
    where id = ${id}`);
}

/** Marks a settlement as rejected. */
export async function storeRejected(
  { tx, principal, now }: Work,
  id: bigint,
  reason: string | undefined,
): Promise<void> {
  await tx.query(sql`
    update custodian_settlement set status = 'REJECTED', decided_by = ${principal.name},
      decided_at = ${now}, decision_reason = ${reason ?? null}, version = version + 1,
      modified_by = ${principal.name}, modified_at = ${now}
    where id = ${id}`);
}

/** Marks a settlement as reversed, and reopens its notes. */
export async function storeReversed(
  { tx, principal, now }: Work,
  id: bigint,
  reversed: {
    readonly reason: string;
    readonly noteIds: readonly bigint[];
    readonly journals: readonly bigint[];
  },
): Promise<void> {
  const [notes, journals] = [[...reversed.noteIds], [...reversed.journals]];
  await tx.query(sql`
    update custodian_settlement_note x set reversal_journal_id = p.journal
    from unnest(${notes}::bigint[], ${journals}::bigint[]) as p(id, journal)
    where x.settlement_id = ${id} and x.contract_note_id = p.id`);
  await tx.query(sql`
    update contract_note set settled_at = null, settlement_journal_id = null,
      version = version + 1, modified_by = ${principal.name}, modified_at = ${now}
    where id = any(${notes}::bigint[])`);
  await tx.query(sql`
    update custodian_settlement set status = 'REVERSED', reversed_by = ${principal.name},
      reversed_at = ${now}, reversal_reason = ${reversed.reason}, version = version + 1,
      modified_by = ${principal.name}, modified_at = ${now}
    where id = ${id}`);
}

/** Filters for settlements; an undefined member does not restrict the list. */
interface SettlementFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly custodian: string | undefined;
  readonly status: SettlementStatus | undefined;
}

function matching({ offices, custodian, status }: SettlementFilter): Sql {
  return sql`${inOffices(sql`s.office_id`, offices)}
    and (${custodian ?? null}::text is null or k.name = ${custodian ?? null})
    and (${status ?? null}::text is null or s.status = ${status ?? null})`;
}

/** Reads a page of settlements, newest first, plus one row if there is a next page. */
export function selectSettlements(
  on: Database | Tx,
  filter: SettlementFilter,
  page: PageRequest,
): Promise<SettlementRow[]> {
  return on.query<SettlementRow>(sql`${SELECT_SETTLEMENT}
    where ${matching(filter)} and (${page.after}::bigint is null or s.id < ${page.after})
    order by s.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts settlements. */
export function countSettlements(on: Database, filter: SettlementFilter): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count
    from custodian_settlement s join custodian k on k.id = s.custodian_id
    where ${matching(filter)}`,
  );
}

/** Reads the codes of firm accounts, by account id. */
export async function accountCodes(
  on: Tx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await on.query<{ id: bigint; code: string }>(sql`
    select id, acct_type as code from account where id = any(${[...ids]}::bigint[])`);
  return new Map(rows.map(({ id, code }) => [id, code]));
}
