// The errors that a fee schedule can have, and the member that each error refers to.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeRule, FeeSchedule } from '../../../src/modules/order/fee/charge-rule.js';
import { scheduleError } from '../../../src/modules/order/fee/schedule-error.js';
import { NIGERIAN_TARIFFS } from '../../../src/modules/order/fee/shipped-tariff.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

const fee: ChargeRule = {
  code: 'FEE',
  payee: 'FIRM',
  ledgerAccount: 'INC:FEES',
  base: { kind: 'CONSIDERATION' },
  rate: { kind: 'PERCENT', percent: '1' },
  rounding: { mode: 'HALF_UP' },
};

function faultOf(rules: readonly Partial<ChargeRule>[], more: Partial<FeeSchedule> = {}) {
  return scheduleError({
    ...{ name: 'TEST', version: 1, currency: 'NGN', assetClasses: ['EQUITY'] },
    rules: rules.map((rule) => ({ ...fee, ...rule })),
    ...more,
  })?.member;
}

const early = businessDate('2026-01-01');
const late = businessDate('2026-12-31');

describe('the error of a schedule', () => {
  it('does not occur in the shipped schedules', () => {
    for (const tariff of NIGERIAN_TARIFFS) assert.equal(scheduleError(tariff), undefined);
  });

  it('is a base whose line comes later, or does not exist', () => {
    const vat: Partial<ChargeRule> = { code: 'VAT', base: { kind: 'LINES', codes: ['FEE'] } };
    assert.equal(faultOf([vat, {}]), 'rules/0/baseCodes');
    assert.equal(faultOf([{}, vat]), undefined);
    const own: Partial<ChargeRule> = { code: 'VAT', base: { kind: 'EACH_LINE', codes: ['VAT'] } };
    assert.equal(faultOf([{}, own]), 'rules/1/baseCodes');
  });

  it('is a set of tiers that does not rise to an open one', () => {
    const tiered = (...ends: (string | undefined)[]) =>
      faultOf([{ rate: { kind: 'SLAB', tiers: ends.map((upTo) => ({ percent: '1', upTo })) } }]);
    assert.equal(tiered('10', '20', undefined), undefined);
    assert.equal(tiered(undefined), undefined);
    assert.equal(tiered('10', '20'), 'rules/0/tiers');
    assert.equal(tiered(), 'rules/0/tiers');
    assert.equal(tiered('20', '10', undefined), 'rules/0/tiers/1/upTo');
    assert.equal(tiered('20', '20', undefined), 'rules/0/tiers/1/upTo');
    assert.equal(tiered('0', undefined), 'rules/0/tiers/0/upTo');
    assert.equal(tiered(undefined, '10', undefined), 'rules/0/tiers/0/upTo');
  });

  it('is a line that an earlier one with its code always supersedes', () => {
    assert.equal(faultOf([{}, { side: 'BUY' }]), 'rules/1/code');
    assert.equal(faultOf([{ side: 'BUY' }, {}]), undefined);
    assert.equal(faultOf([{ customerGroups: ['STAFF'] }, { side: 'BUY' }, {}]), undefined);
  });

  it('is a minimum above the maximum', () => {
    assert.equal(faultOf([{ min: '20', max: '10' }]), 'rules/0/max');
    assert.equal(faultOf([{ min: '9', max: '10' }]), undefined);
  });

  it('is an amount that rounding would change', () => {
    const round = (unit: string) => ({ rounding: { mode: 'UP', unit } }) as const;
    assert.equal(faultOf([round('0.005')]), 'rules/0/roundingUnit');
    assert.equal(faultOf([round('0.05')]), undefined);
    assert.equal(faultOf([{ max: '10.005' }]), 'rules/0/max');
    assert.equal(faultOf([{ min: '0.001' }]), 'rules/0/min');
    assert.equal(faultOf([{ maxPerDay: '0.001' }]), 'rules/0/maxPerDay');
    assert.equal(faultOf([{ ...round('1'), max: '10.50' }]), 'rules/0/max');
    assert.equal(faultOf([{ ...round('1'), min: '2', max: '10' }]), undefined);
    assert.equal(faultOf([{ min: '0.5' }], { currency: 'JPY' }), 'rules/0/min');
  });

  it('is a maximum per day over the lines of EACH_LINE', () => {
    const each: Partial<ChargeRule> = { code: 'VAT', base: { kind: 'EACH_LINE', codes: ['FEE'] } };
    assert.equal(faultOf([{}, { ...each, maxPerDay: '10' }]), 'rules/1/maxPerDay');
  });

  it('is an end before its start', () => {
    assert.equal(faultOf([{ validFrom: late, validTo: early }]), 'rules/0/validTo');
    assert.equal(faultOf([{}], { validFrom: late, validTo: early }), 'validTo');
    assert.equal(faultOf([{ validFrom: early, validTo: early }]), undefined);
  });

  it('is a span that conflicts with its base, its rate or its maximum per day', () => {
    assert.equal(faultOf([{ per: 'ORDER' }]), undefined);
    assert.equal(faultOf([{ per: 'DAY' }]), undefined);
    assert.equal(faultOf([{ base: { kind: 'PER_ORDER' }, per: 'ORDER' }]), undefined);
    assert.equal(faultOf([{ base: { kind: 'PER_ORDER' }, per: 'NOTE' }]), 'rules/0/per');
    assert.equal(faultOf([{ base: { kind: 'PER_CONTRACT_NOTE' }, per: 'DAY' }]), 'rules/0/per');
    assert.equal(faultOf([{ base: { kind: 'CARRIED' }, per: 'ORDER' }]), 'rules/0/per');
    assert.equal(faultOf([{ base: { kind: 'PER_TRADE' }, per: 'DAY' }]), 'rules/0/per');
    assert.equal(faultOf([{ per: 'ORDER', maxPerDay: '5' }]), 'rules/0/maxPerDay');
    assert.equal(faultOf([{ per: 'DAY', maxPerDay: '5' }]), 'rules/0/maxPerDay');
    assert.equal(faultOf([{ base: { kind: 'PER_DAY' }, maxPerDay: '5' }]), 'rules/0/maxPerDay');
  });

  it('is tiers per day, or tiers over the whole that fall per order', () => {
    const tiered = (per: ChargeRule['per'], kind: 'SLAB' | 'WHOLE', percents: readonly string[]) =>
      faultOf([
        {
          per,
          rate: {
            kind,
            tiers: percents.map((percent, index) =>
              index === percents.length - 1 ? { percent } : { percent, upTo: String(index + 1) },
            ),
          },
        },
      ]);
    assert.equal(tiered('ORDER', 'WHOLE', ['1', '1', '2']), undefined);
    assert.equal(tiered('ORDER', 'WHOLE', ['2', '1']), 'rules/0/tiers');
    assert.equal(tiered('ORDER', 'SLAB', ['2', '1']), undefined);
    assert.equal(tiered('NOTE', 'WHOLE', ['2', '1']), undefined);
    assert.equal(tiered('DAY', 'SLAB', ['1', '2']), 'rules/0/per');
  });
});
