// How many messages are booked in one transaction.

import { FIX_LIMIT } from '../limits.js';

/**
 * As many as fit into a transaction, judged by the last one, because it locks everything that it
 * books.
 */
export function nextSize(present: number, delivered: number, tookMs: number): number {
  const { bookingTurnMs, deliveredPerBatchMax } = FIX_LIMIT;
  if (delivered > 0 && tookMs > bookingTurnMs) {
    return Math.max(1, Math.floor((delivered * bookingTurnMs) / tookMs));
  }
  const isQuick = delivered >= present && tookMs < bookingTurnMs / 2;
  return isQuick ? Math.min(present * 2, deliveredPerBatchMax) : present;
}
