// Rate cards: a deposit's rate by tenure and amount, bonuses, and the deposits that a card accepts.

import { assert } from '../../../platform/assert.js';
import { Decimal } from '../../../platform/money/decimal.js';

/**
 * One tier of a card: the annual rate in percent for a range of tenures (days) and amounts (minor
 * units). Both ranges are inclusive, and a missing bound means no limit. The first matching tier
 * applies, so the order of tiers decides whether tenure or amount takes precedence.
 */
export type RateTier = {
  readonly tenorDaysFrom?: number;
  readonly tenorDaysTo?: number;
  readonly amountMinorFrom?: bigint;
  readonly amountMinorTo?: bigint;
  readonly percent: string;
};

/**
 * A bonus for large amounts or for customers with an attribute: either points to add or a fixed
 * rate. All matching points are added. The first matching fixed rate replaces the tier's rate.
 */
type RateBonus = {
  readonly kind: 'POINTS' | 'FIXED';
  readonly percent: string;
  readonly amountMinorFrom?: bigint;
  readonly attribute?: { readonly name: string; readonly value: string };
};

/** A product's rates in one currency, and the tenures and amounts that it accepts. */
export type RateCard = {
  readonly currency: string;
  readonly tiers: readonly RateTier[];
  readonly bonuses: readonly RateBonus[];
  readonly allowedTenorDays?: readonly number[];
  readonly amountMinorMin?: bigint;
  readonly amountMinorMultiple?: bigint;
};

/** The deposit for which a rate is requested. */
export type RateEnquiry = {
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly tenorDays: number;
  readonly attributes?: ReadonlyMap<string, string>;
};

/** The reason why a card does not offer a deposit. */
type RateError =
  | 'CURRENCY_NOT_OFFERED'
  | 'TENOR_NOT_OFFERED'
  | 'AMOUNT_TOO_SMALL'
  | 'AMOUNT_NOT_A_MULTIPLE'
  | 'NO_RATE';

/** Returns the first reason why the card does not accept the deposit, or undefined. */
export function rateError(card: RateCard, enquiry: RateEnquiry): RateError | undefined {
  const { amountMinor, tenorDays } = enquiry;
  if (enquiry.currency !== card.currency) return 'CURRENCY_NOT_OFFERED';
  const allowed = card.allowedTenorDays?.includes(tenorDays) ?? tenorDays > 0;
  if (!allowed) return 'TENOR_NOT_OFFERED';
  if (amountMinor <= 0n || amountMinor < (card.amountMinorMin ?? 0n)) return 'AMOUNT_TOO_SMALL';
  const multiple = card.amountMinorMultiple ?? 1n;
  if (amountMinor % multiple !== 0n) return 'AMOUNT_NOT_A_MULTIPLE';
  return ratePercentFor(card, enquiry) === undefined ? 'NO_RATE' : undefined;
}

/** Returns the annual rate in percent, including bonuses. Returns undefined if no tier matches. */
export function ratePercentFor(card: RateCard, enquiry: RateEnquiry): Decimal | undefined {
  assert(enquiry.currency === card.currency, 'the enquiry is in the currency of the card');
  const tier = card.tiers.find((candidate) => holdsFor(candidate, enquiry));
  if (tier === undefined) return undefined;
  const bonuses = card.bonuses.filter((bonus) => isEarned(bonus, enquiry));
  const fixed = bonuses.find((bonus) => bonus.kind === 'FIXED');
  const points = bonuses.filter((bonus) => bonus.kind === 'POINTS');
  const base = new Decimal(fixed?.percent ?? tier.percent);
  return points.reduce((sum, bonus) => sum.plus(bonus.percent), base);
}

function holdsFor(tier: RateTier, { tenorDays, amountMinor }: RateEnquiry): boolean {
  return (
    (tier.tenorDaysFrom === undefined || tier.tenorDaysFrom <= tenorDays) &&
    (tier.tenorDaysTo === undefined || tenorDays <= tier.tenorDaysTo) &&
    (tier.amountMinorFrom === undefined || tier.amountMinorFrom <= amountMinor) &&
    (tier.amountMinorTo === undefined || amountMinor <= tier.amountMinorTo)
  );
}

function isEarned(bonus: RateBonus, enquiry: RateEnquiry): boolean {
  const { amountMinorFrom, attribute } = bonus;
  const bigEnough = amountMinorFrom === undefined || amountMinorFrom <= enquiry.amountMinor;
  const entitled =
    attribute === undefined || enquiry.attributes?.get(attribute.name) === attribute.value;
  return bigEnough && entitled;
}
