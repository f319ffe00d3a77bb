// Lists a portfolio's holdings.

import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Page } from '../../../platform/http/route.js';
import { type HoldingsMoment, holdingsOn } from './dated-holding.js';
import { visiblePortfolio } from './portfolio.js';

/**
 * Returns the holdings of one portfolio at the end of a date, as known at a given time. They are
 * valued at the prices of that date.
 */
export async function portfolioHoldings(
  call: Call,
  portfolioId: bigint,
  moment: HoldingsMoment = {},
): Promise<Page<object>> {
  await visiblePortfolio(call, portfolioId);
  const result = await onSnapshot(call.db, (tx) => holdingsOn(tx, [portfolioId], moment));
  return { count: result.length, result };
}
