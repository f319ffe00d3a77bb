// HeartBtInt values from counterparties, and sequence numbers that are reset while messages are
// queued.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FixApplication } from '../../../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { fieldOf } from '../../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { startInitiator } from '../../../src/exchanges/fix/session/peer/initiator.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/wait.js';
import { ORDER, playOn } from './acceptor-stage.js';
import { createReceivedTable, echoApplication } from './certification/echo.js';
import { listenAsPeer } from './raw-peer.js';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await createReceivedTable(database.db);
});
after(() => database.drop());

describe('HeartBtInt as an acceptor reads it', () => {
  for (const interval of ['-1', '999999999', '3601', '30.5', '']) {
    it(`refuses a Logon that states ${interval || 'nothing'}`, () =>
      playOn(
        database,
        async ({ connect, alarms }) => {
          const peer = await connect();
          peer.say(`35=A|34=1|98=0|108=${interval}`);
          await peer.hearClose();
          assert.equal(alarms.length, 1);
        },
        {},
      ));
  }

  it('accepts 0, and then sends no heartbeats', () =>
    playOn(
      database,
      async ({ logOn }) => {
        const peer = await logOn('108=0');
        await peer.hearNothing(120_000);
      },
      {},
    ));
});

describe('HeartBtInt as an initiator reads it', () => {
  let sessions = 0;
  for (const [answer, kept] of [
    ['0', 30],
    ['999999999', 30],
    ['10', 10],
  ] as const) {
    it(`keeps ${kept} seconds after an answer of ${answer}`, async () => {
      sessions += 1;
      const name = `HB${sessions}`;
      const exchange = await listenAsPeer({ beginString: 'FIX.4.4', sender: 'NGX', target: name });
      const alarms: string[] = [];
      const initiator = startInitiator({
        db: database.db,
        config: sessionConfig({
          role: 'initiator',
          key: { beginString: 'FIX.4.4', senderCompId: name, targetCompId: 'NGX' },
        }),
        application: echoApplication(name),
        log: { alarm: (_, text) => alarms.push(text), info: () => undefined },
        clock: SYSTEM_CLOCK,
        host: '127.0.0.1',
        port: exchange.port,
      });
      const peer = await exchange.accept();
      await peer.hear('35=A|34=1|98=0|108=30');
      peer.say(`35=A|34=1|98=0|108=${answer}`);
      await until(() => initiator.session.isLoggedOn());
      assert.equal((await initiator.session.status()).heartBtIntSeconds, kept);
      assert.equal(alarms.length, answer === '10' ? 0 : 1);
      peer.close();
      await initiator.stop();
      exchange.close();
    });
  }
});

describe('numbers that are reset during the session', () => {
  it('lose no message that waits above a gap', async () => {
    const refused: string[] = [];
    const application = (): FixApplication => ({
      onMessage: async () => [],
      onRefused: async (_, message, { seqNum, refusal }) => {
        refused.push(`${seqNum} ${fieldOf(message, 11)} ${refusal.text}`);
      },
    });
    await playOn(
      database,
      async ({ logOn }) => {
        const peer = await logOn();
        for (const seqNum of [7, 5]) {
          peer.say(`35=D|34=${seqNum}|${ORDER.replace('ID', `O${seqNum}`)}`);
        }
        await peer.hear('35=2|34=2|7=2|16=0');
        peer.say('35=A|34=1|98=0|108=30|141=Y');
        await peer.hear('35=A|34=1|98=0|108=30|141=Y');
        peer.say('35=1|34=2|112=HELLO');
        await peer.hear('35=0|34=2|112=HELLO');
        const why = 'The sequence numbers were reset before its turn';
        assert.deepEqual(refused, [`5 O5 ${why}`, `7 O7 ${why}`]);
      },
      { application },
    );
  });
});
