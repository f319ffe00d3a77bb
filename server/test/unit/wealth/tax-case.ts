// Rules and disposals in short form, for tests of the tax on gains.

import type { TaxedDisposal } from '../../../src/modules/wealth/tax/computation.js';
import { computeYear, type YearComputation } from '../../../src/modules/wealth/tax/computation.js';
import {
  type CapitalGainsRule,
  ruleOn,
  taxYearOf,
} from '../../../src/modules/wealth/tax-rule/rule.js';
import {
  SHIPPED_RULE,
  SHIPPED_RULE_NAME,
} from '../../../src/modules/wealth/tax-rule/shipped-rule.js';
import { present } from '../../../src/platform/assert.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { minor } from './gain-case.js';

/** The shipped rule with these members replaced. */
export function ruleWith(members: Partial<CapitalGainsRule> = {}): CapitalGainsRule {
  return { ...SHIPPED_RULE, name: SHIPPED_RULE_NAME, version: 1, ...members };
}

/** A disposal in short form: its date, its proceeds and its gain with two decimals. */
export type Sold = readonly [on: string, proceeds: string, gain: string | undefined];

/** The transactions of a taxpayer, and the rules that apply to the taxpayer. */
export interface TaxCase {
  readonly rules?: readonly CapitalGainsRule[];
  readonly payerClass?: string;
  readonly sold: readonly Sold[];
  readonly bought?: readonly (readonly [on: string, cost: string])[];
  readonly otherIncome?: string;
  readonly startMonth?: number;
}

/** Computes the tax of a payer in a year. */
export function computed(of: TaxCase, year: number): YearComputation<TaxedDisposal> {
  const versions = of.rules ?? [ruleWith()];
  const disposals = of.sold.map(([on, proceeds, gain]) => {
    const tradeDate = businessDate(on);
    return {
      tradeDate,
      proceedsMinor: minor(proceeds),
      gainMinor: gain === undefined ? undefined : minor(gain),
      rule: present(ruleOn(versions, tradeDate), 'a rule is in force'),
    };
  });
  const purchases = (of.bought ?? []).map(([on, cost]) => ({
    tradeDate: businessDate(on),
    costMinor: minor(cost),
  }));
  const taxed = {
    ...{ versions, disposals, purchases, payerClass: of.payerClass ?? 'INDIVIDUAL' },
    otherIncomeMinor: of.otherIncome === undefined ? undefined : minor(of.otherIncome),
  };
  const result = computeYear(taxed, year, (each) => taxYearOf(each, of.startMonth));
  return present(result, 'a rule is in force');
}

/** Returns whether each disposal of a year is chargeable. */
export function chargeable(of: TaxCase, year: number): boolean[] {
  return computed(of, year).disposals.map(({ test }) => test.isChargeable);
}
