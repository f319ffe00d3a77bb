// Don't Know Trade over the wire: sent once, over the session that delivered the report, in each
// FIX version. It waits while the session is down and survives the death of a node, and its
// rejection is recorded.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { dontKnowTrade } from '../../../src/exchanges/fix/adapter/dont-know-trade.js';
import { fieldOf, outbound } from '../../../src/exchanges/fix/session/message/message.js';
import { TAG } from '../../../src/exchanges/fix/session/message/tag.js';
import { UNROUTED } from '../../../src/modules/order/exchange/session-route.js';
import type { DisputeReason } from '../../../src/modules/order/index.js';
import { disputeTrade } from '../../../src/modules/order/work-item/dispute.js';
import { sql } from '../../../src/platform/database/sql.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { assertBooks } from '../../support/order.js';
import type { Desk } from '../../support/order-desk.js';
import { waitFor } from '../../support/wait.js';
import { type AcceptorDesk, openAcceptorDesk } from './acceptor-desk.js';

describe("Don't Know Trade over a session", () => {
  let stage: AcceptorDesk;
  let desk: Desk;

  before(async () => {
    stage = await openAcceptorDesk();
    desk = stage.desk;
  });
  after(() => stage?.stop());
  afterEach(() => assertBooks(desk));

  const disputesOf = (execId: string) =>
    stage.heard.filter(({ msgType, fields }) => {
      return (
        msgType === 'Q' && fields.some(([tag, value]) => tag === TAG.ExecID && value === execId)
      );
    });

  /** Reports a fill at a price beyond the limit over the session, as the exchange would. */
  async function wrongFill(execId: string): Promise<bigint> {
    stage.answerWith((message) =>
      message.msgType === 'D'
        ? [
            outbound('8', [
              [TAG.OrderID, `O-${execId}`],
              [TAG.ClOrdID, fieldOf(message, TAG.ClOrdID)],
              [TAG.ExecID, execId],
              [TAG.ExecType, 'F'],
              [TAG.OrdStatus, '1'],
              [TAG.Symbol, 'ACCESS'],
              [TAG.Side, '1'],
              [TAG.OrderQty, 100],
              [TAG.LastQty, 70],
              [TAG.LastPx, '25.35'],
              [TAG.LeavesQty, 30],
              [TAG.CumQty, 70],
              [TAG.AvgPx, '25.35'],
            ]),
          ]
        : [],
    );
    await desk.submit();
    const item = await waitFor(`a work item about ${execId}`, async () => {
      const [row] = await desk.db.query<{ id: bigint; session_name: string }>(sql`
        select id, session_name from unmatched_report where exec_id = ${execId}`);
      return row;
    });
    assert.equal(item.session_name, UNROUTED);
    return item.id;
  }

  const dispute = (id: bigint, dkReason: DisputeReason, text?: string) =>
    systemWork(desk.context, 'test', (work) =>
      disputeTrade(work, { id, dkReason, ...(text === undefined ? {} : { text }) }),
    );

  async function stateOf(id: bigint): Promise<string> {
    const [row] = await desk.db.query<{ state: string; refusal_text: string | null }>(sql`
      select state, refusal_text from trade_dispute where unmatched_report_id = ${id}`);
    return `${row?.state}${row?.refusal_text ? ` ${row.refusal_text}` : ''}`;
  }

  it('contains the trade as reported, and reverses no booking', async () => {
    const id = await wrongFill('DK-1');
    await dispute(id, 'PRICE_EXCEEDS_LIMIT', 'limit is 25.00');
    const [sent] = await waitFor("Don't Know Trade", async () => {
      const found = disputesOf('DK-1');
      return found.length > 0 ? found : undefined;
    });
    assert.ok(sent);
    const body = [37, 17, 127, 55, 54, 38, 32, 31, 58].map((tag) => fieldOf(sent, tag));
    assert.deepEqual(body, [
      ...['O-DK-1', 'DK-1', 'E', 'ACCESS', '1', '100'],
      ...['70', '25.35', 'limit is 25.00'],
    ]);
    assert.equal(await stateOf(id), 'SENT');
    const [order] = await desk.db.query<{ quantity_filled: bigint }>(sql`
      select t.quantity_filled from trade_order t join unmatched_report u on u.order_id = t.id
      where u.id = ${id}`);
    assert.equal(order?.quantity_filled, 70n);
    const told = await desk.db.query<{ type: string }>(sql`
      select type from outbox_event where subject_id = ${id}
        and type like 'exchange-report.dispute%' order by id`);
    assert.deepEqual(
      told.map(({ type }) => type),
      ['exchange-report.disputed', 'exchange-report.dispute-sent'],
    );
  });

  it('waits while the session is down, and is sent once after a take-over', async () => {
    const id = await wrongFill('DK-2');
    await stage.stopExchange();
    await dispute(id, 'OTHER', 'wrong price');
    assert.equal(await stateOf(id), 'QUEUED');
    await stage.stopAdapter();
    await stage.openExchange();
    stage.openAdapter();
    await stage.loggedOn();
    await waitFor('the dispute', async () => disputesOf('DK-2').length > 0 || undefined);
    stage.session().drop('test');
    await stage.loggedOn();
    const id3 = await wrongFill('DK-3');
    await dispute(id3, 'OTHER', 'the same again');
    await waitFor('the next dispute', async () => disputesOf('DK-3').length > 0 || undefined);
    assert.equal(disputesOf('DK-2').length, 1);
    assert.equal(await stateOf(id), 'SENT');
  });

  it('is REFUSED with the text of an exchange that does not accept it', async () => {
    const id = await wrongFill('DK-4');
    stage.answerWith((message) =>
      message.msgType === 'Q'
        ? [
            outbound('j', [
              [TAG.RefSeqNum, fieldOf(message, TAG.MsgSeqNum)],
              [TAG.RefMsgType, 'Q'],
              [TAG.BusinessRejectReason, '3'],
              [TAG.Text, 'call the desk'],
            ]),
          ]
        : [],
    );
    await dispute(id, 'PRICE_EXCEEDS_LIMIT');
    await waitFor('the refusal', async () => (await stateOf(id)) === 'REFUSED call the desk');
  });

  it('is sent once if several people dispute the trade concurrently', async () => {
    const id = await wrongFill('DK-5');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => dispute(id, 'PRICE_EXCEEDS_LIMIT')),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    await waitFor('the dispute', async () => disputesOf('DK-5').length > 0 || undefined);
    assert.equal(disputesOf('DK-5').length, 1);
  });

  it('has reason Z with a text in FIX 4.2, which has no F', () => {
    const trade = {
      dkReason: 'CALCULATION_DIFFERENCE',
      exchangeOrderId: 'O9',
      execId: 'E9',
      symbol: 'MTNN',
      side: '2',
      orderQuantity: null,
      lastQuantity: 3n,
      lastPrice: new Decimal('250.5'),
      text: null,
    } as const;
    const old = dontKnowTrade(trade, 'FIX.4.2').body;
    assert.deepEqual(old, [
      [37, 'O9'],
      [17, 'E9'],
      [127, 'Z'],
      [55, 'MTNN'],
      [54, '2'],
      [32, '3'],
      [31, '250.5'],
      [58, 'Calculation difference'],
    ]);
    const reasons = (['FIX.4.4', 'FIXT.1.1'] as const).map((version) =>
      dontKnowTrade(trade, version).body.filter(([tag]) => tag === 127 || tag === 58),
    );
    assert.deepEqual(reasons, [[[127, 'F']], [[127, 'F']]]);
  });
});
