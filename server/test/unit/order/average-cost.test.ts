// Holdings at average cost: allocated cost and gains.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  bookBuy,
  bookBuyBack,
  bookSell,
  bookSellShort,
} from '../../../src/modules/order/rule/average-cost.js';

const naira = (minor: bigint) => ({ minor, currency: 'NGN' });
const EMPTY = { quantity: 0n, cost: naira(0n) };

describe('a position at average cost', () => {
  it('averages its buys and shares the cost on a sell', () => {
    const first = bookBuy(EMPTY, 100n, naira(100_000n));
    const both = bookBuy(first, 200n, naira(260_000n));
    assert.deepEqual(both, { quantity: 300n, cost: naira(360_000n) });
    const sale = bookSell(both, 100n, naira(150_000n));
    assert.deepEqual(sale.gain, naira(30_000n));
    assert.deepEqual(sale.position, { quantity: 200n, cost: naira(240_000n) });
  });

  it('refuses a sell if it is empty', () => {
    assert.throws(() => bookSell(EMPTY, 1n, naira(1n)));
    assert.throws(() => bookBuy(EMPTY, 0n, naira(1n)));
    assert.throws(() => bookBuy(EMPTY, 1n, { minor: 1n, currency: 'USD' }));
  });

  it('leaves no cost after a short is bought back, and opens a position beyond it', () => {
    const short = bookSellShort(EMPTY, 1_000n, naira(4_108_167n)).position;
    const covered = bookBuyBack(short, 1_000n, naira(4_227_361n));
    assert.deepEqual(covered.position, EMPTY);
    assert.deepEqual(covered.gain, naira(-119_194n));
    const beyond = bookBuyBack(short, 1_100n, naira(4_650_097n));
    assert.deepEqual(beyond.position, { quantity: 100n, cost: naira(422_736n) });
    assert.deepEqual(beyond.gain, naira(-119_194n));
    const part = bookBuyBack(short, 300n, naira(1_200_000n));
    assert.deepEqual(part.position, { quantity: -700n, cost: naira(-2_875_717n) });
    assert.deepEqual(part.gain, naira(32_450n));
  });

  it('realises the held part of a larger sale', () => {
    const held = bookBuy(EMPTY, 100n, naira(200_000n));
    const sale = bookSellShort(held, 150n, naira(375_000n));
    assert.deepEqual(sale.gain, naira(50_000n));
    assert.deepEqual(sale.position, { quantity: -50n, cost: naira(-125_000n) });
    const more = bookSellShort(sale.position, 10n, naira(26_000n));
    assert.deepEqual(more.position, { quantity: -60n, cost: naira(-151_000n) });
    assert.deepEqual(more.gain, naira(0n));
  });

  it('gains the dealt amounts in total, however it crosses zero', () => {
    const deal = fc.record({
      isBuy: fc.boolean(),
      quantity: fc.bigInt({ min: 1n, max: 10_000n }),
      amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    });
    fc.assert(
      fc.property(fc.array(deal, { maxLength: 30 }), (deals) => {
        let position = EMPTY;
        let gained = 0n;
        let paid = 0n;
        for (const { isBuy, quantity, amount } of deals) {
          const { quantity: held } = position;
          const book = isBuy
            ? held < 0n
              ? bookBuyBack
              : undefined
            : quantity <= held
              ? bookSell
              : bookSellShort;
          const after = book?.(position, quantity, naira(amount));
          gained += after?.gain.minor ?? 0n;
          paid += isBuy ? amount : -amount;
          position = after?.position ?? bookBuy(position, quantity, naira(amount));
          assert.equal(position.cost.minor - gained, paid);
          if (position.quantity === 0n) assert.equal(position.cost.minor, 0n);
          else assert.equal(position.cost.minor < 0n && position.quantity > 0n, false);
        }
      }),
    );
  });

  it('sold in any parts releases exactly its total cost', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10_000n }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 0n, max: 10n ** 12n }), (quantities, cost) => {
        const held = quantities.reduce((sum, quantity) => sum + quantity, 0n);
        let position = bookBuy(EMPTY, held, naira(cost));
        let given = 0n;
        for (const quantity of quantities) {
          const sale = bookSell(position, quantity, naira(0n));
          given -= sale.gain.minor;
          position = sale.position;
        }
        assert.equal(given, cost);
        assert.deepEqual(position, EMPTY);
      }),
    );
  });
});
