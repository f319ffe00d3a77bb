// Pure functions for the effect of corporate actions on a price and on live orders on the ex-date.

import { Decimal } from '../../../platform/money/decimal.js';
import type { EventKind } from './kind.js';

/** The effect of one corporate action on the price of its security. */
export interface PriceEffect {
  /** The amount paid per unit, in the currency of the security. */
  readonly amount: Decimal;
  /** The part of the amount that is a cash dividend, from which an order may be exempt. */
  readonly dividend: Decimal;
  /** The ratio of units with equal value: `oldUnits` before the ex-date, `newUnits` afterwards. */
  readonly oldUnits: bigint;
  readonly newUnits: bigint;
  /** For rights, the price at which `newUnits` are bought. */
  readonly rightsPrice?: Decimal | undefined;
  /** The reference price that a person set, which overrides the computed one. */
  readonly exPrice: Decimal | undefined;
}

interface Terms {
  readonly kind: EventKind;
  readonly ex_price: Decimal | null;
  readonly order_policy: OrderPolicy | null;
}

/** The columns of an option that affect the price. */
interface PricedOption {
  readonly is_default: boolean;
  readonly cash_per_unit: Decimal | null;
  readonly currency: string | null;
  readonly new_units: bigint | null;
  readonly old_units: bigint | null;
  readonly ex_price: Decimal | null;
}

/** The options of an event, in order, and the price of the rights that it distributes. */
interface PricedTerms {
  readonly event: Terms;
  readonly options: readonly PricedOption[];
  /** The currency of the security. */
  readonly currency: string;
  /** The price at which linked rights are exercised. */
  readonly rightsPrice?: Decimal | undefined;
}

/**
 * Returns the effect on the price. Undefined if the kind does not change the price of its security.
 * Bonds trade clean, and a spin-off or merger without `exPrice` has no computed price.
 */
export function priceEffect({
  event,
  options,
  currency,
  rightsPrice,
}: PricedTerms): PriceEffect | undefined {
  const option = options.find(({ is_default }) => is_default) ?? options[0];
  const exPrice = event.ex_price ?? option?.ex_price ?? undefined;
  const zero = new Decimal(0);
  const none = { amount: zero, dividend: zero, oldUnits: 1n, newUnits: 1n, exPrice };
  const ratio = ratioOf(event.kind, option);
  switch (event.kind) {
    case 'DVCA':
    case 'DVOP':
    case 'DRIP':
    case 'CAPD':
    case 'LIQU': {
      const amount = cashOf(options, currency);
      if (amount === undefined) return undefined;
      return { ...none, amount, dividend: event.kind === 'DVCA' ? amount : zero };
    }
    case 'BONU':
    case 'DVSE':
    case 'SPLF':
    case 'SPLR':
      return ratio && { ...none, ...ratio };
    case 'RHDI':
      if (ratio === undefined || rightsPrice === undefined) return exPrice && none;
      return { ...none, ...ratio, rightsPrice };
    case 'SOFF':
    case 'MRGR':
    case 'EXOF':
      return exPrice && none;
    default:
      return undefined;
  }
}

function cashOf(options: readonly PricedOption[], currency: string): Decimal | undefined {
  const paid = options.find((each) => each.cash_per_unit !== null && each.currency === currency);
  return paid?.cash_per_unit ?? undefined;
}

// A bonus and rights are added to the old units; a split replaces them.
function ratioOf(kind: EventKind, option: PricedOption | undefined) {
  if (option?.new_units == null || option.old_units == null) return undefined;
  const { new_units: added, old_units: oldUnits } = option;
  const isSplit = kind === 'SPLF' || kind === 'SPLR';
  return { oldUnits, newUnits: isSplit ? added : oldUnits + added };
}

/** A price after all corporate actions of an ex-date. */
interface ExPrice {
  /** The price before rounding to an increment. */
  readonly price: Decimal;
  /** The factor by which each effect adjusts past prices, in the given order. */
  readonly factors: readonly Decimal[];
}

/**
 * Returns a closing price adjusted for the effects of an ex-date. Amounts are subtracted first,
 * then ratios are applied. Rights at price S change a price P to (old x P + new x S) / (old + new)
 * if S is below P.
 */
export function exPriceOf(close: Decimal, effects: readonly PriceEffect[]): ExPrice {
  let price = effects.reduce((rest, { amount }) => rest.minus(amount), close);
  const factors: Decimal[] = [];
  for (const effect of effects) {
    const factor = ratioFactor(price, effect);
    price = price.times(factor);
    factors.push(factor);
  }
  const given = effects.find(({ exPrice }) => exPrice !== undefined)?.exPrice;
  return { price: given ?? price, factors };
}

function ratioFactor(price: Decimal, effect: PriceEffect): Decimal {
  const { rightsPrice } = effect;
  const [oldUnits, newUnits] = [String(effect.oldUnits), String(effect.newUnits)];
  if (rightsPrice === undefined) return new Decimal(oldUnits).dividedBy(newUnits);
  if (rightsPrice.greaterThanOrEqualTo(price) || price.lessThanOrEqualTo(0)) return new Decimal(1);
  const rights = String(effect.newUnits - effect.oldUnits);
  return price.times(oldUnits).plus(rightsPrice.times(rights)).dividedBy(price.times(newUnits));
}

/** Rounds a price half-up to an increment. The result is at least one increment. */
export function roundedToTick(price: Decimal, tick: Decimal): Decimal {
  const ticks = price.dividedBy(tick).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  return Decimal.max(ticks, 1).times(tick);
}

/** The policy for the live orders in a security. KEEP leaves them unchanged. */
type OrderPolicy = 'ADJUST' | 'CANCEL' | 'KEEP';

// Kinds that cancel orders regardless of the exchange's rule, because the security or its listing
// ends. After REDM, MCAL or PCAL, orders would settle in a bond with changed terms.
const ENDING: readonly EventKind[] = ['REDM', 'MCAL', 'PCAL', 'WRTH', 'DLST'];

/**
 * Returns the strictest policy of the corporate actions of one ex-date. An event without its own
 * policy takes the exchange's policy for its kind. If there is neither, orders are not changed.
 */
export function policyOf(
  events: readonly Terms[],
  rule: Readonly<Partial<Record<EventKind, OrderPolicy>>>,
): OrderPolicy {
  const policies = events.map(({ kind, order_policy: own }) => {
    return own ?? rule[kind] ?? (ENDING.includes(kind) ? 'CANCEL' : 'KEEP');
  });
  if (policies.includes('CANCEL')) return 'CANCEL';
  return policies.includes('ADJUST') ? 'ADJUST' : 'KEEP';
}
