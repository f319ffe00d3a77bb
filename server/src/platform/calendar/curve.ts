// Curves over time: the stretches that can be asked for, each cut into steps of its own.

import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../database/database.js';

export const SPANS = ['HOUR', 'DAY', 'WEEK'] as const;

type Span = (typeof SPANS)[number];

const MINUTE_MS = 60_000;

/** How long a step is, and how many make the stretch. */
const STEPS: Readonly<Record<Span, { readonly stepMs: number; readonly count: number }>> = {
  HOUR: { stepMs: MINUTE_MS, count: 60 },
  DAY: { stepMs: 15 * MINUTE_MS, count: 96 },
  WEEK: { stepMs: 120 * MINUTE_MS, count: 84 },
};

interface Curve {
  /** Where the first step begins. */
  readonly from: Instant;
  readonly stepMs: number;
  /** Where each step ends, the earliest first; the last one is still running. */
  readonly ends: readonly Instant[];
}

/** The steps of a stretch that ends now; they begin at full minutes, quarters, or even hours. */
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
