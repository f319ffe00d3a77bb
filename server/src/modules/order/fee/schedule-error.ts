// Checks a fee schedule for errors before it is stored. For example, a tax on a later line, or
// tiers that end too early, would silently charge too little.

import { present } from '../../../platform/assert.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type ChargeRate, isRising } from './charge-rate.js';
import { type ChargeRule, codesOf, type FeeSchedule, ownSpanOf, spanOf } from './charge-rule.js';

/** The path of the invalid field, such as `rules/2/tiers`, and the error. */
interface ScheduleFault {
  readonly member: string;
  readonly detail: string;
}

/** Returns the first error in a schedule; undefined if it is correct. */
export function scheduleError(schedule: FeeSchedule): ScheduleFault | undefined {
  if (isBackwards(schedule)) return { member: 'validTo', detail: 'must not be before validFrom' };
  for (const [index, rule] of schedule.rules.entries()) {
    const fault = ruleFault(rule, schedule.rules.slice(0, index)) ?? amountFault(rule, schedule);
    if (fault !== undefined) return { ...fault, member: `rules/${index}/${fault.member}` };
  }
  return undefined;
}

function ruleFault(rule: ChargeRule, earlier: readonly ChargeRule[]): ScheduleFault | undefined {
  const missing = codesOf(rule.base).find((code) => !earlier.some((each) => each.code === code));
  if (missing !== undefined) {
    return {
      member: 'baseCodes',
      detail: `contains ${missing}, which is not the code of an earlier line`,
    };
  }
  if (earlier.some((each) => each.code === rule.code && isUnbounded(each))) {
    return { member: 'code', detail: 'is already charged by an earlier line for every trade' };
  }
  if (isBackwards(rule)) return { member: 'validTo', detail: 'must not be before validFrom' };
  if (rule.maxPerDay !== undefined && rule.base.kind === 'EACH_LINE') {
    return { member: 'maxPerDay', detail: 'cannot be used if base is EACH_LINE' };
  }
  if (rule.min !== undefined && rule.max !== undefined && new Decimal(rule.min).gt(rule.max)) {
    return { member: 'max', detail: 'must not be below min' };
  }
  return spanFault(rule) ?? tierFault(rule.rate);
}

// If a customer reached a tier during the day, earlier notes would have to change. If a later tier
// had a lower rate, a later note would have to refund money.
function spanFault(rule: ChargeRule): ScheduleFault | undefined {
  const { base, per, rate } = rule;
  const own = ownSpanOf(base);
  if (per !== undefined && own !== undefined && per !== own) {
    return { member: 'per', detail: `must be ${own} if base is ${base.kind}` };
  }
  const span = spanOf(rule);
  if (rule.maxPerDay !== undefined && span !== 'NOTE') {
    return { member: 'maxPerDay', detail: `cannot be used if per is ${span}; use max` };
  }
  if (span === 'ORDER' && rate.kind === 'WHOLE' && !isRising(rate.tiers)) {
    return {
      member: 'tiers',
      detail: 'must not have falling rates if rate is WHOLE and per is ORDER; use SLAB',
    };
  }
  if (span !== 'DAY') return undefined;
  if (!BASES_PER_DAY.has(base.kind)) {
    return { member: 'per', detail: `cannot be DAY if base is ${base.kind}` };
  }
  if (rate.kind === 'PERCENT' || rate.kind === 'FLAT') return undefined;
  return { member: 'per', detail: `cannot be DAY if rate is ${rate.kind}` };
}

const BASES_PER_DAY: ReadonlySet<string> = new Set(['CONSIDERATION', 'QUANTITY', 'PER_DAY']);

// If the rounding unit were not a multiple of the minor unit, the amount would be rounded twice. If
// a bound were not a multiple of the rounding unit, rounding could exceed the bound.
function amountFault(rule: ChargeRule, { currency }: FeeSchedule): ScheduleFault | undefined {
  const minor = new Decimal(10).pow(-present(minorUnits(currency), 'the currency was checked'));
  const unit = new Decimal(rule.rounding.unit ?? minor);
  if (!unit.modulo(minor).isZero()) {
    return {
      member: 'roundingUnit',
      detail: `must be a multiple of ${minor.toFixed()} ${currency}`,
    };
  }
  const bounds = [
    ['min', rule.min],
    ['max', rule.max],
    ['maxPerDay', rule.maxPerDay],
  ] as const;
  const bad = bounds.find(([, bound]) => bound !== undefined && !isMultiple(bound, unit));
  if (bad === undefined) return undefined;
  return { member: bad[0], detail: `must be a multiple of ${unit.toFixed()} ${currency}` };
}

const isMultiple = (figure: string, unit: Decimal): boolean =>
  new Decimal(figure).modulo(unit).isZero();

function isBackwards({ validFrom, validTo }: Pick<ChargeRule, 'validFrom' | 'validTo'>): boolean {
  return validFrom !== undefined && validTo !== undefined && validTo < validFrom;
}

function isUnbounded(rule: ChargeRule): boolean {
  const { side, assetClasses, boards, channels, customerGroups, validFrom, validTo } = rule;
  const scope = [side, assetClasses, boards, channels, customerGroups, validFrom, validTo];
  return scope.every((bound) => bound === undefined);
}

function tierFault(rate: ChargeRate): ScheduleFault | undefined {
  if (rate.kind !== 'SLAB' && rate.kind !== 'WHOLE') return undefined;
  const last = rate.tiers.length - 1;
  if (rate.tiers[last] === undefined || rate.tiers[last].upTo !== undefined) {
    return { member: 'tiers', detail: 'must end with a tier without upTo' };
  }
  let from = new Decimal(0);
  for (const [index, { upTo }] of rate.tiers.slice(0, -1).entries()) {
    if (upTo === undefined || from.greaterThanOrEqualTo(upTo)) {
      return {
        member: `tiers/${index}/upTo`,
        detail: 'must be above the upTo of the previous tier',
      };
    }
    from = new Decimal(upTo);
  }
  return undefined;
}
