// Customers' cash at the end of past dates, cleared and unsettled, by transaction date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type CashSpan, selectCashMoves } from './account-queries.js';

/** The cash at the end of a date, in minor units. */
export interface CashDay {
  readonly date: BusinessDate;
  readonly balanceMinor: bigint;
}

/**
 * The customer's cash in one currency at the end of `from` and of each later date until `to` on
 * which it changed, earliest first. Empty without any movement until `to`. Sale proceeds are
 * included from their trade date. Reads a row per day, not per line.
 */
export async function cashHistory(on: Database | Tx, span: CashSpan): Promise<CashDay[]> {
  const moves = await selectCashMoves(on, span);
  let balanceMinor = 0n;
  return moves.map(({ date, minor }) => {
    balanceMinor += minor;
    return { date, balanceMinor };
  });
}
