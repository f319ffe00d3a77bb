// Executions that a person enters for a work item: their value and trade date, and later exchange
// reports about the same fills.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  applyExchangeReport,
  applyExchangeReports,
  keepMessage,
} from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import type { Correction } from '../../../../src/modules/order/work-item/correction.js';
import { settleReport } from '../../../../src/modules/order/work-item/settlement.js';
import { businessDate } from '../../../../src/platform/calendar/business-date.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { Decimal } from '../../../../src/platform/money/decimal.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import type { Json } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk, reportOf, type Said } from '../../../support/order-desk.js';
import { sendOrder } from '../../../support/order-exchange.js';
import { openWorkItemDesk, REPORT, type WorkItemDesk } from './work-item-desk.js';

const LIMIT = { priceType: 'LIMIT', limitPrice: '24.00' };
const WHY = 'read to us by the exchange desk';

describe('a contradiction caused by booking a work item', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  it('is a new work item, even with the reason of the closed one', async () => {
    const row = await desk.send();
    await desk.say(row, '4', { execId: 'END', cum: 30 });
    const [parked] = await openItems(desk, row);
    assert.equal(parked?.reason, 'FILLS_DIFFER');
    await desk.say(row, '1', { fill: [40, '25.00'], cum: 40, leaves: 60 });
    assert.deepEqual(await openItems(desk, row), [parked]);
    const settlement = { act: 'APPLY', resolution: WHY } as const;
    const id = parked?.id ?? 0n;
    await systemWork(desk.context, 'test', (work) => settleReport(work, id, settlement));
    assert.equal((await desk.order(row.id)).order_status, 'CANCELLED');
    const [caused, ...others] = await openItems(desk, row);
    assert.deepEqual([caused?.reason, others], ['FILLS_DIFFER', []]);
    assert.notEqual(caused?.id, id);
  });
});

function openItems(desk: Desk, row: OrderRow) {
  return desk.db.query<{ id: bigint; reason: string }>(sql`
    select id, reason from unmatched_report where order_id = ${row.id} and not resolved
    order by id`);
}

describe('the value of a fill that a person enters', () => {
  let desk: WorkItemDesk;
  before(async () => {
    // 1,000.00 is forty units at 25.00.
    desk = await openWorkItemDesk({ reportAloneMax: { NGN: '1000' } });
  });
  after(() => desk.stop());

  const say: WorkItemDesk['say'] = (...words) => desk.say(...words);
  const itemOf = (clOrdId: string) => desk.itemOf(clOrdId);
  const correct = (item: Json, body: object) =>
    desk.dealer().put(`${REPORT}/correct/id/${item.id}`, { resolution: WHY, ...body });

  const TINY = { quantity: 1, price: 0.0001 };

  async function garbled(row: OrderRow, clOrdId: string): Promise<Json> {
    const report = reportOf(row.exchange_id, { row, status: '', said: { clOrdId, type: '' } });
    const unread = { ...report, execId: undefined, exchangeOrderId: undefined };
    await systemWork(desk.app.context, 'test', (work) =>
      keepMessage(work, { reason: 'POISON', sessionName: 'other', report: unread, text: '?' }),
    );
    return itemOf(clOrdId);
  }

  it('is no less than that of the fill in the report', async () => {
    const row = await sendOrder(desk.app, LIMIT);
    await say(row, '2', { clOrdId: 'BIG-FAX', execId: 'B1', fill: [90, '24.00'] });
    const orderId = Number(row.id);
    const { body } = await correct(await itemOf('BIG-FAX'), { ...TINY, orderId });
    assert.equal(body.msgCode, 'UNMATCHED_REPORT_PROPOSED', JSON.stringify(body));
    await say(row, '2', { clOrdId: 'SMALL-FAX', execId: 'B2', fill: [40, '24.00'] });
    const small = await correct(await itemOf('SMALL-FAX'), { ...TINY, orderId });
    assert.equal(small.body.msgCode, 'UNMATCHED_REPORT_CORRECTED', JSON.stringify(small.body));
    await say(row, '2', { clOrdId: 'GROWN-FAX', execId: 'B3', fill: [40, '24.00'] });
    const grown = { quantity: 50, price: 24, orderId };
    const { body: larger } = await correct(await itemOf('GROWN-FAX'), grown);
    assert.equal(larger.msgCode, 'UNMATCHED_REPORT_PROPOSED', JSON.stringify(larger));
  });

  it('is no less than the open quantity of the order in an unreadable report', async () => {
    const large = await sendOrder(desk.app, LIMIT);
    await say(large, '1', { type: 'F', execId: 'M1' });
    const { body } = await correct(await itemOf(large.cl_ord_id), TINY);
    assert.equal(body.msgCode, 'UNMATCHED_REPORT_PROPOSED', JSON.stringify(body));
    const small = await sendOrder(desk.app, { ...LIMIT, quantityRequested: '40' });
    await say(small, '1', { type: 'F', execId: 'M2' });
    const alone = await correct(await itemOf(small.cl_ord_id), TINY);
    assert.equal(alone.body.msgCode, 'UNMATCHED_REPORT_CORRECTED', JSON.stringify(alone.body));
  });

  it('is proposed once by concurrent callers; the others get 409', async () => {
    const row = await sendOrder(desk.app, LIMIT);
    await say(row, '1', { type: 'F', execId: 'RACE' });
    const item = await itemOf(row.cl_ord_id);
    const body = { quantity: 90, price: 23.9 };
    const replies = await Promise.all(Array.from({ length: 5 }, () => correct(item, body)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
    const [pending] = await desk.app.db.query<{ count: bigint }>(sql`
      select count(*) as count from reference_change
      where kind = 'exchange-report-settlement' and subject = ${String(item.id)}
        and state = 'PENDING'`);
    assert.equal(pending?.count, 1n);
  });

  it('is unknown if only the person knows the order of an unreadable message', async () => {
    const small = await sendOrder(desk.app, { ...LIMIT, quantityRequested: '40' });
    const item = await garbled(small, 'GARBLED-1');
    const { body } = await correct(item, { ...TINY, orderId: Number(small.id) });
    assert.equal(body.msgCode, 'UNMATCHED_REPORT_PROPOSED', JSON.stringify(body));
  });
});

describe('a fill that a person enters for an order with many exchange orders', () => {
  const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17'];
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.setDate(MONDAY);
    await desk.keepsOrdersFor(0);
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  it("leaves the exchange's own count, which prevents re-entry", async () => {
    const row = await desk.send({ term: 'GTC', quantity: 300 });
    await desk.say(row, '1', { execId: 'A', fill: [100, '25.00'], cum: 100, leaves: 200 });
    await desk.say(row, '1', { execId: 'B', type: 'F' });
    await desk.say(row, 'C', { execId: 'END', cum: 200, leaves: 0 });
    await correctOn(desk, row.cl_ord_id, { quantity: 50n });
    assert.equal((await desk.order(row.id)).quantity_filled, 150n);
    await desk.endOfDay(MONDAY, TUESDAY);
    assert.equal(await desk.reenter(), 0);
    await desk.say(row, '1', { execId: 'C', fill: [50, '25.00'], cum: 200 });
    assert.equal(await desk.reenter(), 1);
    await desk.setDate(MONDAY);
  });

  /**
   * Creates a GTC order with a fill of 40 that a person entered on Monday. On Tuesday the order is
   * entered at the exchange again.
   */
  async function givenOnMonday(execId: string): Promise<[OrderRow, OrderRow]> {
    const first = await desk.send({ term: 'GTC', quantity: 300 });
    await desk.say(first, '1', { execId, type: 'F' });
    await correctOn(desk, first.cl_ord_id, { quantity: 40n, price: new Decimal('25.00') });
    await desk.say(first, 'C', { cum: 40, leaves: 0 });
    await desk.endOfDay(MONDAY, TUESDAY);
    assert.equal(await desk.reenter(), 1);
    await desk.take();
    return [first, await desk.order(first.id)];
  }

  it('does not hide an execution of another day with the same ExecID', async () => {
    const [first, second] = await givenOnMonday('17');
    const fill = { execId: '17', fill: [40, '25.00'] as const };
    assert.equal(await desk.say(second, '1', { ...fill, cum: 40, leaves: 220 }), 'APPLIED');
    assert.equal((await desk.order(first.id)).quantity_filled, 80n);
    // Both ExecIDs are now known, so repeats are duplicates.
    assert.equal(await desk.say(first, '1', { ...fill, cum: 40 }), 'DUPLICATE');
    assert.equal(await desk.say(second, '1', { ...fill, cum: 40 }), 'DUPLICATE');
    assert.deepEqual(await openItems(desk, first), []);
    await desk.setDate(MONDAY);
  });

  it('leaves an execution that another exchange order includes to a person', async () => {
    const [first, second] = await givenOnMonday('18');
    await desk.say(first, '1', { clOrdId: 'BY-FAX', execId: 'F', type: 'F' });
    // Books an execution on Tuesday's exchange order.
    await correctOn(desk, 'BY-FAX', { orderId: first.id, execId: '19' });
    const fill = { execId: '19', fill: [20, '24.60'] as const };
    assert.equal(await desk.say(first, '1', fill), 'DUPLICATE');
    assert.equal(await desk.say(first, '1', { ...fill, cum: 60 }), 'UNMATCHED');
    const [item] = await openItems(desk, first);
    assert.equal(item?.reason, 'DUPLICATE_EXECUTION_SUSPECTED');
    assert.equal((await desk.order(second.id)).quantity_filled, 60n);
    const bust = { type: 'H', execId: 'B19', ref: '19' };
    assert.equal(await desk.say(first, '1', bust), 'UNMATCHED');
    const reasons = (await openItems(desk, first)).map(({ reason }) => reason);
    assert.deepEqual(reasons, ['DUPLICATE_EXECUTION_SUSPECTED', 'UNKNOWN_EXECUTION_REFERENCE']);
    assert.equal((await desk.order(second.id)).quantity_filled, 60n);
    await desk.setDate(MONDAY);
  });
});

describe("the exchange's own report of a fill that a person entered", () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  /** Creates an order with a fill of 60 that a person entered. */
  async function given(): Promise<OrderRow> {
    const row = await desk.send();
    const said = { execId: 'B', type: 'F' };
    const report = reportOf(desk.exchangeId, { row, status: '1', said });
    await desk.apply({ ...report, exchangeOrderId: `O-${row.id}` });
    await correctOn(desk, row.cl_ord_id, { quantity: 60n, price: new Decimal('25.00') });
    return row;
  }

  const FILL = { execId: 'B', fill: [60, '25.00'] as const };

  it('parks a bust or correction that may refer to a fill entered without an ExecID', async () => {
    const row = await desk.send();
    const fill = { execId: 'KNOWN', fill: [10, '25.00'] as const, cum: 10, leaves: 90 };
    assert.equal(await desk.say(row, '1', fill), 'APPLIED');
    const garbled = {
      ...reportOf(desk.exchangeId, { row, status: '', said: {} }),
      execId: undefined,
    };
    await systemWork(desk.context, 'test', (work) =>
      keepMessage(work, { reason: 'POISON', sessionName: 'x', report: garbled, text: '?' }),
    );
    await correctOn(desk, row.cl_ord_id, {});
    const correction = { type: 'G', ref: 'UNSEEN', fill: [21, '24.60'] as const, cum: 31 };
    const own = { exchangeOrderId: `O-${row.id}` };
    const hear = (said: Said) =>
      desk.apply({ ...reportOf(desk.exchangeId, { row, status: '1', said }), ...own });
    assert.equal(await hear(correction), 'UNMATCHED');
    assert.equal(await hear({ type: 'H', ref: 'UNSEEN', cum: 10 }), 'UNMATCHED');
    const reasons = (await openItems(desk, row)).map(({ reason }) => reason);
    assert.deepEqual(reasons, ['UNKNOWN_EXECUTION_REFERENCE', 'UNKNOWN_EXECUTION_REFERENCE']);
    assert.equal((await desk.order(row.id)).quantity_filled, 30n);
    assert.equal(await hear({ type: 'H', ref: 'KNOWN', cum: 20 }), 'APPLIED');
    assert.equal((await desk.order(row.id)).quantity_filled, 20n);
  });

  for (const name of ['one by one', 'in a batch']) {
    const hear = async (row: OrderRow, status: string, said: Said) => {
      const report = reportOf(desk.exchangeId, { row, status, said });
      const own = { ...report, exchangeOrderId: `O-${row.id}` };
      await systemWork(desk.context, 'test', (work) =>
        name === 'in a batch'
          ? applyExchangeReports(work, [own])
          : applyExchangeReport(work, own).then(() => undefined),
      );
    };

    it(`is a work item if it counts fills that are not booked, ${name}`, async () => {
      const row = await given();
      await hear(row, '2', { ...FILL, cum: 100, leaves: 0 });
      assert.deepEqual(
        (await openItems(desk, row)).map(({ reason }) => reason),
        ['FILLS_DIFFER'],
      );
      const live = await desk.order(row.id);
      assert.deepEqual([live.order_status, live.quantity_filled], ['EXECUTING', 60n]);
    });

    it(`is a work item if it calls the order filled, ${name}`, async () => {
      const row = await given();
      await hear(row, '2', FILL);
      assert.equal((await openItems(desk, row))[0]?.reason, 'FILLS_DIFFER');
    });

    it(`ends the order if it reports the end and counts what is booked, ${name}`, async () => {
      const row = await given();
      await hear(row, '4', { ...FILL, cum: 60, leaves: 0 });
      assert.deepEqual(await openItems(desk, row), []);
      const ended = await desk.order(row.id);
      assert.deepEqual([ended.order_status, ended.quantity_filled], ['CANCELLED', 60n]);
    });

    it(`changes nothing if it counts no more than is booked, ${name}`, async () => {
      const row = await given();
      await hear(row, '1', { ...FILL, cum: 60, leaves: 40 });
      assert.deepEqual(await openItems(desk, row), []);
      assert.equal((await desk.order(row.id)).quantity_filled, 60n);
    });
  }
});

describe('the trade date of a fill that waited overnight', () => {
  const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17'];
  const [CAME, SETTLED] = [`${MONDAY}T10:00:00.000Z`, `${TUESDAY}T09:00:00.000Z`];
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  /** Settles the work item for Monday's report on Tuesday, and returns the booked trade dates. */
  async function settledNextDay(clOrdId: string | undefined, how: object): Promise<string[]> {
    await desk.setDate(MONDAY);
    const row = await desk.send();
    const fill = clOrdId === undefined ? {} : { fill: [20, '24.60'] as const };
    const said = { type: 'F', ...fill, ...(clOrdId && { clOrdId }) };
    const report = {
      ...reportOf(desk.exchangeId, { row, status: '1', said }),
      // Without a TransactTime, the time of receipt applies.
      transactAt: clOrdId === undefined ? `${MONDAY}T09:59:58.000Z` : undefined,
    };
    const came = await systemWork(desk.context, 'test', (work) =>
      applyExchangeReport({ ...work, now: CAME }, report),
    );
    assert.equal(came, 'UNMATCHED');
    await desk.setDate(TUESDAY);
    const [item] = await desk.db.query<{ id: bigint }>(sql`
      select id from unmatched_report where cl_ord_id = ${report.clOrdId} and not resolved`);
    assert.ok(item);
    const settlement = { act: 'CORRECT', resolution: WHY, ...how } as const;
    await systemWork(desk.context, 'test', (work) =>
      settleReport({ ...work, now: SETTLED }, item.id, {
        ...settlement,
        ...(clOrdId && { orderId: row.id }),
      }),
    );
    const rows = await desk.db.query<{ trade_date: string }>(sql`
      select trade_date from execution_report where order_id = ${row.id} and kind = 'TRADE'`);
    return rows.map(({ trade_date }) => trade_date);
  }

  const GIVEN = { quantity: 20n, price: new Decimal('24.60') };

  it('is that day if booked with corrected values, unless a person enters another', async () => {
    assert.deepEqual(await settledNextDay(undefined, GIVEN), [MONDAY]);
    const dated = { ...GIVEN, tradeDate: businessDate(TUESDAY) };
    assert.deepEqual(await settledNextDay(undefined, dated), [TUESDAY]);
  });

  it('is that day if it is booked again as received', async () => {
    assert.deepEqual(await settledNextDay('BY-FAX', { act: 'APPLY' }), [MONDAY]);
  });
});

/** Books the open work item for a ClOrdID with corrected values, by default 20 units at 24.60. */
async function correctOn(desk: Desk, clOrdId: string, given: Partial<Correction>): Promise<void> {
  const [item] = await desk.db.query<{ id: bigint }>(sql`
    select id from unmatched_report where cl_ord_id = ${clOrdId} and not resolved order by id`);
  assert.ok(item, `a work item about ${clOrdId}`);
  await systemWork(desk.context, 'test', (work) =>
    settleReport(work, item.id, {
      ...{ act: 'CORRECT', resolution: WHY, quantity: 20n, price: new Decimal('24.60') },
      ...given,
    }),
  );
}
