// Sums disposals by currency, security, class and month.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { CostMethod, DisposalByMethod, DisposalOutcome } from './disposal.js';

/** The sum of disposals in one currency. Amounts are in minor units. */
export interface GainTotal {
  /**
   * The value by which the disposals are grouped, in addition to the currency; empty if they are
   * not grouped.
   */
  readonly key: string;
  readonly currency: string;
  readonly disposals: number;
  /** The number of disposals with unknown cost, which are not included in the cost and the gain. */
  readonly unknownDisposals: number;
  readonly chargesMinor: bigint;
  readonly netProceedsMinor: bigint;
  readonly costMinor: bigint;
  readonly gainMinor: bigint;
  readonly fifoGainMinor: bigint;
}

/** The sums of disposals, each sorted by its key. */
export interface GainTotals {
  readonly currencies: readonly GainTotal[];
  readonly securities: readonly GainTotal[];
  readonly classes: readonly GainTotal[];
  readonly months: readonly GainTotal[];
}

/** Sums disposals under one of the methods. */
export function gainTotals(disposals: readonly DisposalByMethod[], method: CostMethod): GainTotals {
  const by = (keyOf: (disposal: DisposalByMethod) => string) => sums(disposals, { method, keyOf });
  return {
    currencies: by(() => ''),
    securities: by(({ name }) => name),
    classes: by((disposal) => disposal.class),
    months: by(({ tradeDate }) => monthOf(tradeDate)),
  };
}

function monthOf(date: BusinessDate): string {
  return date.slice(0, 7);
}

function sums(
  disposals: readonly DisposalByMethod[],
  by: { readonly method: CostMethod; readonly keyOf: (disposal: DisposalByMethod) => string },
): GainTotal[] {
  const totals = new Map<string, GainTotal>();
  for (const disposal of disposals) {
    const key = by.keyOf(disposal);
    const { currency } = disposal;
    const place = `${key}/${currency}`;
    const before = totals.get(place) ?? { ...NOTHING, key, currency };
    totals.set(place, plus(before, disposal, by.method));
  }
  return [...totals.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
}

const NOTHING = {
  disposals: 0,
  unknownDisposals: 0,
  chargesMinor: 0n,
  netProceedsMinor: 0n,
  costMinor: 0n,
  gainMinor: 0n,
  fifoGainMinor: 0n,
};

function plus(total: GainTotal, disposal: DisposalByMethod, method: CostMethod): GainTotal {
  const outcome: DisposalOutcome = disposal.outcome[method];
  const isKnown = outcome.gainMinor !== undefined;
  return {
    ...total,
    disposals: total.disposals + 1,
    unknownDisposals: total.unknownDisposals + (isKnown ? 0 : 1),
    chargesMinor: total.chargesMinor + disposal.chargesMinor,
    netProceedsMinor: total.netProceedsMinor + outcome.netProceedsMinor,
    costMinor: total.costMinor + (isKnown ? (outcome.costMinor ?? 0n) : 0n),
    gainMinor: total.gainMinor + (outcome.gainMinor ?? 0n),
    fifoGainMinor: total.fifoGainMinor + (disposal.outcome.FIFO.gainMinor ?? 0n),
  };
}
