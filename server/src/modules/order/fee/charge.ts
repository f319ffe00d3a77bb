// Calculates a contract note's charges under a fee schedule.

import { assert, unreachable } from '../../../platform/assert.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  decimalToMinor,
  type Money,
  minorToDecimal,
  sumMoney,
  toDecimal,
} from '../../../platform/money/money.js';
import { roundToUnit } from '../../../platform/money/rounding.js';
import { type MixPart, maxAmount, mixedAmount } from './charge-max.js';
import { ratedAmount } from './charge-rate.js';
import {
  type ChargeBase,
  type ChargeRule,
  codesOf,
  type FeeSchedule,
  type RuleScope,
  rulesFor,
  spanOf,
} from './charge-rule.js';
import {
  type ChargedNote,
  chargedByCode,
  chargedUnder,
  notesWith,
  worthOfNotes,
} from './charge-span.js';

/**
 * The content of one contract note: all executions of an order on one trade date, so that the
 * minimum and maximum apply once. `chargedEarlierToday` contains the customer's earlier charges by
 * code, for `maxPerDay`. `dayTradedQuantity` is the number of day-traded units; absent means none.
 */
export type ChargeableTrade = RuleScope & {
  readonly consideration: Money;
  /** The unrounded consideration; absent if it equals the rounded one. */
  readonly exactValue?: Decimal | undefined;
  readonly quantity: bigint;
  readonly dayTradedQuantity?: bigint | undefined;
  readonly executionCount: number;
  /** The order's other notes; if absent, there are none. */
  readonly ofOrder?: readonly ChargedNote[] | undefined;
  /**
   * Notes of the customer's other orders on the trade date under the same schedule; if absent,
   * there are none.
   */
  readonly ofDay?: readonly ChargedNote[] | undefined;
  readonly chargedEarlierToday?: ReadonlyMap<string, bigint> | undefined;
  /**
   * If set, the result is the highest possible total of charges for any split of the trade across
   * this many notes.
   */
  readonly notesMax?: number | undefined;
  /**
   * If present, only one part of that maximum is calculated, because the fills come under several
   * schedules.
   */
  readonly mix?: Mix | undefined;
};

/** The part to calculate if the fills come under several schedules. */
interface Mix {
  readonly part: MixPart;
  /**
   * The trade that the fills belong to. The trade to charge is either empty or this whole trade.
   */
  readonly whole: ChargeableTrade;
  /** Returns whether a rule is excluded. */
  readonly leavesOut: (rule: ChargeRule) => boolean;
}

/** A charge on a note; `onCode` is the code of the line that an EACH_LINE tax applies to. */
export type ChargeLine = {
  readonly code: string;
  readonly onCode?: string;
  readonly payee: string;
  readonly ledgerAccount: string;
  readonly amount: Money;
};

/**
 * Returns the charges of a trade in the schedule's order, without zero lines. A line is negative if
 * its rule spans several notes and the other notes were charged too much.
 */
export function chargesOf(schedule: FeeSchedule, trade: ChargeableTrade): ChargeLine[] {
  assert(trade.consideration.currency === schedule.currency, 'schedule and trade share a currency');
  const lines: ChargeLine[] = [];
  for (const rule of rulesFor(schedule, trade)) {
    if (trade.mix?.leavesOut(rule)) continue;
    const charging = { rule, trade, lines, others: notesWith(rule, trade) };
    lines.push(...linesOf(charging).filter(({ amount }) => amount.minor !== 0n));
  }
  return lines;
}

/** Returns the sum of the charges in the schedule's currency. */
export function totalCharges(lines: readonly ChargeLine[], currency: string): Money {
  return sumMoney(
    lines.map((line) => line.amount),
    currency,
  );
}

/**
 * Returns the amount that the customer pays for a buy (consideration plus charges) or receives for
 * a sell (consideration less charges).
 */
export function netAmount(
  trade: Pick<ChargeableTrade, 'side' | 'consideration'>,
  lines: readonly ChargeLine[],
): Money {
  const { minor, currency } = trade.consideration;
  const charges = totalCharges(lines, currency).minor;
  return { minor: trade.side === 'BUY' ? minor + charges : minor - charges, currency };
}

/** A rule being applied to a trade. */
interface Charging {
  readonly rule: ChargeRule;
  readonly trade: ChargeableTrade;
  /** The note's earlier lines. */
  readonly lines: readonly ChargeLine[];
  /** The other notes that are included in the rule's sum. */
  readonly others: readonly ChargedNote[];
}

function linesOf(charging: Charging): ChargeLine[] {
  const { rule, trade } = charging;
  const { code, payee, ledgerAccount, base } = rule;
  if (base.kind !== 'EACH_LINE') {
    const amount = amountOf(charging, { code, base: baseValue(base, charging) });
    return [{ code, payee, ledgerAccount, amount }];
  }
  return taxedLines(charging, base.codes).map(({ onCode, minor }) => {
    const taxed = minorToDecimal(minor, trade.consideration.currency);
    return {
      code,
      onCode,
      payee,
      ledgerAccount,
      amount: amountOf(charging, { code, onCode, base: taxed }),
    };
  });
}

/** A line that is taxed separately, with its amount. */
interface TaxedLine {
  readonly onCode: string;
  readonly minor: bigint;
}

// If several notes are charged together, all lines with one code form one base, even if this note
// has no such line.
function taxedLines({ rule, lines, others }: Charging, codes: readonly string[]): TaxedLine[] {
  const pointedAt = lines.filter((line) => codes.includes(line.code));
  if (spanOf(rule) === 'NOTE') {
    return pointedAt.map(({ code, amount }) => ({ onCode: code, minor: amount.minor }));
  }
  return codes.map((onCode) => {
    const ofNote = pointedAt.filter(({ code }) => code === onCode);
    const earlier = chargedByCode(others, new Set([onCode]));
    return { onCode, minor: ofNote.reduce((sum, { amount }) => sum + amount.minor, earlier) };
  });
}

function baseValue(base: ChargeBase, charging: Charging): Decimal {
  const { trade, others } = charging;
  switch (base.kind) {
    case 'CONSIDERATION':
      return considered(charging);
    case 'DAY_TRADED':
      return toDecimal(dayTraded(trade));
    case 'CARRIED':
      return toDecimal(carried(trade));
    case 'QUANTITY':
      return new Decimal(
        String(others.reduce((sum, { quantity }) => sum + quantity, trade.quantity)),
      );
    case 'PER_TRADE':
      return new Decimal(
        others.reduce((sum, { executionCount }) => sum + executionCount, trade.executionCount),
      );
    case 'PER_ORDER':
    case 'PER_CONTRACT_NOTE':
    case 'PER_DAY':
      return new Decimal(1);
    case 'PER_STARTED':
      return startedUnits(baseValue({ kind: base.of }, charging).dividedBy(base.unit), charging);
    case 'LINES':
    case 'EACH_LINE':
      return linesAt(charging);
    default:
      return unreachable(base);
  }
}

// Rounding up may add a unit for each part.
function startedUnits(units: Decimal, charging: Charging): Decimal {
  const parts = partsOf(charging);
  const { mix } = charging.trade;
  if (mix === undefined) return units.ceil().plus(parts - 1);
  const isCounted = mix.part === 'NOTE_PART' || spanOf(charging.rule) === 'ORDER';
  return isCounted ? units.plus(parts) : units;
}

// If several notes are charged together, the unrounded values are used, so that the notes together
// are charged as much as a single note would be.
function considered({ rule, trade, others }: Charging): Decimal {
  const { consideration, exactValue } = trade;
  if (spanOf(rule) === 'NOTE') return toDecimal(consideration);
  const { currency } = consideration;
  const value = worthOfNotes(others).plus(exactValue ?? toDecimal(consideration));
  return minorToDecimal(decimalToMinor(value, currency, 'HALF_UP'), currency);
}

function linesAt({ rule, trade, lines, others }: Charging): Decimal {
  const { currency } = trade.consideration;
  const codes = new Set(codesOf(rule.base));
  const pointedAt = lines.filter((line) => codes.has(line.code));
  const { minor } = totalCharges(pointedAt, currency);
  return minorToDecimal(minor + chargedByCode(others, codes), currency);
}

// Splits by units and rounds half-up to the minor unit, so that both parts always add up to the
// whole.
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

/** A line's base. If the rule sums several notes, it includes the base of the other notes. */
interface LineBase {
  readonly code: string;
  readonly onCode?: string;
  readonly base: Decimal;
}

// A zero base is not charged, even if the rule has a minimum, because there is either no trade or
// no taxed line.
function amountOf(charging: Charging, line: LineBase): Money {
  const { rule, trade, others } = charging;
  const { currency } = trade.consideration;
  const charged = others.length === 0 ? 0n : chargedUnder(others, line);
  const whole = isNothing(charging, line.base) ? 0n : wholeAmount(charging, line.base);
  const minor = whole - charged;
  // If the customer was charged too much on another order that day, this order's note does not
  // refund the excess.
  const isPast = minor < 0n && spanOf(rule) === 'DAY';
  return { minor: isPast ? 0n : minor, currency };
}

// Returns whether nothing is charged on a zero base. In a mix, a zero base represents fills that
// may be tiny but are not zero, so the rule's minimum may apply.
function isNothing({ rule, trade }: Charging, base: Decimal): boolean {
  if (!base.isZero()) return false;
  if (trade.mix === undefined) return true;
  return spanOf(rule) !== 'ORDER' && codesOf(rule.base).length > 0;
}

function wholeAmount(charging: Charging, base: Decimal): bigint {
  const { rule, trade } = charging;
  const { currency } = trade.consideration;
  if (trade.mix !== undefined) {
    return decimalToMinor(partOf(charging, trade.mix, base), currency, 'CEILING');
  }
  if (trade.notesMax !== undefined) {
    return decimalToMinor(maxOf(charging, base), currency, 'CEILING');
  }
  const bounded = boundedAmount(rule, base);
  const { mode, unit } = rule.rounding;
  const rounded = unit === undefined ? bounded : roundToUnit(bounded, new Decimal(unit), mode);
  return decimalToMinor(withinDay(rule, rounded, trade), currency, mode);
}

// No minimum applies to a negative taxed line.
function boundedAmount({ rate, min, max }: ChargeRule, base: Decimal): Decimal {
  const raw = ratedAmount(rate, base);
  if (base.isNegative()) return raw;
  const raised = min === undefined ? raw : Decimal.max(raw, min);
  return max === undefined ? raised : Decimal.min(raised, max);
}

function partOf(charging: Charging, { part, whole }: Mix, base: Decimal): Decimal {
  const { rule } = charging;
  const { kind } = rule.base;
  const notes = partsOf(charging);
  if (kind === 'PER_CONTRACT_NOTE' || kind === 'PER_DAY') {
    return part === 'NOTE_PART' ? maxOf(charging, base) : new Decimal(0);
  }
  const isOnLines = codesOf(rule.base).length > 0;
  const hasLine = part === 'NOTE_PART' && !isOnLines;
  if (hasLine && spanOf(rule) === 'ORDER') return MIN;
  const wholeBase = isOnLines ? base : baseValue(rule.base, { ...charging, trade: whole });
  const of = { base, notes, unit: unitOf(charging), part, whole: wholeBase };
  const amount = mixedAmount(rule, of);
  return hasLine ? Decimal.max(amount, MIN) : amount;
}

// The smallest amount of a line in a maximum. A line that does not depend on the number of notes
// still appears on every note, and a tax on it may have a minimum or be rounded up. This amount
// makes that tax apply to every note, because rounding up turns it into one minor unit.
const MIN = new Decimal('0.000001');

// Returns the unit that a line is rounded to, in major units.
function unitOf({ rule, trade }: Charging): Decimal {
  const { unit } = rule.rounding;
  if (unit !== undefined) return new Decimal(unit);
  return new Decimal(10).pow(-(minorUnits(trade.consideration.currency) ?? 0));
}

function maxOf(charging: Charging, base: Decimal): Decimal {
  const { rule, trade } = charging;
  const roundedTo = unitOf(charging);
  const { kind } = rule.base;
  if (kind !== 'PER_CONTRACT_NOTE' && kind !== 'PER_DAY') {
    return maxAmount(rule, { base, notes: partsOf(charging), unit: roundedTo });
  }
  // Every note is charged the same amount, so each note is rounded separately.
  const { mode } = rule.rounding;
  const each = withinDay(rule, roundToUnit(boundedAmount(rule, base), roundedTo, mode), trade);
  return each.times(partsOf(charging));
}

function partsOf({ rule, trade }: Charging): number {
  return spanOf(rule) === 'ORDER' ? 1 : (trade.notesMax ?? 1);
}

function withinDay(rule: ChargeRule, amount: Decimal, trade: ChargeableTrade): Decimal {
  if (rule.maxPerDay === undefined) return amount;
  const earlier = trade.chargedEarlierToday?.get(rule.code) ?? 0n;
  const left = new Decimal(rule.maxPerDay).minus(
    minorToDecimal(earlier, trade.consideration.currency),
  );
  return Decimal.max(0, Decimal.min(amount, left));
}
