// The seeded market maker: first orders are filled, prices move within the limits, and books stay
// small.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { newOrder, openFloor, type Told } from './floor.js';

let database: TestDatabase;
let floors = 0;

function floor(seed: string) {
  floors += 1;
  return openFloor(database.db, { name: `M${floors}`, seed });
}

function filled(reports: readonly Told[]): boolean {
  return reports.at(-1)?.[39] === '2';
}

before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

describe('with a market maker', () => {
  it('a market order of any size is filled at once, inside the band', async () => {
    const { send } = await floor('one');
    for (const quantity of [1, 1_000, 5_000_000]) {
      const told = await send('A', newOrder({ quantity, price: 'MARKET' }));
      assert.ok(filled(told), JSON.stringify(told.at(-1)));
      assert.ok(Number(told.at(-1)?.[6]) <= 24.2);
    }
  });

  it('a marketable limit order is filled at once and never above its limit', async () => {
    const { send, exchange } = await floor('two');
    for (const side of ['1', '2'] as const) {
      const last = Number(exchange.prices()[0]?.last);
      const price = (side === '1' ? last + 0.1 : last - 0.1).toFixed(2);
      const told = await send('A', newOrder({ side, quantity: 40_000, price }));
      assert.ok(filled(told));
      const prices = told.slice(1).map((report) => Number(report[31]));
      assert.ok(prices.every((each) => (side === '1' ? each <= +price : each >= +price)));
    }
  });

  it('a limit order near the market is filled within five steps, often in parts', async () => {
    const parts: number[] = [];
    for (let seed = 0; seed < 12; seed += 1) {
      const { send, waiting, exchange } = await floor(`near ${seed}`);
      const told = await send('A', newOrder({ quantity: 1_000, price: '21.95' }));
      assert.equal(told.length, 1);
      const fills: Told[] = [];
      for (let step = 0; step < 5 && !filled(fills); step += 1) {
        await exchange.step();
        fills.push(...(await waiting('A')));
      }
      assert.ok(filled(fills), `seed ${seed}`);
      parts.push(fills.length);
    }
    assert.ok(parts.filter((count) => count > 1).length >= 5, parts.join(' '));
    assert.ok(Math.max(...parts) <= 5, parts.join(' '));
  });

  it('an order far from the market rests until it is cancelled', async () => {
    const { send, waiting, exchange } = await floor('far');
    await send('A', newOrder({ price: '20.00' }));
    for (let step = 0; step < 5; step += 1) await exchange.step();
    assert.deepEqual(await waiting('A'), []);
  });

  it('prices move, stay inside the band, and are the same for the same seed', async () => {
    const run = async () => {
      const { exchange } = await floor('walk');
      const seen: string[] = [];
      for (let step = 0; step < 60; step += 1) {
        await exchange.step();
        seen.push(
          exchange
            .prices()
            .map(({ last }) => last)
            .join(' '),
        );
      }
      return seen;
    };
    const first = await run();
    assert.ok(new Set(first).size > 20);
    assert.ok(first.every((each) => Number(each.split(' ')[0]) <= 24.2));
    assert.deepEqual(await run(), first);
  });
});
