// The return of a period by the Modified Dietz method: the gain divided by the capital, with each
// flow weighted by the part of the period in which it was invested.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { FlowTiming } from '../policy/schema.js';
import { type Unavailable, unavailable } from './outcome.js';

/** Money received on a date, or paid out if negative. All amounts must have the same unit. */
interface DatedFlow {
  readonly date: BusinessDate;
  readonly flow: Decimal;
}

/** A period between two values, with the flows after its opening and up to its end. */
interface DietzPeriod {
  readonly opening: BusinessDate;
  readonly end: BusinessDate;
  readonly openingValue: Decimal;
  readonly closingValue: Decimal;
  readonly flows: readonly DatedFlow[];
  readonly timing: FlowTiming;
}

/**
 * Returns the capital of a period: the opening value, plus the flows weighted by the time for which
 * they were invested.
 */
export function dietzCapital(period: DietzPeriod): Decimal {
  const { opening, end, openingValue, flows } = period;
  const days = daysBetween(opening, end);
  return flows.reduce(
    (sum, { date, flow }) => sum.plus(flow.times(daysThere(period, date, flow)).dividedBy(days)),
    openingValue,
  );
}

/** Computes the return of a period as a fraction. */
export function dietzReturn(period: DietzPeriod): Decimal | Unavailable {
  const { opening, end, openingValue, closingValue, flows } = period;
  const net = flows.reduce((sum, { flow }) => sum.plus(flow), new Decimal(0));
  const gain = closingValue.minus(openingValue).minus(net);
  const capital = dietzCapital(period);
  if (capital.isZero() && gain.isZero()) return unavailable('NO_CAPITAL', opening);
  if (capital.lessThanOrEqualTo(0)) return unavailable('NEGATIVE_CAPITAL', end);
  return gain.dividedBy(capital);
}

// Money included from the start of its day is also invested on that day.
function daysThere({ end, timing }: DietzPeriod, date: BusinessDate, flow: Decimal): Decimal {
  const after = new Decimal(daysBetween(date, end));
  switch (timing) {
    case 'START':
      return after.plus(1);
    case 'END':
      return after;
    case 'MIDDAY':
      return after.plus('0.5');
    case 'IN_START_OUT_END':
      return flow.isNegative() ? after : after.plus(1);
  }
}
