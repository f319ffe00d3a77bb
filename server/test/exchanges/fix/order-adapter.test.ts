// The adapter between orders and a FIX session: the queue while the session is down, the requests
// after a logon, messages that the exchange rejects, and reports that cannot be booked.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { orderApplication } from '../../../src/exchanges/fix/adapter/order-application.js';
import { createBooking } from '../../../src/exchanges/fix/adapter/report-booking.js';
import { decode } from '../../../src/exchanges/fix/session/message/decode.js';
import { encode } from '../../../src/exchanges/fix/session/message/encode.js';
import {
  type BodyValue,
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../../../src/exchanges/fix/session/message/message.js';
import { TAG } from '../../../src/exchanges/fix/session/message/tag.js';
import { marketGate } from '../../../src/modules/order/exchange/market-gate.js';
import { UNROUTED } from '../../../src/modules/order/exchange/session-route.js';
import type { OrderWait } from '../../../src/modules/order/exchange/wait.js';
import { waitsOf } from '../../../src/modules/order/exchange/wait-queries.js';
import { withholdOrders } from '../../../src/modules/order/index.js';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { sql } from '../../../src/platform/database/sql.js';
import { assertBooks } from '../../support/order.js';
import { type Desk, reportOf } from '../../support/order-desk.js';
import { waitFor } from '../../support/wait.js';
import { type AcceptorDesk, openAcceptorDesk } from './acceptor-desk.js';

describe('the order adapter', () => {
  let stage: AcceptorDesk;
  let desk: Desk;
  let lastExecId = 0;

  before(async () => {
    stage = await openAcceptorDesk((message) =>
      message.msgType === 'AF' ? [refusalOf(message, 'no mass status here')] : [],
    );
    desk = stage.desk;
  });
  after(() => stage?.stop());
  afterEach(() => assertBooks(desk));

  function report(about: FixMessage, fields: readonly (readonly [number, BodyValue])[]) {
    lastExecId += 1;
    return outbound('8', [
      [TAG.OrderID, 'O1'],
      [TAG.ClOrdID, fieldOf(about, TAG.ClOrdID)],
      [TAG.ExecID, `E${lastExecId}`],
      ...fields,
    ]);
  }

  function refusalOf(about: FixMessage, text: string): OutboundMessage {
    return outbound('j', [
      [TAG.RefSeqNum, fieldOf(about, TAG.MsgSeqNum)],
      [TAG.RefMsgType, about.msgType],
      [TAG.BusinessRejectReason, '3'],
      [TAG.Text, text],
    ]);
  }

  function ended(row: OrderRow, status: string): Promise<OrderRow> {
    return waitFor(`order ${row.id} to be ${status}`, async () => {
      const order = await desk.order(row.id);
      return order.order_status === status ? order : undefined;
    });
  }

  function waitingFor(row: OrderRow, wait: OrderWait | undefined): Promise<unknown> {
    return waitFor(`order ${row.id} to wait for ${wait}`, async () => {
      const gate = await marketGate(desk.db, desk.context.clock.now());
      const waits = await waitsOf(desk.db, [row.id], gate);
      return waits.get(row.id) === wait;
    });
  }

  const filled = [
    [TAG.ExecType, 'F'],
    [TAG.OrdStatus, '2'],
    [TAG.LastQty, 100],
    [TAG.LastPx, '25.00'],
    [TAG.LeavesQty, 0],
    [TAG.CumQty, 100],
  ] as const;

  it('requests the status of all orders at the logon; a refusal has no effect', async () => {
    const asked = await waitFor('a mass status request', async () =>
      stage.heard.find(({ msgType }) => msgType === 'AF'),
    );
    assert.equal(fieldOf(asked, TAG.MassStatusReqType), '7');
    assert.equal(stage.session().isLoggedOn(), true);
  });

  it('keeps orders BOOKED and visible while the session is down, and then sends them', async () => {
    await stage.stopExchange();
    const row = await desk.submit();
    await waitingFor(row, 'SESSION');
    const waiting = await desk.order(row.id);
    assert.deepEqual([waiting.order_status, waiting.fix_order_status], ['BOOKED', 'NA']);
    stage.answerWith((message) => (message.msgType === 'D' ? [report(message, filled)] : []));
    await stage.openExchange();
    await stage.loggedOn();
    await ended(row, 'EXECUTED');
  });

  it('requests and applies the status of unanswered orders after a disconnect', async () => {
    stage.answerWith(() => []);
    const row = await desk.submit();
    await waitFor('the order to be sent', async () => {
      const order = await desk.order(row.id);
      return order.fix_order_status === 'PENDING_NEW' || undefined;
    });
    const asksFor = (message: FixMessage) =>
      message.msgType === 'H' && fieldOf(message, TAG.ClOrdID) === row.cl_ord_id;
    stage.answerWith((message) =>
      asksFor(message)
        ? [
            report(message, [
              [TAG.ExecType, 'I'],
              [TAG.OrdStatus, '4'],
              [TAG.LeavesQty, 0],
              [TAG.CumQty, 0],
            ]),
          ]
        : [],
    );
    stage.session().drop('test');
    await ended(row, 'CANCELLED');
    assert.ok(stage.heard.some(asksFor));
  });

  it('requests the status of live orders only after a disconnect', async () => {
    stage.answerWith((message) => (message.msgType === 'D' ? [report(message, filled)] : []));
    const over = await desk.submit();
    await ended(over, 'EXECUTED');
    const accepted = [
      [TAG.ExecType, '0'],
      [TAG.OrdStatus, '0'],
      [TAG.LeavesQty, 100],
      [TAG.CumQty, 0],
    ] as const;
    stage.answerWith((message) => (message.msgType === 'D' ? [report(message, accepted)] : []));
    const live = await desk.submit();
    await waitFor('the order to be accepted', async () => {
      const order = await desk.order(live.id);
      return order.fix_order_status === 'NEW' || undefined;
    });
    const first = stage.heard.length;
    stage.session().drop('test');
    const asked = () =>
      stage.heard.slice(first).filter(({ msgType }) => msgType === 'H' || msgType === 'AF');
    await waitFor('a status request', async () => asked().length > 0);
    const names = asked().map((message) => [message.msgType, fieldOf(message, TAG.ClOrdID)]);
    assert.ok(names.some(([, name]) => name === live.cl_ord_id));
    assert.ok(names.every(([msgType, name]) => msgType === 'H' && name !== over.cl_ord_id));
    await desk.cancel(live.id);
  });

  it('shows a lost answer as an unknown state until the exchange has answered', async () => {
    stage.answerWith(() => []);
    const row = await desk.submit();
    await waitingFor(row, 'ANSWER');
    stage.session().drop('test');
    await waitingFor(row, 'UNKNOWN_FATE');
    await stage.loggedOn();
    const isQuestion = (message: FixMessage) =>
      message.msgType === 'H' && fieldOf(message, TAG.ClOrdID) === row.cl_ord_id;
    await waitFor('the question', async () => stage.heard.find(isQuestion));
    await waitingFor(row, 'UNKNOWN_FATE');
    assert.equal(await desk.say(row, '0'), 'APPLIED');
    await waitingFor(row, undefined);
    await desk.say(row, '4');
  });

  it('rejects an order whose message the exchange rejects, found by its number', async () => {
    stage.answerWith((message) =>
      message.msgType === 'D' ? [refusalOf(message, 'not today')] : [],
    );
    const row = await desk.submit();
    const order = await ended(row, 'REJECTED');
    assert.equal(order.fix_message, 'not today');
    assert.equal(await desk.held(row.id), 0n);
  });

  it('resends an order that the session withheld and the exchange does not know', async () => {
    let placed = 0;
    stage.answerWith((message) => {
      if (message.msgType === 'H') {
        return [
          report(message, [
            [TAG.ExecType, 'I'],
            [TAG.OrdStatus, '8'],
            [TAG.LeavesQty, 0],
            [TAG.CumQty, 0],
          ]),
        ];
      }
      if (message.msgType !== 'D') return [];
      placed += 1;
      return placed === 1 ? [] : [report(message, filled)];
    });
    const row = await desk.submit();
    await waitFor('the order to be sent', async () => placed === 1 || undefined);
    await desk.db.transaction((tx) =>
      withholdOrders(tx, {
        sessionName: UNROUTED,
        clOrdIds: [row.cl_ord_id],
        now: desk.context.clock.now(),
      }),
    );
    await ended(row, 'EXECUTED');
    assert.equal(placed, 2);
  });

  it('parks a report that cannot be booked, so that later ones are booked', async () => {
    stage.answerWith(() => []);
    const row = await desk.submit();
    await waitFor('the order to be sent', async () => {
      const order = await desk.order(row.id);
      return order.fix_order_status === 'PENDING_NEW' || undefined;
    });
    const fill = { execId: 'BROKEN', fill: [100, '25.00'] as const };
    const broken = reportOf(desk.exchangeId, { row, status: '2', said: fill });
    const book = createBooking(desk.context);
    const attempt = () => desk.db.transaction((tx) => book(tx, [broken]));
    await desk.db.query(
      sql`alter table contract_note add constraint broken check (false) not valid`,
    );
    for (let time = 0; time < 3; time += 1) await assert.rejects(attempt(), /broken/);
    await attempt();
    await desk.db.query(sql`alter table contract_note drop constraint broken`);
    const [item] = await desk.db.query<{ reason: string }>(
      sql`select reason from unmatched_report where exec_id = 'BROKEN'`,
    );
    assert.equal(item?.reason, 'NOT_BOOKED');
    await desk.say(row, '4');
  });

  it('stores a message that cannot be processed for a reason of our own', async () => {
    const alarms: string[] = [];
    const application = orderApplication(
      desk.context,
      { name: UNROUTED, exchangeId: desk.exchangeId },
      { log: { alarm: (_, text) => alarms.push(text), info: () => undefined }, loggedOn: () => {} },
    );
    const { message } = decode(
      encode('FIX.4.4', [
        ...([
          [35, 'W'],
          [34, '4711'],
          [55, 'ACCESS'],
        ] as const),
        ...([
          [268, '1'],
          [269, '2'],
          [270, '26.00'],
        ] as const),
      ]),
    );
    assert.ok(message);
    const meta = {
      sessionKey: { beginString: 'FIX.4.4', senderCompId: 'A', targetCompId: 'B', qualifier: '' },
      ...{ seqNum: 4711, possDup: false, possResend: false, receivedAt: '2026-01-05T08:00:00Z' },
    } as const;
    const attempt = () => desk.db.transaction((tx) => application.book(tx, [{ message, meta }]));
    await desk.db.query(
      sql`alter table security_price add constraint broken check (false) not valid`,
    );
    for (let time = 0; time < 3; time += 1) await assert.rejects(attempt(), /broken/);
    assert.deepEqual(await attempt(), ['KEPT']);
    await desk.db.query(sql`alter table security_price drop constraint broken`);
    const [item] = await desk.db.query<{ reason: string; message_text: string }>(
      sql`select reason, message_text from unmatched_report order by id desc limit 1`,
    );
    assert.equal(item?.reason, 'NOT_BOOKED');
    assert.match(item.message_text, /message 4711 .*35=W/);
    assert.equal(alarms.length, 1);
    assert.deepEqual(await attempt(), ['PRICES']);
  });

  it('parks the only report of a batch that cannot be booked, and books the others', async () => {
    stage.answerWith(() => []);
    const rows = await Promise.all([100, 101, 102].map((quantity) => desk.submit({ quantity })));
    await waitFor('the orders to be sent', async () => {
      const orders = await Promise.all(rows.map(({ id }) => desk.order(id)));
      return orders.every((order) => order.fix_order_status === 'PENDING_NEW') || undefined;
    });
    const reports = rows.map((row) => {
      const fill = [Number(row.quantity), '25.00'] as const;
      return reportOf(desk.exchangeId, { row, status: '2', said: { fill } });
    });
    const book = createBooking(desk.context);
    const attempt = () => desk.db.transaction((tx) => book(tx, reports));
    await desk.db.query(
      sql`alter table contract_note add constraint broken check (quantity <> 101) not valid`,
    );
    for (let time = 0; time < 4; time += 1) await assert.rejects(attempt(), /broken/);
    await attempt();
    await desk.db.query(sql`alter table contract_note drop constraint broken`);
    const statuses = await Promise.all(rows.map(({ id }) => desk.order(id)));
    assert.deepEqual(
      statuses.map((order) => order.order_status),
      ['EXECUTED', 'BOOKED', 'EXECUTED'],
    );
    const [items] = await desk.db.query<{ count: bigint }>(sql`
      select count(*) as count from unmatched_report where order_id = ${rows[1]?.id ?? 0n}`);
    assert.equal(items?.count, 1n);
  });
});
