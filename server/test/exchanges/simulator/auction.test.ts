// The call auction price: maximum traded units, then minimum imbalance, then nearest to the
// reference price.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { uncross } from '../../../src/exchanges/simulator/auction.js';
import { createBook, restOrder, type Side } from '../../../src/exchanges/simulator/book.js';

type Row = readonly [Side, bigint, bigint];

function called(rows: readonly Row[]) {
  const book = createBook();
  for (const [index, [side, price, leaves]] of rows.entries()) {
    restOrder(book, { id: `o${index}`, side, price, leaves, priority: BigInt(index) });
  }
  return book;
}

const TABLE: readonly { name: string; rows: readonly Row[]; price?: bigint; units: bigint }[] = [
  { name: 'no order', rows: [], units: 0n },
  {
    name: 'no cross',
    rows: [
      ['BUY', 9n, 5n],
      ['SELL', 10n, 5n],
    ],
    units: 0n,
  },
  {
    name: 'one pair',
    rows: [
      ['BUY', 11n, 5n],
      ['SELL', 11n, 5n],
    ],
    price: 11n,
    units: 5n,
  },
  {
    name: 'the price with the most units',
    rows: [
      ['BUY', 12n, 5n],
      ['BUY', 11n, 5n],
      ['SELL', 9n, 4n],
      ['SELL', 11n, 6n],
    ],
    price: 11n,
    units: 10n,
  },
  {
    name: 'the price nearest to the reference among equals',
    rows: [
      ['BUY', 15n, 5n],
      ['SELL', 9n, 5n],
    ],
    price: 9n,
    units: 5n,
  },
];

describe('the call auction', () => {
  for (const { name, rows, price, units } of TABLE) {
    it(`handles ${name}`, () => {
      const result = uncross(called(rows), 10n);
      assert.equal(result.price, price);
      assert.equal(
        result.fills.reduce((sum, fill) => sum + fill.quantity, 0n),
        units,
      );
    });
  }

  it('leaves no crossed book', () => {
    const row = fc.tuple(
      fc.constantFrom<Side>('BUY', 'SELL'),
      fc.bigInt(1n, 20n),
      fc.bigInt(1n, 9n),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        const book = called(rows);
        uncross(book, 10n);
        const [bid, offer] = [book.BUY[0]?.price, book.SELL[0]?.price];
        if (bid !== undefined && offer !== undefined) assert.ok(bid < offer);
      }),
    );
  });
});
