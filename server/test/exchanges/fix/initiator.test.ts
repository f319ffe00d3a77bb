// Our initiator against a scripted exchange, and against a second node that competes for the
// session.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type SessionSettings, sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { outbound } from '../../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { startInitiator } from '../../../src/exchanges/fix/session/peer/initiator.js';
import { readStatuses } from '../../../src/exchanges/fix/session/store/status-queries.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/wait.js';
import { createReceivedTable, echoApplication, receivedBy } from './certification/echo.js';
import { listenAsPeer } from './raw-peer.js';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await createReceivedTable(database.db);
});
after(() => database.drop());

let sessions = 0;

async function stage(settings: Partial<SessionSettings> = {}) {
  sessions += 1;
  const name = `BRK${sessions}`;
  const alarms: string[] = [];
  const exchange = await listenAsPeer({ beginString: 'FIX.4.4', sender: 'NGX', target: name });
  const config = sessionConfig({
    role: 'initiator',
    key: { beginString: 'FIX.4.4', senderCompId: name, targetCompId: 'NGX' },
    reconnectMaxMs: 200,
    ...settings,
  });
  const setup = {
    db: database.db,
    config,
    application: echoApplication(name),
    log: { alarm: (_: unknown, text: string) => alarms.push(text), info: () => undefined },
    clock: SYSTEM_CLOCK,
    host: '127.0.0.1',
    port: exchange.port,
  };
  return { name, alarms, exchange, setup };
}

function order(id: string) {
  return outbound('D', [
    [11, id],
    [55, 'MTNN'],
  ]);
}

describe('the initiator', () => {
  it('logs on, sends committed orders, logs out when stopped and does not reconnect', async () => {
    const { exchange, setup, name } = await stage();
    const initiator = startInitiator(setup);
    const peer = await exchange.accept();
    await peer.hear('35=A|34=1|98=0|108=30');
    peer.say('35=A|34=1|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
    const outcome = await initiator.session.send(async () => [order('a'), order('b')]);
    assert.deepEqual(outcome, { sent: true, messages: 2 });
    await peer.hear('35=D|34=2|11=a|55=MTNN');
    await peer.hear('35=D|34=3|11=b|55=MTNN');
    const stopped = initiator.stop();
    await peer.hear('35=5|34=4');
    peer.say('35=5|34=2');
    await peer.hearClose();
    await stopped;
    const status = (await readStatuses(database.db)).find((one) => {
      return one.sessionKey.senderCompId === name;
    });
    assert.deepEqual([status?.nextOut, status?.nextIn, status?.phase], [5, 3, 'ended']);
    exchange.close();
  });

  it('refuses to send before the logon, without starting any work', async () => {
    const { exchange, setup } = await stage();
    const initiator = startInitiator(setup);
    const peer = await exchange.accept();
    await peer.hearAny();
    let hasRun = false;
    const outcome = await initiator.session.send(async () => {
      hasRun = true;
      return [];
    });
    assert.equal(outcome.sent, false);
    assert.equal(hasRun, false);
    await initiator.stop();
    peer.close();
    exchange.close();
  });

  it('sends nothing and uses no number if the work fails; the session continues', async () => {
    const { exchange, setup } = await stage();
    const initiator = startInitiator(setup);
    const peer = await exchange.accept();
    await peer.hearAny();
    peer.say('35=A|34=1|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
    await assert.rejects(
      initiator.session.send(async (tx) => {
        await tx.query(sql`insert into received (session, cl_ord_id) values ('ghost', 'x')`);
        throw new Error('no cash');
      }),
      /no cash/,
    );
    await initiator.session.send(async () => [order('c')]);
    await peer.hear('35=D|34=2|11=c|55=MTNN');
    assert.deepEqual(await receivedBy(database.db, 'ghost'), []);
    peer.close();
    await initiator.stop();
    exchange.close();
  });

  it('reconnects after a disconnect with the next number, and resends', async () => {
    const { exchange, setup } = await stage();
    const initiator = startInitiator(setup);
    const first = await exchange.accept();
    await first.hearAny();
    first.say('35=A|34=1|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
    await initiator.session.send(async () => [order('d')]);
    await first.hearAny();
    const next = exchange.accept();
    first.close();
    const second = await next;
    await second.hear('35=A|34=3|98=0|108=30');
    second.say('35=A|34=4|98=0|108=30');
    await second.hear('35=2|34=4|7=2|16=0');
    second.say('35=2|34=5|7=1|16=0');
    await second.hear('35=4|34=1|43=Y|36=2|123=Y');
    await second.hear('35=D|34=2|43=Y|11=d|55=MTNN');
    await second.hear('35=4|34=3|43=Y|36=5|123=Y');
    second.close();
    await initiator.stop();
    exchange.close();
  });

  it('raises an alarm when the exchange refuses its number, without a reset', async () => {
    const { exchange, setup, alarms } = await stage();
    const initiator = startInitiator(setup);
    const first = await exchange.accept();
    await first.hear('35=A|34=1|98=0|108=30');
    const next = exchange.accept();
    first.say('35=5|34=1|58=MsgSeqNum too low, expecting 9 but received 1');
    await first.hearClose();
    const second = await next;
    await second.hear('35=A|34=1|98=0|108=30');
    assert.match(alarms.join(), /expecting 9/);
    second.close();
    await initiator.stop();
    exchange.close();
  });

  it('requests a reset of both numbers if configured', async () => {
    const { exchange, setup } = await stage({ resetOnLogon: true });
    const initiator = startInitiator(setup);
    for (let turn = 0; turn < 2; turn += 1) {
      const peer = await exchange.accept();
      await peer.hear('35=A|34=1|98=0|108=30|141=Y');
      peer.say('35=A|34=1|98=0|108=30|141=Y');
      peer.say('35=1|34=2|112=HELLO');
      await peer.hear('35=0|34=2|112=HELLO');
      peer.close();
    }
    await initiator.stop();
    exchange.close();
  });

  it('reports the orders that it withholds before the exchange is informed', async () => {
    const { exchange, setup } = await stage({ staleOrderAgeMs: 50 });
    const withheld: string[] = [];
    const initiator = startInitiator({
      ...setup,
      application: {
        ...setup.application,
        onOrdersWithheld: async (_, orders) => {
          withheld.push(...orders.map((one) => one.msgType));
        },
      },
    });
    const peer = await exchange.accept();
    await peer.hearAny();
    peer.say('35=A|34=1|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
    await initiator.session.send(async () => [order('old')]);
    await peer.hearAny();
    const sentMs = Date.now();
    await until(() => Date.now() - sentMs > 50);
    peer.say('35=2|34=2|7=2|16=0');
    await peer.hear('35=4|34=2|43=Y|36=3|123=Y');
    assert.deepEqual(withheld, ['D']);
    peer.close();
    await initiator.stop();
    exchange.close();
  });
});

describe('ownership', () => {
  it('lets one node send, and stops a node that has lost the session', async () => {
    const { exchange, setup, alarms } = await stage();
    const first = startInitiator(setup);
    const peer = await exchange.accept();
    await peer.hear('35=A|34=1|98=0|108=30');
    peer.say('35=A|34=1|98=0|108=30');
    await until(() => first.session.isLoggedOn());
    const heard: string[] = [];
    const log = { ...setup.log, info: (_: unknown, text: string) => heard.push(text) };
    const second = startInitiator({ ...setup, log });
    await until(() => heard.some((text) => /another node owns/.test(text)));
    assert.equal(second.session.isLoggedOn(), false);
    const next = exchange.accept();
    await database.db.query(sql`update fix_session set fence = fence + 1
      where sender_comp_id = ${setup.config.key.senderCompId}`);
    peer.say('35=1|34=2|112=HELLO');
    await peer.hearClose();
    assert.match(alarms.join(), /owned by another node/);
    const again = await next;
    await again.hearAny();
    again.close();
    await first.stop();
    await second.stop();
    exchange.close();
  });

  it('drops the connection when it loses the right to the session', async () => {
    const { exchange, setup } = await stage();
    const initiator = startInitiator(setup);
    const peer = await exchange.accept();
    await peer.hear('35=A|34=1|98=0|108=30');
    await database.db.query(sql`
      select pg_terminate_backend(backend_pid) from fix_session_lease l
      join fix_session s on s.id = l.session_id
      where s.sender_comp_id = ${setup.config.key.senderCompId}`);
    await peer.hearClose();
    const again = await exchange.accept();
    await again.hear('35=A|34=2|98=0|108=30');
    again.close();
    await initiator.stop();
    exchange.close();
  });
});

describe('the state that the initiator reports', () => {
  it('is CONNECTING with the error while no port is open, and counts attempts', async (context) => {
    const { exchange, setup } = await stage();
    exchange.close();
    const initiator = startInitiator(setup);
    context.after(() => initiator.stop());
    await until(() => initiator.reach().attempts > 2);
    const { state, lastError } = initiator.reach();
    assert.equal(state, 'CONNECTING');
    assert.match(lastError ?? '', /ECONNREFUSED/);
  });

  it('is REFUSED with the text of the exchange, and LOGGED_ON without it', async (context) => {
    const { exchange, setup } = await stage();
    const initiator = startInitiator(setup);
    context.after(() => initiator.stop());
    const first = await exchange.accept();
    await first.hearAny();
    const next = exchange.accept();
    first.say('35=5|34=1|58=no such member');
    await until(() => initiator.reach().state === 'REFUSED');
    assert.match(initiator.reach().lastError ?? '', /no such member/);
    const second = await next;
    await second.hearAny();
    assert.equal(initiator.reach().state, 'REFUSED');
    second.say('35=A|34=2|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
    assert.deepEqual(initiator.reach(), {
      state: 'LOGGED_ON',
      attempts: 0,
      lastError: undefined,
    });
    second.close();
    await until(() => initiator.reach().state === 'CONNECTING');
    exchange.close();
  });

  it('is OUTSIDE_HOURS from the end of the hours to the reconnect', async (context) => {
    const hours = { from: '09:30', until: '15:00', timeZone: 'Africa/Lagos' };
    const { exchange, setup } = await stage({
      hours,
      sendingTimeToleranceMs: Number.MAX_SAFE_INTEGER,
    });
    // The clock does not move, so trading hours cannot end before a slow logon.
    let nowMs = Date.parse('2026-03-04T13:59:50Z');
    const clock = { ...SYSTEM_CLOCK, nowMs: () => nowMs };
    const initiator = startInitiator({ ...setup, clock });
    context.after(() => initiator.stop());
    const first = await exchange.accept();
    await first.hearAny();
    first.say('35=A|34=1|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
    nowMs += 11_000;
    await first.hear('35=5|34=2|58=the hours of the session end');
    first.say('35=5|34=2');
    await until(() => initiator.reach().state === 'OUTSIDE_HOURS');
    const next = exchange.accept();
    nowMs = Date.parse('2026-03-05T08:30:00Z');
    await (await next).hear('35=A|34=3|98=0|108=30');
    exchange.close();
  });
});
