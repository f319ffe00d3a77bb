// Rate cards: the matching tier, bonuses, and terms that a card does not offer.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type RateCard,
  type RateEnquiry,
  rateError,
  ratePercentFor,
} from '../../../src/modules/asset/deposit/rate-tier.js';

const CARD: RateCard = {
  currency: 'NGN',
  allowedTenorDays: [30, 60, 90, 180, 365],
  amountMinorMin: 10_000_000n,
  amountMinorMultiple: 100_000n,
  tiers: [
    { tenorDaysTo: 89, percent: '10' },
    { tenorDaysFrom: 90, tenorDaysTo: 180, amountMinorTo: 99_999_999n, percent: '12' },
    { tenorDaysFrom: 90, tenorDaysTo: 180, amountMinorFrom: 100_000_000n, percent: '12.5' },
  ],
  bonuses: [
    { kind: 'POINTS', percent: '0.25', amountMinorFrom: 1_000_000_000n },
    { kind: 'POINTS', percent: '0.5', attribute: { name: 'classification', value: 'SENIOR' } },
    { kind: 'FIXED', percent: '14', attribute: { name: 'classification', value: 'STAFF' } },
  ],
};

function ask(amountMinor: bigint, tenorDays: number, classification?: string): RateEnquiry {
  const enquiry = { currency: 'NGN', amountMinor, tenorDays };
  if (classification === undefined) return enquiry;
  return { ...enquiry, attributes: new Map([['classification', classification]]) };
}

const rate = (enquiry: RateEnquiry) => ratePercentFor(CARD, enquiry)?.toString();

describe('a rate card', () => {
  it('rates by tenor and amount, both ends included', () => {
    assert.equal(rate(ask(10_000_000n, 30)), '10');
    assert.equal(rate(ask(99_999_999n, 90)), '12');
    assert.equal(rate(ask(100_000_000n, 90)), '12.5');
    assert.equal(rate(ask(100_000_000n, 180)), '12.5');
    assert.equal(rate(ask(100_000_000n, 365)), undefined);
  });

  it('adds points and lets a fixed rate replace the tier', () => {
    assert.equal(rate(ask(1_000_000_000n, 90)), '12.75');
    assert.equal(rate(ask(1_000_000_000n, 90, 'SENIOR')), '13.25');
    assert.equal(rate(ask(10_000_000n, 30, 'STAFF')), '14');
    assert.equal(rate(ask(10_000_000n, 30, 'OTHER')), '10');
  });

  it('names the terms that it does not offer', () => {
    assert.equal(rateError(CARD, ask(10_000_000n, 30)), undefined);
    assert.equal(rateError(CARD, { ...ask(1n, 30), currency: 'USD' }), 'CURRENCY_NOT_OFFERED');
    assert.equal(rateError(CARD, ask(10_000_000n, 31)), 'TENOR_NOT_OFFERED');
    assert.equal(rateError(CARD, ask(9_999_999n, 30)), 'AMOUNT_TOO_SMALL');
    assert.equal(rateError(CARD, ask(10_000_001n, 30)), 'AMOUNT_NOT_A_MULTIPLE');
    assert.equal(rateError(CARD, ask(10_000_000n, 365)), 'NO_RATE');
    const open = { currency: 'NGN', tiers: [{ percent: '5' }], bonuses: [] };
    assert.equal(rateError(open, ask(0n, 10)), 'AMOUNT_TOO_SMALL');
    assert.equal(rateError(open, ask(1n, 0)), 'TENOR_NOT_OFFERED');
    assert.equal(rateError(open, ask(1n, 1)), undefined);
  });
});
