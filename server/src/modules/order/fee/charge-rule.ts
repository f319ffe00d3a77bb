// Fee schedules as data: the rules for charging contract notes, and functions that select the rules
// for a trade.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { RoundingMode } from '../../../platform/money/rounding.js';
import type { AssetClass } from '../../market/index.js';
import type { ChargeRate } from './charge-rate.js';

export const TRADE_SIDES = ['BUY', 'SELL'] as const;
/** The side of a trade from the customer's point of view. */
export type TradeSide = (typeof TRADE_SIDES)[number];

/** The code of the firm's commission line. */
export const COMMISSION = 'COMMISSION';

export const CHARGE_SPANS = ['ORDER', 'NOTE', 'DAY'] as const;
/**
 * The set of notes to which a rule's base, minimum, maximum and rounding apply. ORDER: all notes of
 * an order, which together are charged exactly as much as a single note would be. NOTE: each note
 * separately. DAY: all notes of a customer on one trade date under the same schedule.
 */
export type ChargeSpan = (typeof CHARGE_SPANS)[number];

/**
 * The base of a line. LINES uses the sum of the named lines, already rounded, as one base.
 * EACH_LINE charges every named line separately and rounds each charge. PER_STARTED counts units of
 * the consideration (in major units) or of the quantity, and rounds a partial unit up. PER_ORDER,
 * PER_CONTRACT_NOTE and PER_DAY apply once per order, once per note, and once per customer and
 * trade date. DAY_TRADED is the consideration of the note's units that the same portfolio both
 * bought and sold on the trade date; CARRIED is the consideration of the remaining units.
 */
export type ChargeBase =
  | { readonly kind: 'CONSIDERATION' | 'QUANTITY' }
  | { readonly kind: 'DAY_TRADED' | 'CARRIED' }
  | { readonly kind: 'PER_ORDER' | 'PER_TRADE' | 'PER_CONTRACT_NOTE' | 'PER_DAY' }
  | { readonly kind: 'LINES' | 'EACH_LINE'; readonly codes: readonly string[] }
  | {
      readonly kind: 'PER_STARTED';
      readonly unit: string;
      readonly of: 'CONSIDERATION' | 'QUANTITY';
    };

/**
 * The rounding of a line: the mode, and the unit to round to, in major units. The default unit is
 * the minor unit.
 */
type ChargeRounding = { readonly mode: RoundingMode; readonly unit?: string | undefined };

/**
 * The trades to which a line applies. An absent property means no restriction. Dates are inclusive.
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
 * One line of a schedule. Numbers are decimal text. If several rules have the same code, the first
 * that applies is used, so list a special rate before the general one. Tax lines are ordinary rules
 * that refer to earlier lines.
 */
export type ChargeRule = ChargeScope & {
  readonly code: string;
  /** The line's name on a contract note; if absent, the note shows its code. */
  readonly label?: string | undefined;
  readonly payee: string;
  readonly ledgerAccount: string;
  readonly base: ChargeBase;
  /**
   * The rule's span. By default, this is the span that the base implies or, if it implies none,
   * NOTE.
   */
  readonly per?: ChargeSpan | undefined;
  readonly rate: ChargeRate;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly maxPerDay?: string | undefined;
  readonly rounding: ChargeRounding;
};

/**
 * A dated set of rules in one currency. Each contract note stores the schedule's name and version.
 */
export type FeeSchedule = {
  readonly name: string;
  readonly version: number;
  readonly currency: string;
  readonly assetClasses: readonly AssetClass[];
  readonly validFrom?: BusinessDate | undefined;
  readonly validTo?: BusinessDate | undefined;
  readonly rules: readonly ChargeRule[];
};

/** The properties of a trade that determine which rules apply. */
export interface RuleScope {
  readonly side: TradeSide;
  readonly assetClass: AssetClass;
  readonly board?: string | undefined;
  readonly channel?: string | undefined;
  readonly customerGroup?: string | undefined;
  readonly tradeDate: BusinessDate;
}

/** Returns the rule that produced a line with this code; undefined if the schedule has none. */
export function ruleOf(
  schedule: Pick<FeeSchedule, 'rules'>,
  code: string,
  scope: RuleScope,
): ChargeRule | undefined {
  return schedule.rules.find((rule) => rule.code === code && holdsFor(rule, scope));
}

/** Returns the span of a rule. */
export function spanOf({ base, per }: Pick<ChargeRule, 'base' | 'per'>): ChargeSpan {
  return ownSpanOf(base) ?? per ?? 'NOTE';
}

/** Returns the span that a base implies; undefined if the rule itself sets it. */
export function ownSpanOf({ kind }: ChargeBase): ChargeSpan | undefined {
  switch (kind) {
    case 'PER_ORDER':
      return 'ORDER';
    case 'PER_DAY':
      return 'DAY';
    case 'PER_CONTRACT_NOTE':
    case 'DAY_TRADED':
    case 'CARRIED':
      return 'NOTE';
    default:
      return undefined;
  }
}

/** Returns whether any rule covers all notes of an order or of a customer's day. */
export function hasSpan({ rules }: Pick<FeeSchedule, 'rules'>, span: ChargeSpan): boolean {
  return rules.some((rule) => spanOf(rule) === span);
}

/** Returns whether any rule depends on day trades, which are known only at the end of the day. */
export function hasDayTradeRates({ rules }: Pick<FeeSchedule, 'rules'>): boolean {
  return rules.some(({ base }) => base.kind === 'DAY_TRADED' || base.kind === 'CARRIED');
}

/** Returns the codes of the lines that a base refers to. */
export function codesOf(base: ChargeBase): readonly string[] {
  return base.kind === 'LINES' || base.kind === 'EACH_LINE' ? base.codes : [];
}

/** Returns the rules that apply to a trade, one per code, in the schedule's order. */
export function rulesFor(schedule: Pick<FeeSchedule, 'rules'>, trade: RuleScope): ChargeRule[] {
  const decided = new Set<string>();
  return schedule.rules.filter((rule) => {
    if (decided.has(rule.code) || !holdsFor(rule, trade)) return false;
    decided.add(rule.code);
    return true;
  });
}

/** Returns whether a rule applies to a trade. */
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
