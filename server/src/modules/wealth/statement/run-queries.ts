// SQL for the runs that issue statements for many customers.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

/** The customers of a run; null for no restriction. */
export interface RunSelection {
  readonly customer_ids: readonly bigint[] | null;
  readonly group_id: bigint | null;
  readonly office_ids: readonly bigint[] | null;
}

export interface RunRow extends RunSelection {
  readonly id: bigint;
  readonly from_date: BusinessDate;
  readonly to_date: BusinessDate;
  readonly currency: string | null;
  readonly state: 'RUNNING' | 'DONE';
  readonly customers: number;
  readonly after_customer_id: bigint;
  readonly issued: number;
  readonly unchanged: number;
  readonly empty: number;
  readonly refused: number;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

// Closed customers are included, because they may have had wealth in the period.
function selectedOf({
  customer_ids: ids,
  group_id: group,
  office_ids: offices,
}: RunSelection): Sql {
  return sql`
    from customer c
    where (${ids === null} or c.id = any(${[...(ids ?? [])]}::bigint[]))
      and (${group}::bigint is null or c.group_id = ${group})
      and (${offices === null} or c.office_id = any(${[...(offices ?? [])]}::bigint[]))`;
}

export function countCustomers(tx: Tx, selection: RunSelection): Promise<bigint> {
  return countRows(tx, sql`select count(*) as count ${selectedOf(selection)}`);
}

/** Selects the next customer of a run; undefined after the last one. */
export async function nextCustomer(
  tx: Tx,
  run: RunSelection & Pick<RunRow, 'after_customer_id'>,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    select c.id ${selectedOf(run)} and c.id > ${run.after_customer_id} order by c.id limit 1`);
  return row?.id;
}

/** A run to store. */
interface NewRun extends RunSelection {
  readonly id: bigint;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly currency: string | undefined;
  readonly customers: bigint;
  readonly by: string;
  readonly at: Instant;
}

export async function insertRun(tx: Tx, run: NewRun): Promise<void> {
  const { customer_ids: ids, office_ids: offices } = run;
  await tx.query(sql`
    insert into wealth_statement_run (id, from_date, to_date, currency, customer_ids, group_id,
      office_ids, state, customers, created_by, created_at, modified_by, modified_at)
    values (${run.id}, ${run.from}, ${run.to}, ${run.currency ?? null},
      ${ids && [...ids]}::bigint[], ${run.group_id}, ${offices && [...offices]}::bigint[],
      'RUNNING', ${run.customers}, ${run.by}, ${run.at}, ${run.by}, ${run.at})`);
}

export async function selectRun(on: Database | Tx, id: bigint): Promise<RunRow | undefined> {
  const [row] = await on.query<RunRow>(sql`select * from wealth_statement_run where id = ${id}`);
  return row;
}

/** Locks a run until the transaction ends, so that no other process works on it. */
export async function lockRun(tx: Tx, id: bigint): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    sql`select * from wealth_statement_run where id = ${id} for update`,
  );
  return row;
}

/** The outcome of a run for a customer. */
export type RunOutcome = 'ISSUED' | 'UNCHANGED' | 'EMPTY' | 'REFUSED';

/** Marks a customer of a run as processed. */
export async function updateRun(
  tx: Tx,
  run: RunRow,
  done: { readonly customerId: bigint; readonly outcome: RunOutcome; readonly at: Instant },
): Promise<void> {
  const one = (outcome: RunOutcome) => (done.outcome === outcome ? 1 : 0);
  await tx.query(sql`
    update wealth_statement_run set after_customer_id = ${done.customerId},
      issued = issued + ${one('ISSUED')}, unchanged = unchanged + ${one('UNCHANGED')},
      empty = empty + ${one('EMPTY')}, refused = refused + ${one('REFUSED')},
      version = version + 1, modified_at = ${done.at}
    where id = ${run.id}`);
}

export async function finishRun(tx: Tx, id: bigint, at: Instant): Promise<void> {
  await tx.query(sql`
    update wealth_statement_run set state = 'DONE', version = version + 1, modified_at = ${at}
    where id = ${id}`);
}

export async function insertRefusal(
  tx: Tx,
  { runId, customerId, code }: { runId: bigint; customerId: bigint; code: string },
): Promise<void> {
  await tx.query(sql`
    insert into wealth_statement_refusal (run_id, customer_id, code)
    values (${runId}, ${customerId}, ${code})`);
}

/** A customer for whom a run could not issue a statement. */
interface RefusalRow {
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly code: string;
}

export function selectRefusals(on: Database | Tx, runId: bigint, most: number) {
  return on.query<RefusalRow>(sql`
    select r.customer_id, c.name as customer_name, r.code
    from wealth_statement_refusal r join customer c on c.id = r.customer_id
    where r.run_id = ${runId} order by r.customer_id limit ${most}`);
}

// A caller who is restricted to offices sees only runs for these offices.
function seenBy(offices: readonly bigint[] | undefined): Sql {
  return sql`(${offices === undefined}
    or office_ids is not null and office_ids <@ ${[...(offices ?? [])]}::bigint[])`;
}

/** Selects a page of runs, newest first, plus one row if there is a next page. */
export function selectRuns(
  on: Database,
  offices: readonly bigint[] | undefined,
  { limit, offset, after }: PageRequest,
): Promise<RunRow[]> {
  return on.query(sql`
    select * from wealth_statement_run
    where ${seenBy(offices)} and (${after}::bigint is null or id < ${after})
    order by id desc limit ${limit + 1} offset ${offset}`);
}

export function countRuns(on: Database, offices: readonly bigint[] | undefined): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from wealth_statement_run where ${seenBy(offices)}`,
  );
}
