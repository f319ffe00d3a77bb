// Work items booked with values that a person enters: marked as entered, not booked again when the
// exchange reports them, and refused if the order cannot have such an execution.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyExchangeReports, keepMessage } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { settleReport } from '../../../../src/modules/order/work-item/settlement.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { Decimal } from '../../../../src/platform/money/decimal.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import type { Json, TestApp } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk, reportOf, type Said } from '../../../support/order-desk.js';
import { sendOrder } from '../../../support/order-exchange.js';
import { ORDER, openWorkItemDesk, REPORT, type WorkItemDesk } from './work-item-desk.js';

const LIMIT = { priceType: 'LIMIT', limitPrice: '24.00' };
const WHY = 'read to us by the exchange desk';

describe('work items booked with corrected values', () => {
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

  /** Creates an order at the exchange with a fill whose quantity cannot be read. */
  async function malformed(execId: string, terms: object = {}) {
    const row = await sendOrder(app, { ...LIMIT, ...terms });
    assert.equal(await say(row, '1', { type: 'F', execId }), 'UNMATCHED');
    return { row, item: await itemOf(row.cl_ord_id) };
  }

  const correct = (item: Json, body: object, query = '') =>
    desk.dealer().put(`${REPORT}/correct/id/${item.id}${query}`, { resolution: WHY, ...body });

  async function brief(row: OrderRow): Promise<string> {
    const { orderStatus, quantityFilled, quantityPending } = await read(row);
    return `${orderStatus} ${quantityFilled}/${quantityPending}`;
  }

  it('book a fill that shows who entered it and for which item', async () => {
    const { row, item } = await malformed('C1');
    const { status, body } = await correct(item, { quantity: 37, price: 23.85 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.msgCode, 'UNMATCHED_REPORT_CORRECTED');
    assert.deepEqual([body.result.resolved, body.result.resolution], [true, WHY]);
    const order = await read(row);
    assert.equal(await brief(row), 'EXECUTING 37/63');
    const [execution] = order.executions;
    assert.equal(order.executions.length, 1);
    assert.deepEqual(
      [execution.execId, execution.source, execution.unmatchedReportId],
      ['C1', 'PERSON', item.id],
    );
    assert.equal(execution.givenBy, body.result.lastModifiedBy);
    assert.notEqual(order.waitingFor, 'UNKNOWN_FATE');
  });

  describe('a later report of the exchange', () => {
    it('is not booked again under the same ExecID, one by one or in a batch', async () => {
      const { row, item } = await malformed('C2');
      await correct(item, { quantity: 37, price: 23.85 });
      const fill = { execId: 'C2', fill: [37, '23.85'] as const, cum: 37, leaves: 63 };
      assert.equal(await say(row, '1', fill), 'DUPLICATE');
      const batch = [
        reportOf(row.exchange_id, { row, status: '1', said: fill }),
        reportOf(row.exchange_id, {
          row,
          status: '2',
          said: { execId: 'C2-B', fill: [63, '24.00'], cum: 100, leaves: 0 },
        }),
      ];
      await systemWork(app.context, 'test', (work) => applyExchangeReports(work, batch));
      assert.equal(await brief(row), 'EXECUTED 100/0');
      const sources = (await read(row)).executions.map(({ source }: Json) => source);
      assert.deepEqual(sources, ['PERSON', 'EXCHANGE']);
    });

    it('is a work item under the same ExecID with other figures', async () => {
      const { row, item } = await malformed('C3');
      await correct(item, { quantity: 30, price: 23.85 });
      assert.equal(await say(row, '1', { execId: 'C3', fill: [31, '23.85'] }), 'UNMATCHED');
      assert.equal((await itemOf(row.cl_ord_id)).reason, 'DUPLICATE_EXECUTION_SUSPECTED');
      assert.equal(await brief(row), 'EXECUTING 30/70');
    });

    it('is parked for another order that has the same OrderID and ExecID', async () => {
      const { item } = await malformed('C4');
      await correct(item, { quantity: 30, price: 23.85 });
      const other = await sendOrder(app, LIMIT);
      const fill = { execId: 'C4', fill: [30, '23.85'] as const, cum: 30 };
      assert.equal(await say(other, '1', fill), 'UNMATCHED');
      const report = reportOf(other.exchange_id, { row: other, status: '1', said: fill });
      await systemWork(app.context, 'test', (work) =>
        applyExchangeReports(work, [report, { ...report, execId: 'C4-NEXT' }]),
      );
      assert.equal(await brief(other), 'EXECUTING 30/70');
      const again = await itemOf(other.cl_ord_id);
      const path = `${REPORT}/apply/id/${again.id}`;
      assert.equal((await desk.dealer().put(path, { resolution: 'two trades' })).status, 200);
      assert.equal(await brief(other), 'EXECUTING 60/40');
    });

    it('is parked if the fill was given without an ExecID, whatever its figures', async () => {
      const row = await sendOrder(app, LIMIT);
      await say(row, '0');
      await garbled(row);
      const item = await itemOf(row.cl_ord_id);
      assert.equal((await correct(item, { quantity: 25, price: 23.7 })).status, 200);
      const late: readonly Said[] = [
        { execId: 'L1', fill: [25, '23.70'], cum: 25 },
        { execId: 'L2', fill: [24, '23.70'], cum: 24 },
        { execId: 'L3', fill: [25, '23.70'] },
      ];
      for (const said of late) assert.equal(await say(row, '1', said), 'UNMATCHED', said.execId);
      assert.equal(await say(row, '1', { execId: 'L4', fill: [25, '23.70'], cum: 50 }), 'APPLIED');
      assert.equal(await brief(row), 'EXECUTING 50/50');
    });

    it('reverses the fill by a bust that refers to it', async () => {
      const { row, item } = await malformed('C5');
      await correct(item, { quantity: 100, price: 23.9 });
      assert.equal(await brief(row), 'EXECUTED 100/0');
      const bust = { type: 'H', execId: 'C5-H', ref: 'C5', cum: 0, leaves: 100 };
      assert.equal(await say(row, '0', bust), 'APPLIED');
      assert.equal(await brief(row), 'EXECUTING 0/100');
    });
  });

  function garbled(row: OrderRow): Promise<unknown> {
    const said = { type: '', execId: '' };
    const report = { ...reportOf(row.exchange_id, { row, status: '', said }), execId: undefined };
    return systemWork(app.context, 'test', (work) =>
      keepMessage(work, { reason: 'POISON', sessionName: 'unrouted', report, text: 'garbled' }),
    );
  }

  it('book a fill under an unknown ClOrdID on the chosen order, with its own date', async () => {
    const row = await sendOrder(app, LIMIT);
    await say(row, '2', { clOrdId: 'PHONE-2', execId: 'P2', type: 'F' });
    const item = await itemOf('PHONE-2');
    const without = await correct(item, { quantity: 100, price: 23.9 });
    assert.equal(without.body.errors[0].pointer, '/orderId');
    const orderId = Number(row.id);
    const tradeDate = row.today;
    const body = { orderId, quantity: 100, price: 23.9, tradeDate, execId: 'P2-BY-PHONE' };
    assert.equal((await correct(item, body)).status, 200);
    const [execution] = (await read(row)).executions;
    assert.deepEqual([execution.execId, execution.tradeDate], ['P2-BY-PHONE', tradeDate]);
  });

  it('book a late fill of a cancelled order, which stays cancelled', async () => {
    const { row, item } = await malformed('C6');
    await say(row, '4', { cum: 0 });
    assert.equal((await correct(item, { quantity: 20, price: 23.9 })).status, 200);
    assert.equal(await brief(row), 'CANCELLED 20/0');
  });

  it('are booked once by concurrent callers; the others get 409', async () => {
    const { row, item } = await malformed('C7');
    const body = { quantity: 11, price: 23.9 };
    const replies = await Promise.all(Array.from({ length: 5 }, () => correct(item, body)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
    assert.equal(await brief(row), 'EXECUTING 11/89');
  });

  it('a dry run books nothing', async () => {
    const { row, item } = await malformed('C8');
    assert.equal((await correct(item, { quantity: 5, price: 23.9 }, '?dryRun=true')).status, 200);
    assert.equal((await read(row)).executions.length, 0);
    assert.equal((await itemOf(row.cl_ord_id)).resolved, false);
  });

  describe('refusals', () => {
    it('refuses a value that no execution of the order can have, with its member', async () => {
      const { row, item } = await malformed('C9');
      await say(row, '1', { execId: 'C9-TAKEN', fill: [10, '23.50'] });
      const good = { quantity: 10, price: 23.5 };
      const wrong: readonly (readonly [string, object])[] = [
        ['quantity', { ...good, quantity: 91 }],
        ['quantity', { ...good, quantity: 0 }],
        ['price', { ...good, price: 24.05 }],
        ['price', { ...good, price: 0 }],
        ['price', { ...good, price: '23.50005' }],
        ['tradeDate', { ...good, tradeDate: '2001-01-02' }],
        ['tradeDate', { ...good, tradeDate: '2031-01-02' }],
        ['execId', { ...good, execId: 'C9-TAKEN' }],
        ['execId', { ...good, execId: 'work-item-1' }],
      ];
      for (const [member, body] of wrong) {
        const reply = await correct(item, body);
        assert.equal(reply.status, 422, `${member} ${reply.text}`);
        assert.equal(reply.body.msgCode, 'CORRECTION_REFUSED');
        assert.equal(reply.body.errors[0].pointer, `/${member}`);
      }
      const dear = { quantity: 91, price: 24.05, acceptContradiction: true };
      assert.equal((await correct(item, dear)).status, 200);
      assert.equal((await read(row)).quantityFilled, '101');
    });

    it('books nothing on an order that was never sent, or on another one', async () => {
      const { item } = await malformed('C10');
      const other = await sendOrder(app, LIMIT);
      const body = { quantity: 10, price: 23.5 };
      const wrong = await correct(item, { ...body, orderId: Number(other.id) });
      assert.equal(wrong.body.msgCode, 'REFERENCE_MISMATCH');
      const fresh = await app.as('CLIENT').post(`${ORDER}/submit`, {
        ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderType: 'BUY', ...LIMIT },
        ...{ quantityRequested: '100', orderTermName: 'DAY', orderOrigin: 'API' },
      });
      await say(other, '1', { clOrdId: 'NEVER', execId: 'N1', type: 'F' });
      const never = await correct(await itemOf('NEVER'), { ...body, orderId: fresh.body.id });
      assert.equal(never.body.msgCode, 'CORRECTION_REFUSED');
      assert.equal(never.body.errors[0].pointer, '/orderId');
    });

    it('leaves a booked report to a resolution', async () => {
      const row = await sendOrder(app, LIMIT);
      await say(row, '1', { fill: [10, '23.50'], side: '2' });
      const reply = await correct(await itemOf(row.cl_ord_id), { quantity: 10, price: 23.5 });
      assert.deepEqual([reply.status, reply.body.msgCode], [422, 'REPORT_NOT_CORRECTABLE']);
      assert.deepEqual(reply.body.msgArgs, ['SIDE_DIFFERS']);
    });
  });

  it('marks the stored row as entered by a person, with the ExecID', async () => {
    const { row, item } = await malformed('C11');
    await correct(item, { quantity: 12, price: 23.4 });
    const [stored] = await app.db.query(sql`
      select unmatched_report_id, given_exec_id from execution_report
      where order_id = ${row.id} and kind is not null`);
    assert.deepEqual({ ...stored }, { unmatched_report_id: BigInt(item.id), given_exec_id: 'C11' });
  });
});

describe('corrected values of an order with many exchange orders', () => {
  const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17'];
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  async function correct(clOrdId: string, given: object): Promise<void> {
    const [item] = await desk.db.query<{ id: bigint }>(sql`
      select id from unmatched_report where cl_ord_id = ${clOrdId} and not resolved`);
    assert.ok(item, `a work item about ${clOrdId}`);
    await systemWork(desk.context, 'test', (work) =>
      settleReport(work, item.id, {
        ...{ act: 'CORRECT', resolution: WHY, quantity: 20n, price: new Decimal('24.60') },
        ...given,
      }),
    );
  }

  async function booked(row: OrderRow): Promise<string[]> {
    const rows = await desk.db.query<{ exec_id: string; quantity: bigint }>(sql`
      select exec_id, quantity from execution_report
      where order_id = ${row.id} and kind is not null order by id`);
    return rows.map(({ exec_id, quantity }) => `${exec_id} ${quantity}`);
  }

  it('are booked once, whichever exchange order the exchange reports them on', async () => {
    await desk.setDate(MONDAY);
    await desk.keepsOrdersFor(0);
    const first = await desk.send({ term: 'GTC' });
    await desk.say(first, '1', { execId: 'G0', fill: [40, '25.00'], cum: 40, leaves: 60 });
    await desk.say(first, 'C', { execId: 'G-END', cum: 40 });
    await desk.endOfDay(MONDAY, TUESDAY);
    assert.equal(await desk.reenter(), 1);
    await desk.say(first, '1', { clOrdId: 'BY-FAX', execId: 'F1', type: 'F' });
    // The second exchange order is still queued, so the fill can only belong to the first.
    await correct('BY-FAX', { orderId: first.id, execId: 'G1' });
    assert.deepEqual(await booked(first), ['G0 40', 'G1 20']);
    await desk.take();
    const second = await desk.order(first.id);
    await desk.say(second, '0');
    await desk.say(first, '1', { clOrdId: 'BY-FAX-2', execId: 'F2', type: 'F' });
    await correct('BY-FAX-2', { orderId: first.id, execId: 'G2' });
    assert.deepEqual(await booked(first), ['G0 40', 'G1 20', '2/G2 20']);
    const fill = [20, '24.60'] as const;
    assert.equal(await desk.say(first, '1', { execId: 'G2', fill }), 'DUPLICATE');
    assert.equal(await desk.say(second, '1', { execId: 'G2', fill }), 'DUPLICATE');
    assert.equal(await desk.say(second, '1', { execId: 'G1', fill }), 'DUPLICATE');
    const other = [20, '24.65'] as const;
    assert.equal(await desk.say(first, '1', { execId: 'G2', fill: other }), 'UNMATCHED');
    assert.deepEqual(await booked(first), ['G0 40', 'G1 20', '2/G2 20']);
    assert.equal((await desk.order(first.id)).quantity_filled, 80n);
  });
});
