// The price rules for an order on its date, and the value of units at a price.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Problem, refusal } from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import {
  type ClassRules,
  isBond,
  type MarketRule,
  priceLimits,
  ruleOn,
  tickOf,
} from '../../market/index.js';
import { orderProblems } from '../problems.js';

/** The price increment, price limits and lot that apply to an order. */
export interface PriceRules {
  readonly tick: Decimal;
  readonly low: Decimal;
  readonly high: Decimal;
  readonly lot: bigint;
}

/** A security, and the data that determine its price rules for a date. */
interface PricedSecurity {
  /** The price that increments and limits refer to. */
  readonly reference: Decimal;
  /** The security's own lot; 1 if it has none. */
  readonly lotSize: bigint;
}

/**
 * Returns the price rules of a security on a date. Refuses with MARKET_RULE_MISSING if any of them
 * is not known.
 */
export function priceRulesOn(
  date: BusinessDate,
  rules: ClassRules,
  { reference, lotSize }: PricedSecurity,
): PriceRules {
  const known = <Row>(row: Row | undefined, rule: MarketRule): Row => {
    if (row !== undefined) return row;
    throw ruleMissing(rule, date);
  };
  const tick = tickOf(known(ruleOn(rules.PRICE_TICK, date), 'PRICE_TICK'), reference);
  const band = known(ruleOn(rules.PRICE_BAND, date), 'PRICE_BAND');
  const lot = known(ruleOn(rules.LOT_SIZE, date), 'LOT_SIZE').units;
  known(ruleOn(rules.SETTLEMENT_LAG, date), 'SETTLEMENT_LAG');
  return {
    tick,
    ...priceLimits(tick, band, reference),
    lot: lotSize > 1n ? lotSize : lot,
  };
}

/** Returns the refusal MARKET_RULE_MISSING for a rule that is not known on a date. */
export function ruleMissing(rule: MarketRule, date: BusinessDate): Problem {
  const detail = `no ${rule} is known for ${date}`;
  return refusal(orderProblems.MARKET_RULE_MISSING, { detail, args: [rule] });
}

/** Returns whether the price is a multiple of the increment. */
export function isOnTick(price: Decimal, tick: Decimal): boolean {
  return price.modulo(tick).isZero();
}

/** The terms that, together with the price, determine the value of units. */
export interface PricedBond {
  readonly securityType: string;
  readonly faceValue: Decimal | null;
}

/**
 * Returns the value of units at a price. A bond's price is per 100 of its face value; a share's is
 * per unit.
 */
export function tradeValue(price: Decimal, quantity: bigint, bond: PricedBond): Decimal {
  const units = price.times(String(quantity));
  if (!isBond(bond.securityType)) return units;
  return units.times(bond.faceValue ?? 100).dividedBy(100);
}
