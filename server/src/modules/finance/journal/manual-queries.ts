// SQL that stores manual journals with their lines, locks them and stores decisions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import { narrowed, pageBy, type StateFilter } from './filter-queries.js';
import type { ManualJournalState } from './manual-schema.js';
import type { PerformanceKind } from './performance-kind.js';

/** A manual journal with the codes of its references. */
export interface ManualJournalRow {
  readonly id: bigint;
  readonly state: ManualJournalState;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly transaction_date: BusinessDate | null;
  readonly value_date: BusinessDate | null;
  readonly narration: string;
  readonly reference: string | null;
  readonly adjusting: boolean;
  readonly reverses_journal_id: bigint | null;
  readonly journal_id: bigint | null;
  readonly reversed_by_journal_id: bigint | null;
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

const LOADED: Sql = sql`
  select d.*, o.name as office_name, r.id as reversed_by_journal_id
  from manual_journal d
  join business_office o on o.id = d.office_id
  left join journal r on r.reversal_of_id = d.journal_id`;

/** Returns one manual journal, or undefined. */
export async function findManualJournal(
  on: Database | Tx,
  id: bigint,
): Promise<ManualJournalRow | undefined> {
  const [row] = await on.query<ManualJournalRow>(sql`${LOADED} where d.id = ${id}`);
  return row;
}

/** Like `findManualJournal`, but locks the row until the transaction ends. */
export async function lockManualJournal(tx: Tx, id: bigint): Promise<ManualJournalRow | undefined> {
  const [row] = await tx.query<ManualJournalRow>(sql`${LOADED} where d.id = ${id} for update of d`);
  return row;
}

/** Returns a journal's pending or posted reversal, or undefined. */
export async function findReversalOf(
  on: Database | Tx,
  journalId: bigint,
): Promise<Pick<ManualJournalRow, 'id' | 'state'> | undefined> {
  const [row] = await on.query<Pick<ManualJournalRow, 'id' | 'state'>>(sql`
    select id, state from manual_journal
    where reverses_journal_id = ${journalId} and state in ('PENDING', 'POSTED')`);
  return row;
}

/** A line, with the account data that the rules and the record use. */
export interface ManualLineRow {
  readonly manual_journal_id: bigint;
  readonly line_no: number;
  readonly account_id: bigint;
  readonly amount_minor: bigint;
  readonly narration: string | null;
  readonly performance_kind: PerformanceKind | null;
  readonly name: string;
  readonly label: string;
  readonly acct_type: string;
  readonly currency: string;
  readonly office_id: bigint;
  readonly active: boolean;
}

/** Selects the lines of manual journals, in order. */
export function linesOfManualJournals(
  on: Database | Tx,
  ids: readonly bigint[],
): Promise<ManualLineRow[]> {
  return on.query(sql`
    select l.*, a.name, a.label, a.acct_type, a.currency, a.office_id, a.active
    from manual_journal_line l join account a on a.id = l.account_id
    where l.manual_journal_id = any(${ids}::bigint[])
    order by l.manual_journal_id, l.line_no`);
}

export type NewManualJournal = Pick<
  ManualJournalRow,
  | 'id'
  | 'office_id'
  | 'transaction_date'
  | 'value_date'
  | 'narration'
  | 'reference'
  | 'adjusting'
  | 'reverses_journal_id'
> & {
  readonly lines: readonly {
    readonly accountId: bigint;
    readonly amountMinor: bigint;
    readonly narration: string | null;
    readonly performanceKind?: PerformanceKind | undefined;
  }[];
};

/** Who made a change, and when. */
export interface JournalStamp {
  readonly kind: string;
  readonly id: bigint;
  readonly name: string;
  readonly at: Instant;
}

/**
 * Stores a pending journal. Returns undefined if it would reverse a journal that already has a
 * pending reversal.
 */
export async function insertManualJournal(
  tx: Tx,
  row: NewManualJournal,
  by: JournalStamp,
): Promise<boolean> {
  const made = await tx.query(sql`
    with made as (
      insert into manual_journal (id, state, office_id, transaction_date, value_date, narration,
        reference, adjusting, reverses_journal_id, creator_kind, creator_id, created_by,
        created_at, modified_by, modified_at)
      values (${row.id}, 'PENDING', ${row.office_id}, ${row.transaction_date}::date,
        ${row.value_date}::date, ${row.narration}, ${row.reference}, ${row.adjusting},
        ${row.reverses_journal_id}, ${by.kind}, ${by.id}, ${by.name}, ${by.at}, ${by.name},
        ${by.at})
      on conflict (reverses_journal_id) where state in ('PENDING', 'POSTED') do nothing
      returning id
    )
    select id from made`);
  if (made.length === 0) return false;
  await tx.query(sql`
    insert into manual_journal_line (manual_journal_id, line_no, account_id, amount_minor,
      narration, performance_kind)
    select ${row.id}, l.ordinality, (l.value ->> 'accountId')::bigint,
      (l.value ->> 'amountMinor')::bigint, l.value ->> 'narration',
      l.value ->> 'performanceKind'
    from jsonb_array_elements(${toJson(row.lines)}::jsonb) with ordinality l`);
  return true;
}

export interface JournalDecision {
  readonly id: bigint;
  readonly state: Exclude<ManualJournalState, 'PENDING'>;
  readonly reason: string | null;
  readonly journalId: bigint | null;
}

/** Stores the decision on a locked journal. */
export async function storeJournalDecision(
  tx: Tx,
  { id, state, reason, journalId }: JournalDecision,
  { name, at }: JournalStamp,
): Promise<void> {
  await tx.query(sql`
    update manual_journal set state = ${state}, journal_id = ${journalId},
      decision_reason = ${reason}, decided_by = ${name}, decided_at = ${at},
      version = version + 1, modified_by = ${name}, modified_at = ${at}
    where id = ${id}`);
}

type ManualJournalFilter = StateFilter<ManualJournalState>;

/** Reads a page in id order, plus one extra row to detect a next page. */
export function selectManualJournals(
  db: Database,
  filter: ManualJournalFilter,
  page: PageRequest,
): Promise<ManualJournalRow[]> {
  return db.query(sql`${LOADED} ${pageBy(filter, page)}`);
}

export function countManualJournals(db: Database, filter: ManualJournalFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) from manual_journal d where ${narrowed(filter)}`);
}
