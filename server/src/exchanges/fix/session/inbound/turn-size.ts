// Limits how many messages are booked in one transaction.

import { FIX_LIMIT } from '../limits.js';

/**
 * Returns how many messages the next transaction should book, based on how long the last one took.
 * A transaction locks everything that it books, so it must be short.
 */
export function nextSize(present: number, delivered: number, tookMs: number): number {
  const { bookingTurnMs, deliveredPerBatchMax } = FIX_LIMIT;
  if (delivered > 0 && tookMs > bookingTurnMs) {
    return Math.max(1, Math.floor((delivered * bookingTurnMs) / tookMs));
  }
  const isQuick = delivered >= present && tookMs < bookingTurnMs / 2;
  return isQuick ? Math.min(present * 2, deliveredPerBatchMax) : present;
}
