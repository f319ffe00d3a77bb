// Rollover: the golden deposit under each of the six rules. The parts of every split add up.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  ROLLOVER_RULES,
  type RolloverRule,
  splitRollover,
} from '../../../src/modules/asset/deposit/rollover.js';
import { expectedInterest } from '../../../src/modules/asset/instrument/interest.js';
import {
  NIGERIAN_WITHHOLDING,
  withholdingTax,
} from '../../../src/modules/asset/tax/withholding-tax.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const naira = (minor: bigint) => ({ minor, currency: 'NGN' });
const MATURED = {
  principal: naira(500_000_000n),
  grossInterest: naira(18_698_630n),
  tax: naira(1_869_863n),
};

function split(rule: RolloverRule, special?: bigint): bigint[] {
  const stated = special === undefined ? {} : { rolloverAmount: naira(special) };
  const result = splitRollover({ ...MATURED, ...stated }, rule);
  return [result.childPrincipal, result.paidOut, result.debitedFromCash].map(({ minor }) => minor);
}

describe('a deposit that matures at 5,168,287.67 net', () => {
  it('splits by each rule into child, paid out and debited', () => {
    assert.deepEqual(split('NONE'), [0n, 516_828_767n, 0n]);
    assert.deepEqual(split('PRINCIPAL_ONLY'), [500_000_000n, 16_828_767n, 0n]);
    assert.deepEqual(split('PRINCIPAL_AND_NET_INTEREST'), [516_828_767n, 0n, 0n]);
    assert.deepEqual(split('PRINCIPAL_AND_GROSS_INTEREST'), [518_698_630n, 0n, 1_869_863n]);
    assert.deepEqual(split('NET_INTEREST_ONLY'), [16_828_767n, 500_000_000n, 0n]);
    assert.deepEqual(split('SPECIAL_AMOUNT', 400_000_000n), [400_000_000n, 116_828_767n, 0n]);
    assert.deepEqual(split('SPECIAL_AMOUNT', 600_000_000n), [600_000_000n, 0n, 83_171_233n]);
  });

  it('requires the amount of a special rollover', () => {
    assert.throws(() => split('SPECIAL_AMOUNT'));
  });

  it('rolled with net interest earns 193,279.80 in the next 91 days, tax 19,327.98', () => {
    const start = businessDate('2026-04-06');
    const gross = expectedInterest({
      principal: naira(516_828_767n),
      ratePercent: new Decimal('15'),
      start,
      end: addDays(start, 91),
      dayCount: 'ACT_365F',
    });
    assert.deepEqual(gross, naira(19_327_980n));
    const rules = NIGERIAN_WITHHOLDING.filter((rule) => rule.instrumentClass === 'TERM_DEPOSIT');
    assert.deepEqual(withholdingTax(gross, rules), naira(1_932_798n));
  });
});

describe('any rollover', () => {
  it('neither makes nor loses money', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const maturing = fc.record({
      ...{ principal: amount, interest: amount, special: amount },
      rule: fc.constantFrom(...ROLLOVER_RULES),
    });
    fc.assert(
      fc.property(maturing, ({ principal, interest, special, rule }) => {
        const tax = interest / 10n;
        const result = splitRollover(
          {
            ...{ principal: naira(principal), grossInterest: naira(interest), tax: naira(tax) },
            rolloverAmount: naira(special),
          },
          rule,
        );
        const { childPrincipal, paidOut, debitedFromCash } = result;
        const out = childPrincipal.minor + paidOut.minor;
        assert.equal(out, principal + interest - tax + debitedFromCash.minor);
        assert.ok(paidOut.minor === 0n || debitedFromCash.minor === 0n);
        assert.ok(childPrincipal.minor >= 0n && paidOut.minor >= 0n);
      }),
    );
  });
});
