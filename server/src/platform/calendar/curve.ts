// Curves over time: the time spans that a caller can request, and the length of their steps.

import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../database/database.js';

export const SPANS = ['HOUR', 'DAY', 'WEEK'] as const;

type Span = (typeof SPANS)[number];

const MINUTE_MS = 60_000;

/** The length of a step, and the number of steps in a span. */
const STEPS: Readonly<Record<Span, { readonly stepMs: number; readonly count: number }>> = {
  HOUR: { stepMs: MINUTE_MS, count: 60 },
  DAY: { stepMs: 15 * MINUTE_MS, count: 96 },
  WEEK: { stepMs: 120 * MINUTE_MS, count: 84 },
};

interface Curve {
  /** The start of the first step. */
  readonly from: Instant;
  readonly stepMs: number;
  /** The end of each step, oldest first. The last step is still in progress. */
  readonly ends: readonly Instant[];
}

/**
 * Returns the steps of a span that ends now. Steps start at full minutes, quarter hours or
 * even-numbered hours.
 */
export function curveUntil(now: Instant, span: Span): Curve {
  const { stepMs, count } = STEPS[span];
  const nowMs = Temporal.Instant.from(now).epochMilliseconds;
  const firstMs = Math.floor(nowMs / stepMs) * stepMs - (count - 1) * stepMs;
  const at = (step: number) =>
    Temporal.Instant.fromEpochMilliseconds(firstMs + step * stepMs).toString({
      smallestUnit: 'millisecond',
    });
  const ends = Array.from({ length: count }, (_, step) => at(step + 1));
  return { from: at(0), stepMs, ends };
}
