// Fee schedules: what a contract note is charged, as data, and the computation of its lines.

import { assert, unreachable } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { Decimal } from '../../platform/money/decimal.js';
import {
  decimalToMinor,
  type Money,
  minorToDecimal,
  sumMoney,
  toDecimal,
} from '../../platform/money/money.js';
import { type RoundingMode, roundToUnit } from '../../platform/money/rounding.js';
import type { AssetClass } from '../market/index.js';

export const TRADE_SIDES = ['BUY', 'SELL'] as const;
/** The side of a trade from the customer's point of view. */
export type TradeSide = (typeof TRADE_SIDES)[number];

/**
 * What a line is reckoned on. LINES takes the sum of the named lines, already rounded, as one base;
 * EACH_LINE makes one charge for every named line, rounded by itself. PER_STARTED counts begun
 * units of the consideration (major units) or of the quantity. PER_ORDER falls on an order's first
 * note only. DAY_TRADED is the consideration of the note's units that the same portfolio both
 * bought and sold on the trade date, CARRIED that of the others.
 */
export type ChargeBase =
  | { readonly kind: 'CONSIDERATION' | 'QUANTITY' }
  | { readonly kind: 'DAY_TRADED' | 'CARRIED' }
  | { readonly kind: 'PER_ORDER' | 'PER_TRADE' | 'PER_CONTRACT_NOTE' }
  | { readonly kind: 'LINES' | 'EACH_LINE'; readonly codes: readonly string[] }
  | {
      readonly kind: 'PER_STARTED';
      readonly unit: string;
      readonly of: 'CONSIDERATION' | 'QUANTITY';
    };

/** One step of a tiered rate: `percent` of the base up to `upTo`; the last step has no `upTo`. */
export type ChargeTier = { readonly upTo?: string | undefined; readonly percent: string };

/**
 * How the base turns into an amount. FLAT is an amount in major units for each unit of the base.
 * SLAB rates each part of the base by the tier it falls in, WHOLE the whole base by the tier it
 * ends in.
 */
export type ChargeRate =
  | { readonly kind: 'PERCENT'; readonly percent: string }
  | { readonly kind: 'FLAT'; readonly amount: string }
  | { readonly kind: 'SLAB' | 'WHOLE'; readonly tiers: readonly ChargeTier[] };

/** How a line is rounded: the mode, and a multiple in major units; without one, the minor unit. */
type ChargeRounding = { readonly mode: RoundingMode; readonly unit?: string | undefined };

/**
 * For which trades a line holds; a member that is absent does not restrict. Dates are inclusive.
 */
type ChargeScope = {
  readonly side?: TradeSide | undefined;
  readonly assetClasses?: readonly AssetClass[] | undefined;
  readonly boards?: readonly string[] | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly customerGroups?: readonly string[] | undefined;
  readonly validFrom?: BusinessDate | undefined;
  readonly validTo?: BusinessDate | undefined;
};

/**
 * One line of a schedule; figures are decimal text. Of several rules with one code the first that
 * holds counts, so a special rate stands before the general one. Tax lines are rules like any other
 * that point at their lines, which must stand before them.
 */
export type ChargeRule = ChargeScope & {
  readonly code: string;
  /** What the line is called on a contract note; without one, its code. */
  readonly label?: string | undefined;
  readonly payee: string;
  readonly ledgerAccount: string;
  readonly base: ChargeBase;
  readonly rate: ChargeRate;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly maxPerDay?: string | undefined;
  readonly rounding: ChargeRounding;
};

/** A dated set of rules in one currency, kept by name and version on each contract note. */
export type FeeSchedule = {
  readonly name: string;
  readonly version: number;
  readonly currency: string;
  readonly assetClasses: readonly AssetClass[];
  readonly validFrom?: BusinessDate | undefined;
  readonly validTo?: BusinessDate | undefined;
  readonly rules: readonly ChargeRule[];
};

/**
 * What one contract note covers: all executions of one order on one trade date, so that minimum and
 * maximum count once. `chargedEarlierToday` holds the customer's earlier charges by code, for
 * `maxPerDay`, and `dayTradedQuantity` how many of the units are day-traded; absent, none is.
 */
export type ChargeableTrade = {
  readonly side: TradeSide;
  readonly consideration: Money;
  readonly quantity: bigint;
  readonly dayTradedQuantity?: bigint | undefined;
  readonly tradeDate: BusinessDate;
  readonly assetClass: AssetClass;
  readonly board?: string;
  readonly channel?: string;
  readonly customerGroup?: string;
  readonly executionCount: number;
  readonly firstNoteOfOrder: boolean;
  readonly chargedEarlierToday?: ReadonlyMap<string, bigint> | undefined;
};

/** A charge of a note; `onCode` names the line that a tax of EACH_LINE was reckoned on. */
export type ChargeLine = {
  readonly code: string;
  readonly onCode?: string;
  readonly payee: string;
  readonly ledgerAccount: string;
  readonly amount: Money;
};

/** The charges of a trade in the order of the schedule; a line that comes to zero is left out. */
export function chargesOf(schedule: FeeSchedule, trade: ChargeableTrade): ChargeLine[] {
  assert(trade.consideration.currency === schedule.currency, 'schedule and trade share a currency');
  const lines: ChargeLine[] = [];
  const decided = new Set<string>();
  for (const rule of schedule.rules) {
    if (decided.has(rule.code) || !holdsFor(rule, trade)) continue;
    decided.add(rule.code);
    lines.push(...linesOf(rule, trade, lines));
  }
  return lines;
}

/** What of a trade decides which rules hold for it. */
export type RuleScope = Pick<
  ChargeableTrade,
  'side' | 'assetClass' | 'board' | 'channel' | 'customerGroup' | 'tradeDate'
>;

/** The rule by which a line of this code was charged; undefined when the schedule has none. */
export function ruleOf(
  schedule: Pick<FeeSchedule, 'rules'>,
  code: string,
  scope: RuleScope,
): ChargeRule | undefined {
  return schedule.rules.find((rule) => rule.code === code && holdsFor(rule, scope));
}

/** The sum of the charges in the schedule's currency. */
export function totalCharges(lines: readonly ChargeLine[], currency: string): Money {
  return sumMoney(
    lines.map((line) => line.amount),
    currency,
  );
}

/**
 * What the customer pays on a buy (consideration plus charges) or receives on a sell (less
 * charges).
 */
export function netAmount(trade: ChargeableTrade, lines: readonly ChargeLine[]): Money {
  const { minor, currency } = trade.consideration;
  const charges = totalCharges(lines, currency).minor;
  return { minor: trade.side === 'BUY' ? minor + charges : minor - charges, currency };
}

function linesOf(
  rule: ChargeRule,
  trade: ChargeableTrade,
  earlier: readonly ChargeLine[],
): ChargeLine[] {
  const { code, payee, ledgerAccount, base } = rule;
  const codes = new Set(codesOf(base));
  const pointedAt = earlier.filter((line) => codes.has(line.code));
  if (base.kind === 'EACH_LINE') {
    return pointedAt
      .map((line) => ({
        ...{ code, onCode: line.code, payee, ledgerAccount },
        amount: amountOf(rule, toDecimal(line.amount), trade),
      }))
      .filter((line) => line.amount.minor !== 0n);
  }
  const amount = amountOf(rule, baseValue(base, trade, pointedAt), trade);
  return amount.minor === 0n ? [] : [{ code, payee, ledgerAccount, amount }];
}

function baseValue(
  base: ChargeBase,
  trade: ChargeableTrade,
  pointedAt: readonly ChargeLine[],
): Decimal {
  switch (base.kind) {
    case 'CONSIDERATION':
      return toDecimal(trade.consideration);
    case 'DAY_TRADED':
      return toDecimal(dayTraded(trade));
    case 'CARRIED':
      return toDecimal(carried(trade));
    case 'QUANTITY':
      return new Decimal(String(trade.quantity));
    case 'PER_ORDER':
      return new Decimal(trade.firstNoteOfOrder ? 1 : 0);
    case 'PER_TRADE':
      return new Decimal(trade.executionCount);
    case 'PER_CONTRACT_NOTE':
      return new Decimal(1);
    case 'PER_STARTED':
      return baseValue({ kind: base.of }, trade, []).dividedBy(base.unit).ceil();
    case 'LINES':
    case 'EACH_LINE':
      return toDecimal(totalCharges(pointedAt, trade.consideration.currency));
    default:
      return unreachable(base);
  }
}

// By units, half-up to the minor unit, so that both parts are always the whole.
function dayTraded({ consideration, quantity, dayTradedQuantity = 0n }: ChargeableTrade): Money {
  const { currency } = consideration;
  if (dayTradedQuantity === 0n) return { minor: 0n, currency };
  assert(dayTradedQuantity > 0n && dayTradedQuantity <= quantity, 'a part of the units');
  const part = toDecimal(consideration)
    .times(String(dayTradedQuantity))
    .dividedBy(String(quantity));
  return { minor: decimalToMinor(part, currency, 'HALF_UP'), currency };
}

function carried(trade: ChargeableTrade): Money {
  const { minor, currency } = trade.consideration;
  return { minor: minor - dayTraded(trade).minor, currency };
}

// A base of zero charges nothing, whatever the minimum: there is no trade, or the line taxed is
// absent.
function amountOf(rule: ChargeRule, base: Decimal, trade: ChargeableTrade): Money {
  const { currency } = trade.consideration;
  if (base.isZero()) return { minor: 0n, currency };
  const raw = ratedAmount(rule.rate, base);
  const raised = rule.min === undefined ? raw : Decimal.max(raw, rule.min);
  const bounded = rule.max === undefined ? raised : Decimal.min(raised, rule.max);
  const { mode, unit } = rule.rounding;
  const rounded = unit === undefined ? bounded : roundToUnit(bounded, new Decimal(unit), mode);
  const minor = decimalToMinor(withinDay(rule, rounded, trade), currency, mode);
  return { minor, currency };
}

function withinDay(rule: ChargeRule, amount: Decimal, trade: ChargeableTrade): Decimal {
  if (rule.maxPerDay === undefined) return amount;
  const earlier = trade.chargedEarlierToday?.get(rule.code) ?? 0n;
  const left = new Decimal(rule.maxPerDay).minus(
    minorToDecimal(earlier, trade.consideration.currency),
  );
  return Decimal.max(0, Decimal.min(amount, left));
}

function ratedAmount(rate: ChargeRate, base: Decimal): Decimal {
  switch (rate.kind) {
    case 'PERCENT':
      return percentOf(base, rate.percent);
    case 'FLAT':
      return base.times(rate.amount);
    case 'SLAB':
      return slabAmount(rate.tiers, base);
    case 'WHOLE': {
      const tier = rate.tiers.find(
        ({ upTo }) => upTo === undefined || base.lessThanOrEqualTo(upTo),
      );
      return percentOf(base, tier?.percent ?? '0');
    }
    default:
      return unreachable(rate);
  }
}

function slabAmount(tiers: readonly ChargeTier[], base: Decimal): Decimal {
  let from = new Decimal(0);
  let amount = new Decimal(0);
  for (const tier of tiers) {
    const to = tier.upTo === undefined ? base : Decimal.min(base, tier.upTo);
    if (to.greaterThan(from)) amount = amount.plus(percentOf(to.minus(from), tier.percent));
    from = Decimal.max(from, to);
  }
  return amount;
}

function percentOf(base: Decimal, percent: string): Decimal {
  return base.times(percent).dividedBy(100);
}

/** Whether some line depends on what else was dealt that day, which only its end can tell. */
export function hasDayTradeRates({ rules }: Pick<FeeSchedule, 'rules'>): boolean {
  return rules.some(({ base }) => base.kind === 'DAY_TRADED' || base.kind === 'CARRIED');
}

/** The codes of the lines that a base points at. */
export function codesOf(base: ChargeBase): readonly string[] {
  return base.kind === 'LINES' || base.kind === 'EACH_LINE' ? base.codes : [];
}

function holdsFor(scope: ChargeScope, trade: RuleScope): boolean {
  return (
    (scope.side === undefined || scope.side === trade.side) &&
    admits(scope.assetClasses, trade.assetClass) &&
    admits(scope.boards, trade.board) &&
    admits(scope.channels, trade.channel) &&
    admits(scope.customerGroups, trade.customerGroup) &&
    isInForce(scope, trade.tradeDate)
  );
}

function admits(values: readonly string[] | undefined, value: string | undefined): boolean {
  return values === undefined || (value !== undefined && values.includes(value));
}

function isInForce(dated: Pick<ChargeScope, 'validFrom' | 'validTo'>, date: BusinessDate): boolean {
  const begun = dated.validFrom === undefined || dated.validFrom <= date;
  return begun && (dated.validTo === undefined || date <= dated.validTo);
}
