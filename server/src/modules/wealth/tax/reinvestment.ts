// Relief for reinvested proceeds. Each unit of money can relieve only one disposal, starting with
// the oldest.

import { addDays, addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { ratioOf } from '../gain/share.js';
import { TAX } from '../limits.js';
import type { CapitalGainsRule, TaxYear } from '../tax-rule/rule.js';
import { lesser } from './amount.js';

/** A purchase that can relieve gains. */
export interface Purchase {
  readonly tradeDate: BusinessDate;
  /** The consideration and charges, in minor units. */
  readonly costMinor: bigint;
}

type Reinvestment = NonNullable<CapitalGainsRule['reinvestment']>;

/** The data needed to compute the relief for a chargeable disposal with a gain, in minor units. */
interface RelievableDisposal {
  readonly tradeDate: BusinessDate;
  readonly proceedsMinor: bigint;
  readonly gainMinor: bigint;
  /**
   * The terms of relief under the rule in force on the trade date; undefined if there is no relief.
   */
  readonly reinvestment: Reinvestment | undefined;
}

/** The reinvested part of the proceeds, and the part of the gain that it relieves. */
export interface Relief {
  readonly reinvestedMinor: bigint;
  readonly relievedMinor: bigint;
}

/**
 * Returns the relief for each disposal. Disposals must be in date order. Purchases are eligible
 * from the date of the disposal on. Money used for one disposal cannot be used again.
 */
export function relieve(
  disposals: readonly RelievableDisposal[],
  purchases: readonly Purchase[],
  year: TaxYear,
): Relief[] {
  const money = [...purchases]
    .sort((one, other) => (one.tradeDate < other.tradeDate ? -1 : 1))
    .map(({ tradeDate, costMinor }) => ({ tradeDate, leftMinor: costMinor }));
  return disposals.map((disposal) => {
    const { reinvestment } = disposal;
    if (reinvestment === undefined) return { reinvestedMinor: 0n, relievedMinor: 0n };
    const until = lastDay(reinvestment, year, disposal.tradeDate);
    const reinvestedMinor = spend(money, disposal, until);
    return { reinvestedMinor, relievedMinor: reliefOf(disposal, reinvestedMinor, reinvestment) };
  });
}

function lastDay({ within }: Reinvestment, year: TaxYear, date: BusinessDate): BusinessDate {
  return within === 'YEAR_OF_ASSESSMENT'
    ? year.until
    : addDays(addMonths(date, TAX.reinvestmentMonths), -1);
}

interface Money {
  readonly tradeDate: BusinessDate;
  leftMinor: bigint;
}

// Uses money from purchases, oldest first, up to the proceeds.
function spend(
  money: readonly Money[],
  { tradeDate, proceedsMinor }: RelievableDisposal,
  until: BusinessDate,
): bigint {
  let neededMinor = proceedsMinor;
  for (const purchase of money) {
    if (purchase.tradeDate < tradeDate || purchase.tradeDate > until) continue;
    const takenMinor = lesser(purchase.leftMinor, neededMinor);
    purchase.leftMinor -= takenMinor;
    neededMinor -= takenMinor;
    if (neededMinor === 0n) break;
  }
  return proceedsMinor - neededMinor;
}

// The relief is rounded half-up.
function reliefOf(
  { proceedsMinor, gainMinor }: RelievableDisposal,
  reinvestedMinor: bigint,
  { proportionate }: Reinvestment,
): bigint {
  if (!proportionate && reinvestedMinor < proceedsMinor) return 0n;
  return ratioOf(gainMinor, reinvestedMinor, proceedsMinor);
}
