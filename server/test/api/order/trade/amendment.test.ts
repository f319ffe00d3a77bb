// Amendments: applied locally before an order is sent and by a replacement at the exchange
// afterwards, with the holds at each step.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { Problem } from '../../../../src/platform/http/reply/problem.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk, type Said } from '../../../support/order-desk.js';

const BUY_100_AT_25 = 255_064n;
const BUY_200_AT_25 = 509_699n;

describe('amendments', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  async function refused(work: Promise<unknown>): Promise<[string, readonly string[]]> {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Problem);
    return [error.kind.code, error.details.args ?? []];
  }

  /** Creates an order at the exchange with a pending amendment. */
  async function asked(terms: Parameters<Desk['amend']>[1]) {
    const row = await desk.send();
    await desk.say(row, '0');
    await desk.amend(row.id, terms);
    const [instruction] = await desk.take();
    assert.ok(instruction);
    const said: Said = { clOrdId: instruction.clOrdId, origClOrdId: row.cl_ord_id };
    return { row, instruction, said };
  }

  async function endOf(row: OrderRow): Promise<void> {
    const { cl_ord_id } = await desk.order(row.id);
    await desk.say(row, '4', { clOrdId: cl_ord_id });
    assert.equal(await desk.held(row.id), 0n);
  }

  describe('success', () => {
    it('change terms, hold and label in place, and the adapter takes the new terms', async () => {
      const row = await desk.submit();
      const outcome = await desk.amend(row.id, { quantity: 200, limit: '24.00', term: 'GTC' });
      assert.equal(outcome.msgCode, 'TRADE_ORDER_UPDATED');
      const order = await desk.order(row.id);
      assert.equal(order.label, 'BUY 200 ACCESS LIMIT NGN 24.00');
      assert.equal(order.quantity_pending, 200n);
      assert.equal(order.order_term_name, 'GTC');
      assert.equal(order.version, row.version + 1n);
      assert.equal(await desk.held(row.id), order.open_total_minor);
      const [taken] = await desk.take();
      assert.equal(taken?.kind, 'NEW');
      assert.equal(taken?.quantity, 200n);
      assert.equal(taken?.limitPrice?.toFixed(2), '24.00');
      await endOf(row);
    });

    it('at the exchange hold the more expensive terms until it answers', async () => {
      const { row, instruction, said } = await asked({ quantity: 200 });
      assert.equal(instruction.kind, 'REPLACE');
      assert.equal(instruction.quantity, 200n);
      assert.equal(instruction.origClOrdId, row.cl_ord_id);
      assert.equal((await desk.order(row.id)).fix_order_status, 'PENDING_REPLACE');
      assert.equal((await desk.order(row.id)).quantity, 100n);
      assert.equal(await desk.held(row.id), BUY_200_AT_25);
      await desk.say(row, 'E', { ...said, type: 'E' });
      await desk.say(row, '0', { ...said, type: '5', quantity: 200 });
      const order = await desk.order(row.id);
      assert.equal(order.quantity, 200n);
      assert.equal(order.cl_ord_id, instruction.clOrdId);
      assert.equal(order.pending_cl_ord_id, null);
      assert.equal(order.label, 'BUY 200 ACCESS LIMIT NGN 25.00');
      assert.equal(await desk.held(row.id), BUY_200_AT_25);
      await endOf(row);
    });

    it('at the exchange release units only when it accepts', async () => {
      const { row, said } = await asked({ quantity: 10 });
      assert.equal(await desk.held(row.id), BUY_100_AT_25);
      await desk.say(row, '0', { ...said, type: '5' });
      assert.equal((await desk.order(row.id)).quantity, 10n);
      assert.ok((await desk.held(row.id)) < BUY_100_AT_25);
      await endOf(row);
    });

    it('that the exchange rejects leave the old terms and their hold in force', async () => {
      const { row, said } = await asked({ quantity: 200 });
      await desk.say(row, '0', { ...said, type: '9' });
      const order = await desk.order(row.id);
      assert.equal(order.quantity, 100n);
      assert.equal(order.fix_order_status, 'NEW');
      assert.equal(order.pending_cl_ord_id, null);
      assert.equal(await desk.held(row.id), BUY_100_AT_25);
      await endOf(row);
    });

    it('a fill that crosses the replacement is included in both terms', async () => {
      const { row, instruction, said } = await asked({ quantity: 200 });
      await desk.say(row, '1', { fill: [60, '25.00'] });
      assert.equal(await desk.held(row.id), BUY_200_AT_25);
      await desk.say(row, '1', { ...said, type: '5', quantity: 200 });
      const order = await desk.order(row.id);
      assert.equal(order.quantity_pending, 140n);
      await desk.say(row, '2', { clOrdId: instruction.clOrdId, fill: [140, '25.00'] });
      assert.equal((await desk.order(row.id)).order_status, 'EXECUTED');
      assert.equal(await desk.held(row.id), 0n);
    });

    it('a replacement below what is filled leaves a filled order', async () => {
      const { row, said } = await asked({ quantity: 10 });
      await desk.say(row, '1', { fill: [60, '25.00'] });
      await desk.say(row, '2', { ...said, type: '5', quantity: 60 });
      const order = await desk.order(row.id);
      assert.equal(order.order_status, 'EXECUTED');
      assert.equal(order.quantity, 60n);
      assert.equal(await desk.held(row.id), 0n);
    });

    it('a complete fill while the replacement is pending releases everything', async () => {
      const { row, said } = await asked({ quantity: 200 });
      await desk.say(row, '2', { fill: [100, '25.00'] });
      assert.equal(await desk.held(row.id), 0n);
      assert.equal(await desk.say(row, '2', { ...said, type: '9' }), 'DUPLICATE');
      assert.equal((await desk.order(row.id)).order_status, 'EXECUTED');
    });

    it('of a sale hold more units until the exchange answers', async () => {
      const [seller] = await desk.db.query<{ name: string }>(sql`
        select p.name from holding h join portfolio p on p.id = h.portfolio_id
        join security s on s.id = h.security_id
        where s.name = 'ACCESS' and h.quantity - h.held_quantity >= 100 order by p.id limit 1`);
      assert.ok(seller);
      const terms = { side: 'SELL', quantity: 10, portfolio: seller.name } as const;
      const row = await desk.send(terms);
      const free = await desk.holding(row);
      await desk.amend(row.id, { ...terms, quantity: 30 });
      assert.equal((await desk.holding(row)).held_quantity, free.held_quantity + 20n);
      const [instruction] = await desk.take();
      const said = { clOrdId: instruction?.clOrdId ?? '', origClOrdId: row.cl_ord_id };
      await desk.say(row, '0', { ...said, type: '9' });
      assert.equal((await desk.holding(row)).held_quantity, free.held_quantity);
      const tooMany = Number(free.quantity) + 1;
      const [code] = await refused(desk.amend(row.id, { ...terms, quantity: tooMany }));
      assert.equal(code, 'INSUFFICIENT_HOLDING');
      await endOf(row);
    });
  });

  describe('409', () => {
    it('are refused in a final state, with the state', async () => {
      const row = await desk.send();
      await desk.say(row, '4');
      const refusal = await refused(desk.amend(row.id, { quantity: 200 }));
      assert.deepEqual(refusal, ['ORDER_WRONG_STATE', ['CANCELLED']]);
    });

    it('are refused while the exchange has not answered the previous one', async () => {
      const { row, said } = await asked({ quantity: 200 });
      const pending = ['ORDER_WRONG_STATE', ['PENDING_REPLACE']];
      assert.deepEqual(await refused(desk.amend(row.id, { quantity: 300 })), pending);
      assert.deepEqual(await refused(desk.cancel(row.id)), pending);
      await desk.say(row, '0', { ...said, type: '9' });
      await endOf(row);
    });
  });

  describe('422', () => {
    it('cannot change side, security and portfolio', async () => {
      const row = await desk.submit();
      const refusal = await refused(desk.amend(row.id, { side: 'SELL' }));
      assert.deepEqual(refusal, ['ORDER_TERM_FIXED', ['orderType']]);
      const other = await refused(desk.amend(row.id, { portfolio: '0000000002' }));
      assert.deepEqual(other, ['ORDER_TERM_FIXED', ['portfolioName']]);
      await desk.cancel(row.id);
    });

    it('cannot change the price type once the order is sent', async () => {
      const row = await desk.send();
      const refusal = await refused(desk.amend(row.id, { priceType: 'MARKET' }));
      assert.deepEqual(refusal, ['ORDER_TERM_FIXED', ['priceType']]);
      await endOf(row);
    });

    it('pass the checks of a submit, and change nothing if funds are insufficient', async () => {
      const row = await desk.send();
      const dear = await refused(desk.amend(row.id, { limit: '40.00' }));
      assert.equal(dear[0], 'PRICE_OUTSIDE_BAND');
      await desk.leave(row, 100n);
      const [code] = await refused(desk.amend(row.id, { quantity: 200 }));
      assert.equal(code, 'INSUFFICIENT_FUNDS');
      assert.equal(await desk.held(row.id), BUY_100_AT_25);
      assert.equal((await desk.order(row.id)).pending_cl_ord_id, null);
      await desk.giveBack(row);
      await endOf(row);
    });
  });

  describe('at once', () => {
    it('change an order here or at the exchange, never both', async () => {
      await desk.receive(1_000_000_000n);
      const rows = await Promise.all(Array.from({ length: 12 }, () => desk.submit()));
      const tolerated = (work: Promise<unknown>) =>
        work.catch((error: unknown) => assert.ok(error instanceof Problem));
      const work = rows.flatMap((row) => [
        tolerated(desk.amend(row.id, { quantity: 200 })),
        desk.take(),
        tolerated(desk.cancel(row.id)),
      ]);
      await Promise.all(work);
      await desk.take();
      await assertBooks(desk);
      for (const { id } of rows) {
        const order = await desk.order(id);
        const sent = await desk.db.query<{ kind: string }>(sql`
          select kind from exchange_instruction where order_id = ${id} and state = 'SENT'`);
        const kinds = sent.map(({ kind }) => kind);
        if (order.order_status === 'CANCELLED') assert.deepEqual(kinds, []);
        else assert.equal(kinds.filter((kind) => kind === 'NEW').length, 1);
        assert.equal(await desk.held(id), await desk.needed(id));
        if (order.order_status !== 'CANCELLED') await desk.say(order, '4');
        assert.equal(await desk.held(id), 0n);
      }
    });
  });
});
