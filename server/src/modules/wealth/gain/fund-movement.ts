// Converts changes of fund units to movements, so that their gains are folded like those of
// securities.

import { WEALTH } from '../limits.js';
import type { StockMovement } from './movement.js';
import type { FundMovementRow } from './queries.js';

/**
 * Converts a change of fund units to movements, scaled to whole numbers of the smallest decimal
 * unit. The fund holding's id is used as the portfolio id. Fees and penalties are the charges of a
 * redemption.
 */
export function fundMovements(row: FundMovementRow): StockMovement[] {
  const quantity = BigInt(row.units.times(`1e${WEALTH.fundUnitDecimals}`).toFixed(0));
  const base = {
    portfolioId: row.holding_id,
    securityId: row.fund_id,
    effectiveDate: row.moved_on,
    gainMinor: 0n,
    currency: row.currency,
    orderId: row.id,
    sourceType: 'FUND_TRANSACTION',
    sourceId: row.id,
    sourceLine: 1,
  };
  const { id, cost_minor: costMinor } = row;
  if (quantity > 0n) {
    const bought = { quantity, costMinor: costMinor ?? undefined, proceedsMinor: 0n };
    return [{ ...base, ...bought, id, kind: 'BUY' }];
  }
  const gross = row.gross_minor ?? 0n;
  const charges = gross - (row.net_minor ?? gross);
  return [
    { ...base, id, kind: 'SELL', quantity, costMinor: 0n, proceedsMinor: gross },
    { ...base, id: -id, kind: 'CHARGES', quantity: 0n, costMinor: 0n, proceedsMinor: -charges },
  ];
}
