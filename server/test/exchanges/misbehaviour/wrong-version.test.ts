// Messages with various wrong BeginStrings: each is stored, and the session continues.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { until } from '../../support/wait.js';
import { reportsOf } from './row.js';
import { openStrangeStage, type StrangeStage } from './stage.js';
import { SOON_MS } from './strange-exchange.js';

describe('a message with a wrong BeginString', () => {
  let stage: StrangeStage;
  before(async () => {
    stage = await openStrangeStage('FIX.4.4');
  });
  after(() => stage.close());

  it('is a POISON work item after three requests, and later messages are booked', async () => {
    const { desk, exchange } = stage;
    const orders = [await desk.submit(), await desk.submit(), await desk.submit()];
    for (const { cl_ord_id } of orders) await exchange.hear('35=D', `11=${cl_ord_id}`);
    const fills = orders.map(({ id, cl_ord_id }) =>
      reportsOf('FIX.4.4').fill.replaceAll('$', cl_ord_id).replaceAll('%', `V${id}`),
    );
    const [first = '', second = '', third = ''] = fills;
    const connections = exchange.connections();
    exchange.forget();
    exchange.say(`8=FIX.4.1|${first}`);
    exchange.say(`8=FIX.4.1|${second}`);
    await exchange.hear('35=5', '58=Incorrect BeginString');
    await until(() => exchange.connections() > connections, SOON_MS);
    await stage.loggedOn();
    exchange.say(third);
    for (const rejected of ['35=3', '35=3']) {
      for (const requested of ['35=2', '35=2', '35=2']) await exchange.hear(requested);
      assert.match(await exchange.hear(rejected), /BeginString FIX\.4\.1/);
    }
    await stage.settled();
    assert.equal(exchange.connections(), connections + 1);
    const items = await desk.db.query<{ reason: string; order_id: bigint | null }>(
      sql`select reason, order_id from unmatched_report where not resolved order by id`,
    );
    assert.deepEqual(
      items,
      orders.slice(0, 2).map(({ id }) => ({ reason: 'POISON', order_id: id })),
    );
    const statuses = await Promise.all(orders.map(({ id }) => desk.order(id)));
    assert.deepEqual(
      statuses.map(({ order_status }) => order_status),
      ['BOOKED', 'BOOKED', 'EXECUTED'],
    );
  });
});
