// Messages queued for booking: the session registers their arrival and answers on time.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  BookingApplication,
  FixApplication,
} from '../../../src/exchanges/fix/session/application.js';
import { fieldOf } from '../../../src/exchanges/fix/session/message/message.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/wait.js';
import { ORDER, playOn } from './acceptor-stage.js';
import { createReceivedTable, receivedBy } from './certification/echo.js';

const BURST = 300;
const SECONDS_EACH = 0.012;

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await createReceivedTable(database.db);
});
after(() => database.drop());

type AnsweringApplication = Exclude<FixApplication, BookingApplication>;

/** Returns an application that books in batches and is slow for each message. */
function slowApplication(name: string): AnsweringApplication {
  const onMessages: NonNullable<AnsweringApplication['onMessages']> = async (tx, messages) => {
    const ids = messages.map(({ message }) => fieldOf(message, 11) ?? '');
    await tx.query(sql`select pg_sleep(${SECONDS_EACH * messages.length}::float8)`);
    await tx.query(sql`
      insert into received (session, cl_ord_id) select ${name}, id from unnest(${ids}::text[]) id`);
    return [];
  };
  return {
    onMessages,
    onMessage: (tx, message, meta) => onMessages(tx, [{ message, meta }]),
  };
}

/** Runs `play` on a session with a slow application just after a burst has arrived. */
function afterBurst(play: (burst: Burst) => Promise<void>, heartBtIntSeconds = 30): Promise<void> {
  return playOn(
    database,
    async ({ logOn, name, acceptor, alarms }) => {
      const peer = await logOn(`108=${heartBtIntSeconds}`);
      const ids = Array.from({ length: BURST }, (_, at) => `O${at}`);
      for (const [at, id] of ids.entries()) {
        peer.say(`35=D|34=${at + 2}|${ORDER.replace('ID', id)}`);
      }
      await play({ peer, name, ids, alarms });
      const status = await acceptor.sessions[0]?.status();
      assert.equal(status?.phase, 'active');
    },
    {
      isRealTime: true,
      sendingTimeToleranceMs: 1_000,
      validation: { level: 'lenient', userTags: 'any' },
      application: slowApplication,
    },
  );
}

interface Burst {
  readonly peer: {
    say(pairs: string): void;
    hearAny(): Promise<string>;
  };
  readonly name: string;
  readonly ids: readonly string[];
  readonly alarms: readonly string[];
}

describe('while a burst waits to be booked', () => {
  it('a TestRequest is answered, and counted once', () =>
    afterBurst(async ({ peer, name, ids }) => {
      peer.say(`35=1|34=${BURST + 2}|112=HELLO`);
      let heard = '';
      while (!heard.includes('|112=HELLO')) heard = await peer.hearAny();
      const booked = (await receivedBy(database.db, name)).length;
      assert.ok(booked < ids.length, 'the burst was over before the answer');
      peer.say(`35=1|34=${BURST + 3}|112=AGAIN`);
      const answers: string[] = [];
      while (!heard.includes('|112=AGAIN')) {
        heard = await peer.hearAny();
        answers.push(heard);
      }
      assert.ok(!answers.some((each) => each.includes('|112=HELLO')), 'answered twice');
      await until(async () => (await receivedBy(database.db, name)).length === ids.length);
    }));

  it('our own heartbeats are sent', () =>
    afterBurst(async ({ peer, name, ids }) => {
      let seqNum = BURST + 1;
      const alive = setInterval(() => {
        seqNum += 1;
        peer.say(`35=0|34=${seqNum}`);
      }, 400);
      let beats = 0;
      while ((await receivedBy(database.db, name)).length < ids.length) {
        await peer.hearAny();
        beats += 1;
      }
      clearInterval(alive);
      assert.ok(beats >= 2, `${beats} heartbeats`);
    }, 1));

  it('all of it is booked, however long it waits', () =>
    afterBurst(async ({ name, ids, alarms }) => {
      await until(async () => (await receivedBy(database.db, name)).length === ids.length);
      assert.deepEqual(await receivedBy(database.db, name), ids);
      assert.deepEqual(alarms, []);
    }));
});
