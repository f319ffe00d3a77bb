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

/** A transaction of the booker: its limit, the messages that it booked, and its duration. */
export interface BookingTurn {
  readonly size: number;
  readonly booked: number;
  readonly tookMs: number;
}

/**
 * If the cost per message in the larger of two turns is below this fraction of the cost in the
 * smaller turn, most of a turn's duration is fixed.
 */
const CHEAPER = 0.7;

/**
 * Returns how many messages the booker's next transaction should book. On a busy node, even a
 * transaction with one message takes a long time, because its statements wait for a processor.
 * Smaller transactions would then only reduce throughput. So the size is reduced only as long as
 * that makes the transactions shorter.
 */
export function nextBookingSize(turn: BookingTurn, before: BookingTurn | undefined): number {
  const { size, booked, tookMs } = turn;
  const { bookingTurnMs, deliveredPerBatchMax } = FIX_LIMIT;
  if (booked === 0 || tookMs <= bookingTurnMs) return nextSize(size, booked, tookMs);
  if (before !== undefined && isFixedCost(turn, before)) {
    return Math.min(size * 2, deliveredPerBatchMax);
  }
  // At least two, because the cost per message cannot be derived from a single one.
  return Math.max(2, Math.floor(booked / 2));
}

function isFixedCost(turn: BookingTurn, before: BookingTurn): boolean {
  if (turn.booked === before.booked) return false;
  const [small, large] = turn.booked < before.booked ? [turn, before] : [before, turn];
  return large.tookMs / large.booked < (small.tookMs / small.booked) * CHEAPER;
}
