// Our initiator against QuickFIX's ordermatch, a real FIX 4.2 order book: partial fill and cancel.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { outbound } from '../../../../src/exchanges/fix/session/message/message.js';
import { fixTimestamp } from '../../../../src/exchanges/fix/session/message/time.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { until } from '../../../support/wait.js';
import {
  type Broker,
  portOpen,
  type RunningProgram,
  startBroker,
  startOrdermatch,
  tagsOf,
} from './program.js';

const PORT = 45_003;
/** The tags that the test compares: ClOrdID, OrdStatus, OrderQty, CumQty, LeavesQty. */
const SHOWN = [11, 39, 38, 14, 151] as const;

describe('against QuickFIX ordermatch', () => {
  let database: TestDatabase;
  let program: RunningProgram;
  let buyer: Broker;
  let seller: Broker;
  before(async () => {
    database = await createTestDatabase();
    program = await startOrdermatch(PORT, ['BUYER', 'SELLER']);
    await portOpen(PORT);
    buyer = broker(database, 'BUYER');
    seller = broker(database, 'SELLER');
    await until(() => buyer.session.isLoggedOn() && seller.session.isLoggedOn());
  });
  after(async () => {
    await Promise.all([buyer.stop(), seller.stop()]);
    program.stop();
    await database.drop();
  });

  it('a buy fills in part against a smaller sell, which fills in full', async () => {
    await send(buyer, 'D', { id: 'B1', side: '1', quantity: 100 });
    await until(() => buyer.received.length === 1);
    await send(seller, 'D', { id: 'S1', side: '2', quantity: 40 });
    await until(() => buyer.received.length === 2 && seller.received.length === 2);
    assert.deepEqual(tagsOf(buyer.received[0], SHOWN), ['B1', '0', '100', '0', '100']);
    assert.deepEqual(tagsOf(buyer.received[1], SHOWN), ['B1', '1', '100', '40', '60']);
    assert.deepEqual(tagsOf(seller.received[1], SHOWN), ['S1', '2', '40', '40', '0']);
  });

  it('the remainder is cancelled, and the filled part stays filled', async () => {
    await send(buyer, 'F', { id: 'B2', original: 'B1', side: '1', quantity: 100 });
    await until(() => buyer.received.length === 3);
    assert.deepEqual(tagsOf(buyer.received[2], SHOWN), ['B1', '4', '100', '40', '0']);
    assert.deepEqual([buyer.alarms, seller.alarms], [[], []]);
  });
});

function broker({ db }: TestDatabase, senderCompId: string): Broker {
  return startBroker({
    db,
    beginString: 'FIX.4.2',
    senderCompId,
    targetCompId: 'MATCH',
    port: PORT,
  });
}

interface Terms {
  readonly id: string;
  readonly side: '1' | '2';
  readonly quantity: number;
  readonly original?: string;
}

async function send({ session }: Broker, msgType: 'D' | 'F', terms: Terms): Promise<void> {
  const message = outbound(msgType, [
    [11, terms.id],
    [21, msgType === 'D' ? '1' : undefined],
    [38, terms.quantity],
    [40, msgType === 'D' ? '2' : undefined],
    [41, terms.original],
    [44, msgType === 'D' ? '22.5' : undefined],
    [54, terms.side],
    [55, 'ACCESS'],
    [60, fixTimestamp(Date.now())],
  ]);
  assert.deepEqual(await session.send(async () => [message]), { sent: true, messages: 1 });
}
