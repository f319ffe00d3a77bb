// Live orders in a security whose code changes (CHAN): those at an exchange are cancelled there and
// re-entered once under the new code.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { enterRecoded } from '../../../src/modules/order/index.js';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { assertBooks } from '../../support/order.js';
import { type ExDateDesk, openExDateDesk } from './ex-date-desk.js';

describe('a live order in a security that gets a new code', () => {
  let desk: ExDateDesk;
  beforeEach(async () => {
    desk = await openExDateDesk();
  });
  afterEach(() => desk.stop());

  const renamed = (more = sql`label = label`) =>
    desk.announce({ kind: 'CHAN', event: sql`new_name = 'ACCESSHLD', ${more}` });
  const madeOf = (order: OrderRow) =>
    desk.db.query<{ id: bigint; status: string }>(sql`
      select t.id, t.order_status as status, t.system_generated as own, t.quantity,
        t.limit_price::text as "limit", s.name as security, t.label, m.name as term
      from trade_order t join security s on s.id = t.security_id
      join order_term m on m.id = t.order_term_id
      where t.reference_order_id = ${order.id} order by t.id`);
  async function cancelled(order: OrderRow) {
    const { pending_cl_ord_id: clOrdId } = await desk.order(order.id);
    assert.ok(clOrdId);
    await desk.say(order, '4', { clOrdId, origClOrdId: order.cl_ord_id, leaves: 0 });
  }

  it('is re-entered for its open units once the exchange has cancelled it', async () => {
    const event = await renamed();
    const order = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(order, '0');
    await desk.say(order, '1', { fill: [30, '24.90'], cum: 30, leaves: 70 });
    const here = await desk.submit({ quantity: 40, limit: '25.00', term: 'GTC' });
    await desk.begin();
    const asked = await desk.order(order.id);
    assert.equal(asked.fix_order_status, 'PENDING_CANCEL');
    assert.equal((await desk.order(here.id)).order_status, 'BOOKED', 'it has no old code to leave');
    await desk.run(event.id);
    assert.deepEqual(await madeOf(order), [], 'not before the exchange has answered');
    await cancelled(order);
    await desk.run(event.id);
    const [made, ...more] = await madeOf(order);
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...made, id: 0n },
      {
        ...{ id: 0n, status: 'BOOKED', own: true, quantity: 70n, limit: '24.9' },
        ...{ security: 'ACCESSHLD', label: 'BUY 70 ACCESSHLD LIMIT NGN 24.90', term: 'GTC' },
      },
    );
    assert.equal(await desk.held(made?.id ?? 0n), await desk.needed(made?.id ?? 0n));
    await desk.run(event.id);
    assert.equal((await madeOf(order)).length, 1, 'once');
    await assertBooks(desk);
  });

  it('is re-entered once if the process dies, and if two nodes do it concurrently', async () => {
    const { name } = await renamed();
    const order = await desk.send({ quantity: 50, limit: '25.00', term: 'GTC', side: 'SELL' });
    await desk.say(order, '0');
    await desk.begin();
    await cancelled(order);
    const enter = () => systemWork(desk.context, 'test', (work) => enterRecoded(work, name));
    await assert.rejects(
      systemWork(desk.context, 'test', async (work) => {
        assert.equal(await enterRecoded(work, name), true);
        throw new Error('the process has died');
      }),
    );
    assert.deepEqual(await madeOf(order), []);
    const replies = await Promise.all([enter(), enter(), enter()]);
    assert.deepEqual(replies.sort(), [false, false, true]);
    assert.equal((await madeOf(order)).length, 1);
    await assertBooks(desk);
  });

  it('is not re-entered if it was filled first, or if it is refused, and shows why', async () => {
    const { id, name } = await renamed();
    const filled = await desk.send({ quantity: 10, limit: '24.90', term: 'GTC' });
    await desk.say(filled, '0');
    const poor = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(poor, '0');
    await desk.begin();
    await desk.say(filled, '2', { fill: [10, '24.90'], cum: 10, leaves: 0 });
    await cancelled(poor);
    await desk.leave(poor, 100n);
    await desk.run(id);
    assert.deepEqual([await madeOf(filled), await madeOf(poor)], [[], []]);
    const { fix_message: message } = await desk.order(poor.id);
    assert.match(message ?? '', /^EX_DATE E\d+, not entered anew: INSUFFICIENT_FUNDS/);
    await desk.giveBack(poor);
    const again = await systemWork(desk.context, 'test', (work) => enterRecoded(work, name));
    assert.equal(again, false, 'a refused order is not tried again');
  });

  it('keeps its old code if the event requires it', async () => {
    await renamed(sql`order_policy = 'KEEP'`);
    const order = await desk.send({ quantity: 100, limit: '24.90', term: 'GTC' });
    await desk.say(order, '0');
    await desk.begin();
    assert.equal((await desk.order(order.id)).order_status, 'EXECUTING');
    assert.equal((await desk.order(order.id)).pending_cl_ord_id, null);
  });
});
