// SQL for reversals of cash transactions.

import type { Principal } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { StateChange } from './queries.js';

/**
 * Posts the opposite journal and changes the locked transaction to REVERSED in one statement;
 * returns the journal's id.
 */
export async function storeReversed(tx: Tx, posting: Sql, change: StateChange): Promise<bigint> {
  const [row] = await tx.query<{ journal_id: bigint }>(sql`
    with posted as materialized (select journal_id from ${posting})
    update cash_transaction t set state = 'REVERSED', reversal_journal_id = posted.journal_id,
      version = version + 1, modified_by = ${change.by}, modified_at = ${change.at}
    from posted where t.id = ${change.id}
    returning t.reversal_journal_id as journal_id`);
  return row?.journal_id ?? 0n;
}

/** Stores who requested the reversal of a locked transaction; undefined withdraws the request. */
export async function storeReversalRequest(
  tx: Tx,
  { id, by, at, reason }: StateChange,
  asker: Pick<Principal, 'kind' | 'id'> | undefined,
): Promise<void> {
  await tx.query(sql`
    update cash_transaction set reversal_asked_kind = ${asker?.kind ?? null},
      reversal_asked_id = ${asker?.id ?? null}, reversal_asked_by = ${asker ? by : null},
      reversal_asked_at = ${asker ? at : null},
      decision_reason = coalesce(${reason ?? null}, decision_reason),
      version = version + 1, modified_by = ${by}, modified_at = ${at}
    where id = ${id}`);
}

/** A journal line with its account's name. Amounts are in minor units. */
export interface NamedLine {
  readonly account_name: string;
  readonly currency: string;
  readonly amount_minor: bigint;
}

/** Selects a journal's lines in order, for display. */
export function namedLinesOfJournal(on: Database | Tx, journalId: bigint): Promise<NamedLine[]> {
  return on.query(sql`
    select a.name as account_name, a.currency, l.amount_minor
    from journal_line l join account a on a.id = l.account_id
    where l.journal_id = ${journalId} order by l.line_no`);
}
