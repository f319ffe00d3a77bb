// Computes the factor by which bonuses and splits have multiplied the units of holdings since a
// date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { inSteps, type StockMovement, withCharges } from '../gain/movement.js';
import { holdingKey } from './reset.js';

/** The factor by which the units of a holding have grown, as a ratio of whole numbers. */
export interface Growth {
  readonly unitsBefore: bigint;
  readonly unitsAfter: bigint;
}

interface GrowthStep extends Growth {
  readonly from: BusinessDate;
}

const NO_GROWTH: Growth = { unitsBefore: 1n, unitsAfter: 1n };

/** A holding on a date. */
export type HoldingOn = Pick<StockMovement, 'portfolioId' | 'securityId' | 'effectiveDate'>;

/** Returns a function that computes the growth of a holding from `since` to its own date. */
export function growthOf(
  movements: readonly StockMovement[],
  since: BusinessDate,
): (holding: HoldingOn) => Growth {
  const steps = growthSteps(movements, since);
  return (holding) => {
    const before = (steps.get(holdingKey(holding)) ?? []).filter(
      ({ from }) => from <= holding.effectiveDate,
    );
    return before.reduce<Growth>(
      (growth, step) => ({
        unitsBefore: growth.unitsBefore * step.unitsBefore,
        unitsAfter: growth.unitsAfter * step.unitsAfter,
      }),
      NO_GROWTH,
    );
  };
}

function growthSteps(
  movements: readonly StockMovement[],
  since: BusinessDate,
): ReadonlyMap<string, readonly GrowthStep[]> {
  const units = new Map<string, bigint>();
  const steps = new Map<string, GrowthStep[]>();
  for (const movement of inSteps(withCharges(movements)).flat()) {
    const key = holdingKey(movement);
    const unitsBefore = units.get(key) ?? 0n;
    const unitsAfter = unitsBefore + movement.quantity;
    units.set(key, unitsAfter);
    const { kind, effectiveDate: from } = movement;
    const isGrowth = kind === 'BONUS' || kind === 'SPLIT';
    if (!isGrowth || from <= since || unitsBefore <= 0n || unitsAfter <= 0n) continue;
    const before = steps.get(key) ?? [];
    before.push({ from, unitsBefore, unitsAfter });
    steps.set(key, before);
  }
  return steps;
}
