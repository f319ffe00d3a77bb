// The FIX fields with which an exchange reports a fill as traded cum or ex contrary to its date.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cumExOf } from '../../../src/exchanges/fix/adapter/special-trade.js';

const flagOf = (...fields: (readonly [number, string])[]) =>
  cumExOf({ beginString: 'FIX.4.4', msgType: '8', fields });

describe('the flag of a special-cum or special-ex trade', () => {
  it('is read from TrdType, TradePriceCondition and bargain conditions', () => {
    for (const code of ['25', '27', '32', '34', '36']) assert.equal(flagOf([828, code]), 'CUM');
    for (const code of ['26', '28', '33', '35', '37']) assert.equal(flagOf([828, code]), 'EX');
    for (const code of ['0', '1', '4', '5', '9']) assert.equal(flagOf([1839, code]), 'CUM');
    for (const code of ['2', '3', '6', '7', '11']) assert.equal(flagOf([1839, code]), 'EX');
    const condition = (value: string) => flagOf([232, '1'], [233, 'BGNCON'], [234, value]);
    assert.deepEqual(['CD', 'CB', 'XR', 'XP'].map(condition), ['CUM', 'CUM', 'EX', 'EX']);
  });

  it('is absent for other codes, other stipulations, and codes that contradict each other', () => {
    assert.equal(flagOf([828, '0']), undefined);
    assert.equal(flagOf([1839, '8'], [1839, '10']), undefined);
    assert.equal(flagOf([233, 'YIELD'], [234, 'CD']), undefined);
    assert.equal(flagOf([1839, '0'], [1839, '2']), undefined);
    assert.equal(flagOf([828, '25'], [1839, '1']), 'CUM');
  });
});
