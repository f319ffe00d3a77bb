// Ledger: balanced journals, accounts that cannot fall below their floor, and holds on money. Every
// movement of money goes through this module. Debits are positive, credits negative; a balance is
// on its account's normal side.

import { assert } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { refusingOverdraft } from './overdraft.js';
import {
  type Hold,
  insertJournals,
  type JournalDraft,
  upsertHold,
  upsertHolds,
} from './queries.js';

/**
 * Posts journals in one statement, all or none. Returns their ids in the given order.
 * @param holds holds to set in the same statement before the journals, such as a payment's hold to
 * release; `journals` may be empty. To change more than one hold, prefer this to `setHold`, because
 * it locks all accounts at once and in order. Refuses with INSUFFICIENT_FUNDS if an account would
 * fall below its floor after holds, and PERIOD_CLOSED if a journal is dated in a closed period.
 */
export async function postJournals(
  tx: Tx,
  drafts: readonly JournalDraft[],
  holds: readonly Hold[] = [],
): Promise<bigint[]> {
  if (drafts.length === 0 && holds.length === 0) return [];
  return refusingOverdraft(() => insertJournals(tx, drafts, holds));
}

/** Posts one journal and returns its id; `holds` is as in `postJournals`. */
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
 * Sets the total that one record holds on an account; zero releases the hold. Idempotent. Refuses
 * with INSUFFICIENT_FUNDS if less than that is available.
 */
export async function setHold(tx: Tx, hold: Hold): Promise<void> {
  assert(hold.amountMinor >= 0n, 'a hold is not negative');
  await refusingOverdraft(() => upsertHold(tx, hold));
}

/**
 * Sets the totals that records of one kind hold, in one statement; zero releases a hold. Refuses
 * with INSUFFICIENT_FUNDS, and changes nothing, if less than their sum is available on an account.
 */
export async function setHolds(
  tx: Tx,
  sourceType: string,
  holds: readonly Omit<Hold, 'sourceType'>[],
): Promise<void> {
  if (holds.length > 0) await refusingOverdraft(() => upsertHolds(tx, sourceType, holds));
}
