// The whole server, with QuickFIX as its exchange, from an order's HTTP request to its contract
// note.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Config } from '../../../../src/config/config.js';
import { outbound } from '../../../../src/exchanges/fix/session/message/message.js';
import { fixTimestamp } from '../../../../src/exchanges/fix/session/message/time.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderBody, orderIn } from '../../../support/order.js';
import { until, waitFor } from '../../../support/wait.js';
import {
  certificateOf,
  hasOpenssl,
  portOpen,
  startBroker,
  startExecutor,
  startOrdermatch,
} from './program.js';

const RUNS = [
  { version: 'FIX.4.4', kind: 'plain', port: 45_011 },
  { version: 'FIX.4.4', kind: 'tls', port: 45_012 },
  { version: 'FIXT.1.1', kind: 'plain', port: 45_013 },
  { version: 'FIXT.1.1', kind: 'tls', port: 45_014 },
] as const;
const MATCH_PORT = 45_015;

describe('orders of the server at QuickFIX executor', () => {
  for (const { version, kind, port } of RUNS) {
    const skip = kind === 'tls' && !hasOpenssl() ? 'openssl is missing' : false;
    it(`${version}, ${kind}: a limit buy is filled and has its note`, { skip }, async () => {
      const client = `ORD-${port}`;
      const executor = await startExecutor({ client, port, kind });
      await portOpen(port);
      const app = await startTestApp({
        demo: true,
        exchange: 'fix',
        fixPort: port,
        fixBeginString: version,
        fixSender: client,
        fixTarget: 'EXEC',
        ...(kind === 'tls' ? { fixTls: true, fixTlsCa: certificateOf(client) } : {}),
      });
      try {
        const order = await orderIn(app, await submitLimit(app, '200'), ['EXECUTED']);
        assert.equal(Number(order.quantityFilled), 200);
        await assertNoted(app, order);
        await assertBooks(app);
      } finally {
        await app.stop();
        executor.stop();
      }
    });
  }
});

describe('orders of the server at QuickFIX ordermatch', () => {
  it('FIX.4.2: a buy is filled in part, its rest cancelled; the fill has its note', async () => {
    const program = await startOrdermatch(MATCH_PORT, ['ORD', 'OTHER']);
    await portOpen(MATCH_PORT);
    const settings: Partial<Config> = {
      fixPort: MATCH_PORT,
      fixBeginString: 'FIX.4.2',
      fixSender: 'ORD',
      fixTarget: 'MATCH',
    };
    const app = await startTestApp({ demo: true, exchange: 'fix', ...settings });
    const other = startBroker({
      db: app.db,
      beginString: 'FIX.4.2',
      senderCompId: 'OTHER',
      targetCompId: 'MATCH',
      port: MATCH_PORT,
    });
    try {
      const id = await submitLimit(app, '100');
      await orderIn(app, id, ['EXECUTING']);
      await until(() => other.session.isLoggedOn());
      await other.session.send(async () => [sell('S1', 40)]);
      await waitFor('the part to be filled', async () => {
        return Number((await orderOf(app, id)).quantityFilled) === 40;
      });
      assert.equal((await orderOf(app, id)).fixOrderStatus, 'PARTIALLY_FILLED');
      const cancel = await app.as('CLIENT').put(`/api/v1/order/tradeorder/cancel/id/${id}`);
      assert.ok(cancel.status < 300, cancel.text);
      const order = await orderIn(app, id, ['CANCELLED']);
      assert.deepEqual([order.quantityFilled, order.quantityPending].map(Number), [40, 0]);
      await assertNoted(app, order);
      await assertBooks(app);
    } finally {
      await other.stop();
      await app.stop();
      program.stop();
    }
  });
});

const LIMIT = '22.5';

async function submitLimit(app: TestApp, quantityRequested: string): Promise<number> {
  const body = orderBody({ priceType: 'LIMIT', limitPrice: LIMIT, quantityRequested });
  const reply = await app.as('CLIENT').post('/api/v1/order/tradeorder/submit', body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

async function orderOf(app: TestApp, id: number): Promise<Json> {
  return (await app.as('CLIENT').get(`/api/v1/order/tradeorder/id/${id}`)).body;
}

async function assertNoted(app: TestApp, order: Json): Promise<void> {
  const { rows } = await app.db.pool.query<{ quantity: string }>(
    'select quantity from contract_note where order_id = $1 and reversed_at is null',
    [order.id],
  );
  assert.deepEqual(
    rows.map((row) => Number(row.quantity)),
    [Number(order.quantityFilled)],
  );
}

function sell(id: string, quantity: number) {
  return outbound('D', [
    [11, id],
    [21, '1'],
    [38, quantity],
    [40, '2'],
    [44, LIMIT],
    [54, '2'],
    [55, 'ACCESS'],
    [60, fixTimestamp(Date.now())],
  ]);
}
