// The ledger: journals that balance, accounts that never go below their floor, holds on money.
// Money moves only here. Signs: debit positive, credit negative; balances on the account's normal
// side.

import { assert } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { refusingOverdraft } from './overdraft.js';
import { type Hold, insertJournals, type JournalDraft, upsertHold } from './queries.js';

/**
 * Posts journals in one statement, all or none, and returns their numbers in the given order.
 * @param holds set before the journals in the same statement, such as the hold that a payment
 *   releases, and without any journal, too; prefer this to `setHold` for more than one change: all
 *   accounts are then locked at once, in order.
 * Refuses INSUFFICIENT_FUNDS when an account would fall below its floor after holds, and
 * PERIOD_CLOSED when a journal is dated in a closed period.
 */
export async function postJournals(
  tx: Tx,
  drafts: readonly JournalDraft[],
  holds: readonly Hold[] = [],
): Promise<bigint[]> {
  if (drafts.length === 0 && holds.length === 0) return [];
  return refusingOverdraft(() => insertJournals(tx, drafts, holds));
}

/** Posts one journal and returns its number; `holds` as in `postJournals`. */
export async function postJournal(
  tx: Tx,
  draft: JournalDraft,
  holds: readonly Hold[] = [],
): Promise<bigint> {
  const [id] = await postJournals(tx, [draft], holds);
  assert(id !== undefined, 'a posted journal has a number');
  return id;
}

/**
 * Sets what one record holds of an account to a new total (zero releases). Doing it twice changes
 * nothing. Refuses INSUFFICIENT_FUNDS when less than that is available.
 */
export async function setHold(tx: Tx, hold: Hold): Promise<void> {
  assert(hold.amountMinor >= 0n, 'a hold is not negative');
  await refusingOverdraft(() => upsertHold(tx, hold));
}
