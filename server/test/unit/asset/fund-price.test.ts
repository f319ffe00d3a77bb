// Fund prices, units and fees, compared with published values and general properties.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  bidPrice,
  exitFeePercent,
  type FundTerms,
  offerPrice,
  redeem,
  subscribeAmount,
  subscribeUnits,
  unitsFor,
  worthOf,
} from '../../../src/modules/asset/fund/price.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const decimal = (text: string) => new Decimal(text);

const TERMS: FundTerms = {
  currency: 'NGN',
  price_decimals: 4,
  units_decimals: 4,
  bid_spread: decimal('0'),
  offer_spread: decimal('0'),
  entry_fee: decimal('0'),
  exit_fees: [],
  fee_vat_percent: decimal('0'),
  minimum_holding_days: 0,
  early_redemption_percent: decimal('0'),
};
const NAV = decimal('127.4583');

describe('a subscription', () => {
  it('of 250,000.00 at 127.4583 buys 1,961.4258 units, rounded down', () => {
    const bought = subscribeAmount(25_000_000n, NAV, TERMS);
    assert.equal(bought.units.toFixed(), '1961.4258');
    assert.equal(bought.costMinor, 25_000_000n);
  });

  it('takes the entry fee out of an amount, and on top of units', () => {
    const terms = { ...TERMS, entry_fee: decimal('1.5') };
    const byAmount = subscribeAmount(10_000_000n, decimal('100'), terms);
    assert.equal(byAmount.feeMinor, 150_000n);
    assert.equal(byAmount.units.toFixed(), '985');
    const byUnits = subscribeUnits(decimal('985'), decimal('100'), terms);
    assert.equal(byUnits.grossMinor, 9_850_000n);
    assert.equal(byUnits.feeMinor, 147_750n);
    assert.equal(byUnits.costMinor, 9_997_750n);
  });

  it('bears value added tax on the fee, each rounded separately', () => {
    const terms = { ...TERMS, entry_fee: decimal('1.5'), fee_vat_percent: decimal('7.5') };
    const { feeMinor, vatMinor, grossMinor, costMinor } = subscribeAmount(10_000_007n, NAV, terms);
    assert.deepEqual(
      [feeMinor, vatMinor, grossMinor, costMinor],
      [150_000n, 11_250n, 9_838_757n, 10_000_007n],
    );
    const byUnits = subscribeUnits(decimal('10'), NAV, terms);
    // 1,274.583 is rounded to 1,274.58. The fee is 1.5 % of that (19.12) and the VAT 7.5 % of the
    // fee (1.43).
    assert.deepEqual(
      [byUnits.grossMinor, byUnits.feeMinor, byUnits.vatMinor, byUnits.costMinor],
      [127_458n, 1_912n, 143n, 129_513n],
    );
  });

  it('never buys units worth more than was paid', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (amountMinor, price) => {
          const offer = new Decimal(price).dividedBy(10_000);
          const { units, grossMinor } = subscribeAmount(amountMinor, offer, TERMS);
          const paid = new Decimal(`${grossMinor}e-2`);
          assert.ok(units.times(offer).lessThanOrEqualTo(paid));
          assert.ok(units.plus('0.0001').times(offer).greaterThan(paid));
        },
      ),
    );
  });
});

describe('a redemption', () => {
  it('of 500 units at 127.4583 pays 63,091.86 after an exit fee of 1 %', () => {
    const gross = worthOf(decimal('500'), NAV, 'NGN');
    assert.equal(gross, 6_372_915n);
    const terms = { ...TERMS, exit_fees: [{ percent: '1' }] };
    const paid = redeem(gross, [{ units: decimal('500'), ageDays: 0 }], terms);
    assert.equal(paid.feeMinor, 63_729n);
    assert.equal(paid.netMinor, 6_309_186n);
  });

  it('charges each lot by its age, and young lots also the penalty', () => {
    const terms = {
      ...TERMS,
      exit_fees: [
        { belowDays: 30, percent: '2' },
        { belowDays: 90, percent: '1' },
      ],
      minimum_holding_days: 60,
      early_redemption_percent: decimal('0.5'),
    };
    assert.deepEqual(
      [0, 29, 30, 89, 90].map((age) => exitFeePercent(age, terms).toFixed()),
      ['2', '2', '1', '1', '0'],
    );
    const sold = [100, 59, 10].map((ageDays) => ({ units: decimal('100'), ageDays }));
    const paid = redeem(3_000_000n, sold, terms);
    assert.equal(paid.feeMinor, 10_000n + 20_000n);
    assert.equal(paid.penaltyMinor, 10_000n);
    assert.equal(paid.netMinor, 3_000_000n - 40_000n);
  });

  it('bears value added tax on the fee and none on the penalty', () => {
    const paid = redeem(6_372_915n, [{ units: decimal('500'), ageDays: 3 }], {
      ...TERMS,
      exit_fees: [{ percent: '1' }],
      fee_vat_percent: decimal('7.5'),
      minimum_holding_days: 30,
      early_redemption_percent: decimal('0.5'),
    });
    // The fee is 637.29, its VAT 47.80, and the penalty 318.65.
    assert.deepEqual(
      [paid.feeMinor, paid.vatMinor, paid.penaltyMinor, paid.netMinor],
      [63_729n, 4_780n, 31_865n, 6_272_541n],
    );
  });

  it('leaves an amount to pay out, even under the most expensive terms possible', () => {
    const dearest = [
      { exit_fees: [{ percent: '50' }], vat: '0', penalty: '0' },
      { exit_fees: [{ percent: '25' }], vat: '100', penalty: '0' },
      { exit_fees: [{ percent: '20' }], vat: '25', penalty: '25' },
    ];
    for (const { exit_fees, vat, penalty } of dearest) {
      const terms = {
        ...TERMS,
        exit_fees,
        fee_vat_percent: decimal(vat),
        minimum_holding_days: 30,
        early_redemption_percent: decimal(penalty),
      };
      for (let minor = 1n; minor < 400n; minor += 1n) {
        const paid = redeem(minor, [{ units: decimal('1'), ageDays: 1 }], terms);
        assert.ok(paid.netMinor >= 0n, `${minor} ${vat}`);
        assert.equal(
          paid.feeMinor + paid.vatMinor + paid.penaltyMinor + paid.netMinor,
          paid.grossMinor,
        );
      }
    }
  });

  it('by amount takes no fewer units than the amount is worth', () => {
    const units = unitsFor(10_000_000n, NAV, TERMS);
    assert.equal(units.toFixed(), '784.5704');
    assert.ok(units.times(NAV).greaterThanOrEqualTo(100_000));
  });
});

it('the fund keeps the spread on both sides', () => {
  const terms = { ...TERMS, bid_spread: decimal('0.5'), offer_spread: decimal('0.5') };
  assert.equal(offerPrice(NAV, terms).toFixed(), '128.0956');
  assert.equal(bidPrice(NAV, terms).toFixed(), '126.821');
});
