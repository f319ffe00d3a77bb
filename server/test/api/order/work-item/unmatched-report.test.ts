// Reports that could not be booked: how an operator applies them again (once, even with concurrent
// callers), and what the order shows until then.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createBooking } from '../../../../src/exchanges/fix/adapter/report-booking.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Json, TestApp } from '../../../support/app.js';
import { reportOf } from '../../../support/order-desk.js';
import { sendOrder } from '../../../support/order-exchange.js';
import { ORDER, openWorkItemDesk, REPORT, type WorkItemDesk } from './work-item-desk.js';

const WHY = { resolution: 'agreed with the exchange desk' };

describe('work items applied again', () => {
  let desk: WorkItemDesk;
  let app: TestApp;
  before(async () => {
    desk = await openWorkItemDesk();
    app = desk.app;
  });
  after(() => desk?.stop());

  const say: WorkItemDesk['say'] = (...words) => desk.say(...words);
  const itemOf = (clOrdId: string) => desk.itemOf(clOrdId);
  const read = (row: OrderRow) => desk.read(row);
  const apply = (item: Json, body: object = WHY, query = '') =>
    desk.dealer().put(`${REPORT}/apply/id/${item.id}${query}`, body);

  /** Creates a fill whose booking failed three times for a reason that no longer exists. */
  async function setAside(): Promise<OrderRow> {
    const row = await sendOrder(app);
    const said = { execId: 'ASIDE', fill: [100, '25.00'] as const };
    const broken = reportOf(row.exchange_id, { row, status: '2', said });
    const book = createBooking(app.context);
    const attempt = () => app.db.transaction((tx) => book(tx, [broken]));
    await app.db.query(sql`
      alter table contract_note add constraint broken check (false) not valid`);
    for (let time = 0; time < 3; time += 1) await assert.rejects(attempt(), /broken/);
    await attempt();
    await app.db.query(sql`alter table contract_note drop constraint broken`);
    return row;
  }

  describe('success', () => {
    it('book a parked report, and show the order as in doubt until then', async () => {
      const row = await setAside();
      assert.equal((await read(row)).waitingFor, 'UNKNOWN_FATE');
      const list = await desk.dealer().get(`${ORDER}/list?waitingFor=UNKNOWN_FATE`);
      assert.deepEqual(
        list.body.result.map(({ id }: Json) => BigInt(id)),
        [row.id],
      );
      const item = await itemOf(row.cl_ord_id);
      assert.equal(item.reason, 'NOT_BOOKED');
      assert.equal(BigInt(item.orderId), row.id);
      assert.ok(item.ageSeconds >= 0);
      const { status, body } = await apply(item);
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.msgCode, 'UNMATCHED_REPORT_APPLIED');
      assert.equal(body.result.resolution, WHY.resolution);
      const order = await read(row);
      assert.equal(order.orderStatus, 'EXECUTED');
      assert.equal(order.waitingFor, undefined);
    });

    it('book the report of an unknown ClOrdID on the order that a person chooses', async () => {
      const row = await sendOrder(app);
      await say(row, '2', { clOrdId: 'BY-PHONE', execId: 'P1', fill: [100, '25.00'] });
      const item = await itemOf('BY-PHONE');
      assert.equal(item.reason, 'UNKNOWN_ORDER');
      assert.equal((await apply(item)).status, 422);
      const { status } = await apply(item, { ...WHY, orderId: Number(row.id) });
      assert.equal(status, 200);
      assert.equal((await read(row)).quantityFilled, '100');
    });

    it('close if their report has been booked since, and book nothing again', async () => {
      const row = await setAside();
      assert.equal(await say(row, '2', { execId: 'ASIDE', fill: [100, '25.00'] }), 'APPLIED');
      assert.equal((await apply(await itemOf(row.cl_ord_id))).status, 200);
      assert.equal((await read(row)).quantityFilled, '100');
    });

    it('a status answer is applied once the fills that it counts have arrived', async () => {
      const row = await sendOrder(app);
      await say(row, '0');
      assert.equal(await say(row, '4', { type: 'I', cum: 30 }), 'UNMATCHED');
      const item = await itemOf(row.cl_ord_id);
      assert.deepEqual((await apply(item)).body.msgArgs, ['FILLS_DIFFER']);
      await say(row, '1', { fill: [30, '25.00'] });
      assert.equal((await apply(item)).status, 200);
      const order = await read(row);
      assert.deepEqual([order.orderStatus, order.quantityFilled], ['CANCELLED', '30']);
    });

    it('the report that an order is unknown ends it when a person applies the report', async () => {
      const row = await sendOrder(app);
      assert.equal(await say(row, '8', { type: 'I' }), 'UNMATCHED');
      assert.equal((await read(row)).waitingFor, 'UNKNOWN_FATE');
      assert.equal((await apply(await itemOf(row.cl_ord_id))).status, 200);
      assert.equal((await read(row)).orderStatus, 'REJECTED');
    });
  });

  describe('422', () => {
    it('an unreadable report is refused again and stays open', async () => {
      const row = await sendOrder(app);
      await say(row, '1', { type: 'F' });
      const item = await itemOf(row.cl_ord_id);
      const { status, body } = await apply(item);
      assert.equal(status, 422);
      assert.equal(body.msgCode, 'REPORT_NOT_BOOKABLE');
      assert.deepEqual(body.msgArgs, ['MALFORMED']);
      assert.equal((await itemOf(row.cl_ord_id)).version, item.version);
    });

    it('refuses an order for a report that identifies its own', async () => {
      const row = await sendOrder(app);
      const other = await sendOrder(app);
      await say(row, '8', { type: 'I' });
      const item = await itemOf(row.cl_ord_id);
      const wrong = await apply(item, { ...WHY, orderId: Number(other.id) });
      assert.equal(wrong.body.msgCode, 'REFERENCE_MISMATCH');
      const none = await apply(item, { ...WHY, orderId: 999_999_999 });
      assert.equal(none.body.msgCode, 'UNKNOWN_REFERENCE');
    });
  });

  it('are applied once by concurrent callers; the others get 409', async () => {
    const row = await setAside();
    const item = await itemOf(row.cl_ord_id);
    const replies = await Promise.all(Array.from({ length: 6 }, () => apply(item)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
    assert.equal((await read(row)).executions.length, 1);
  });

  it('a dry run shows the outcome and changes nothing', async () => {
    const row = await setAside();
    const item = await itemOf(row.cl_ord_id);
    const { status } = await apply(item, WHY, '?dryRun=true');
    assert.equal(status, 200);
    assert.equal((await read(row)).orderStatus, 'BOOKED');
    assert.equal((await apply(item)).status, 200);
  });
});
