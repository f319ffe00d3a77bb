// Finds the lines that contributed most and least to the time-weighted return of a statement.

import { minorToDecimal } from '../../../platform/money/money.js';
import { contributionsOf } from '../contribution/contribution.js';
import { totalOf } from '../contribution/link.js';
import { WEALTH } from '../limits.js';
import type { DayTotal } from '../return/day-total.js';
import type { ReturnLine } from '../return/line.js';
import { netOf, sumOf } from '../return/line-gain.js';
import type { Contribution, Contributions } from './content.js';
import { percentOf } from './growth.js';

/** Returns the best and worst contributions over days; none if there is no return. */
export function contributionsOver(days: readonly DayTotal[], currency: string): Contributions {
  const outcome = contributionsOf({ isTooEarly: false, days, currency }, ({ line }) => line.key);
  if (outcome.status === 'UNAVAILABLE') return { best: [], worst: [] };
  const gains = days.slice(1).flatMap((day) => day.gains ?? []);
  const lines = new Map<string, ReturnLine>(gains.map(({ line }) => [line.key, line]));
  const all = [...outcome.lines].flatMap(([key, parts]) => {
    const line = lines.get(key);
    return line === undefined ? [] : [{ line, rate: totalOf(parts) }];
  });
  const sorted = all.toSorted((one, other) => {
    const order = other.rate.comparedTo(one.rate);
    return order === 0 ? Number(one.line.key > other.line.key) - 0.5 : order;
  });
  const shown = ({ line, rate }: (typeof all)[number]): Contribution => {
    const own = sumOf(gains.filter((gain) => gain.line.key === line.key));
    return {
      label: line.label,
      name: line.name,
      portfolio: line.portfolioName ?? '',
      gain: minorToDecimal(netOf(own), currency).toFixed(),
      percent: percentOf(rate),
    };
  };
  const most = WEALTH.statementContributionsMax;
  return {
    best: sorted
      .filter(({ rate }) => rate.greaterThan(0))
      .slice(0, most)
      .map(shown),
    worst: sorted
      .filter(({ rate }) => rate.lessThan(0))
      .toReversed()
      .slice(0, most)
      .map(shown),
  };
}
