// SQL that posts one or several cash transactions.

import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import {
  LOADED_CASH_TRANSACTION,
  type LoadedCashTransaction,
  type StateChange,
} from './queries.js';

/**
 * Locks and loads these transactions. The result omits unknown ids and transactions locked by
 * another database transaction.
 */
export function lockFreeTransactions(
  tx: Tx,
  ids: readonly bigint[],
): Promise<LoadedCashTransaction[]> {
  return tx.query(sql`${LOADED_CASH_TRANSACTION}
    where t.id = any (${ids}::bigint[]) order by t.id for update of t skip locked`);
}

/**
 * Posts the journal and changes the locked transaction to POSTED in one statement; returns the
 * journal's id.
 */
export async function storePosted(tx: Tx, posting: Sql, change: StateChange): Promise<bigint> {
  const [journalId] = await storePostedBatch(tx, posting, [change]);
  return journalId ?? 0n;
}

/**
 * Like `storePosted`, but for several transactions. Their changes must be in the order of the
 * journals. Returns the journal ids in that order.
 */
export async function storePostedBatch(
  tx: Tx,
  posting: Sql,
  changes: readonly StateChange[],
): Promise<bigint[]> {
  const rows = await tx.query<{ journal_id: bigint }>(sql`
    with posted as materialized (select ordinal, journal_id from ${posting}),
    stored as (
      update cash_transaction t set state = 'POSTED', journal_id = posted.journal_id,
        version = version + 1, modified_by = change.by_name, modified_at = change.at
      from unnest(${changes.map(({ id }) => id)}::bigint[],
          ${changes.map(({ by }) => by)}::text[],
          ${changes.map(({ at }) => at)}::timestamptz[])
        with ordinality change (id, by_name, at, place)
      join posted on posted.ordinal = change.place
      where t.id = change.id
    )
    select journal_id from posted order by ordinal`);
  return rows.map((row) => row.journal_id);
}
