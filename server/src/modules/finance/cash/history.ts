// Reads customers' cash at the end of past dates, cleared and unsettled, by transaction date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type CashSpan, selectCashMoves } from './account-queries.js';

/** Cash at the end of a date, in minor units. */
export interface CashDay {
  readonly date: BusinessDate;
  readonly balanceMinor: bigint;
}

/**
 * Returns the customer's cash in one currency at the end of `from` and of each later date up to
 * `to` on which it changed, earliest first. Returns nothing if there was no movement up to `to`.
 * Sale proceeds are included from their trade date. Reads one row per day, not per line.
 */
export async function cashHistory(on: Database | Tx, span: CashSpan): Promise<CashDay[]> {
  const moves = await selectCashMoves(on, span);
  let balanceMinor = 0n;
  return moves.map(({ date, minor }) => {
    balanceMinor += minor;
    return { date, balanceMinor };
  });
}
