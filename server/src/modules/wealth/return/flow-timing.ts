// The time of day from which incoming or outgoing money is included.

import { Decimal } from '../../../platform/money/decimal.js';
import type { FlowTiming } from '../policy/schema.js';

/** The values and the net inflow of a day, all in the same unit. */
interface Day {
  readonly before: Decimal;
  readonly after: Decimal;
  readonly flow: Decimal;
}

/** The capital of a day, and its value at the end. */
interface Growth {
  readonly capital: Decimal;
  readonly result: Decimal;
}

/**
 * Returns the capital of a day and its value at the end. If all capital was received or paid out on
 * the day, IN_START_OUT_END is used regardless of the given timing, because other timings can make
 * the divisor zero or half of that capital.
 */
export function growthOf(day: Day, timing: FlowTiming): Growth {
  const usual = growthBy(day, timing);
  const isUsual = !day.before.isZero() && usual.capital.greaterThan(0);
  return isUsual ? usual : growthBy(day, 'IN_START_OUT_END');
}

function growthBy({ before, after, flow }: Day, timing: FlowTiming): Growth {
  const zero = new Decimal(0);
  switch (timing) {
    case 'START':
      return { capital: before.plus(flow), result: after };
    case 'END':
      return { capital: before, result: after.minus(flow) };
    case 'MIDDAY': {
      const half = flow.dividedBy(2);
      return { capital: before.plus(half), result: after.minus(half) };
    }
    case 'IN_START_OUT_END':
      return {
        capital: before.plus(Decimal.max(flow, zero)),
        result: after.minus(Decimal.min(flow, zero)),
      };
  }
}
