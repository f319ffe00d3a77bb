// Orders that are too old to be sent again, from submission to outcome. A resend skips them, and
// their outcome is unknown until the exchange answers a status request.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type OrderAdapter,
  startOrderAdapter,
} from '../../src/exchanges/fix/adapter/order-adapter.js';
import { ALL_HOURS } from '../../src/exchanges/simulator/phase.js';
import { type Simulator, startSimulator } from '../../src/exchanges/simulator/server.js';
import { UNROUTED } from '../../src/modules/order/exchange/session-route.js';
import { currentBusinessDate } from '../../src/platform/calendar/business-day.js';
import { sql } from '../../src/platform/database/sql.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { assertBooks, orderBody } from '../support/order.js';
import { waitFor } from '../support/wait.js';
import { type CuttableWire, createCuttableWire } from './fix/cuttable-wire.js';

const STALE_AFTER_MS = 300;
const RESTING = { priceType: 'LIMIT', limitPrice: 24, quantityRequested: '100' };
const isReport = (chunk: string) => chunk.includes('\u000135=8\u0001');

describe('an order older than the configured age', () => {
  let app: TestApp;
  let theirs: TestDatabase;
  let exchange: Simulator;
  let wire: CuttableWire;
  let adapter: OrderAdapter;

  before(async () => {
    [app, theirs] = await Promise.all([
      startTestApp({ demo: true, exchange: 'none' }),
      createTestDatabase(),
    ]);
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
    exchange = await openExchange(0);
    wire = await createCuttableWire(exchange.port);
    const [ngx] = await app.db.query<{ id: bigint }>(
      sql`select id from exchange where name = 'NGX'`,
    );
    assert.ok(ngx);
    adapter = startOrderAdapter(app.context, {
      name: UNROUTED,
      exchangeId: ngx.id,
      host: '127.0.0.1',
      port: wire.port,
      session: {
        key: { beginString: 'FIX.4.4', senderCompId: 'BROKER', targetCompId: 'NGX' },
        staleOrderAgeMs: STALE_AFTER_MS,
        reconnectMaxMs: 200,
      },
    });
    await loggedOn();
  });
  after(async () => {
    await adapter.stop();
    wire.close();
    await exchange.stop();
    await app.stop();
    await theirs.drop();
  });
  afterEach(() => assertBooks(app));

  async function openExchange(port: number): Promise<Simulator> {
    const date = await currentBusinessDate(app.db);
    return startSimulator({
      db: theirs.db,
      clock: app.context.clock,
      log: app.context.log,
      host: '127.0.0.1',
      port,
      securities: [{ symbol: 'ACCESS', previousClose: new Decimal(25) }],
      hours: () => ALL_HOURS,
      seed: null,
      businessDate: () => date,
      sessions: [{ key: { beginString: 'FIX.4.4', senderCompId: 'NGX', targetCompId: 'BROKER' } }],
    });
  }

  const loggedOn = () => waitFor('the logon', async () => adapter.session.isLoggedOn());
  const loggedOut = () => waitFor('the break', async () => !adapter.session.isLoggedOn());

  async function submit(): Promise<number> {
    const { body, status } = await app
      .as('CLIENT')
      .post('/api/v1/order/tradeorder/submit', orderBody(RESTING));
    assert.equal(status, 201);
    return body.id;
  }

  /**
   * Submits an order and sends it. The exchange's answer must be held back, or the test may miss
   * the in-transit state.
   */
  async function submitAndSend(): Promise<number> {
    const id = await submit();
    await orderWith(id, (order) => order.fixOrderStatus === 'PENDING_NEW');
    return id;
  }

  function orderWith(id: number, has: (order: Json) => boolean): Promise<Json> {
    return waitFor(`order ${id}`, async () => {
      const { body } = await app.as('CLIENT').get(`/api/v1/order/tradeorder/id/${id}`);
      return has(body) ? body : undefined;
    });
  }

  async function growStale(id: number): Promise<void> {
    await waitFor('the order to be old', async () => {
      const [sent] = await sentAs(id, 'D');
      return sent !== undefined && Date.now() - Date.parse(sent.at) > STALE_AFTER_MS;
    });
  }

  /**
   * Stops the exchange and restores its session, but not its book, to the state before the last
   * order.
   */
  async function restoreItsSession(): Promise<void> {
    await exchange.stop();
    await theirs.db.query(sql`
      with lost as (
        delete from fix_message m
        where m.direction = 'OUT' and m.id > (
          select max(id) from fix_message d where d.direction = 'IN' and d.msg_type = 'D')
        returning m.seq_num
      )
      update fix_session set
        next_in_seq_num = (select seq_num from fix_message
          where direction = 'IN' and msg_type = 'D' order by id desc limit 1),
        next_out_seq_num = coalesce((select min(seq_num) from lost), next_out_seq_num)`);
  }

  const clOrdIds = (id: number) => `${String(id).padStart(10, '0')}-%`;

  /** Returns the messages of one type that were sent about an order, oldest first. */
  function sentAs(id: number, msgType: string): Promise<{ raw: string; at: string }[]> {
    return app.db.query(sql`
      select convert_from(raw, 'LATIN1') as raw, at from fix_message
      where direction = 'OUT' and msg_type = ${msgType} and cl_ord_id like ${clOrdIds(id)}
      order by id`);
  }

  /** Returns the orders in the exchange's own book that came from one of our orders. */
  function atExchange(id: number): Promise<{ status: string }[]> {
    return theirs.db.query(
      sql`select status from simulator_order where cl_ord_id like ${clOrdIds(id)}`,
    );
  }

  const instructionState = async (id: number) => {
    const [row] = await app.db.query<{ state: string }>(
      sql`select state from exchange_instruction where order_id = ${id} and kind = 'NEW'`,
    );
    return row?.state;
  };

  it('that never arrived has an unknown outcome until it is sent again', async () => {
    wire.swallow();
    const id = await submitAndSend();
    await growStale(id);
    wire.hold(isReport);
    wire.cut();
    await loggedOut();
    await loggedOn();
    await waitFor('the exchange to be asked', async () => (await sentAs(id, 'H')).length > 0);
    const unknown = await orderWith(id, (order) => order.waitingFor === 'UNKNOWN_FATE');
    assert.equal(unknown.orderStatus, 'BOOKED');
    assert.equal(await instructionState(id), 'WITHHELD');
    assert.deepEqual(await atExchange(id), []);

    wire.letGo();
    await orderWith(id, (order) => order.fixOrderStatus === 'NEW');
    assert.deepEqual(await atExchange(id), [{ status: 'NEW' }]);
    // The order was sent twice under one ClOrdID, each time with a new sequence number and never as
    // a possible duplicate.
    const orders = await sentAs(id, 'D');
    assert.equal(orders.length, 2);
    assert.deepEqual(
      orders.filter(({ raw }) => raw.includes('\u000143=Y\u0001')),
      [],
    );
    const fills = await theirs.db.query<{ raw: string }>(sql`
      select convert_from(raw, 'LATIN1') as raw from fix_message
      where direction = 'IN' and msg_type = '4'`);
    assert.equal(fills.length, 1);
    assert.ok(fills[0]?.raw.includes('\u0001123=Y\u0001'));
  });

  it('that had arrived gets the reported outcome, and is not sent again', async () => {
    wire.hold(isReport);
    const id = await submitAndSend();
    await waitFor('the exchange to have it', async () => (await atExchange(id)).length === 1);
    await growStale(id);
    wire.cut();
    await restoreItsSession();
    wire.letGo();
    exchange = await openExchange(exchange.port);
    await loggedOn();
    const settled = await orderWith(id, (order) => order.fixOrderStatus === 'NEW');
    assert.equal(settled.waitingFor, undefined);
    assert.deepEqual(await atExchange(id), [{ status: 'NEW' }]);
    // The order was withheld and queried; the exchange's answer showed that it existed.
    assert.equal(await instructionState(id), 'WITHHELD');
    assert.equal((await sentAs(id, 'D')).length, 1);
    assert.ok((await sentAs(id, 'H')).length > 0);
  });

  it('is never sent again once it was answered, even to an exchange that lost it', async () => {
    const id = await submit();
    await orderWith(id, (order) => order.fixOrderStatus === 'NEW');
    await growStale(id);
    wire.cut();
    await restoreItsSession();
    await theirs.db.query(sql`
      with gone as (delete from simulator_order where cl_ord_id like ${clOrdIds(id)})
      delete from simulator_client_order where cl_ord_id like ${clOrdIds(id)}`);
    exchange = await openExchange(exchange.port);
    await waitFor('the work item', async () => {
      const items = await app.db.query<{ reason: string }>(
        sql`select reason from unmatched_report where order_id = ${id}`,
      );
      return items.some(({ reason }) => reason === 'NOT_AT_EXCHANGE');
    });
    assert.equal(await instructionState(id), 'SENT');
    assert.equal((await sentAs(id, 'D')).length, 1);
    await orderWith(id, (order) => order.waitingFor === 'UNKNOWN_FATE');
  });
});
