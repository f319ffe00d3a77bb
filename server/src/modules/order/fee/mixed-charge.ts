// The maximum charge for a trade whose parts are dealt under several schedules, for example because
// charges change during the life of an order. Charging the whole trade under one schedule is not
// enough: that schedule's minimum may have to be added to another schedule's percentage.

import { type ChargeableTrade, type ChargeLine, chargesOf } from './charge.js';
import { type ChargeRule, codesOf, type FeeSchedule, rulesFor, spanOf } from './charge-rule.js';
import { type ChargedNote, figuresOf } from './charge-span.js';

/** A schedule, and the trade as if it were dealt entirely under that schedule. */
interface Alternative<Schedule extends FeeSchedule = FeeSchedule> {
  readonly schedule: Schedule;
  readonly trade: ChargeableTrade;
}

/** Removes alternatives whose charges equal those of another alternative. */
export function distinctAlternatives<Schedule extends FeeSchedule>(
  alternatives: readonly Alternative<Schedule>[],
): Alternative<Schedule>[] {
  const byFigures = new Map<string, Alternative<Schedule>>();
  for (const each of alternatives) {
    const figures = rulesFor(each.schedule, each.trade).map(keyOf).join(' ');
    if (!byFigures.has(figures)) byFigures.set(figures, each);
  }
  return [...byFigures.values()];
}

function keyOf(rule: ChargeRule): string {
  return `${rule.code} ${spanOf(rule)} ${rule.maxPerDay ?? ''} ${figuresOf(rule)}`;
}

/**
 * Returns the charges of the most expensive mix, and the alternative that contributes most to it.
 * The mix consists of one schedule for the whole trade, the per-order charges of all other
 * schedules, and, for each note, the highest per-note charge of any schedule.
 */
export function dearestMix<Schedule extends FeeSchedule>(
  alternatives: readonly Alternative<Schedule>[],
): (Alternative<Schedule> & { readonly charges: readonly ChargeLine[] }) | undefined {
  const perNote = dearest(alternatives.map((each) => ({ ...each, charges: noteCharges(each) })));
  const mixes = partsOf(alternatives).map((part) => dearest(mixesOf(alternatives, part)));
  const mix = dearest(mixes.flatMap((each) => each ?? []));
  const charges = [...mixes, perNote].flatMap((each) => each?.charges ?? []);
  return mix && { ...mix, charges: mergedLines(charges) };
}

/** Selects the rules of a schedule that belong to a part, in the schedule's order. */
type Part = (rules: readonly ChargeRule[]) => ReadonlySet<ChargeRule>;

// If several schedules charge the same line per ORDER, its amount grows as fills arrive. In the
// worst case, every increase is charged under the schedule with the highest tax, even if most fills
// belong to another schedule. The maximum of these lines and their taxes is therefore calculated
// separately.
function partsOf(alternatives: readonly Alternative[]): Part[] {
  const shared = sharedCodes(alternatives);
  if (shared.size === 0) return [(rules) => new Set(rules)];
  const restsOn = (rules: readonly ChargeRule[], how: 'some' | 'every') => {
    const codes = new Set(shared);
    return rules.filter(({ code, base }) => {
      const taxed = codesOf(base);
      const isIn = shared.has(code) || (taxed.length > 0 && taxed[how]((each) => codes.has(each)));
      if (isIn) codes.add(code);
      return isIn;
    });
  };
  return [
    (rules) => new Set(restsOn(rules, 'some')),
    (rules) => {
      const alone = restsOn(rules, 'every');
      return new Set(rules.filter((rule) => !alone.includes(rule)));
    },
  ];
}

function sharedCodes(alternatives: readonly Alternative[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { schedule, trade } of alternatives) {
    for (const rule of rulesFor(schedule, trade)) {
      if (spanOf(rule) !== 'ORDER' || codesOf(rule.base).length > 0) continue;
      if (seen.has(keyOf(rule))) shared.add(rule.code);
      seen.add(keyOf(rule));
    }
  }
  return shared;
}

function mixesOf<Schedule extends FeeSchedule>(
  alternatives: readonly Alternative<Schedule>[],
  part: Part,
): (Alternative<Schedule> & { readonly charges: readonly ChargeLine[] })[] {
  return alternatives.map((each) => {
    const seen = new Set<string>();
    const charges = [...orderCharges(each, each.trade, { seen, part })];
    for (const other of alternatives) {
      if (other === each) continue;
      const once = orderCharges(other, nothingOf(other.trade), { seen, part });
      if (sumOf(once) > 0n) charges.push(...once);
    }
    return { ...each, charges };
  });
}

function dearest<Charged extends { readonly charges: readonly ChargeLine[] }>(
  all: readonly Charged[],
): Charged | undefined {
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  return others.reduce(
    (most, each) => (sumOf(each.charges) > sumOf(most.charges) ? each : most),
    first,
  );
}

function sumOf(lines: readonly ChargeLine[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount.minor, 0n);
}

// The fixed part of rules per ORDER with equal rates and bounds is charged once, unless a tax on
// their line has different rates.
function orderCharges(
  { schedule, trade: whole }: Alternative,
  trade: ChargeableTrade,
  { seen, part }: { readonly seen: Set<string>; readonly part: Part },
): readonly ChargeLine[] {
  const isWhole = trade === whole;
  const rules = rulesFor(schedule, whole);
  const wasSeen = (rule: ChargeRule) =>
    [rule, ...rules.filter(({ base }) => codesOf(base).includes(rule.code))].every((each) =>
      seen.has(keyOf(each)),
    );
  const wasCharged = (rule: ChargeRule) =>
    spanOf(rule) === 'ORDER' ? wasSeen(rule) : !isWhole && codesOf(rule.base).length === 0;
  const inPart = part(rules);
  const leavesOut = (rule: ChargeRule) => !inPart.has(rule) || wasCharged(rule);
  const charges = chargesOf(schedule, { ...trade, mix: { part: 'ORDER_PART', whole, leavesOut } });
  for (const rule of rules) seen.add(keyOf(rule));
  return charges;
}

function noteCharges({ schedule, trade }: Alternative): readonly ChargeLine[] {
  const whole = { ...trade, ofOrder: NONE };
  const { executionCount } = trade;
  const leavesOut = () => false;
  const mix = { part: 'NOTE_PART', whole, leavesOut } as const;
  return chargesOf(schedule, { ...nothingOf(whole), executionCount, mix });
}

const NONE: readonly ChargedNote[] = [];

function nothingOf(trade: ChargeableTrade): ChargeableTrade {
  const { currency } = trade.consideration;
  return {
    ...trade,
    consideration: { minor: 0n, currency },
    exactValue: undefined,
    quantity: 0n,
    executionCount: 0,
  };
}

function mergedLines(lines: readonly ChargeLine[]): ChargeLine[] {
  const merged = new Map<string, ChargeLine>();
  for (const line of lines) {
    const key = `${line.code} ${line.onCode ?? ''}`;
    const before = merged.get(key);
    const { currency, minor } = line.amount;
    const amount = { minor: minor + (before?.amount.minor ?? 0n), currency };
    merged.set(key, { ...(before ?? line), amount });
  }
  return [...merged.values()].filter(({ amount }) => amount.minor !== 0n);
}
