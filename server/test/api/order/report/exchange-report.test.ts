// Exchange reports on a real database: each row of the status table with its holds, units and
// notes.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk } from '../../../support/order-desk.js';

const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';
const WEDNESDAY = '2026-11-18';

// The charges on 100 units at 25.00: commission 33.75 + 2.53, SEC 7.50 + 0.56, stamp 2.00, alert
// 4.00 + 0.30.
const BUY_100 = 255_064n;

describe('reports of an exchange', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  async function brief(id: bigint): Promise<string> {
    const order = await desk.order(id);
    const quantities = `${order.quantity_filled}/${order.quantity_pending}`;
    return `${order.order_status} ${order.fix_order_status} ${quantities}`;
  }

  describe('states', () => {
    it('an order stays BOOKED until the exchange answers, first unsent, then pending', async () => {
      const row = await desk.submit();
      assert.equal(await brief(row.id), 'BOOKED NA 0/100');
      await desk.take();
      assert.equal(await brief(row.id), 'BOOKED PENDING_NEW 0/100');
      await desk.say(row, 'A');
      assert.equal(await brief(row.id), 'BOOKED PENDING_NEW 0/100');
      await desk.say(row, '0');
      assert.equal(await brief(row.id), 'EXECUTING NEW 0/100');
      assert.equal(await desk.held(row.id), BUY_100);
      await desk.say(row, '4');
      assert.equal(await brief(row.id), 'CANCELLED CANCELLED 0/0');
      assert.equal(await desk.held(row.id), 0n);
    });

    it('a rejected order holds nothing and has no note', async () => {
      const row = await desk.send();
      await desk.say(row, '8');
      assert.equal(await brief(row.id), 'REJECTED REJECTED 0/0');
      assert.equal(await desk.held(row.id), 0n);
      assert.deepEqual(await desk.notes(row.id), []);
    });

    it('a partial fill leaves a hold for open units, and for fills at their price', async () => {
      const row = await desk.send();
      await desk.say(row, '1', { fill: [40, '24.00'] });
      assert.equal(await brief(row.id), 'EXECUTING PARTIALLY_FILLED 40/60');
      // 60 units at 25.00 and 40 at 24.00 are 2,460.00, charged as one trade.
      assert.equal(await desk.held(row.id), 250_990n);
      assert.deepEqual(await desk.notes(row.id), []);
      const before = await desk.available(row);
      await desk.say(row, '2', { fill: [60, '25.00'] });
      assert.equal(await brief(row.id), 'EXECUTED FILLED 100/0');
      const [note] = await desk.notes(row.id);
      assert.equal(note?.net_minor, 250_990n);
      assert.equal(await desk.held(row.id), 0n);
      assert.equal(await desk.available(row), before);
    });

    it('a partial fill, then a cancel, ends CANCELLED with a note of the fill', async () => {
      const row = await desk.send();
      await desk.say(row, '1', { fill: [40, '25.00'] });
      await desk.say(row, '4');
      assert.equal(await brief(row.id), 'CANCELLED CANCELLED 40/0');
      const notes = await desk.notes(row.id);
      assert.deepEqual(
        notes.map(({ quantity, reversed }) => [quantity, reversed]),
        [[40n, false]],
      );
    });

    it('a restatement changes the quantity, the limit and the hold', async () => {
      const row = await desk.send({ quantity: 80 });
      await desk.say(row, '0');
      await desk.say(row, '0', { type: 'D', quantity: 160, limit: '12.50', leaves: 160, cum: 0 });
      const order = await desk.order(row.id);
      assert.equal(`${order.quantity} ${order.limit_price?.toFixed(2)}`, '160 12.50');
      assert.equal(order.label, 'BUY 160 ACCESS LIMIT NGN 12.50');
      assert.equal(await desk.held(row.id), await desk.needed(row.id));
      assert.deepEqual(await workItems(row.cl_ord_id), []);
      await desk.say(row, '0', { type: 'D', limit: '13.00' });
      assert.equal((await desk.order(row.id)).quantity, 160n);
      assert.equal(await desk.held(row.id), await desk.needed(row.id));
      await desk.say(row, '4');
    });

    it('a partly filled order is never REJECTED', async () => {
      const row = await desk.send();
      await desk.say(row, '1', { fill: [40, '25.00'] });
      await desk.say(row, '8');
      assert.equal(await brief(row.id), 'CANCELLED REJECTED 40/0');
    });

    it('done for the day ends a DAY order, but not a GTC order', async () => {
      const day = await desk.send();
      await desk.say(day, '3');
      assert.match(await brief(day.id), /^EXPIRED/);
      const gtc = await desk.send({ term: 'GTC' });
      await desk.say(gtc, '0');
      await desk.say(gtc, '3');
      assert.match(await brief(gtc.id), /^EXECUTING/);
      await desk.say(gtc, '4');
    });

    it('a fill that crosses a cancel is booked; the reject changes no status', async () => {
      const row = await desk.send();
      await desk.say(row, '0');
      await desk.cancel(row.id);
      const [cancel] = await desk.take();
      assert.ok(cancel);
      assert.equal(cancel.kind, 'CANCEL');
      assert.equal(cancel.origClOrdId, row.cl_ord_id);
      await desk.say(row, '2', { fill: [100, '25.00'] });
      const answer = { type: '9', clOrdId: cancel.clOrdId, origClOrdId: row.cl_ord_id };
      await desk.say(row, '2', answer);
      assert.equal(await brief(row.id), 'EXECUTED FILLED 100/0');
    });

    it('after a rejected cancel the order can be cancelled again', async () => {
      const row = await desk.send();
      await desk.say(row, '0');
      await desk.cancel(row.id);
      await assert.rejects(desk.cancel(row.id), { details: { args: ['PENDING_CANCEL'] } });
      const [first] = await desk.take();
      const refusal = { type: '9', clOrdId: first?.clOrdId ?? '', origClOrdId: row.cl_ord_id };
      assert.equal(await desk.say(row, '0', refusal), 'APPLIED');
      assert.equal(await brief(row.id), 'EXECUTING NEW 0/100');
      await desk.cancel(row.id);
      const [second] = await desk.take();
      assert.equal(await desk.say(row, '0', refusal), 'DUPLICATE');
      assert.equal((await desk.order(row.id)).pending_cl_ord_id, second?.clOrdId);
      await desk.say(row, '4', { clOrdId: second?.clOrdId ?? '', origClOrdId: row.cl_ord_id });
      assert.equal(await brief(row.id), 'CANCELLED CANCELLED 0/0');
    });

    it('a cancel acknowledged under the old ClOrdID (FIX 4.2) ends the order', async () => {
      const row = await desk.send();
      await desk.say(row, '0');
      await desk.cancel(row.id);
      await desk.take();
      await desk.say(row, '4');
      assert.equal(await brief(row.id), 'CANCELLED CANCELLED 0/0');
      assert.equal((await desk.order(row.id)).pending_cl_ord_id, null);
    });
  });

  describe('repeated and disordered reports', () => {
    it('an ExecID is booked once per order, and again for another order', async () => {
      const one = await desk.send();
      const fill = { execId: 'DAY-1', fill: [100, '25.00'] as const };
      assert.equal(await desk.say(one, '2', fill), 'APPLIED');
      assert.equal(await desk.say(one, '2', fill), 'DUPLICATE');
      const other = await desk.send();
      assert.equal(await desk.say(other, '2', fill), 'APPLIED');
      assert.equal((await desk.notes(one.id)).length, 1);
      assert.equal((await desk.notes(other.id)).length, 1);
    });

    it('a NEW after the fill does not reopen the order', async () => {
      const row = await desk.send();
      await desk.say(row, '2', { fill: [100, '25.00'] });
      await desk.say(row, '0');
      assert.equal(await brief(row.id), 'EXECUTED FILLED 100/0');
    });

    it('a bust that arrives before its fill leaves nothing filled', async () => {
      const row = await desk.send();
      await desk.say(row, '0', { type: 'H', ref: 'LATER' });
      await desk.say(row, '1', { execId: 'LATER', fill: [40, '25.00'] });
      assert.equal(await brief(row.id), 'EXECUTING PARTIALLY_FILLED 0/100');
      assert.equal(await desk.held(row.id), BUY_100);
      await desk.say(row, '4');
      assert.deepEqual(await desk.notes(row.id), []);
    });

    it('a repeated report about an unknown order is a single work item', async () => {
      const row = await desk.send();
      const lost = { clOrdId: 'NOBODY', execId: 'N1', fill: [5, '25.00'] as const };
      assert.equal(await desk.say(row, '1', lost), 'UNMATCHED');
      assert.equal(await desk.say(row, '1', lost), 'UNMATCHED');
      assert.equal(await brief(row.id), 'BOOKED PENDING_NEW 0/100');
      assert.deepEqual(await workItems('NOBODY'), ['UNKNOWN_ORDER']);
      await desk.say(row, '4');
    });

    it('a fill without a quantity, and a report without an ExecID, are work items', async () => {
      const row = await desk.send();
      assert.equal(await desk.say(row, '1', { type: 'F' }), 'UNMATCHED');
      assert.equal(await desk.say(row, '1', { fill: [1, '0'] }), 'UNMATCHED');
      assert.equal(await desk.say(row, '0', { execId: '' }), 'UNMATCHED');
      assert.equal(await brief(row.id), 'BOOKED PENDING_NEW 0/100');
      const items = await workItems(row.cl_ord_id);
      assert.deepEqual(items, ['MALFORMED', 'MALFORMED', 'MALFORMED']);
      await desk.say(row, '4');
    });
  });

  describe('late fills and excess costs', () => {
    it('a late fill of a cancelled order is booked without money to pay for it', async () => {
      const row = await desk.send();
      await desk.say(row, '4');
      await desk.leave(row, 0n);
      assert.equal(await desk.say(row, '4', { fill: [100, '25.00'] }), 'APPLIED');
      assert.equal(await brief(row.id), 'CANCELLED CANCELLED 100/0');
      assert.equal(await desk.available(row), -BUY_100);
      const [note] = await desk.notes(row.id);
      assert.equal(note?.net_minor, BUY_100);
      await assert.rejects(
        desk.submit({ quantity: 1 }),
        /available balance is NGN [\d,.]+ too low/,
      );
      await desk.giveBack(row);
    });

    it('a second late fill replaces the note, so that flat charges apply once', async () => {
      const row = await desk.send();
      await desk.say(row, '1', { fill: [40, '25.00'] });
      await desk.say(row, '4');
      await desk.say(row, '4', { fill: [60, '25.00'] });
      const [first, second] = await desk.notes(row.id);
      assert.equal(first?.reversed, true);
      assert.equal(second?.net_minor, BUY_100);
      assert.equal(second?.replaces_id, first?.id);
    });

    it('a small sale that costs more than it brings is booked', async () => {
      const row = await desk.send({ side: 'SELL', quantity: 1, portfolio: await sellerOf() });
      await desk.say(row, '2', { fill: [1, '0.50'] });
      const [note] = await desk.notes(row.id);
      assert.ok((note?.net_minor ?? 0n) < 0n);
    });

    it('late sales of more units than are held leave a short position', async () => {
      const portfolio = await sellerOf();
      const row = await desk.send({ side: 'SELL', quantity: 10, portfolio });
      await desk.say(row, '4');
      const { quantity } = await desk.holding(row);
      const beyond = Number(quantity) + 5;
      await desk.say(row, '4', { execId: 'SHORT', fill: [beyond, '25.00'] });
      assert.equal((await desk.holding(row)).quantity, -5n);
      await desk.say(row, '4', { type: 'H', ref: 'SHORT' });
      assert.equal((await desk.holding(row)).quantity, quantity);
    });
  });

  describe('busts and corrections', () => {
    it('before the note result in a smaller note', async () => {
      const row = await desk.send();
      await desk.say(row, '1', { execId: 'B1', fill: [40, '25.00'] });
      await desk.say(row, '1', { fill: [20, '25.00'] });
      await desk.say(row, '1', { type: 'H', ref: 'B1' });
      assert.equal(await brief(row.id), 'EXECUTING PARTIALLY_FILLED 20/80');
      await desk.say(row, '4');
      const notes = await desk.notes(row.id);
      assert.deepEqual(
        notes.map(({ quantity }) => quantity),
        [20n],
      );
    });

    it('after the note reverse it and issue a note for the fills in force', async () => {
      const row = await desk.send();
      const before = await desk.available(row);
      const holding = await desk.holding(row);
      await desk.say(row, '1', { execId: 'C1', fill: [60, '25.00'] });
      await desk.say(row, '2', { execId: 'C2', fill: [40, '25.00'] });
      await desk.say(row, '2', { type: 'G', ref: 'C2', fill: [40, '24.50'] });
      const [first, second] = await desk.notes(row.id);
      assert.deepEqual([first?.reversed, second?.reversed], [true, false]);
      assert.equal(await desk.available(row), before + BUY_100 - (second?.net_minor ?? 0n));
      await desk.say(row, '4', { type: 'H', ref: 'C1' });
      await desk.say(row, '4', { type: 'H', ref: 'C2' });
      assert.match(await brief(row.id), /^CANCELLED \w+ 0\/0$/);
      assert.equal((await desk.notes(row.id)).filter(({ reversed }) => !reversed).length, 0);
      assert.equal(await desk.available(row), before + BUY_100);
      assert.deepEqual(await desk.holding(row), holding);
    });

    it('that reopen a filled order hold its money again, even if it is spent', async () => {
      const row = await desk.send();
      await desk.say(row, '2', { execId: 'R1', fill: [100, '24.00'] });
      await desk.leave(row, 0n);
      await desk.say(row, '0', { type: 'H', ref: 'R1' });
      assert.equal(await brief(row.id), 'EXECUTING NEW 0/100');
      assert.equal(await desk.held(row.id), BUY_100);
      assert.ok((await desk.available(row)) < 0n);
      await desk.say(row, '4');
      await desk.giveBack(row);
    });

    it('of a settled sale reverse the proceeds and restore the units and their cost', async () => {
      await desk.setDate(MONDAY);
      const portfolio = await sellerOf();
      const row = await desk.send({ side: 'SELL', quantity: 10, portfolio });
      const holding = { ...(await desk.holding(row)), held_quantity: 0n };
      const before = await desk.available(row);
      await desk.say(row, '2', { execId: 'S1', fill: [10, '25.00'] });
      await desk.endOfDay(MONDAY, TUESDAY);
      const [note] = await desk.notes(row.id);
      assert.equal(note?.settled, true);
      assert.equal(await desk.available(row), before + (note?.net_minor ?? 0n));
      await desk.say(row, '4', { type: 'H', ref: 'S1' });
      assert.equal(await desk.available(row), before);
      assert.deepEqual(await desk.holding(row), holding);
      const [reversed] = await desk.notes(row.id);
      assert.equal(reversed?.reversed, true);
      assert.deepEqual(await desk.endOfDay(TUESDAY, WEDNESDAY), {
        'expire-orders': 0,
        'issue-contract-notes': 0,
        'settle-trades': 0,
      });
    });
  });

  describe('status answers', () => {
    it('do not end a live order that the exchange reports as unknown', async () => {
      const row = await desk.send();
      assert.equal(await desk.say(row, '8', { type: 'I', cum: 0 }), 'UNMATCHED');
      assert.equal(await desk.say(row, '8', { type: 'I', cum: 0 }), 'UNMATCHED');
      assert.equal(await brief(row.id), 'BOOKED PENDING_NEW 0/100');
      assert.deepEqual(await workItems(row.cl_ord_id), ['NOT_AT_EXCHANGE']);
      await desk.say(row, '4');
    });

    it('that include unbooked fills are work items and end nothing', async () => {
      const row = await desk.send();
      assert.equal(await desk.say(row, '2', { type: 'I', cum: 100 }), 'UNMATCHED');
      assert.equal(await brief(row.id), 'BOOKED PENDING_NEW 0/100');
      assert.deepEqual(await workItems(row.cl_ord_id), ['FILLS_DIFFER']);
      await desk.say(row, '2', { fill: [100, '25.00'] });
    });

    it('that agree with the booked fills are applied', async () => {
      const row = await desk.send();
      assert.equal(await desk.say(row, '0', { type: 'I', cum: 0 }), 'APPLIED');
      assert.equal(await brief(row.id), 'EXECUTING NEW 0/100');
      assert.equal(await desk.say(row, 'C', { type: 'I', cum: 0 }), 'APPLIED');
      assert.equal(await brief(row.id), 'EXPIRED EXPIRED 0/0');
    });
  });

  async function workItems(clOrdId: string): Promise<string[]> {
    const rows = await desk.db.query<{ reason: string }>(
      sql`select reason from unmatched_report where cl_ord_id = ${clOrdId} order by id`,
    );
    return rows.map(({ reason }) => reason);
  }

  async function sellerOf(): Promise<string> {
    const [seller] = await desk.db.query<{ name: string }>(sql`
      select p.name from holding h join portfolio p on p.id = h.portfolio_id
      join security s on s.id = h.security_id
      where s.name = 'ACCESS' and h.quantity - h.held_quantity >= 100 order by p.id limit 1`);
    assert.ok(seller);
    return seller.name;
  }
});
