// The exchange's state after a restart, after a rolled-back transaction, and with two exchanges on
// one table.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { cancel, newOrder, openFloor, story } from './floor.js';

let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

describe('a restarted exchange', () => {
  it('has its book, its priorities, its prices and its waiting reports', async () => {
    const first = await openFloor(database.db, { name: 'R1' });
    await first.send('A', newOrder({ id: 'a1', side: '2', quantity: 50, price: '22.00' }));
    await first.send('A', newOrder({ id: 'a2', side: '2', quantity: 50, price: '22.00' }));
    const before = await first.send('B', newOrder({ id: 'b1', quantity: 20 }));

    const second = await openFloor(database.db, { name: 'R1' });
    const waiting = await second.waiting('A');
    assert.deepEqual(
      waiting.map((report) => [report[11], report[32]]),
      [['a1', '20']],
    );
    const hit = await second.send('B', newOrder({ id: 'b2', quantity: 60 }));
    assert.deepEqual(
      hit.map((report) => report[32]),
      [undefined, '30', '30'],
    );
    assert.deepEqual(
      (await second.waiting('A')).map((report) => report[11]),
      ['a1', 'a2'],
    );
    const ids = [...before, ...waiting, ...hit].map((report) => report[17]);
    assert.equal(new Set(ids).size, ids.length);
    const [price] = second.exchange.prices();
    assert.deepEqual([price?.symbol, price?.last, price?.volume], ['ACCESS', '22.00', 80n]);
  });

  it('still knows every ClOrdID, and does not list a security twice', async () => {
    const first = await openFloor(database.db, { name: 'R2' });
    await first.send('A', newOrder({ id: 'a1' }));
    const second = await openFloor(database.db, { name: 'R2' });
    assert.equal((await second.send('A', newOrder({ id: 'a1' })))[0]?.[103], '6');
    assert.equal(second.exchange.prices().length, 2);
  });

  it('continues the same seeded market', async () => {
    const run = async (name: string, restartAt: number) => {
      let floor = await openFloor(database.db, { name, seed: 'same' });
      for (let step = 0; step < 20; step += 1) {
        if (step === restartAt) floor = await openFloor(database.db, { name, seed: 'same' });
        await floor.exchange.step();
      }
      return floor.exchange.prices();
    };
    assert.deepEqual(await run('R3', -1), await run('R4', 10));
  });
});

describe('a transaction that rolls back', () => {
  it('leaves no trace in the book, the tables or the fills', async () => {
    const floor = await openFloor(database.db, { name: 'R5' });
    await floor.send('A', newOrder({ id: 'a1', side: '2', quantity: 50 }));
    await floor.forget('B', newOrder({ id: 'b1', quantity: 50 }));
    assert.deepEqual(await floor.waiting('A'), []);
    const again = await floor.send('B', newOrder({ id: 'b1', quantity: 50 }));
    assert.deepEqual(story(again).slice(1), ['F/2 cum=50 leaves=0']);
    assert.deepEqual(story(await floor.waiting('A')), ['F/2 cum=50 leaves=0']);
  });
});

describe('two nodes with one exchange', () => {
  it('see each other’s orders, because the tables decide and not the memory', async () => {
    const [one, two] = [
      await openFloor(database.db, { name: 'R6' }),
      await openFloor(database.db, { name: 'R6' }),
    ];
    for (let round = 0; round < 5; round += 1) {
      await one.send('A', newOrder({ id: `a${round}`, side: '2' }));
      const hit = await two.send('B', newOrder({ id: `b${round}` }));
      assert.deepEqual(story(hit).slice(1), ['F/2 cum=100 leaves=0']);
    }
    assert.equal((await one.send('A', cancel('c1', 'a0', '2'))).at(-1)?.[102], '0');
  });

  it('fill each order once when both are busy', async () => {
    const { db } = database;
    const floors = [await openFloor(db, { name: 'R7' }), await openFloor(db, { name: 'R7' })];
    await floors[0]?.send('A', newOrder({ id: 'a1', side: '2', quantity: 30 }));
    const hits = floors.flatMap((floor, node) =>
      [1, 2, 3].map((at) => floor.send('B', newOrder({ id: `b${node}${at}`, quantity: 10 }))),
    );
    await Promise.all(hits);
    const fills = (await floors[0]?.waiting('A')) ?? [];
    assert.deepEqual(
      fills.map((report) => report[14]),
      ['10', '20', '30'],
    );
  });
});
