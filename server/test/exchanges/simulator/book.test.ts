// The order book: priority, partial fills, IOC, FOK and replacement, with examples and property
// tests.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Book,
  cancelOrder,
  createBook,
  enterOrder,
  type Incoming,
  replaceOrder,
  type Side,
} from '../../../src/exchanges/simulator/book.js';

let counter = 0n;

function order(side: Side, limit: bigint | null, quantity: bigint): Incoming {
  counter += 1n;
  return { id: `o${counter}`, side, limit, quantity, priority: counter, remainder: 'REST' };
}

function bookWith(...orders: readonly Incoming[]): Book {
  const book = createBook();
  for (const each of orders) enterOrder(book, each);
  return book;
}

describe('the order book', () => {
  it('takes the best price first, then the earliest order, at the resting price', () => {
    const [worse, first, second] = [
      order('SELL', 12n, 5n),
      order('SELL', 10n, 5n),
      order('SELL', 10n, 5n),
    ];
    const book = bookWith(worse, first, second);
    const { fills } = enterOrder(book, order('BUY', 12n, 12n));
    assert.deepEqual(
      fills.map(({ restingId, price, quantity }) => [restingId, price, quantity]),
      [
        [first.id, 10n, 5n],
        [second.id, 10n, 5n],
        [worse.id, 12n, 2n],
      ],
    );
    assert.equal(book.byId.get(worse.id)?.leaves, 3n);
  });

  it('rests the remainder of a limit order', () => {
    const book = bookWith(order('SELL', 10n, 4n));
    const buy = order('BUY', 10n, 10n);
    assert.deepEqual(enterOrder(book, buy).rested, 6n);
    assert.equal(book.BUY[0]?.id, buy.id);
    assert.equal(book.SELL.length, 0);
  });

  it('never rests a market order', () => {
    const book = bookWith(order('SELL', 10n, 4n));
    const outcome = enterOrder(book, order('BUY', null, 10n));
    assert.deepEqual([outcome.fills.length, outcome.rested, outcome.killed], [1, 0n, 6n]);
    assert.equal(book.BUY.length, 0);
  });

  it('kills the remainder of an immediate order', () => {
    const book = bookWith(order('SELL', 10n, 4n));
    const outcome = enterOrder(book, { ...order('BUY', 10n, 10n), remainder: 'KILL' });
    assert.deepEqual([outcome.fills.length, outcome.rested, outcome.killed], [1, 0n, 6n]);
  });

  it('fills a fill-or-kill order whole or not at all', () => {
    const book = bookWith(order('SELL', 10n, 4n), order('SELL', 11n, 4n));
    const killed = enterOrder(book, { ...order('BUY', 10n, 5n), remainder: 'FILL_OR_KILL' });
    assert.deepEqual([killed.fills.length, killed.killed], [0, 5n]);
    const filled = enterOrder(book, { ...order('BUY', 11n, 5n), remainder: 'FILL_OR_KILL' });
    assert.deepEqual([filled.fills.length, filled.killed], [2, 0n]);
  });

  it('keeps the priority of an order that is reduced, not of one that is increased', () => {
    const [first, second] = [order('BUY', 10n, 5n), order('BUY', 10n, 5n)];
    const book = bookWith(first, second);
    replaceOrder(book, first.id, { price: 10n, leaves: 3n, priority: 900n });
    assert.equal(book.BUY[0]?.id, first.id);
    replaceOrder(book, first.id, { price: 10n, leaves: 4n, priority: 901n });
    assert.equal(book.BUY[0]?.id, second.id);
  });

  it('lets a replaced order match at its new price', () => {
    const buy = order('BUY', 9n, 5n);
    const book = bookWith(buy, order('SELL', 10n, 2n));
    const outcome = replaceOrder(book, buy.id, { price: 10n, leaves: 5n, priority: 902n });
    assert.deepEqual([outcome?.fills.length, outcome?.rested], [1, 3n]);
  });

  it('reports that nothing rests under an unknown id', () => {
    assert.equal(cancelOrder(createBook(), 'none'), undefined);
    const terms = { price: 1n, leaves: 1n, priority: 1n };
    assert.equal(replaceOrder(createBook(), 'none', terms), undefined);
  });
});

const anyOrder = fc.record({
  side: fc.constantFrom<Side>('BUY', 'SELL'),
  limit: fc.option(fc.bigInt(1n, 20n), { freq: 6 }),
  quantity: fc.bigInt(1n, 50n),
  remainder: fc.constantFrom<Incoming['remainder']>('REST', 'REST', 'REST', 'KILL', 'FILL_OR_KILL'),
  cancels: fc.option(fc.nat(100), { freq: 4 }),
});

function assertOrdered(book: Book): void {
  for (const side of ['BUY', 'SELL'] as const) {
    for (const [index, resting] of book[side].entries()) {
      assert.ok(resting.leaves > 0n);
      const next = book[side][index + 1];
      if (next === undefined) continue;
      const better = side === 'BUY' ? resting.price > next.price : resting.price < next.price;
      assert.ok(better || (resting.price === next.price && resting.priority < next.priority));
    }
  }
  assert.equal(book.byId.size, book.BUY.length + book.SELL.length);
}

describe('the order book, whatever comes', () => {
  it('conserves quantity, keeps price-time order and is never crossed', () => {
    fc.assert(
      fc.property(fc.array(anyOrder, { maxLength: 60 }), (orders) => {
        const book = createBook();
        let [entered, gone] = [0n, 0n];
        for (const [index, { cancels, ...terms }] of orders.entries()) {
          const outcome = enterOrder(book, { ...terms, id: `p${index}`, priority: BigInt(index) });
          const traded = outcome.fills.reduce((sum, fill) => sum + fill.quantity, 0n);
          assert.equal(traded + outcome.rested + outcome.killed, terms.quantity);
          entered += terms.quantity;
          gone += 2n * traded + outcome.killed;
          gone += cancels === null ? 0n : (cancelOrder(book, `p${cancels}`)?.leaves ?? 0n);
          const [bid, offer] = [book.BUY[0]?.price, book.SELL[0]?.price];
          if (bid !== undefined && offer !== undefined) assert.ok(bid < offer);
          assertOrdered(book);
        }
        const resting = [...book.byId.values()].reduce((sum, { leaves }) => sum + leaves, 0n);
        assert.equal(entered, gone + resting);
      }),
    );
  });

  it('never trades through a limit, and never past a better resting order', () => {
    fc.assert(
      fc.property(fc.array(anyOrder, { maxLength: 60 }), (orders) => {
        const book = createBook();
        for (const [index, { cancels: _, ...terms }] of orders.entries()) {
          const { fills } = enterOrder(book, {
            ...terms,
            id: `p${index}`,
            priority: BigInt(index),
          });
          const signed = fills.map(({ price }) => (terms.side === 'BUY' ? price : -price));
          const limit = terms.side === 'BUY' ? terms.limit : terms.limit && -terms.limit;
          for (const [at, price] of signed.entries()) {
            if (limit !== null) assert.ok(price <= limit);
            assert.ok(at === 0 || price >= (signed[at - 1] ?? price));
          }
        }
      }),
    );
  });
});
