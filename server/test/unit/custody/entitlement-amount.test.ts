// Entitlements of holders in corporate actions: figures derived with exact fractions, independently
// of the program.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventKind } from '../../../src/modules/custody/rule/kind.js';
import {
  entitle,
  type HolderPosition,
  type OptionTerms,
  sumOfLeg,
  TEN_PERCENT,
  UNTAXED,
} from './entitlement-case.js';

interface MoneyCase {
  readonly rate: string;
  readonly position: HolderPosition;
  /** Gross, withheld, net and reclaim in minor units. */
  readonly money: readonly [bigint, bigint, bigint, bigint];
}

const DIVIDENDS: readonly MoneyCase[] = [
  { rate: '0.57', position: { quantity: 3_333n }, money: [189_981n, 18_998n, 170_983n, 0n] },
  { rate: '0.05', position: { quantity: 7n }, money: [35n, 4n, 31n, 0n] },
  { rate: '0.003', position: { quantity: 1n }, money: [0n, 0n, 0n, 0n] },
  { rate: '0.57', position: { quantity: 6_200n }, money: [353_400n, 35_340n, 318_060n, 0n] },
  {
    rate: '0.57',
    position: { quantity: 20_000n, isExempt: true },
    money: [1_140_000n, 114_000n, 1_026_000n, 114_000n],
  },
  { rate: '0.57', position: { quantity: 7n }, money: [399n, 40n, 359n, 0n] },
  { rate: '0.125', position: { quantity: 333n }, money: [4_163n, 416n, 3_747n, 0n] },
  { rate: '0.125', position: { quantity: 334n }, money: [4_175n, 418n, 3_757n, 0n] },
  { rate: '0.57', position: { quantity: -100n }, money: [5_700n, 0n, 5_700n, 0n] },
];

for (const { rate, position, money } of DIVIDENDS) {
  const exempt = position.isExempt ? ', exempt' : '';
  test(`a dividend of ${rate} on ${position.quantity} units${exempt}`, () => {
    const { amounts, moves } = entitle(
      'DVCA',
      { cashPerUnit: rate },
      { position, tax: TEN_PERCENT },
    );
    const { grossMinor, withheldMinor, netMinor, taxReclaimMinor } = amounts;
    assert.deepEqual([grossMinor, withheldMinor, netMinor, taxReclaimMinor], money);
    assert.deepEqual(moves, []);
  });
}

test('a dividend of 1.00 on ten billion shares keeps every unit', () => {
  const position = { quantity: 10_113_674_444n };
  const { amounts } = entitle('DVCA', { cashPerUnit: '1.00' }, { position });
  assert.equal(amounts.grossMinor, 1_011_367_444_400n);
});

test('exempt holders are paid gross if the issuer exempts or the firm withholds', () => {
  const position = { quantity: 20_000n, isExempt: true };
  const option = { cashPerUnit: '0.57' };
  for (const tax of [
    { ...TEN_PERCENT, issuerExempts: true },
    { ...TEN_PERCENT, withheldBy: 'FIRM' as const },
  ]) {
    const { amounts } = entitle('DVCA', option, { position, tax });
    assert.deepEqual(
      [amounts.withheldMinor, amounts.netMinor, amounts.taxReclaimMinor],
      [0n, 1_140_000n, 0n],
    );
  }
});

test('an issuer that withholds from all withholds the common rate only', () => {
  const [common] = TEN_PERCENT.rules;
  assert.ok(common);
  const resident = { ...common, percent: '2.5', payerClass: 'TREATY' };
  const tax = { ...TEN_PERCENT, rules: [common, resident] };
  const position = { quantity: 1_000n, payerClass: 'TREATY' };
  const issuer = entitle('DVCA', { cashPerUnit: '1' }, { position, tax });
  assert.deepEqual([issuer.amounts.taxMinor, issuer.amounts.withheldMinor], [12_500n, 10_000n]);
});

interface UnitCase {
  readonly name: string;
  readonly kind: EventKind;
  readonly option: OptionTerms;
  readonly position: HolderPosition;
  readonly faceValue?: string;
  readonly taxed?: boolean;
  /** Gross, net and cash in lieu in minor units. */
  readonly cash: readonly [bigint, bigint, bigint];
  /** Changes to the two holdings: units, and cost and gain in minor units. */
  readonly own: readonly [bigint, bigint, bigint];
  readonly other?: readonly [bigint, bigint, bigint];
}

const NONE = [0n, 0n, 0n] as const;

const CASES: readonly UnitCase[] = [
  {
    name: 'a bonus of 1 for 10',
    kind: 'BONU',
    option: { units: [1n, 10n] },
    position: { quantity: 1_234n, cost: '25914.00' },
    cash: NONE,
    own: [123n, 0n, 0n],
  },
  {
    name: 'a bonus of 1 for 10 with cash in lieu',
    kind: 'BONU',
    option: { units: [1n, 10n], fractionPrice: '18.20' },
    position: { quantity: 1_234n, cost: '25914.00' },
    cash: [0n, 0n, 728n],
    own: [123n, -764n, -36n],
  },
  {
    name: 'a reverse split of 1 for 4 with cash in lieu',
    kind: 'SPLR',
    option: { units: [1n, 4n], fractionPrice: '52.40' },
    position: { quantity: 1_003n, cost: '12036.00' },
    cash: [0n, 0n, 3_930n],
    own: [-753n, -3_600n, 330n],
  },
  {
    name: 'a split of 3 for 2 with cash in lieu',
    kind: 'SPLF',
    option: { units: [3n, 2n], fractionPrice: '10.20' },
    position: { quantity: 1_001n, cost: '15015.00' },
    cash: [0n, 0n, 510n],
    own: [500n, -500n, 10n],
  },
  {
    name: 'rights of 1 for 6 that take a part of the cost',
    kind: 'RHDI',
    option: { units: [1n, 6n], newSecurity: 2n, firstDayPrice: '2.10', exPrice: '38.15' },
    position: { quantity: 1_000n, cost: '35000.00' },
    cash: NONE,
    own: [0n, -31_818n, 0n],
    other: [166n, 31_818n, 0n],
  },
  {
    name: 'rights of 4 for 5 on five billion shares',
    kind: 'RHDI',
    option: { units: [4n, 5n], newSecurity: 2n },
    position: { quantity: 5_145_370_074n, cost: '1.00' },
    cash: NONE,
    own: NONE,
    other: [4_116_296_059n, 0n, 0n],
  },
  {
    name: 'a dividend taken in shares',
    kind: 'DVOP',
    option: { cashPerUnit: '0.60', price: '39.45', type: 'SECU' },
    position: { quantity: 50_000n },
    taxed: true,
    cash: [3_000_000n, 2_700_000n, 0n],
    own: [684n, 2_698_380n, 0n],
  },
  {
    name: 'a spin-off of 1 for 4 with cash in lieu',
    kind: 'SOFF',
    option: { units: [1n, 4n], newSecurity: 2n, costPercent: '18.75', fractionPrice: '21.00' },
    position: { quantity: 2_001n, cost: '48024.00' },
    cash: [0n, 0n, 525n],
    own: [0n, -900_450n, 0n],
    other: [500n, 900_000n, 75n],
  },
  {
    name: 'a spin-off of less than one unit without cash in lieu leaves the cost',
    kind: 'SOFF',
    option: { units: [1n, 4n], newSecurity: 2n, costPercent: '18.75' },
    position: { quantity: 3n, cost: '72.00' },
    cash: NONE,
    own: NONE,
  },
  {
    name: 'a return of capital above the cost',
    kind: 'CAPD',
    option: { cashPerUnit: '2.50' },
    position: { quantity: 1_000n, cost: '1800.00' },
    cash: [250_000n, 250_000n, 0n],
    own: [0n, -180_000n, 70_000n],
  },
  {
    name: 'a return of capital on a short position',
    kind: 'CAPD',
    option: { cashPerUnit: '2.50' },
    position: { quantity: -1_000n, cost: '-1800.00' },
    cash: [250_000n, 250_000n, 0n],
    own: [0n, 180_000n, -70_000n],
  },
  {
    name: 'the redemption of a federal bond',
    kind: 'REDM',
    option: {},
    faceValue: '1000',
    position: { quantity: 10n, cost: '9870.00' },
    cash: [1_000_000n, 1_000_000n, 0n],
    own: [-10n, -987_000n, 13_000n],
  },
  {
    name: 'a partial redemption of 25 %',
    kind: 'PCAL',
    option: { percent: '25' },
    faceValue: '1000',
    position: { quantity: 200n, cost: '190000.00' },
    cash: [5_000_000n, 5_000_000n, 0n],
    own: [0n, -4_750_000n, 250_000n],
  },
  {
    name: 'a bond called at 102 with accrued interest of 104 days of 184',
    kind: 'MCAL',
    option: { pricePer100: '102', cashPerUnit: '4.097826086957' },
    faceValue: '1000',
    position: { quantity: 50n, cost: '49250.00' },
    taxed: true,
    cash: [5_304_891n, 5_284_402n, 0n],
    own: [-50n, -4_925_000n, 175_000n],
  },
  {
    name: 'a merger of 3 for 5 with cash beside',
    kind: 'MRGR',
    option: {
      units: [3n, 5n],
      newSecurity: 2n,
      cashPerUnit: '1.20',
      exPrice: '30.00',
      type: 'CASE',
    },
    position: { quantity: 1_007n, cost: '20140.00' },
    cash: [120_840n, 120_840n, 0n],
    own: [-1_007n, -2_014_000n, -5_035n],
    other: [604n, 1_888_125n, 0n],
  },
  {
    name: 'a merger of 3 for 5 with cash beside and in lieu',
    kind: 'MRGR',
    option: {
      units: [3n, 5n],
      newSecurity: 2n,
      cashPerUnit: '1.20',
      exPrice: '30.00',
      fractionPrice: '30.00',
      type: 'CASE',
    },
    position: { quantity: 1_007n, cost: '20140.00' },
    cash: [120_840n, 120_840n, 600n],
    own: [-1_007n, -2_014_000n, -5_035n],
    other: [604n, 1_887_500n, -25n],
  },
  {
    name: 'a merger that leaves less than one unit and no cash',
    kind: 'MRGR',
    option: { units: [3n, 5n], newSecurity: 2n },
    position: { quantity: 1n, cost: '20.00' },
    cash: NONE,
    own: [-1n, -2_000n, -2_000n],
  },
  {
    name: 'a merger for cash',
    kind: 'MRGR',
    option: { cashPerUnit: '25.00' },
    position: { quantity: 1_007n, cost: '20140.00' },
    cash: [2_517_500n, 2_517_500n, 0n],
    own: [-1_007n, -2_014_000n, 503_500n],
  },
  {
    name: 'a tender of which 63.5 % is accepted',
    kind: 'TEND',
    option: { cashPerUnit: '45.00', percent: '63.5' },
    position: { quantity: 1_000n, cost: '41000.00' },
    cash: [2_857_500n, 2_857_500n, 0n],
    own: [-635n, -2_603_500n, 254_000n],
  },
  {
    name: 'a security that became worthless',
    kind: 'WRTH',
    option: {},
    position: { quantity: 500n, cost: '750.00' },
    cash: NONE,
    own: [-500n, -75_000n, -75_000n],
  },
  {
    name: 'a split of a short position',
    kind: 'SPLF',
    option: { units: [3n, 2n], fractionPrice: '10.20' },
    position: { quantity: -1_001n, cost: '-15015.00' },
    cash: [0n, 0n, 510n],
    own: [-500n, 500n, -10n],
  },
  {
    name: 'a dividend in shares at its value',
    kind: 'DVSE',
    option: { units: [1n, 20n], cashPerUnit: '0.50' },
    position: { quantity: 1_010n, cost: '9000.00' },
    cash: [50_500n, 50_500n, 0n],
    own: [50n, 50_500n, 0n],
  },
];

for (const { name, kind, option, position, faceValue, taxed, cash, own, other } of CASES) {
  test(name, () => {
    const tax = taxed === true ? TEN_PERCENT : UNTAXED;
    const given = { position, tax, ...(faceValue === undefined ? {} : { faceValue }) };
    const { amounts, moves } = entitle(kind, option, given);
    assert.deepEqual([amounts.grossMinor, amounts.netMinor, amounts.cashInLieuMinor], cash);
    assert.deepEqual(Object.values(sumOfLeg(moves, 'OWN')), own);
    assert.deepEqual(Object.values(sumOfLeg(moves, 'NEW')), other ?? NONE);
  });
}

test('a dividend taken in shares pays the rest of its net amount in cash', () => {
  const option = { cashPerUnit: '0.60', price: '39.45', type: 'SECU' as const };
  const position = { quantity: 50_000n };
  const { amounts } = entitle('DVOP', option, { position, tax: TEN_PERCENT });
  assert.equal(amounts.netMinor - amounts.reinvestedMinor, 1_620n);
});

test('fractions can be rounded up or to the nearest unit', () => {
  const position = { quantity: 1_234n, cost: '100.00' };
  const units = [1n, 10n] as const;
  const up = entitle('BONU', { units, fractions: 'RDUP' }, { position });
  const nearest = entitle('BONU', { units, fractions: 'STAN' }, { position });
  const half = entitle('BONU', { units, fractions: 'STAN' }, { position: { quantity: 15n } });
  assert.deepEqual(
    [up.amounts.newUnits, nearest.amounts.newUnits, half.amounts.newUnits],
    [124n, 123n, 2n],
  );
});
