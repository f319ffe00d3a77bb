// The hold of an election until it is instructed or ends: money, or units that will be surrendered.

import type { Work } from '../../../platform/context.js';
import { type Hold, setHold } from '../../finance/index.js';
import type { ElectionRow } from './queries.js';
import { setUnitHold } from './queries.js';

/** The source of the cash hold of an election. */
const ELECTION = 'ELECTION';

/** Returns an election's hold on its cash account, with a new total. */
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
