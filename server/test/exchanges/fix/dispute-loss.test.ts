// A Don't Know Trade that may have been lost. If the session's sequence numbers were reset before
// the exchange confirmed the message, it is sent again with a flag.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type OrderAdapter,
  startOrderAdapter,
} from '../../../src/exchanges/fix/adapter/order-adapter.js';
import { resetSequence } from '../../../src/exchanges/fix/session/store/queries.js';
import { UNROUTED } from '../../../src/modules/order/exchange/session-route.js';
import { disputeTrade } from '../../../src/modules/order/work-item/dispute.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { type Desk, openDesk } from '../../support/order-desk.js';
import { until, waitFor } from '../../support/wait.js';
import { listenAsPeer, type RawPeer } from './raw-peer.js';

describe("Don't Know Trade that may be lost", () => {
  let desk: Desk;
  let exchange: Awaited<ReturnType<typeof listenAsPeer>>;
  let adapter: OrderAdapter;
  let peer: RawPeer;
  let nextOut = 1;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
    exchange = await listenAsPeer({ beginString: 'FIX.4.4', sender: 'NGX', target: 'BROKER' });
    adapter = startOrderAdapter(desk.context, {
      name: UNROUTED,
      exchangeId: desk.exchangeId,
      host: '127.0.0.1',
      port: exchange.port,
      session: {
        key: { beginString: 'FIX.4.4', senderCompId: 'BROKER', targetCompId: 'NGX' },
        reconnectMaxMs: 100,
      },
    });
    peer = await logOn();
  });
  after(async () => {
    peer.close();
    exchange.close();
    await adapter.stop();
    await desk.stop();
  });

  function say(pairs: string): void {
    const [type, ...rest] = pairs.split('|');
    peer.say([type, `34=${nextOut}`, ...rest].join('|'));
    nextOut += 1;
  }

  async function logOn(): Promise<RawPeer> {
    peer = await exchange.accept();
    const logon = await peer.hearAny();
    const isReset = logon.includes('|141=Y|');
    if (isReset) nextOut = 1;
    say(`35=A|98=0|108=30${isReset ? '|141=Y' : ''}`);
    await until(() => adapter.session.isLoggedOn());
    return peer;
  }

  /** Breaks the connection; the next one continues the sequence numbers. */
  async function breakOff(): Promise<void> {
    peer.close();
    await until(() => !adapter.session.isLoggedOn());
    await logOn();
  }

  /** Resets the sequence numbers as an operator would. The session disconnects and starts over. */
  async function reset(): Promise<void> {
    await desk.db.transaction(async (tx) => {
      const [session] = await tx.query<{ id: number }>(sql`select id from fix_session`);
      assert.ok(session);
      await resetSequence(tx, session.id, Date.now());
    });
    while ((await peer.hearAny()) !== 'closed');
    await logOn();
  }

  /** Returns the next message of the given type. */
  async function hear(msgType: string): Promise<string> {
    for (;;) {
      const message = await peer.hearAny();
      assert.notEqual(message, 'closed');
      assert.notEqual(message, 'silence');
      if (message.includes(`|35=${msgType}|`)) return message;
    }
  }

  /** Returns the disputes that arrive between a logon and the two orders after it. */
  async function disputesHeard(): Promise<readonly string[]> {
    const heard: string[] = [];
    for (let orders = 0; orders < 2; orders += 1) {
      const { cl_ord_id } = await desk.submit();
      for (;;) {
        const message = await peer.hearAny();
        assert.notEqual(message, 'silence');
        if (message.includes(`|11=${cl_ord_id}|`)) break;
        if (message.includes('|35=Q|')) heard.push(message);
      }
    }
    return heard;
  }

  /** Disputes a fill whose price is worse than the order's limit. Returns the work item. */
  async function dispute(execId: string): Promise<bigint> {
    const { cl_ord_id } = await desk.submit();
    await hear('D');
    const fill = `150=F|39=1|54=1|55=ACCESS|38=100|32=70|31=25.35|151=30|14=70|6=25.35|60=@`;
    say(`35=8|37=O-${execId}|11=${cl_ord_id}|17=${execId}|${fill}`);
    const item = await waitFor(`a work item about ${execId}`, async () => {
      const [row] = await desk.db.query<{ id: bigint }>(
        sql`select id from unmatched_report where exec_id = ${execId}`,
      );
      return row;
    });
    await systemWork(desk.context, 'test', (work) =>
      disputeTrade(work, { id: item.id, dkReason: 'PRICE_EXCEEDS_LIMIT' }),
    );
    return item.id;
  }

  const isReceived = async (itemId: bigint) => {
    const [row] = await desk.db.query<{ received: boolean }>(sql`
      select received_at is not null as received from trade_dispute
      where unmatched_report_id = ${itemId}`);
    return row?.received === true;
  };

  it('is sent again with PossResend after a reset, until the exchange has answered', async () => {
    const id = await dispute('LOST-1');
    const sent = await hear('Q');
    assert.doesNotMatch(sent, /\|97=/);
    await reset();
    const again = await hear('Q');
    assert.match(again, /\|97=Y\|.*\|17=LOST-1\|/);
    assert.equal(await isReceived(id), false);
    const request = await hear('1');
    say(`35=0|${/112=[^|]*/.exec(request)?.[0]}`);
    await until(() => isReceived(id));
    await reset();
    assert.deepEqual(await disputesHeard(), []);
  });

  it('is left to a ResendRequest while the numbers continue', async () => {
    await dispute('LOST-2');
    await hear('Q');
    await breakOff();
    assert.deepEqual(await disputesHeard(), []);
  });

  it('is not sent again when its work item is closed', async () => {
    const id = await dispute('LOST-3');
    await hear('Q');
    await desk.db.query(sql`
      update unmatched_report set resolved = true, resolution = 'busted' where not resolved`);
    await reset();
    assert.deepEqual(await disputesHeard(), []);
    assert.equal(await isReceived(id), false);
  });
});
