// Orders that are valid for longer than the exchange keeps them: each trading day they are entered
// again with their open quantity, and never for more than the customer requested.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { reenterOrders } from '../../../../src/modules/order/exchange/re-entry.js';
import { askForOverdue, takeInstructions } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { Problem } from '../../../../src/platform/http/reply/problem.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk } from '../../../support/order-desk.js';

const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';
const WEDNESDAY = '2026-11-18';

describe('orders that outlive their exchange', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  /** Sends a GTC order to an exchange that keeps orders for this many days after the first. */
  async function lasting(days: number, terms: Parameters<Desk['send']>[0] = {}) {
    await desk.setDate(MONDAY);
    await desk.keepsOrdersFor(days);
    const row = await desk.submit({ term: 'GTC', ...terms });
    const [told] = await desk.take();
    assert.ok(told);
    return { row, told };
  }

  /**
   * Creates a GTC order that expired at the exchange on its first day, after this quantity was
   * filled.
   */
  async function expired(filled: number): Promise<OrderRow> {
    const { row } = await lasting(0);
    await desk.say(row, '0');
    if (filled > 0) await desk.say(row, '1', { fill: [filled, '25.00'], cum: filled });
    await desk.say(row, 'C', { cum: filled });
    await desk.endOfDay(MONDAY, TUESDAY);
    return desk.order(row.id);
  }

  /** Re-enters an expired order. Returns the order and the instruction sent to the exchange. */
  async function entered(row: OrderRow) {
    assert.equal(await desk.reenter(), 1);
    const [told] = await desk.take();
    assert.ok(told);
    return { row: await desk.order(row.id), told };
  }

  async function brief(id: bigint): Promise<string> {
    const order = await desk.order(id);
    const quantities = `${order.quantity_filled}/${order.quantity_pending}`;
    return `${order.order_status} ${order.fix_order_status} ${quantities}`;
  }

  async function endOf(row: OrderRow): Promise<void> {
    await desk.say(await desk.order(row.id), '4');
    await desk.take();
    assert.equal(await desk.held(row.id), 0n);
  }

  const nothingDue = async () => assert.equal(await desk.reenter(), 0);

  describe('the request to the exchange', () => {
    it('is DAY if the exchange keeps orders for one day only', async () => {
      const { row, told } = await lasting(0);
      assert.deepEqual([told.timeInForce, told.expireDate], ['0', MONDAY]);
      await endOf(row);
    });

    it("is GTD with the exchange's longest term, or the end of the order if earlier", async () => {
      const { row, told } = await lasting(5);
      assert.deepEqual([told.timeInForce, told.expireDate], ['6', '2026-11-21']);
      await endOf(row);
      await desk.keepsOrdersFor(null);
      const whole = await desk.submit({ term: 'GTC' });
      const [all] = await desk.take();
      assert.deepEqual([all?.timeInForce, all?.expireDate], ['6', whole.expire_date]);
      await endOf(whole);
    });
  });

  describe('the end of a day', () => {
    it('ends the exchange order, but not the customer’s order, which keeps its hold', async () => {
      const row = await expired(40);
      assert.equal(await brief(row.id), 'EXECUTING EXPIRED 40/60');
      assert.equal(await desk.held(row.id), await desk.needed(row.id));
      await endOf(row);
    });

    it('is reported as done for the day, which ends only a DAY entry', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '0');
      await desk.say(row, '3');
      await desk.endOfDay(MONDAY, TUESDAY);
      const { told } = await entered(row);
      assert.equal(told.quantity, 100n);
      await endOf(row);
      const { row: longer } = await lasting(3);
      await desk.say(longer, '0');
      await desk.say(longer, '3');
      await desk.endOfDay(MONDAY, TUESDAY);
      await nothingDue();
      assert.match(await brief(longer.id), /^EXECUTING DONE_FOR_DAY/);
      await endOf(longer);
    });

    it('re-enters the open quantity once under a new ClOrdID', async () => {
      const before = await expired(40);
      assert.equal(await desk.reenter(4), 1);
      await nothingDue();
      const told = await desk.take();
      assert.equal(told.length, 1);
      assert.deepEqual([told[0]?.kind, told[0]?.quantity], ['NEW', 60n]);
      assert.notEqual(told[0]?.clOrdId, before.cl_ord_id);
      assert.equal(await brief(before.id), 'EXECUTING PENDING_NEW 40/60');
      await endOf(before);
    });

    it('keeps the sum of all fills correct, although ExecIDs may restart each day', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '0', { execId: '1' });
      await desk.say(row, '1', { execId: '2', fill: [40, '24.00'], cum: 40 });
      await desk.say(row, 'C', { execId: '3', cum: 40 });
      await desk.endOfDay(MONDAY, TUESDAY);
      const { row: second } = await entered(row);
      await desk.say(second, '0', { execId: '1' });
      assert.equal(
        await desk.say(second, '2', { execId: '2', fill: [60, '25.00'], cum: 60 }),
        'APPLIED',
      );
      assert.equal(await brief(row.id), 'EXECUTED FILLED 100/0');
      const order = await desk.order(row.id);
      assert.equal(order.average_price?.toFixed(2), '24.60');
      const notes = await desk.notes(row.id);
      assert.deepEqual(
        notes.map(({ trade_date, quantity }) => [trade_date, quantity]),
        [
          [MONDAY, 40n],
          [TUESDAY, 60n],
        ],
      );
      assert.equal(await desk.held(row.id), 0n);
    });

    it('does not enter it again on the same day', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '0');
      await desk.say(row, 'C');
      await nothingDue();
      await desk.endOfDay(MONDAY, TUESDAY);
      await entered(row);
      await endOf(row);
    });

    it('skips a day whose price limits exclude it, until the next possible day', async () => {
      const row = await expired(0);
      await desk.db.query(sql`update security_price set previous_close = 30`);
      assert.equal(await desk.reenter(), 1);
      assert.deepEqual(await desk.take(), []);
      await nothingDue();
      assert.match(await brief(row.id), /^EXECUTING EXPIRED/);
      await desk.db.query(sql`update security_price set previous_close = 25`);
      await nothingDue();
      await desk.endOfDay(TUESDAY, WEDNESDAY);
      await entered(row);
      await endOf(row);
    });

    it('expires with the customer’s term, also if its last day is a closed day', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '0');
      await desk.say(row, 'C');
      await desk.db.query(sql`
        update trade_order set expire_date = '2026-11-22' where id = ${row.id}`);
      await desk.setDate('2026-11-20');
      await entered(row);
      await desk.endOfDay('2026-11-20', '2026-11-23');
      assert.match(await brief(row.id), /^EXPIRED/);
      assert.equal(await desk.held(row.id), 0n);
      await desk.setDate('2026-11-23');
      await nothingDue();
    });
  });

  describe('an unknown state', () => {
    it('prevents re-entry until the exchange has reported yesterday’s end', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '0');
      await desk.endOfDay(MONDAY, TUESDAY);
      await nothingDue();
      const ask = () =>
        desk.db.transaction((tx) =>
          askForOverdue(tx, { sessionName: row.session_name, now: desk.context.clock.now() }),
        );
      await ask();
      await ask();
      const asked = await desk.take();
      assert.deepEqual(
        asked.map(({ kind, origClOrdId }) => [kind, origClOrdId]),
        [['STATUS', row.cl_ord_id]],
      );
      await desk.say(row, 'C', { type: 'I', cum: 0 });
      const { told } = await entered(row);
      assert.equal(told.quantity, 100n);
      await endOf(row);
    });

    it('prevents re-entry while the exchange counts more fills than were reported', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '0');
      await desk.say(row, 'C', { cum: 30 });
      await desk.endOfDay(MONDAY, TUESDAY);
      await nothingDue();
      await desk.say(row, 'C', { fill: [30, '25.00'], cum: 30 });
      const { told } = await entered(row);
      assert.equal(told.quantity, 70n);
      await endOf(row);
    });

    it('prevents re-entry while a work item about the order is open', async () => {
      const row = await expired(0);
      await desk.say(row, '1', { type: 'F' });
      await nothingDue();
      await desk.db.query(sql`update unmatched_report set resolved = true`);
      await entered(row);
      await endOf(row);
    });

    it('prevents re-entry of an order unknown to the exchange, which is a work item', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '0');
      await desk.endOfDay(MONDAY, TUESDAY);
      assert.equal(await desk.say(row, '8', { type: 'I' }), 'UNMATCHED');
      await nothingDue();
      await desk.db.query(sql`update unmatched_report set resolved = true`);
      await nothingDue();
      await endOf(row);
    });
  });

  describe('late reports about an earlier exchange order', () => {
    it('reduce a new exchange order that no adapter has taken', async () => {
      const row = await expired(0);
      assert.equal(await desk.reenter(), 1);
      await desk.say(row, 'C', { fill: [30, '25.00'], cum: 30 });
      const [told] = await desk.take();
      assert.equal(told?.quantity, 70n);
      assert.equal(await brief(row.id), 'EXECUTING PENDING_NEW 30/70');
      await endOf(row);
    });

    it('fill the whole order before the new one is taken, so nothing is sent', async () => {
      const row = await expired(0);
      assert.equal(await desk.reenter(), 1);
      await desk.say(row, 'C', { fill: [100, '25.00'], cum: 100 });
      assert.deepEqual(await desk.take(), []);
      assert.match(await brief(row.id), /^EXECUTED NA 100\/0/);
      assert.equal(await desk.held(row.id), 0n);
    });

    it('reduce the current exchange order by a replacement after it is taken', async () => {
      const first = await expired(40);
      const { row: second } = await entered(first);
      await desk.say(second, '0');
      await desk.say(first, 'C', { fill: [10, '25.00'], cum: 50 });
      const [asked] = await desk.take();
      assert.deepEqual([asked?.kind, asked?.quantity], ['REPLACE', 50n]);
      assert.equal(asked?.origClOrdId, second.cl_ord_id);
      const ids = { clOrdId: asked?.clOrdId ?? '', origClOrdId: second.cl_ord_id };
      await desk.say(second, '0', { ...ids, type: '5', quantity: 50 });
      assert.equal(await brief(first.id), 'EXECUTING NEW 50/50');
      assert.equal((await desk.order(first.id)).quantity, 100n);
      assert.equal(await desk.held(first.id), await desk.needed(first.id));
      await desk.say(await desk.order(first.id), '2', { fill: [50, '25.00'], cum: 50 });
      assert.match(await brief(first.id), /^EXECUTED FILLED 100\/0/);
    });

    it('fill the whole order after the new one is taken, so that one is cancelled', async () => {
      const first = await expired(0);
      const { row: second } = await entered(first);
      await desk.say(second, '0');
      await desk.say(first, 'C', { fill: [100, '25.00'], cum: 100 });
      assert.match(await brief(first.id), /^EXECUTED/);
      const [asked] = await desk.take();
      assert.deepEqual([asked?.kind, asked?.origClOrdId], ['CANCEL', second.cl_ord_id]);
      const ids = { clOrdId: asked?.clOrdId ?? '', origClOrdId: second.cl_ord_id };
      await desk.say(second, '4', { ...ids, cum: 0 });
      assert.match(await brief(first.id), /^EXECUTED .* 100\/0/);
      await nothingDue();
    });

    it('reopen the units of the customer’s order for the next day if they are busts', async () => {
      const { row: first } = await lasting(0);
      await desk.say(first, '2', { execId: 'T', fill: [100, '25.00'], cum: 100 });
      assert.match(await brief(first.id), /^EXECUTED/);
      await desk.say(first, 'C', { type: 'H', ref: 'T', cum: 0 });
      assert.match(await brief(first.id), /^EXECUTING .* 0\/100/);
      await desk.endOfDay(MONDAY, TUESDAY);
      const { told } = await entered(first);
      assert.equal(told.quantity, 100n);
      await endOf(first);
    });
  });

  describe('amendments and cancels', () => {
    it('apply to the current exchange order, in its own figures', async () => {
      const first = await expired(40);
      const { row: second } = await entered(first);
      await desk.say(second, '0');
      await desk.amend(first.id, { quantity: 150, term: 'GTC' });
      const [asked] = await desk.take();
      assert.deepEqual([asked?.kind, asked?.quantity], ['REPLACE', 110n]);
      const ids = { clOrdId: asked?.clOrdId ?? '', origClOrdId: second.cl_ord_id };
      await desk.say(second, '0', { ...ids, type: '5', quantity: 110 });
      assert.equal(await brief(first.id), 'EXECUTING NEW 40/110');
      assert.equal((await desk.order(first.id)).quantity, 150n);
      await desk.cancel(first.id);
      const [cancel] = await desk.take();
      assert.deepEqual([cancel?.kind, cancel?.quantity], ['CANCEL', 110n]);
      await desk.say(first, '4', { clOrdId: cancel?.clOrdId ?? '' });
      assert.equal(await brief(first.id), 'CANCELLED CANCELLED 40/0');
      assert.equal(await desk.held(first.id), 0n);
    });

    it('between two exchange orders take effect at once', async () => {
      const row = await expired(40);
      await desk.amend(row.id, { quantity: 90, term: 'GTC' });
      assert.equal(await brief(row.id), 'EXECUTING EXPIRED 40/50');
      assert.equal(await desk.held(row.id), await desk.needed(row.id));
      await refused(desk.amend(row.id, { quantity: 40, term: 'GTC' }), 'QUANTITY_FILLED');
      await desk.cancel(row.id);
      assert.equal(await brief(row.id), 'CANCELLED EXPIRED 40/0');
      assert.equal(await desk.held(row.id), 0n);
      await nothingDue();
    });

    it('issue the note of a fill if a cancel comes on the same day', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '1', { fill: [40, '25.00'], cum: 40 });
      await desk.say(row, 'C', { cum: 40 });
      await desk.cancel(row.id);
      const [note] = await desk.notes(row.id);
      assert.equal(note?.quantity, 40n);
      assert.equal(await desk.held(row.id), 0n);
    });

    it('take effect if the end of the day overtakes a cancel', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '0');
      await desk.cancel(row.id);
      await desk.take();
      await desk.say(row, 'C', { cum: 0 });
      assert.equal(await brief(row.id), 'CANCELLED EXPIRED 0/0');
      assert.equal(await desk.held(row.id), 0n);
    });

    it('lapse if the end of the day overtakes a replacement', async () => {
      const { row } = await lasting(0);
      const held = await desk.held(row.id);
      await desk.say(row, '0');
      await desk.amend(row.id, { quantity: 200, term: 'GTC' });
      await desk.take();
      assert.ok((await desk.held(row.id)) > held);
      await desk.say(row, 'C', { cum: 0 });
      assert.equal(await brief(row.id), 'EXECUTING EXPIRED 0/100');
      assert.equal(await desk.held(row.id), held);
      await desk.cancel(row.id);
    });

    it('of a DAY order create no separate exchange orders', async () => {
      const { row } = await lasting(0, { term: 'DAY' });
      await desk.say(row, '0');
      await desk.amend(row.id, { quantity: 90 });
      const [asked] = await desk.take();
      const ids = { clOrdId: asked?.clOrdId ?? '', origClOrdId: row.cl_ord_id };
      await desk.say(row, '0', { ...ids, type: '5' });
      const rows = await desk.db.query(sql`
        select from exchange_order where order_id = ${row.id}`);
      assert.equal(rows.length, 0);
      await endOf(row);
    });

    it('to a DAY order between two exchange orders keep the ExecIDs distinct', async () => {
      const { row } = await lasting(0);
      await desk.say(row, '1', { execId: '1', fill: [40, '25.00'], cum: 40 });
      await desk.say(row, 'C', { execId: '2', cum: 40 });
      await desk.endOfDay(MONDAY, TUESDAY);
      assert.equal(await desk.reenter(), 1);
      await desk.amend(row.id, { term: 'DAY' });
      const [told] = await desk.take();
      assert.deepEqual([told?.timeInForce, told?.quantity], ['0', 60n]);
      const second = await desk.order(row.id);
      const fill = { execId: '1', fill: [10, '25.00'] as const, cum: 10 };
      assert.equal(await desk.say(second, '1', fill), 'APPLIED');
      await desk.say(second, 'C', { execId: '2', cum: 10 });
      assert.equal(await brief(row.id), 'EXPIRED EXPIRED 50/0');
      assert.equal(await desk.held(row.id), 0n);
    });

    it('of a DAY order to a lasting term let it outlive the day', async () => {
      const { row } = await lasting(0, { term: 'DAY' });
      await desk.say(row, '0');
      await desk.amend(row.id, { term: 'GTC' });
      const [asked] = await desk.take();
      const ids = { clOrdId: asked?.clOrdId ?? '', origClOrdId: row.cl_ord_id };
      await desk.say(row, '0', { ...ids, type: '5' });
      await desk.say(await desk.order(row.id), 'C', { cum: 0 });
      await desk.endOfDay(MONDAY, TUESDAY);
      await entered(row);
      await endOf(row);
    });
  });

  it('work lost before its commit is repeated, once', async () => {
    const row = await expired(40);
    const dying = systemWork(desk.context, 'test', async (work) => {
      assert.equal(await reenterOrders(work), 1);
      throw new Error('killed');
    });
    await assert.rejects(dying, /killed/);
    assert.deepEqual(await desk.take(), []);
    assert.equal(await desk.reenter(), 1);
    const dyingToo = desk.db.transaction(async (tx) => {
      const now = desk.context.clock.now();
      assert.equal((await takeInstructions(tx, row.session_name, now)).length, 1);
      throw new Error('killed');
    });
    await assert.rejects(dyingToo, /killed/);
    const told = await desk.take();
    assert.deepEqual(
      told.map(({ kind, quantity }) => [kind, quantity]),
      [['NEW', 60n]],
    );
    await nothingDue();
    assert.deepEqual(await desk.take(), []);
    await endOf(row);
  });

  it('a fill during re-entry, by parallel reports and polls, is never ordered twice', async () => {
    for (let round = 0; round < 8; round += 1) {
      const row = await expired(0);
      const fill = { execId: `P${round}`, fill: [35, '25.00'] as const, cum: 35 };
      const [fate, count] = await Promise.all([desk.say(row, 'C', fill), desk.reenter(2)]);
      assert.equal(fate, 'APPLIED');
      const again = count === 0 ? await desk.reenter() : count;
      assert.equal(again, 1);
      const told = await desk.take();
      assert.deepEqual(
        told.map(({ quantity }) => quantity),
        [65n],
      );
      await endOf(row);
    }
  });

  async function refused(work: Promise<unknown>, code: string): Promise<void> {
    await assert.rejects(work, (error) => error instanceof Problem && error.kind.code === code);
  }

  it('a further day is entered as the third exchange order', async () => {
    const first = await expired(10);
    const { row: second } = await entered(first);
    await desk.say(second, '1', { fill: [20, '25.00'], cum: 20 });
    await desk.say(second, 'C', { cum: 20 });
    await desk.endOfDay(TUESDAY, WEDNESDAY);
    const { told, row: third } = await entered(second);
    assert.equal(told.quantity, 70n);
    assert.equal(third.entry_no, 3);
    await endOf(third);
  });
});
