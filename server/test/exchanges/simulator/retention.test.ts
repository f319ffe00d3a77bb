// The rows that the simulated exchange deletes when it closes a day, and those that it must never
// delete.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SIMULATOR } from '../../../src/exchanges/simulator/limits.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type Floor, newOrder, openFloor } from './floor.js';

describe('closing a day', () => {
  let database: TestDatabase;
  let floor: Floor;
  before(async () => {
    database = await createTestDatabase();
    floor = await openFloor(database.db);
  });
  after(() => database.drop());

  const kept = async () => {
    const rows = await database.db.query<{ id: string }>(
      sql`select cl_ord_id as id from simulator_client_order order by 1`,
    );
    return rows.map(({ id }) => id);
  };
  const count = async () => {
    const [row] = await database.db.query<{ orders: number; executions: number }>(sql`
      select (select count(*)::int from simulator_order) as orders,
        (select count(*)::int from simulator_execution) as executions`);
    return row;
  };
  /** Moves the clock forward and keeps the market open. */
  const daysLater = (days: number) => {
    const at = new Date(Date.parse('2026-11-23T11:00:00.000Z') + days * 86_400_000).toISOString();
    Object.assign(floor.now, { at, businessDate: businessDate(at.slice(0, 10)) });
  };

  it('deletes orders that ended long ago, except those that traded with recent ones', async () => {
    // Two fully filled orders, a rejected order, and a sell order that remains open after a partial
    // fill.
    await floor.send('A', newOrder({ id: 'sold', side: '2', quantity: 50 }));
    await floor.send('B', newOrder({ id: 'bought', quantity: 50 }));
    await floor.send('A', newOrder({ id: 'refused', symbol: 'NOBODY' }));
    await floor.send('A', newOrder({ id: 'lives', side: '2', quantity: 80, term: '1' }));
    await floor.send('B', newOrder({ id: 'beside', quantity: 30 }));
    daysLater(SIMULATOR.keptDays);
    await floor.exchange.closeDay(businessDate('2026-11-23'));
    assert.deepEqual(await kept(), ['beside', 'bought', 'lives', 'refused', 'sold']);

    daysLater(SIMULATOR.keptDays + 1);
    await floor.exchange.closeDay(floor.now.businessDate);
    assert.deepEqual(await kept(), ['beside', 'lives']);
    assert.deepEqual(await count(), { orders: 2, executions: 2 });
  });

  it('leaves a market that still trades, and trades that can still be busted', async () => {
    const [told] = (await floor.send('B', newOrder({ id: 'later', quantity: 50 }))).slice(-1);
    assert.deepEqual([told?.[150], told?.[32]], ['F', '50']);
    const [execution] = await database.db.query<{ id: string }>(
      sql`select exec_id as id from simulator_execution where quantity = 30 limit 1`,
    );
    assert.equal(await floor.exchange.bust(execution?.id ?? ''), true);
    const busted = await database.db.query(sql`select from simulator_execution where busted`);
    assert.equal(busted.length, 2);
  });
});
