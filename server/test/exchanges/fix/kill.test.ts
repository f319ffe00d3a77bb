// Cuts connections at random points under load in both directions. Every message must arrive
// exactly once.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FixApplication } from '../../../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { fieldOf, outbound } from '../../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { startAcceptor } from '../../../src/exchanges/fix/session/peer/acceptor.js';
import { startInitiator } from '../../../src/exchanges/fix/session/peer/initiator.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { killsOr } from '../../support/process/kill.js';
import { sayProof } from '../../support/proof.js';
import { until } from '../../support/wait.js';
import { createReceivedTable, receivedBy } from './certification/echo.js';
import { createCuttableWire } from './cuttable-wire.js';

const KILLS = killsOr(4);
/** The minimum number of orders sent over each connection before it is cut. */
const ORDERS_MIN = 20;
const ORDERS_PER_SEND = 10;

let broker: TestDatabase;
let exchange: TestDatabase;
before(async () => {
  [broker, exchange] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await Promise.all([createReceivedTable(broker.db), createReceivedTable(exchange.db)]);
});
after(async () => {
  await Promise.all([broker.drop(), exchange.drop()]);
});

const EXCHANGE: FixApplication = {
  onMessage: async (tx, message) => {
    const id = fieldOf(message, 11) ?? '';
    await tx.query(sql`insert into received (session, cl_ord_id) values ('exchange', ${id})`);
    return [
      outbound('8', [
        [37, `X${id}`],
        [17, `E${id}`],
        [150, '0'],
        [39, '0'],
        [11, id],
      ]),
    ];
  },
};

const BROKER: FixApplication = {
  onMessage: async (tx, message) => {
    const id = fieldOf(message, 11) ?? '';
    await tx.query(sql`insert into received (session, cl_ord_id) values ('broker', ${id})`);
    return [];
  },
};

describe('a connection that is cut', () => {
  it('loses and duplicates nothing in either direction, and keeps the numbers', {
    timeout: 120_000 + 10_000 * KILLS,
  }, async () => {
    const alarms: string[] = [];
    const log = { alarm: (_: unknown, text: string) => alarms.push(text), info: () => undefined };
    const acceptor = await startAcceptor({
      db: exchange.db,
      log,
      clock: SYSTEM_CLOCK,
      port: 0,
      sessions: [
        {
          config: sessionConfig({
            role: 'acceptor',
            key: { beginString: 'FIX.4.4', senderCompId: 'NGX', targetCompId: 'BRK' },
          }),
          application: EXCHANGE,
        },
      ],
    });
    const wire = await createCuttableWire(acceptor.port);
    const initiator = startInitiator({
      db: broker.db,
      config: sessionConfig({
        role: 'initiator',
        key: { beginString: 'FIX.4.4', senderCompId: 'BRK', targetCompId: 'NGX' },
        reconnectMaxMs: 100,
      }),
      application: BROKER,
      log,
      clock: SYSTEM_CLOCK,
      host: '127.0.0.1',
      port: wire.port,
    });
    const load = sendOrders(initiator.session);
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await until(() => initiator.session.isLoggedOn());
        const wanted = load.sent.length + ORDERS_MIN + ((kill * 370) % 1_000);
        await until(() => load.sent.length >= wanted);
        wire.cut(kill % 2 === 0 ? 0 : 1);
        await until(() => !initiator.session.isLoggedOn());
      }
      await load.stop();
      await until(async () => (await receivedBy(broker.db, 'broker')).length >= load.sent.length);
    } finally {
      await load.stop();
      await initiator.stop();
      await acceptor.stop();
      wire.close();
    }
    const { sent } = load;
    assert.ok(sent.length > KILLS * ORDERS_PER_SEND, `only ${sent.length} orders were sent`);
    assert.deepEqual(await receivedBy(exchange.db, 'exchange'), sent);
    assert.deepEqual(await receivedBy(broker.db, 'broker'), sent);
    assert.deepEqual(
      alarms.filter((text) => /too low|rejected|failed/.test(text)),
      [],
    );
    const figures = { cuts: KILLS, orders: sent.length, lost: 0, doubled: 0 };
    sayProof('FIX connection cut under orders', figures);
  });
});

// Sends orders as fast as the session accepts them, until stopped.
function sendOrders(session: ReturnType<typeof startInitiator>['session']) {
  const sent: string[] = [];
  let isLoading = true;
  const load = (async () => {
    while (isLoading) {
      const ids = Array.from({ length: ORDERS_PER_SEND }, (_, at) => `O${sent.length + at}`);
      const outcome = await session.send(async () =>
        ids.map((id) =>
          outbound('D', [
            [11, id],
            [55, 'MTNN'],
            [54, '1'],
          ]),
        ),
      );
      if (outcome.sent) sent.push(...ids);
      else await until(() => session.isLoggedOn() || !isLoading);
    }
  })();
  return {
    sent,
    stop: () => {
      isLoading = false;
      return load;
    },
  };
}
