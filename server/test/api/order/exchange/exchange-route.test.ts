// Waiting orders after the exchange routes in the settings change: a session takes over the orders
// that are now routed to it, except those that another session has already taken.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { adoptWaitingOrders, takeInstructions } from '../../../../src/modules/order/index.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk } from '../../../support/order-desk.js';

describe('a session at its start', () => {
  let desk: Desk;
  let offices: readonly string[] = [];
  before(async () => {
    desk = await openDesk();
    const rows = await desk.db.query<{ name: string }>(
      sql`select name from business_office order by id`,
    );
    offices = rows.map(({ name }) => name);
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  const adopt = (sessionName: string, routes: Parameters<typeof adoptWaitingOrders>[1]['routes']) =>
    adoptWaitingOrders(desk.db, { sessionName, exchangeId: desk.exchangeId, routes });

  async function taken(sessionName: string): Promise<string[]> {
    const now = desk.context.clock.now();
    const told = await desk.db.transaction((tx) => takeInstructions(tx, sessionName, now));
    return told.map(({ clOrdId }) => clOrdId);
  }

  it('takes over waiting orders of its offices, stop orders too, but no sent ones', async () => {
    const [home = '', ...others] = offices;
    const left = await desk.send();
    const waiting = await desk.submit();
    const stop = await desk.submit({ priceType: 'STOP', stop: '26.00' });
    const elsewhere = { session: 'branch', exchange: 'NGX', offices: others };
    await adopt('branch', [{ session: 'main', exchange: 'NGX' }, elsewhere]);
    assert.deepEqual(await taken('branch'), []);
    const own = { session: 'home', exchange: 'NGX', offices: [home] };
    await adopt('main', [{ session: 'main', exchange: 'NGX' }, own]);
    assert.deepEqual(await taken('main'), []);
    await adopt('home', [{ session: 'main', exchange: 'NGX' }, own]);
    assert.deepEqual(await taken('home'), [waiting.cl_ord_id]);
    assert.equal(await desk.priceAt('26.00'), 1);
    assert.deepEqual(await taken('home'), [stop.cl_ord_id]);
    await desk.cancel(left.id);
    assert.equal((await desk.order(left.id)).session_name, left.session_name);
    assert.deepEqual(await taken('home'), []);
    const [cancel] = await desk.take();
    assert.equal(cancel?.origClOrdId, left.cl_ord_id);
    for (const row of [left, waiting, stop]) await desk.say(row, '4');
  });
});
