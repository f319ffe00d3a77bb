// Converts contributions to API records.

import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import type { ReturnLine } from '../return/line.js';
import { type GainParts, netOf } from '../return/line-gain.js';
import type { Unavailable } from '../return/outcome.js';
import { type Linked, NO_PARTS, type Parts, totalOf } from './link.js';

/**
 * A line with its gain in minor units and its contribution. For a class, the line is an arbitrary
 * line of the class.
 */
export interface Share {
  readonly line: ReturnLine;
  readonly gain: GainParts;
  readonly parts: Parts | undefined;
}

/** The contributions to a return. */
interface Contributions {
  readonly outcome: Linked<string> | Unavailable;
  readonly shares: readonly Share[];
  readonly by: 'LINE' | 'CLASS';
  readonly currency: string;
}

/** Returns the API record of a return with its contributions. Absent members are undefined. */
export function contributionRecord({ outcome, shares, by, currency }: Contributions): object {
  const isKnown = outcome.status === 'AVAILABLE';
  return {
    status: outcome.status,
    percent: isKnown ? percent(outcome.rate) : undefined,
    reason: isKnown ? undefined : outcome.reason,
    date: isKnown ? undefined : outcome.date,
    lines: shares.map((share) => ({
      ...(by === 'CLASS' ? { class: share.line.class } : lineRecord(share.line)),
      ...gainRecord(share.gain, currency),
      ...(isKnown ? partsRecord(share.parts ?? NO_PARTS) : {}),
    })),
  };
}

function lineRecord(line: ReturnLine): object {
  const { subjectType, subjectId, name, label, portfolioName } = line;
  return { class: line.class, subjectType, subjectId, name, label, portfolioName };
}

function gainRecord(gain: GainParts, currency: string): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const { incomeMinor, priceMinor, currencyMinor, chargesMinor, feesMinor, taxesMinor } = gain;
  return {
    income: amount(incomeMinor),
    priceGain: amount(priceMinor),
    currencyGain: amount(currencyMinor),
    costs: amount(chargesMinor + feesMinor + taxesMinor),
    gain: amount(netOf(gain)),
  };
}

function partsRecord(parts: Parts): object {
  return {
    contribution: percent(totalOf(parts)),
    incomeContribution: percent(parts.income),
    priceContribution: percent(parts.price),
    currencyContribution: percent(parts.currency),
    costsContribution: percent(parts.costs.negated()),
  };
}

function percent(fraction: Decimal): Decimal {
  return roundTo(fraction.times(100), 4, 'HALF_UP');
}
