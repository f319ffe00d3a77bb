// Discounted instruments: the published cases D1 to D11 and the early terminations, all exact.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  bookValue,
  discountPercentOf,
  faceForCash,
  investmentPercentOf,
  priceFromDiscount,
  priceFromYield,
  terminateDiscount,
  terminationError,
  trueYieldPercentOf,
} from '../../../src/modules/asset/paper/discount.js';
import {
  NIGERIAN_WITHHOLDING,
  withholdingTax,
} from '../../../src/modules/asset/tax/withholding-tax.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { fromDecimal, toDecimal } from '../../../src/platform/money/money.js';

const naira = (minor: bigint) => ({ minor, currency: 'NGN' });
const dec = (text: string) => new Decimal(text);
const hundred = dec('100');
const over = (numerator: number, denominator: number) => ({ numerator, denominator });

describe('published prices and yields', () => {
  it('D1: 90 days at 7.610 % cost 98.097500', () => {
    assert.equal(priceFromDiscount(hundred, dec('7.610'), over(90, 360)).toFixed(6), '98.097500');
  });

  it('D2: 10,000 at 98.098000 cost 9,809.80, discount 190.20', () => {
    const cost = dec('98.098000').times(100);
    assert.equal(cost.toFixed(2), '9809.80');
    assert.equal(dec('10000').minus(cost).toFixed(2), '190.20');
  });

  it('D3: 95.934567 for 182 days is a discount of 8.042 %', () => {
    const percent = discountPercentOf(hundred, dec('95.934567'), over(182, 360));
    assert.equal(percent.toFixed(3), '8.042');
    assert.equal(percent.dividedBy(100).toFixed(9), '0.080415158');
  });

  it('D4: 99.559444 for 20 days is an investment rate of 8.076 %', () => {
    assert.equal(investmentPercentOf(dec('99.559444'), 20, 365).toFixed(3), '8.076');
  });

  it('D5: 364 days at 7.65 % cost 92.265000, investment rate 8.237 %', () => {
    const price = priceFromDiscount(hundred, dec('7.65'), over(364, 360));
    assert.equal(price.toFixed(6), '92.265000');
    const percent = investmentPercentOf(price, 364, 365);
    assert.equal(percent.toFixed(3), '8.237');
    assert.equal(percent.dividedBy(100).toFixed(9), '0.082373244');
  });

  it('D6: 181 days at 4.97 % are 0.0517 bond-equivalent and 0.0510 money-market', () => {
    const price = priceFromDiscount(hundred, dec('4.97'), over(181, 360));
    assert.equal(investmentPercentOf(price, 181, 365).dividedBy(100).toFixed(4), '0.0517');
    const yielded = trueYieldPercentOf(hundred, price, over(181, 360));
    assert.equal(yielded.dividedBy(100).toFixed(4), '0.0510');
  });

  it('D7: 62 days at 5.32 % are 0.054437659; 98.65 yields 0.0794598041299475', () => {
    const price = priceFromDiscount(hundred, dec('5.32'), over(62, 360));
    assert.equal(investmentPercentOf(price, 62, 365).dividedBy(100).toFixed(9), '0.054437659');
    const yielded = trueYieldPercentOf(hundred, dec('98.65'), over(62, 360));
    // The published value is a binary double, so its sixteenth decimal is rounding noise.
    const published = dec('0.0794598041299475');
    assert.ok(yielded.dividedBy(100).minus(published).abs().lessThan('1e-15'));
  });

  it('D8: Kenya, 91 days at 7.65 %: price 98.128, pays 11,775,360, after tax 190,944', () => {
    const price = priceFromYield(hundred, dec('7.65'), over(91, 365)).toDecimalPlaces(3);
    assert.equal(price.toString(), '98.128');
    const paid = price.times('120000');
    assert.equal(paid.toString(), '11775360');
    const interest = dec('12000000').minus(paid);
    assert.equal(interest.toString(), '224640');
    assert.equal(interest.minus(interest.times('0.15')).toString(), '190944');
  });

  it('D9: Nigeria, 364 days at 18.8 % yield 23.1 %', () => {
    const yieldOn = (yearDays: number) => {
      const fraction = over(364, yearDays);
      const price = priceFromDiscount(hundred, dec('18.8'), fraction);
      return trueYieldPercentOf(hundred, price, fraction).toFixed(3);
    };
    assert.equal(yieldOn(365), '23.138');
    assert.equal(yieldOn(364), '23.153');
  });

  it('D10: Nigeria, the stop rates of 4 March 2026', () => {
    const rows = [
      [91, '15.95', '96.023425', '16.6105'],
      [182, '16.65', '91.697808', '18.1575'],
      [364, '16.73', '83.315836', '20.0802'],
    ] as const;
    for (const [days, rate, expected, trueYield] of rows) {
      const fraction = over(days, 365);
      const price = priceFromDiscount(hundred, dec(rate), fraction);
      assert.equal(price.toFixed(6), expected);
      assert.equal(trueYieldPercentOf(hundred, price, fraction).toFixed(4), trueYield);
    }
  });

  it('D11: 10 % for a year: pay 90,000 for 100,000, yield 11.1 %', () => {
    const price = priceFromDiscount(dec('100000'), dec('10'), over(365, 365));
    assert.equal(price.toString(), '90000');
    assert.equal(trueYieldPercentOf(dec('100000'), price, over(365, 365)).toFixed(1), '11.1');
  });

  it('the traps: TBILLPRICE 97.9556, and 10,337 x 90 x 14 % / 366 = 355.86', () => {
    const price = priceFromDiscount(hundred, dec('4'), over(184, 360));
    assert.equal(price.toFixed(4), '97.9556');
    const cost = priceFromDiscount(dec('10337'), dec('14'), over(90, 366));
    assert.equal(dec('10337').minus(cost).toFixed(2), '355.86');
    const paper = priceFromDiscount(dec('1000000'), dec('8'), over(90, 365));
    assert.equal(paper.toFixed(2), '980273.97');
  });
});

const TERMS = {
  face: naira(1_000_000_000n),
  ratePercent: dec('16.73'),
  start: businessDate('2026-03-05'),
  maturity: businessDate('2027-03-04'),
  dayCount: 'ACT_365F',
} as const;
// The amount paid is the book value on the first day.
const BILL = { ...TERMS, cost: bookValue({ ...TERMS, cost: TERMS.face }, TERMS.start) };
const TAX = NIGERIAN_WITHHOLDING.filter(
  ({ instrumentClass }) => instrumentClass === 'TREASURY_BILL',
);

describe('a bill of 10,000,000 for 364 days at 16.73 %', () => {
  const terminate = (more: Partial<Parameters<typeof terminateDiscount>[1]>) =>
    terminateDiscount(BILL, { date: businessDate('2026-06-13'), ...more });

  it('costs 8,331,583.56, a discount of 1,668,416.44', () => {
    assert.deepEqual(BILL.cost, naira(833_158_356n));
    assert.equal(BILL.face.minor - BILL.cost.minor, 166_841_644n);
  });

  it('has a book value of its cost at first, 8,789,939.73 after 100 days, its face at last', () => {
    assert.deepEqual(bookValue(BILL, businessDate('2026-06-13')), naira(878_993_973n));
    assert.deepEqual(bookValue(BILL, BILL.start), BILL.cost);
    assert.deepEqual(bookValue(BILL, BILL.maturity), BILL.face);
  });

  it('terminates at the booked rate, at 18, at 15, and in part', () => {
    const rows = [
      [{}, 878_993_973n, 0n, 45_835_617n, 4_583_562n],
      [{ ratePercent: dec('18') }, 869_808_219n, -9_185_754n, 36_649_863n, 3_664_986n],
      [{ ratePercent: dec('15') }, 891_506_849n, 12_512_876n, 58_348_493n, 5_834_849n],
    ] as const;
    for (const [request, proceeds, gain, earned, tax] of rows) {
      const settled = terminate(request);
      assert.equal(settled.proceeds.minor, proceeds);
      assert.equal(settled.gain.minor, gain);
      assert.equal(settled.earned.minor, earned);
      assert.equal(withholdingTax(settled.earned, TAX).minor, tax);
      assert.equal(settled.remaining, undefined);
    }
    const part = terminate({ face: naira(400_000_000n), ratePercent: dec('18') });
    assert.equal(part.proceeds.minor, 347_923_288n);
    assert.equal(part.cost.minor, 333_263_342n);
    assert.equal(part.earned.minor, 14_659_946n);
    assert.equal(withholdingTax(part.earned, TAX).minor, 1_465_995n);
    assert.deepEqual(part.remaining, {
      ...BILL,
      face: naira(600_000_000n),
      cost: naira(499_895_014n),
    });
  });

  it('cannot be terminated on or outside its ends, or for a face value of zero or too much', () => {
    const date = businessDate('2026-06-13');
    assert.equal(terminationError(BILL, { date }), undefined);
    assert.equal(terminationError(BILL, { date, face: naira(0n) }), 'FACE');
    assert.equal(terminationError(BILL, { date, face: naira(1_000_000_001n) }), 'FACE');
    assert.equal(terminationError(BILL, { date, face: { minor: 1n, currency: 'USD' } }), 'FACE');
    for (const end of [BILL.start, BILL.maturity, addDays(BILL.maturity, 1)]) {
      assert.equal(terminationError(BILL, { date: end }), 'DATE');
    }
    assert.throws(() => terminateDiscount(BILL, { date: BILL.start }));
  });

  it('gains nothing at its own rate, on any day and for any face', () => {
    const days = fc.integer({ min: 1, max: 363 });
    fc.assert(
      fc.property(days, fc.bigInt({ min: 1n, max: 1_000_000_000n }), (day, face) => {
        const date = addDays(BILL.start, day);
        assert.equal(terminateDiscount(BILL, { date, face: naira(face) }).gain.minor, 0n);
      }),
    );
  });

  it('pays as much for two parts as for the whole, to one minor unit, without losing cost', () => {
    const days = fc.integer({ min: 1, max: 363 });
    const rates = fc.integer({ min: 0, max: 3_000 }).map((value) => dec(`${value}e-2`));
    const faces = fc.bigInt({ min: 1n, max: 999_999_999n });
    fc.assert(
      fc.property(days, rates, faces, (day, ratePercent, minor) => {
        const request = { date: addDays(BILL.start, day), ratePercent };
        const whole = terminateDiscount(BILL, request);
        const part = terminateDiscount(BILL, { ...request, face: naira(minor) });
        assert.ok(part.remaining !== undefined);
        const rest = terminateDiscount(part.remaining, request);
        const difference = part.proceeds.minor + rest.proceeds.minor - whole.proceeds.minor;
        assert.ok(difference >= -1n && difference <= 1n);
        assert.equal(part.cost.minor + rest.cost.minor, BILL.cost.minor);
        assert.equal(part.remaining.face.minor + minor, BILL.face.minor);
      }),
    );
  });
});

describe('the face for an amount of cash', () => {
  const priceOfOne = priceFromDiscount(dec('1'), dec('16.73'), over(364, 365));

  it('is rounded down to the denomination', () => {
    const faceFor = (cash: bigint) => faceForCash(naira(cash), priceOfOne, naira(100_000n));
    // A face value of 10,000,000.00 costs 8,331,583.5616. Rounded down, that is the cash in the
    // next line.
    assert.deepEqual(faceFor(833_158_356n), naira(1_000_000_000n));
    assert.deepEqual(faceFor(833_158_355n), naira(999_900_000n));
    assert.deepEqual(faceFor(100n), naira(0n));
  });

  it('costs at most the cash, and one unit more costs more than the cash', () => {
    const money = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const rate = fc.integer({ min: 1, max: 40_000 });
    fc.assert(
      fc.property(money, rate, fc.constantFrom(1n, 100n, 100_000n), (minor, points, unit) => {
        const price = priceFromDiscount(
          dec('1'),
          dec(String(points)).dividedBy(1_000),
          over(181, 365),
        );
        const face = faceForCash(naira(minor), price, naira(unit));
        const costOf = (of: bigint) =>
          fromDecimal(toDecimal(naira(of)).times(price), 'NGN', 'HALF_UP').minor;
        assert.equal(face.minor % unit, 0n);
        assert.ok(costOf(face.minor) <= minor, `${face.minor} costs at most ${minor}`);
        assert.ok(costOf(face.minor + unit) > minor, `${face.minor} is the largest for ${minor}`);
        assert.ok(faceForCash(naira(costOf(face.minor)), price, naira(unit)).minor >= face.minor);
      }),
    );
  });
});
