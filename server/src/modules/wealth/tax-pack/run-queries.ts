// SQL for the runs that issue tax packs for many customers.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { RunOutcome, RunSelection } from '../statement/run-queries.js';

export interface RunRow extends RunSelection {
  readonly id: bigint;
  readonly tax_year: number;
  /** Whether only FINAL packs are issued. */
  readonly final: boolean;
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

/** A run to store. */
interface NewRun extends RunSelection {
  readonly id: bigint;
  readonly year: number;
  readonly final: boolean;
  readonly customers: bigint;
  readonly by: string;
  readonly at: Instant;
}

export async function insertRun(tx: Tx, run: NewRun): Promise<void> {
  const { customer_ids: ids, office_ids: offices } = run;
  await tx.query(sql`
    insert into tax_pack_run (id, tax_year, final, customer_ids, group_id, office_ids, state,
      customers, created_by, created_at, modified_by, modified_at)
    values (${run.id}, ${run.year}, ${run.final},
      ${ids && [...ids]}::bigint[], ${run.group_id}, ${offices && [...offices]}::bigint[],
      'RUNNING', ${run.customers}, ${run.by}, ${run.at}, ${run.by}, ${run.at})`);
}

export async function selectRun(on: Database | Tx, id: bigint): Promise<RunRow | undefined> {
  const [row] = await on.query<RunRow>(sql`select * from tax_pack_run where id = ${id}`);
  return row;
}

/** Locks a run until the transaction ends, so that no other process works on it. */
export async function lockRun(tx: Tx, id: bigint): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(sql`select * from tax_pack_run where id = ${id} for update`);
  return row;
}

/** Counts a customer of a run as processed. */
export async function updateRun(
  tx: Tx,
  run: RunRow,
  done: { readonly customerId: bigint; readonly outcome: RunOutcome; readonly at: Instant },
): Promise<void> {
  const one = (outcome: RunOutcome) => (done.outcome === outcome ? 1 : 0);
  await tx.query(sql`
    update tax_pack_run set after_customer_id = ${done.customerId},
      issued = issued + ${one('ISSUED')}, unchanged = unchanged + ${one('UNCHANGED')},
      empty = empty + ${one('EMPTY')}, refused = refused + ${one('REFUSED')},
      version = version + 1, modified_at = ${done.at}
    where id = ${run.id}`);
}

export async function finishRun(tx: Tx, id: bigint, at: Instant): Promise<void> {
  await tx.query(sql`
    update tax_pack_run set state = 'DONE', version = version + 1, modified_at = ${at}
    where id = ${id}`);
}

export async function insertRefusal(
  tx: Tx,
  { runId, customerId, code }: { runId: bigint; customerId: bigint; code: string },
): Promise<void> {
  await tx.query(sql`
    insert into tax_pack_refusal (run_id, customer_id, code)
    values (${runId}, ${customerId}, ${code})`);
}

/** A customer for whom a run could not issue a pack. */
interface RefusalRow {
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly code: string;
}

export function selectRefusals(on: Database | Tx, runId: bigint, most: number) {
  return on.query<RefusalRow>(sql`
    select r.customer_id, c.name as customer_name, r.code
    from tax_pack_refusal r join customer c on c.id = r.customer_id
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
    select * from tax_pack_run
    where ${seenBy(offices)} and (${after}::bigint is null or id < ${after})
    order by id desc limit ${limit + 1} offset ${offset}`);
}

export function countRuns(on: Database, offices: readonly bigint[] | undefined): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from tax_pack_run where ${seenBy(offices)}`);
}
