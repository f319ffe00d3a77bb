// SQL statements for the rules that assign leads.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';

export interface AssignmentRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint;
  /**
   * The lead source in upper case. Null for the rule that covers every source without a rule of its
   * own.
   */
  readonly lead_source: string | null;
  readonly assignees: readonly bigint[];
  /** The next user's index in `assignees`. */
  readonly turn: number;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

// A row as returned by the driver. Array items are strings.
interface StoredRow extends Omit<AssignmentRow, 'assignees'> {
  readonly assignees: readonly string[];
}

async function rowsOf(on: Database | Tx, statement: Sql): Promise<AssignmentRow[]> {
  const rows = await on.query<StoredRow>(statement);
  return rows.map((row) => ({ ...row, assignees: row.assignees.map(BigInt) }));
}

export async function insertAssignment(tx: Tx, row: AssignmentRow): Promise<void> {
  await tx.query(sql`
    insert into lead_assignment
    select (jsonb_populate_record(null::lead_assignment, ${toJson(row)}::jsonb)).*`);
}

/** Updates a rule that the caller has locked. Its office, code and maker never change. */
export async function updateAssignmentRow(tx: Tx, row: AssignmentRow): Promise<void> {
  await tx.query(sql`
    update lead_assignment set label = ${row.label}, active = ${row.active},
      lead_source = ${row.lead_source}, assignees = ${row.assignees}::bigint[],
      turn = ${row.turn}, version = ${row.version}, modified_by = ${row.modified_by},
      modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

/** Stores the next turn of rules that the caller has locked. The rules' versions do not change. */
export async function updateTurns(
  tx: Tx,
  turns: readonly Pick<AssignmentRow, 'id' | 'turn'>[],
): Promise<void> {
  await tx.query(sql`
    update lead_assignment a set turn = t.turn
    from jsonb_to_recordset(${toJson(turns)}::jsonb) as t (id bigint, turn integer)
    where a.id = t.id`);
}

export async function lockAssignment(tx: Tx, id: bigint): Promise<AssignmentRow | undefined> {
  const [row] = await lockAssignments(tx, [id]);
  return row;
}

export async function findAssignment(
  on: Database | Tx,
  id: bigint,
): Promise<AssignmentRow | undefined> {
  const [row] = await rowsOf(on, sql`select * from lead_assignment where id = ${id}`);
  return row;
}

/** Reads an office's active rules. */
export function activeAssignments(tx: Tx, officeId: bigint): Promise<AssignmentRow[]> {
  return rowsOf(
    tx,
    sql`select * from lead_assignment where active and office_id = ${officeId} order by id`,
  );
}

/**
 * Locks rules in id order, so that concurrent captures advance the round-robin one after another.
 */
export function lockAssignments(tx: Tx, ids: readonly bigint[]): Promise<AssignmentRow[]> {
  return rowsOf(
    tx,
    sql`select * from lead_assignment where id = any(${ids}::bigint[]) order by id for update`,
  );
}

interface AssignmentFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly active: boolean | undefined;
}

function conditionOf({ offices, active }: AssignmentFilter): Sql {
  const isWanted = active === undefined ? sql`true` : sql`active = ${active}`;
  return sql`${inOffices(sql`office_id`, offices)} and ${isWanted}`;
}

export function countAssignments(db: Database, filter: AssignmentFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from lead_assignment where ${conditionOf(filter)}`,
  );
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listAssignmentRows(
  db: Database,
  filter: AssignmentFilter,
  page: PageRequest,
): Promise<AssignmentRow[]> {
  const start = page.after === null ? sql`true` : sql`id < ${page.after}`;
  return rowsOf(
    db,
    sql`select * from lead_assignment where ${conditionOf(filter)} and ${start}
      order by id desc limit ${page.limit + 1} offset ${page.offset}`,
  );
}
