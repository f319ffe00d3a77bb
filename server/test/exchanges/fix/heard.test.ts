// Receiving and booking are separate. The session counts messages as soon as they arrive; they are
// booked later, in order and only once, even if a process or connection fails in between.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BookingApplication, Heard } from '../../../src/exchanges/fix/session/application.js';
import { type SessionConfig, sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { type Booker, startBooker } from '../../../src/exchanges/fix/session/inbound/booker.js';
import { fieldOf } from '../../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import {
  type Initiator,
  startInitiator,
} from '../../../src/exchanges/fix/session/peer/initiator.js';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import type { Tx } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/wait.js';
import { createReceivedTable, receivedBy } from './certification/echo.js';
import { listenAsPeer, type RawPeer } from './raw-peer.js';

const MESSAGES = 40;

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await createReceivedTable(database.db);
});
after(() => database.drop());

type Work = (tx: Tx, heard: readonly Heard[]) => Promise<void>;

/**
 * Returns an application that records its bookings. `first` runs before each batch and may fail.
 */
function bookingInto(name: string, first: Work = async () => undefined): BookingApplication {
  return {
    answer: ({ msgType }) => (msgType === 'B' ? [{ msgType: 'j', body: [[58, 'no news']] }] : []),
    book: async (tx, heard) => {
      await first(tx, heard);
      const ids = heard.map(({ message, meta }) => {
        const id = fieldOf(message, 11) ?? message.msgType;
        return meta.refusal === undefined ? id : `${id}: ${meta.refusal.text}`;
      });
      await tx.query(sql`
        insert into received (session, cl_ord_id)
        select ${name}, id from unnest(${ids}::text[]) with ordinality as u(id, place)
        order by place`);
      return heard.map(() => 'BOOKED');
    },
  };
}

interface Stage {
  readonly name: string;
  readonly config: SessionConfig;
  readonly alarms: string[];
  /** Starts a node for the session. A stopped node may be started again. */
  start(application: BookingApplication): Initiator;
  /** Accepts the next connection, and answers its Logon with this sequence number. */
  meet(seqNum: number, extra?: string): Promise<RawPeer>;
  unbooked(): Promise<bigint | undefined>;
  closeExchange(): void;
}

let sessions = 0;

async function onStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  sessions += 1;
  const name = `HRD${sessions}`;
  const exchange = await listenAsPeer({ beginString: 'FIX.4.4', sender: 'NGX', target: name });
  const config = sessionConfig({
    role: 'initiator',
    key: { beginString: 'FIX.4.4', senderCompId: name, targetCompId: 'NGX' },
    reconnectMaxMs: 100,
  });
  const alarms: string[] = [];
  const nodes: Initiator[] = [];
  const log = { alarm: (_: unknown, text: string) => alarms.push(text), info: () => undefined };
  const common = { db: database.db, config, log, clock: SYSTEM_CLOCK };
  try {
    await play({
      name,
      config,
      alarms,
      start: (application) => {
        const target = { host: '127.0.0.1', port: exchange.port };
        const node = startInitiator({ ...common, ...target, application });
        nodes.push(node);
        return node;
      },
      meet: async (seqNum, extra = '') => {
        const peer = await exchange.accept();
        await peer.hearAny();
        peer.say(`35=A|34=${seqNum}|98=0|108=30${extra}`);
        return peer;
      },
      unbooked: async () => (await nodes.at(-1)?.session.status())?.unbooked,
      closeExchange: () => exchange.close(),
    });
  } finally {
    exchange.close();
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

const idsFrom = (first: number) => Array.from({ length: MESSAGES }, (_, at) => `O${first + at}`);

/** Sends orders with consecutive numbers from `first` and returns their ids. */
function burst(peer: RawPeer, first: number): readonly string[] {
  const ids = idsFrom(first);
  for (const [at, id] of ids.entries()) peer.say(`35=D|34=${first + at}|11=${id}`);
  return ids;
}

describe('messages that are received', () => {
  it('are counted and answered while their booking is blocked, and booked in order', () =>
    onStage(async ({ name, start, meet, unbooked }) => {
      const holder = await database.db.dedicated();
      await holder.query('begin');
      await holder.query('lock table received');
      const node = start(bookingInto(name));
      const peer = await meet(1);
      const ids = burst(peer, 2);
      peer.say(`35=B|34=${MESSAGES + 2}|148=news`);
      peer.say(`35=1|34=${MESSAGES + 3}|112=HELLO`);
      await peer.hear('35=j|34=2|58=no news');
      await peer.hear('35=0|34=3|112=HELLO');
      assert.equal(await unbooked(), BigInt(MESSAGES + 1));
      assert.equal(node.session.isLoggedOn(), true);
      await holder.query('commit');
      await holder.end();
      await until(async () => (await unbooked()) === 0n);
      assert.deepEqual(await receivedBy(database.db, name), [...ids, 'B']);
      peer.close();
    }));

  it('are booked by the next start when the process ends before', () =>
    onStage(async ({ name, alarms, start, meet, unbooked, closeExchange }) => {
      const failing = start(
        bookingInto(name, async () => {
          throw new Error('no disk');
        }),
      );
      const peer = await meet(1);
      const ids = burst(peer, 2);
      await until(async () => (await unbooked()) === BigInt(MESSAGES));
      await until(() => alarms.some((text) => text.includes('no disk')));
      const stopped = failing.stop();
      peer.say(`35=5|34=${MESSAGES + 2}`);
      await stopped;
      assert.deepEqual(await receivedBy(database.db, name), []);
      // Booking received messages does not need the exchange, so it works while the exchange is
      // down.
      closeExchange();
      start(bookingInto(name));
      await until(async () => (await unbooked()) === 0n);
      assert.deepEqual(await receivedBy(database.db, name), ids);
    }));

  it('are booked after a failure, and the failed attempt leaves nothing behind', () =>
    onStage(async ({ name, start, meet, unbooked }) => {
      let attempts = 0;
      start(
        bookingInto(name, async (tx) => {
          attempts += 1;
          await tx.query(sql`insert into received (session, cl_ord_id) values (${name}, 'half')`);
          if (attempts <= 2) throw new Error('deadlock');
          await tx.query(sql`delete from received where cl_ord_id = 'half'`);
        }),
      );
      const peer = await meet(1);
      const ids = burst(peer, 2);
      await until(async () => attempts > 2 && (await unbooked()) === 0n);
      assert.deepEqual(await receivedBy(database.db, name), ids);
      peer.close();
    }));

  it('are booked once if two nodes book at the same time', () =>
    onStage(async ({ name, config, start, meet, unbooked }) => {
      const slow: Work = async (tx) => {
        await tx.query(sql`select pg_sleep(0.01)`);
      };
      start(bookingInto(name, slow));
      const peer = await meet(1);
      await until(async () => (await unbooked()) === 0n);
      const [session] = await database.db.query<{ id: number }>(
        sql`select id from fix_session where sender_comp_id = ${name}`,
      );
      assert.ok(session);
      const others: Booker[] = [1, 2].map(() =>
        startBooker({
          db: database.db,
          config,
          log: { alarm: () => undefined, info: () => undefined },
          clock: SYSTEM_CLOCK,
          application: bookingInto(name, slow),
          sessionId: session.id,
        }),
      );
      const ids = [...burst(peer, 2), ...burst(peer, 2 + MESSAGES)];
      while ((await receivedBy(database.db, name)).length < ids.length) {
        for (const other of others) other.wake();
      }
      assert.deepEqual(await receivedBy(database.db, name), ids);
      await Promise.all(others.map((other) => other.stop()));
      peer.close();
    }));

  it('are not lost if they are above a gap when the numbers are reset', () =>
    onStage(async ({ name, start, meet, unbooked }) => {
      start(bookingInto(name));
      const peer = await meet(1);
      peer.say('35=D|34=5|11=O5');
      peer.say('35=D|34=4|11=O4');
      await peer.hear('35=2|34=2|7=2|16=0');
      peer.close();
      const again = await meet(1, '|141=Y');
      again.say('35=D|34=2|11=NEXT');
      const why = 'The sequence numbers were reset before its turn';
      await until(async () => (await receivedBy(database.db, name)).length === 3);
      assert.deepEqual((await receivedBy(database.db, name)).sort(), [
        'NEXT',
        `O4: ${why}`,
        `O5: ${why}`,
      ]);
      assert.equal(await unbooked(), 0n);
      again.close();
    }));
});

describe('the invariant of messages', () => {
  const finding = async () => {
    const { invariants } = await checkIntegrity({ db: database.db });
    return invariants.find(({ number }) => number === 26);
  };

  it('finds a message that was never delivered, and one that is not booked', () =>
    onStage(async ({ name, start, meet, unbooked }) => {
      start(bookingInto(name));
      const peer = await meet(1);
      burst(peer, 2);
      await until(async () => (await receivedBy(database.db, name)).length === MESSAGES);
      await until(async () => (await unbooked()) === 0n);
      await database.db.query(sql`update fix_message set at = at - interval '1 hour'`);
      assert.equal((await finding())?.holds, true);
      const ofSession = sql`session_id = (
        select id from fix_session where sender_comp_id = ${name})`;
      await database.db.query(sql`delete from fix_delivery where ${ofSession} and seq_num = 7`);
      await database.db.query(
        sql`update fix_delivery set outcome = null where ${ofSession} and seq_num = 9`,
      );
      const found = await finding();
      assert.equal(found?.violations, 2n);
      assert.deepEqual(
        found?.examples.map((example) => example.finding),
        ['number 7 was never delivered', 'number 9 is not booked'],
      );
      peer.close();
    }));
});
