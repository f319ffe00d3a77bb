// The hold on money, or on units to surrender, until an election is instructed or ends.

import type { Work } from '../../../platform/context.js';
import { type Hold, setHold } from '../../finance/index.js';
import type { ElectionRow } from './queries.js';
import { setUnitHold } from './queries.js';

/** The source type of an election's cash hold. */
const ELECTION = 'ELECTION';

/** Returns an election's hold on its cash account, set to a new total. */
export function cashHoldOf(
  election: Pick<ElectionRow, 'id'>,
  accountId: bigint,
  amountMinor: bigint,
): Hold {
  return { accountId, sourceType: ELECTION, sourceId: election.id, amountMinor };
}

/** Releases the money and the units on hold for an election. */
export async function releaseHolds(
  work: Work,
  election: Pick<ElectionRow, 'id' | 'portfolio_id' | 'cash_account_id' | 'held_minor'>,
  securityId: bigint,
): Promise<void> {
  if (election.cash_account_id !== null && election.held_minor > 0n) {
    await setHold(work.tx, cashHoldOf(election, election.cash_account_id, 0n));
  }
  await setUnitHold(work.tx, election, { securityId, units: 0n });
}
