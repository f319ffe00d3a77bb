// Converts fee schedules between the wire (flat rules with plain numbers) and the calculation (one
// shape per kind of rule, with numbers as exact text).

import type { Static } from '@sinclair/typebox';
import { unreachable } from '../../../platform/assert.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { orderProblems } from '../problems.js';
import type { ChargeRate, ChargeTier } from './charge-rate.js';
import type { ChargeBase, ChargeRule, FeeSchedule } from './charge-rule.js';
import type { ChargeRuleBody, FeeScheduleBody } from './schedule-schema.js';

export type WireSchedule = Static<typeof FeeScheduleBody>;
type WireRule = Static<typeof ChargeRuleBody>;

/**
 * Returns the rules in the form used for calculation. Refuses a rule that lacks a field required by
 * its kind.
 */
export function rulesOf(schedule: WireSchedule): ChargeRule[] {
  return schedule.rules.map((rule, index) => ruleIn(rule, `rules/${index}`));
}

function ruleIn(rule: WireRule, at: string): ChargeRule {
  const { code, label, payee, ledgerAccount, min, max, maxPerDay } = rule;
  const { side, assetClasses, channels, customerGroups, validFrom, validTo } = rule;
  const unit = positive(rule.roundingUnit, `${at}/roundingUnit`);
  refuseStray(rule, at);
  return {
    ...{ code, label, payee, ledgerAccount },
    base: baseIn(rule, at),
    per: rule.per,
    rate: rateIn(rule, at),
    min: min?.toFixed(),
    max: max?.toFixed(),
    maxPerDay: maxPerDay?.toFixed(),
    rounding: { mode: rule.roundingMode, unit },
    ...{ side, assetClasses, channels, customerGroups, validFrom, validTo },
  };
}

function baseIn(rule: WireRule, at: string): ChargeBase {
  const { base: kind } = rule;
  switch (kind) {
    case 'LINES':
    case 'EACH_LINE':
      return { kind, codes: needed(rule.baseCodes, `${at}/baseCodes`) };
    case 'PER_STARTED': {
      const unit = needed(positive(rule.baseUnit, `${at}/baseUnit`), `${at}/baseUnit`);
      return { kind, unit, of: needed(rule.baseOf, `${at}/baseOf`) };
    }
    case 'CONSIDERATION':
    case 'QUANTITY':
      return { kind };
    case 'DAY_TRADED':
    case 'CARRIED':
      return { kind };
    case 'PER_ORDER':
    case 'PER_TRADE':
    case 'PER_CONTRACT_NOTE':
    case 'PER_DAY':
      return { kind };
    default:
      return unreachable(kind);
  }
}

function rateIn(rule: WireRule, at: string): ChargeRate {
  const { rate: kind } = rule;
  switch (kind) {
    case 'PERCENT':
      return { kind, percent: needed(rule.percent, `${at}/percent`).toFixed() };
    case 'FLAT':
      return { kind, amount: needed(rule.amount, `${at}/amount`).toFixed() };
    case 'SLAB':
    case 'WHOLE': {
      const tiers = needed(rule.tiers, `${at}/tiers`);
      return {
        kind,
        tiers: tiers.map(({ upTo, percent }) => ({
          upTo: upTo?.toFixed(),
          percent: percent.toFixed(),
        })),
      };
    }
    default:
      return unreachable(kind);
  }
}

// Refuses fields that this kind of rule ignores, because they would appear to have an effect.
function refuseStray(rule: WireRule, at: string): void {
  const strays: readonly (readonly [keyof WireRule, boolean])[] = [
    ['baseCodes', rule.base === 'LINES' || rule.base === 'EACH_LINE'],
    ['baseUnit', rule.base === 'PER_STARTED'],
    ['baseOf', rule.base === 'PER_STARTED'],
    ['percent', rule.rate === 'PERCENT'],
    ['amount', rule.rate === 'FLAT'],
    ['tiers', rule.rate === 'SLAB' || rule.rate === 'WHOLE'],
  ];
  const stray = strays.find(([member, isRead]) => !isRead && rule[member] !== undefined);
  if (stray !== undefined) {
    throw refused(
      `${at}/${stray[0]}`,
      `cannot be used if base is ${rule.base} and rate is ${rule.rate}`,
    );
  }
}

function needed<Value>(value: Value | undefined, member: string): Value {
  if (value === undefined) throw refused(member, 'is required for this kind');
  return value;
}

function positive(value: Decimal | undefined, member: string): string | undefined {
  if (value?.greaterThan(0) === false) throw refused(member, 'must be above zero');
  return value?.toFixed();
}

function refused(member: string, detail: string) {
  return refuseMember(orderProblems.FEE_SCHEDULE_REFUSED, member, detail);
}

/** Returns a schedule in its wire shape, which is also a valid body for a new proposal. */
export function wireSchedule(
  schedule: Omit<FeeSchedule, 'version'> & {
    readonly label: string;
    readonly exchangeName?: string | undefined;
    readonly businessOffice?: string | undefined;
  },
) {
  const { name, label, currency, exchangeName, businessOffice } = schedule;
  const { assetClasses, validFrom, validTo } = schedule;
  return {
    ...{ name, label, currency, exchangeName, businessOffice },
    ...{ assetClasses, validFrom, validTo },
    rules: schedule.rules.map(wireRule),
  };
}

function wireRule(rule: ChargeRule) {
  const { code, label, payee, ledgerAccount, base, rate, rounding } = rule;
  const { side, assetClasses, channels, customerGroups, validFrom, validTo } = rule;
  return {
    ...{ code, label, payee, ledgerAccount },
    base: base.kind,
    baseCodes: 'codes' in base ? base.codes : undefined,
    baseUnit: 'unit' in base ? new Decimal(base.unit) : undefined,
    baseOf: 'of' in base ? base.of : undefined,
    per: rule.per,
    rate: rate.kind,
    percent: 'percent' in rate ? new Decimal(rate.percent) : undefined,
    amount: 'amount' in rate ? new Decimal(rate.amount) : undefined,
    tiers: 'tiers' in rate ? rate.tiers.map(wireTier) : undefined,
    min: figure(rule.min),
    max: figure(rule.max),
    maxPerDay: figure(rule.maxPerDay),
    roundingMode: rounding.mode,
    roundingUnit: figure(rounding.unit),
    ...{ side, assetClasses, channels, customerGroups, validFrom, validTo },
  };
}

function wireTier({ upTo, percent }: ChargeTier) {
  return { upTo: figure(upTo), percent: new Decimal(percent) };
}

const figure = (text: string | undefined) => (text === undefined ? undefined : new Decimal(text));
