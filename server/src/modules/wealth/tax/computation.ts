// Computes a payer's taxable gains in a year under the rule for one class of assets.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type CapitalGainsRule, ruleOn, type TaxYear } from '../tax-rule/rule.js';
import { sumOf } from './amount.js';
import { type IndicativeTax, indicativeTax } from './indicative-tax.js';
import { type CarriedLoss, offsetLosses, type YearResult } from './loss.js';
import { type Purchase, type Relief, relieve } from './reinvestment.js';
import {
  type TestedDisposal,
  type TestedWindow,
  type ThresholdTest,
  thresholdOf,
  windowsOf,
} from './threshold.js';

/** A disposal with its taxable gain, and the rule in force on its trade date. */
export interface TaxedDisposal extends TestedDisposal {
  readonly rule: CapitalGainsRule;
}

/** A disposal with the outcome of each step. */
export interface JudgedDisposal<Disposal extends TaxedDisposal> {
  readonly disposal: Disposal;
  readonly test: ThresholdTest;
  /** The relief; set only for a chargeable disposal with a gain. */
  readonly relief: Relief;
}

/** The data needed to compute a payer's tax for a class. Disposals are in date order. */
interface TaxedClass<Disposal extends TaxedDisposal> {
  readonly versions: readonly CapitalGainsRule[];
  readonly payerClass: string;
  /**
   * All disposals in the windows of the year. Windows can begin before the year and end after it.
   */
  readonly disposals: readonly Disposal[];
  readonly purchases: readonly Purchase[];
  readonly otherIncomeMinor?: bigint | undefined;
}

/** A window of a year, and the rule used to test it. */
export interface RuleWindow extends TestedWindow {
  readonly rule: CapitalGainsRule;
}

/** The computation for a year, in minor units of the rule's currency. */
export interface YearComputation<Disposal extends TaxedDisposal> extends YearResult {
  /** The rule in force on the last day of the year. */
  readonly rule: CapitalGainsRule;
  /** Whether the class of payer is exempt. If so, nothing is chargeable. */
  readonly isExempt: boolean;
  readonly disposals: readonly JudgedDisposal<Disposal>[];
  /** The windows that contain a disposal of the year; none for an exempt payer. */
  readonly windows: readonly RuleWindow[];
  readonly carriedBefore: readonly CarriedLoss[];
  /** Gains and losses of the chargeable disposals, before relief. */
  readonly gainMinor: bigint;
  readonly lossMinor: bigint;
  readonly relievedMinor: bigint;
  /** The number of disposals with an unknown gain, which are not included in any sum. */
  readonly unknownGains: number;
  readonly tax: readonly IndicativeTax[];
}

/**
 * Computes a year. `yearOf` returns the tax year that starts in a calendar year. Earlier years are
 * computed for their unused losses. Returns undefined if no rule is in force at the end of the
 * year.
 */
export function computeYear<Disposal extends TaxedDisposal>(
  of: TaxedClass<Disposal>,
  year: number,
  yearOf: (year: number) => TaxYear,
): YearComputation<Disposal> | undefined {
  const span = yearOf(year);
  const rule = ruleOn(of.versions, span.until);
  if (rule === undefined) return undefined;
  let carried: readonly CarriedLoss[] = [];
  for (let before = year - (rule.lossCarryYears ?? 0); before < year; before += 1) {
    const earlier = ruleOn(of.versions, yearOf(before).until);
    if (earlier === undefined) continue;
    carried = computeSpan(of, { span: yearOf(before), rule: earlier, carried }).carried;
  }
  return computeSpan(of, { span, rule, carried });
}

interface SpanTerms {
  readonly span: TaxYear;
  readonly rule: CapitalGainsRule;
  readonly carried: readonly CarriedLoss[];
}

function computeSpan<Disposal extends TaxedDisposal>(
  of: TaxedClass<Disposal>,
  { span, rule, carried: carriedBefore }: SpanTerms,
): YearComputation<Disposal> {
  const isExempt = rule.exemptPayerClasses.some((each) => each === of.payerClass);
  const disposals = judge(of, span, isExempt);
  const chargeable = disposals.filter(({ test }) => test.isChargeable);
  const gains = chargeable.map(({ disposal }) => disposal.gainMinor ?? 0n);
  const gainMinor = sumOf(gains.filter((gain) => gain > 0n));
  const lossMinor = -sumOf(gains.filter((gain) => gain < 0n));
  const relievedMinor = sumOf(chargeable.map(({ relief }) => relief.relievedMinor));
  const sums = { year: span.year, gainMinor: gainMinor - relievedMinor, lossMinor };
  const result = offsetLosses(sums, carriedBefore, rule);
  const { payerClass, otherIncomeMinor } = of;
  const income = { payerClass, currency: rule.currency, otherIncomeMinor };
  return {
    ...result,
    ...{ rule, isExempt, disposals, carriedBefore, gainMinor, lossMinor, relievedMinor },
    windows: isExempt ? [] : testedWindows(of, span),
    unknownGains: disposals.filter(({ disposal }) => disposal.gainMinor === undefined).length,
    tax: isExempt
      ? []
      : indicativeTax(rule.rates, { ...income, gainMinor: result.chargeableMinor }),
  };
}

// Returns the windows of each rule that was in force on the date of a disposal.
function testedWindows<Disposal extends TaxedDisposal>(
  { disposals }: TaxedClass<Disposal>,
  { from, until }: TaxYear,
): RuleWindow[] {
  const inYear = disposals.filter(({ tradeDate }) => from <= tradeDate && tradeDate <= until);
  return [...new Set(inYear.map(({ rule }) => rule))].flatMap((rule) => {
    const dates = inYear.filter((each) => each.rule === rule).map(({ tradeDate }) => tradeDate);
    const [first = from, last = until] = [dates.at(0), dates.at(-1)];
    const windows = windowsOf(rule, disposals, { from: first, until: last });
    return windows.map((window) => ({ ...window, rule }));
  });
}

// Tests each disposal under the rule of its own date. Also tests gains of earlier years whose
// proceeds can be reinvested in this year, because those proceeds cannot relieve another gain.
function judge<Disposal extends TaxedDisposal>(
  { disposals, purchases }: TaxedClass<Disposal>,
  span: TaxYear,
  isExempt: boolean,
): JudgedDisposal<Disposal>[] {
  const tests = new Map<CapitalGainsRule, (date: BusinessDate) => ThresholdTest>();
  const judged = disposals.flatMap((disposal) => {
    const { rule, tradeDate } = disposal;
    const isOpen = tradeDate >= span.from || rule.reinvestment?.within === 'TWELVE_MONTHS';
    if (!isOpen || tradeDate > span.until) return [];
    const test = tests.get(rule) ?? thresholdOf(rule, disposals);
    tests.set(rule, test);
    return [{ disposal, test: isExempt ? { isChargeable: false } : test(tradeDate) }];
  });
  const reliefs = reliefsOf(judged, purchases, span);
  return judged
    .filter(({ disposal }) => disposal.tradeDate >= span.from)
    .map((each) => ({ ...each, relief: reliefs.get(each.disposal) ?? NO_RELIEF }));
}

const NO_RELIEF: Relief = { reinvestedMinor: 0n, relievedMinor: 0n };

type Tested<Disposal> = { readonly disposal: Disposal; readonly test: ThresholdTest };

function reliefsOf<Disposal extends TaxedDisposal>(
  judged: readonly Tested<Disposal>[],
  purchases: readonly Purchase[],
  year: TaxYear,
): ReadonlyMap<Disposal, Relief> {
  const gains = judged.flatMap(({ disposal, test }) => {
    const { gainMinor = 0n } = disposal;
    const { tradeDate, proceedsMinor, rule } = disposal;
    const relievable = { tradeDate, proceedsMinor, gainMinor, reinvestment: rule.reinvestment };
    return test.isChargeable && gainMinor > 0n ? [{ ...relievable, disposal }] : [];
  });
  const reliefs = relieve(gains, purchases, year);
  return new Map(gains.map(({ disposal }, index) => [disposal, reliefs[index] ?? NO_RELIEF]));
}
