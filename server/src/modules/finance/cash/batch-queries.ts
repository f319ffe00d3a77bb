// SQL for batches of cash transactions.

import type { Principal } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { CASH_BATCH } from '../limits.js';
import type { TransactionState } from './queries.js';

/** Locks a batch, so that only one transaction at a time creates its rows. */
export async function lockBatch(tx: Tx, batchName: string): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`cash batch ${batchName}`}, 0))`);
}

/** A row that an earlier call created in a batch. */
export interface MadeRow {
  readonly id: bigint;
  readonly name: string;
  readonly state: TransactionState;
  readonly batch_row: number;
  readonly batch_row_hash: string;
}

/**
 * Returns the rows of a batch that the caller can see, by row number. Batch names are unique per
 * office.
 */
export async function madeRows(
  tx: Tx,
  { batchName, offices }: BatchKey,
): Promise<ReadonlyMap<number, MadeRow>> {
  const rows = await tx.query<MadeRow>(sql`
    select id, name, state, batch_row, batch_row_hash from cash_transaction
    where batch_name = ${batchName} and batch_row is not null
      and ${inOffices(sql`office_id`, offices)}
    order by id desc`);
  return new Map(rows.map((row) => [row.batch_row, row]));
}

/** A transaction in a batch. */
export interface BatchMember {
  readonly id: bigint;
  readonly name: string;
  readonly state: TransactionState;
  readonly batch_row: number | null;
}

/** A batch, limited to what the caller can see. */
export interface BatchKey {
  readonly batchName: string;
  readonly offices: Principal['offices'];
}

/** Selects a batch's transactions by id, up to one more than the maximum for a batch. */
export function selectMembers(on: Database | Tx, key: BatchKey): Promise<BatchMember[]> {
  return on.query(sql`
    select t.id, t.name, t.state, t.batch_row from cash_transaction t
    where t.batch_name = ${key.batchName} and ${inOffices(sql`t.office_id`, key.offices)}
    order by t.id limit ${CASH_BATCH.membersMax + 1}`);
}

/**
 * Locks transactions and then their accounts, each in order of id, so that two batches with the
 * same accounts cannot deadlock.
 */
export async function lockMembers(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query(sql`
    select from cash_transaction where id = any(${[...ids]}::bigint[]) order by id for update`);
  await tx.query(sql`
    select from account_balance where account_id in (
      select unnest(array[t.cash_account_id, t.counterparty_account_id]) from cash_transaction t
      where t.id = any(${[...ids]}::bigint[]))
    order by account_id for update`);
}
