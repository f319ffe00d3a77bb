// Disputing trades from work items over HTTP: which reasons fit which reports, and which disputes
// are refused.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyExchangeReport } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../../../src/modules/order/record/queries.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderBody, orderIn } from '../../../support/order.js';
import { reportOf, type Said } from '../../../support/order-desk.js';
import { sendOrder } from '../../../support/order-exchange.js';
import { waitFor } from '../../../support/wait.js';
import { openWorkItemDesk, REPORT, type WorkItemDesk } from './work-item-desk.js';

describe('trades disputed from work items', () => {
  let desk: WorkItemDesk;
  let app: TestApp;
  before(async () => {
    desk = await openWorkItemDesk();
    app = desk.app;
  });
  after(() => desk?.stop());

  const dealer = () => desk.dealer();
  const itemOf = (execId: string) => desk.itemOf(execId);
  let lastFill = 0;
  const nextExecId = () => {
    lastFill += 1;
    return `FILL-${lastFill}`;
  };

  /**
   * Reports a fill of a new order for 100 ACCESS at 24.00, and returns the order and its work item.
   */
  async function contradiction(said: Said): Promise<{ row: OrderRow; item: Json }> {
    const row = await sendOrder(app, { priceType: 'LIMIT', limitPrice: '24.00' });
    const execId = nextExecId();
    await desk.say(row, '1', { fill: [10, '23.80'], execId, ...said });
    return { row, item: await itemOf(execId) };
  }

  const dispute = (item: Json, body: object, query = '') =>
    dealer().put(`${REPORT}/dispute/id/${item.id}${query}`, body);

  describe('success', () => {
    const fitting: readonly (readonly [string, Said])[] = [
      ['WRONG_SIDE', { side: '2' }],
      ['UNKNOWN_SYMBOL', { symbol: 'ZENITHBANK' }],
      ['PRICE_EXCEEDS_LIMIT', { fill: [10, '26.40'] }],
      ['QUANTITY_EXCEEDS_ORDER', { fill: [130, '23.95'] }],
      ['CALCULATION_DIFFERENCE', { cum: 90 }],
    ];
    for (const [dkReason, said] of fitting) {
      it(`accepts ${dkReason} if the report supports it`, async () => {
        const { item } = await contradiction(said);
        const { status, body } = await dispute(item, { dkReason });
        assert.equal(status, 200, JSON.stringify(body));
        assert.equal(body.msgCode, 'UNMATCHED_REPORT_DISPUTED');
        const { dispute: shown, resolved } = body.result;
        assert.deepEqual(
          [shown.dkReason, shown.state, shown.sessionName, resolved],
          [dkReason, 'QUEUED', 'unrouted', false],
        );
        assert.ok(shown.requestedBy);
        assert.equal(shown.sentDttm, undefined);
      });
    }

    it('accepts NO_MATCHING_ORDER for a ClOrdID that is not ours', async () => {
      const row = await sendOrder(app);
      const execId = nextExecId();
      const stray = { clOrdId: 'NOT-OURS', symbol: 'MTNN', side: '2', execId };
      await desk.say(row, '2', { fill: [5, '251.15'], ...stray });
      const item = await itemOf(execId);
      await app.db.query(
        sql`update unmatched_report set session_name = 'unrouted' where id = ${BigInt(item.id)}`,
      );
      const wrong = await dispute(item, { dkReason: 'UNKNOWN_SYMBOL' });
      assert.equal(wrong.body.msgCode, 'DISPUTE_REASON_WRONG');
      assert.equal((await dispute(item, { dkReason: 'NO_MATCHING_ORDER' })).status, 200);
      const [stored] = await app.db.query(sql`
        select symbol, side, order_quantity from trade_dispute where exec_id = ${execId}`);
      assert.deepEqual({ ...stored }, { symbol: 'MTNN', side: '2', order_quantity: null });
    });

    it('a dry run queues nothing', async () => {
      const { item } = await contradiction({ side: '2' });
      assert.equal((await dispute(item, { dkReason: 'WRONG_SIDE' }, '?dryRun=true')).status, 200);
      assert.equal((await itemOf(item.execId)).dispute, undefined);
    });
  });

  describe('refusals', () => {
    it('refuses a reason that the report contradicts, with its member', async () => {
      const { item } = await contradiction({ side: '2' });
      const others = [
        ...['UNKNOWN_SYMBOL', 'PRICE_EXCEEDS_LIMIT', 'QUANTITY_EXCEEDS_ORDER'],
        ...['NO_MATCHING_ORDER', 'CALCULATION_DIFFERENCE'],
      ];
      for (const dkReason of others) {
        const { status, body } = await dispute(item, { dkReason });
        assert.deepEqual([status, body.msgCode], [422, 'DISPUTE_REASON_WRONG'], dkReason);
        assert.equal(body.errors[0].pointer, '/dkReason');
      }
    });

    it('requires a text for OTHER, and refuses one that FIX cannot carry', async () => {
      const { item } = await contradiction({ side: '2' });
      for (const text of [undefined, '   ', 'a\u0001b', 'caf\u00e9 \u20a6']) {
        const { status, body } = await dispute(item, { dkReason: 'OTHER', text });
        assert.equal(status, 400, JSON.stringify(body));
      }
      assert.equal((await dispute(item, { dkReason: 'OTHER', text: 'café' })).status, 200);
    });

    it('refuses a report without a fill', async () => {
      const row = await sendOrder(app);
      const execId = nextExecId();
      await desk.say(row, '0', { execId, side: '2' });
      const { status, body } = await dispute(await itemOf(execId), { dkReason: 'WRONG_SIDE' });
      assert.deepEqual([status, body.msgCode], [422, 'REPORT_NOT_DISPUTABLE']);
      assert.match(body.detail, /no fill/);
    });

    it('answers 409 to a second dispute of a trade, also from another work item', async () => {
      const { item } = await contradiction({ side: '2', fill: [10, '26.05'] });
      const { body: list } = await dealer().get(`${REPORT}/list?resolved=false&s=500`);
      const both: Json[] = list.result.filter((each: Json) => each.execId === item.execId);
      assert.equal(both.length, 2);
      const [first, second] = both;
      assert.equal((await dispute(first, { dkReason: 'WRONG_SIDE' })).status, 200);
      for (const again of [first, second]) {
        const { status, body } = await dispute(again, { dkReason: 'PRICE_EXCEEDS_LIMIT' });
        assert.deepEqual([status, body.msgCode], [409, 'TRADE_DISPUTED']);
      }
    });

    it('answers 409 for a closed item and 404 to an office that does not see it', async () => {
      const { item } = await contradiction({ side: '2' });
      const elsewhere = app.asOffice('DEALER', [999_999n]);
      const unseen = await elsewhere.put(`${REPORT}/dispute/id/${item.id}`, {
        dkReason: 'WRONG_SIDE',
      });
      assert.equal(unseen.status, 404);
      await dealer().put(`${REPORT}/resolve/id/${item.id}`, { resolution: 'busted by phone' });
      const { body } = await dispute(item, { dkReason: 'WRONG_SIDE' });
      assert.equal(body.msgCode, 'REPORT_RESOLVED');
    });
  });
});

describe('a trade disputed at the built-in exchange', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true });
  });
  after(() => app.stop());

  it('reaches it once, over the session of its order, and changes no booking', async () => {
    const { body } = await app.as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
    await orderIn(app, body.id, ['EXECUTED']);
    const [row] = await app.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${body.id}`);
    const [fill] = await app.db.query<{ exec_id: string; exchange_order_id: string }>(sql`
      select exec_id, exchange_order_id from execution_report
      where order_id = ${body.id} and kind = 'TRADE' limit 1`);
    assert.ok(row);
    assert.ok(fill);
    const said = { execId: fill.exec_id, fill: [9, '21.35'] as const };
    const report = {
      ...reportOf(row.exchange_id, { row, status: '2', said }),
      exchangeOrderId: fill.exchange_order_id,
    };
    await systemWork(app.context, 'test', (work) => applyExchangeReport(work, report));
    const dealer = app.as('DEALER');
    const { body: open } = await dealer.get(`${REPORT}/list?resolved=false`);
    const [item] = open.result;
    const dispute = { dkReason: 'OTHER', text: 'reported twice' };
    const reply = await dealer.put(`${REPORT}/dispute/id/${item.id}`, dispute);
    assert.equal(reply.status, 200, reply.text);
    const kept = await waitFor('the dispute at the exchange', async () => {
      const rows = await app.db.query<{ exec_id: string; message_text: string }>(
        sql`select exec_id, reason, message_text from simulator_dispute`,
      );
      return rows.length > 0 ? rows : undefined;
    });
    assert.deepEqual(
      kept.map((each) => ({ ...each })),
      [{ exec_id: fill.exec_id, reason: 'Z', message_text: 'reported twice' }],
    );
    const { body: after } = await dealer.get(`${REPORT}/list?resolved=false`);
    assert.equal(after.result[0].dispute.state, 'SENT');
    assert.ok(after.result[0].dispute.sentDttm);
    await assertBooks(app);
    // The exchange stores a dispute once even if it receives it repeatedly, so the test counts the
    // messages sent.
    const [sent] = await app.db.query<{ count: bigint }>(sql`
      select count(*) from fix_message where direction = 'OUT' and msg_type = 'Q'`);
    assert.equal(sent?.count, 1n);
  });
});
