// The FIX session rules, tested by a scripted counterparty that talks to our acceptor over a real
// socket.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { startAcceptor } from '../../../src/exchanges/fix/session/peer/acceptor.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { waitFor } from '../../support/wait.js';
import { ECHO, ORDER, playOn, type Stage, type StageSettings } from './acceptor-stage.js';
import { createReceivedTable, echoApplication, receivedBy } from './certification/echo.js';
import { connectPeer, messageOf } from './raw-peer.js';

/** The option for tests that check a timer itself. */
const REAL_TIME = { isRealTime: true } as const;

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await createReceivedTable(database.db);
});
after(() => database.drop());

const onStage = (play: (stage: Stage) => Promise<void>, settings: StageSettings = {}) =>
  playOn(database, play, settings);

describe('logon', () => {
  for (const beginString of ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'] as const) {
    it(`answers in ${beginString}, echoes orders and logs out`, () =>
      onStage(
        async ({ logOn }) => {
          const peer = await logOn();
          peer.say(`35=D|34=2|${ORDER}`);
          await peer.hear(`35=D|34=2|${ECHO}`);
          peer.say('35=5|34=3');
          await peer.hear('35=5|34=3');
          await peer.hearClose();
        },
        { beginString },
      ));
  }

  const strangers: readonly (readonly [string, string])[] = [
    ['an unknown sender', '35=A|34=1|49=WHO|98=0|108=30'],
    ['an unknown target', '35=A|34=1|56=WHO|98=0|108=30'],
    ['another BeginString', '8=FIX.4.1|35=A|34=1|98=0|108=30'],
    ['a clock that is late by more than two minutes', '35=A|34=1|52=@-121|98=0|108=30'],
    ['a clock that is early by more than two minutes', '35=A|34=1|52=@121|98=0|108=30'],
    ['a first message that is not a Logon', '35=0|34=1'],
    ['a Logon without HeartBtInt', '35=A|34=1|98=0'],
  ];
  for (const [what, first] of strangers) {
    it(`disconnects without an answer on ${what}`, () =>
      onStage(async ({ connect }) => {
        const peer = await connect();
        peer.say(first);
        await peer.hearClose();
      }));
  }

  it('disconnects on a garbled Logon, or a FIXT Logon without application version', async () => {
    await onStage(async ({ connect }) => {
      const peer = await connect();
      peer.sayRaw('8=FIX.4.4|9=10|35=A|34=1|10=000|');
      await peer.hearClose();
    });
    await onStage(
      async ({ connect }) => {
        const peer = await connect();
        peer.say('35=A|34=1|98=0|108=30');
        await peer.hearClose();
      },
      { beginString: 'FIXT.1.1' },
    );
  });

  it('disconnects a second connection of the same session and keeps the first', () =>
    onStage(async ({ logOn, connect }) => {
      const first = await logOn();
      const second = await connect();
      second.say('35=A|34=2|98=0|108=30');
      await second.hearClose();
      first.say('35=1|34=2|112=HELLO');
      await first.hear('35=0|34=2|112=HELLO');
    }, REAL_TIME));

  it('answers a Logon above the expected number and requests the missing messages', () =>
    onStage(async ({ connect }) => {
      const peer = await connect();
      peer.say('35=A|34=5|98=0|108=30');
      await peer.hear('35=A|34=1|98=0|108=30');
      await peer.hear('35=2|34=2|7=1|16=0');
      peer.say('35=4|34=1|43=Y|122=@|36=6|123=Y');
      peer.say('35=1|34=6|112=HELLO');
      await peer.hear('35=0|34=3|112=HELLO');
    }));

  it('resets both numbers on request, at the logon and during the session', () =>
    onStage(async ({ logOn, connect }) => {
      const first = await logOn();
      first.say('35=1|34=2|112=HELLO');
      await first.hear('35=0|34=2|112=HELLO');
      first.say('35=A|34=1|98=0|108=30|141=Y');
      await first.hear('35=A|34=1|98=0|108=30|141=Y');
      first.say('35=1|34=2|112=AGAIN');
      await first.hear('35=0|34=2|112=AGAIN');
      first.say('35=5|34=3');
      await first.hear('35=5|34=3');
      await first.hearClose();
      const second = await connect();
      second.say('35=A|34=1|98=0|108=30|141=Y');
      await second.hear('35=A|34=1|98=0|108=30|141=Y');
    }));

  it('resets both numbers at every logon if configured', () =>
    onStage(
      async ({ logOn }) => {
        const first = await logOn();
        first.say('35=1|34=2|112=HELLO');
        await first.hear('35=0|34=2|112=HELLO');
        first.close();
        const second = await logOn();
        second.say('35=1|34=2|112=HELLO');
        await second.hear('35=0|34=2|112=HELLO');
      },
      { resetOnLogon: true },
    ));
});

describe('numbers', () => {
  it('hold across connections, and a number that is too low ends the session with an alarm', () =>
    onStage(async ({ logOn, connect, alarms }) => {
      const first = await logOn();
      first.say('35=0|34=2');
      first.say('35=5|34=3');
      await first.hear('35=5|34=2');
      await first.hearClose();
      const second = await connect();
      second.say('35=A|34=3|98=0|108=30');
      await second.hear('35=5|34=3|58=MsgSeqNum too low, expecting 4 but received 3');
      await second.hearClose();
      const third = await connect();
      third.say('35=A|34=4|98=0|108=30');
      await third.hear('35=A|34=4|98=0|108=30');
      third.say('35=0|34=2');
      await third.hear('35=5|34=5|58=MsgSeqNum too low, expecting 5 but received 2');
      await third.hearClose();
      assert.match(alarms.join('\n'), /too low, expecting 4[\s\S]*too low, expecting 5/);
    }));

  it('above a gap cause one ResendRequest, a queue, and delivery in order', () =>
    onStage(async ({ logOn, name }) => {
      const peer = await logOn();
      for (const seqNum of [4, 5, 6])
        peer.say(`35=D|34=${seqNum}|${ORDER.replace('ID', `O${seqNum}`)}`);
      await peer.hear('35=2|34=2|7=2|16=0');
      await peer.hearNothing(150);
      for (const seqNum of [2, 3, 4]) {
        peer.say(`35=D|34=${seqNum}|43=Y|122=@|${ORDER.replace('ID', `O${seqNum}`)}`);
      }
      for (const seqNum of [2, 3, 4, 5, 6]) {
        await peer.hear(`35=D|34=${seqNum + 1}|${ECHO.replace('ID', `O${seqNum}`)}`);
      }
      assert.deepEqual(await receivedBy(database.db, name), ['O2', 'O3', 'O4', 'O5', 'O6']);
    }));

  it('a message lost inside the resend is requested again', () =>
    onStage(async ({ logOn, name }) => {
      const peer = await logOn();
      peer.say(`35=D|34=5|${ORDER.replace('ID', 'O5')}`);
      await peer.hear('35=2|34=2|7=2|16=0');
      peer.say('35=0|34=2|43=Y|122=@');
      peer.say('35=0|34=4|43=Y|122=@');
      await peer.hear('35=2|34=3|7=3|16=0');
      peer.say('35=0|34=3|43=Y|122=@');
      await peer.hear(`35=D|34=4|${ECHO.replace('ID', 'O5')}`);
      assert.deepEqual(await receivedBy(database.db, name), ['O5']);
    }));

  it('a ResendRequest inside a gap is answered at once, and so is one with a low number', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      peer.say(`35=D|34=2|${ORDER}`);
      peer.say(`35=D|34=3|${ORDER}`);
      await peer.hear(`35=D|34=2|${ECHO}`);
      await peer.hear(`35=D|34=3|${ECHO}`);
      peer.say('35=0|34=7');
      await peer.hear('35=2|34=4|7=4|16=0');
      peer.say('35=2|34=8|7=2|16=3');
      await peer.hear(`35=D|34=2|43=Y|${ECHO}`);
      await peer.hear(`35=D|34=3|43=Y|${ECHO}`);
      for (const seqNum of [4, 5, 6]) peer.say(`35=0|34=${seqNum}|43=Y|122=@`);
      peer.say('35=2|34=2|7=3|16=3');
      await peer.hear(`35=D|34=3|43=Y|${ECHO}`);
      peer.say('35=1|34=9|112=HELLO');
      await peer.hear('35=0|34=5|112=HELLO');
    }));

  it('a Logout is answered whatever its number', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      peer.say('35=5|34=20');
      await peer.hear('35=5|34=2');
      await peer.hearClose();
    }));
});

describe('resend', () => {
  it('resends application messages and replaces admin messages by gap fills', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      for (const seqNum of [2, 3, 4]) peer.say(`35=1|34=${seqNum}|112=HELLO`);
      for (const seqNum of [5, 6]) peer.say(`35=D|34=${seqNum}|${ORDER}`);
      for (const seqNum of [7, 8]) peer.say(`35=1|34=${seqNum}|112=HELLO`);
      for (let count = 2; count <= 8; count += 1) await peer.hearAny();
      peer.say('35=2|34=9|7=2|16=4');
      await peer.hear('35=4|34=2|43=Y|36=5|123=Y');
      peer.say('35=2|34=10|7=3|16=0');
      await peer.hear('35=4|34=3|43=Y|36=5|123=Y');
      await peer.hear(`35=D|34=5|43=Y|${ECHO}`);
      await peer.hear(`35=D|34=6|43=Y|${ECHO}`);
      await peer.hear('35=4|34=7|43=Y|36=9|123=Y');
      peer.say('35=1|34=11|112=STILL');
      await peer.hear('35=0|34=9|112=STILL');
    }));

  it('keeps the original sending time of resent messages', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      peer.say(`35=D|34=2|${ORDER}`);
      const first = /\|52=([^|]+)/.exec(await peer.hearAny())?.[1];
      await peer.hearNothing(20);
      peer.say('35=2|34=3|7=2|16=2');
      const again = await peer.hearAny();
      assert.equal(/\|122=([^|]+)/.exec(again)?.[1], first);
      assert.notEqual(/\|52=([^|]+)/.exec(again)?.[1], first);
    }));

  it('never resends an order that is older than the configured age', () =>
    onStage(
      async ({ logOn }) => {
        const peer = await logOn();
        peer.say(`35=D|34=2|${ORDER}`);
        await peer.hear(`35=D|34=2|${ECHO}`);
        await peer.hearNothing(120);
        peer.say('35=2|34=3|7=1|16=0');
        await peer.hear('35=4|34=1|43=Y|36=3|123=Y');
      },
      { staleOrderAgeMs: 100 },
    ));

  it('answers from the store after a restart of the process', () =>
    onStage(async ({ logOn, acceptor, name }) => {
      const peer = await logOn();
      peer.say(`35=D|34=2|${ORDER}`);
      await peer.hear(`35=D|34=2|${ECHO}`);
      const stopped = acceptor.stop();
      await peer.hear('35=5|34=3');
      peer.say('35=5|34=3');
      await stopped;
      const config = sessionConfig({
        role: 'acceptor',
        key: { beginString: 'FIX.4.4', senderCompId: 'ISLD', targetCompId: name },
      });
      const again = await startAcceptor({
        db: database.db,
        log: { alarm: () => undefined, info: () => undefined },
        clock: SYSTEM_CLOCK,
        port: 0,
        sessions: [{ config, application: echoApplication(name) }],
      });
      const ids = { beginString: 'FIX.4.4', sender: name, target: 'ISLD' };
      const back = await connectPeer(again.port, ids);
      back.say('35=A|34=4|98=0|108=30');
      await back.hear('35=A|34=4|98=0|108=30');
      back.say('35=2|34=5|7=2|16=0');
      await back.hear(`35=D|34=2|43=Y|${ECHO}`);
      await back.hear('35=4|34=3|43=Y|36=5|123=Y');
      back.close();
      await again.stop();
    }));
});

describe('duplicates', () => {
  it('a resent message that was received is ignored', () =>
    onStage(async ({ logOn, name }) => {
      const peer = await logOn();
      peer.say(`35=D|34=2|${ORDER}`);
      await peer.hear(`35=D|34=2|${ECHO}`);
      peer.say(`35=D|34=2|43=Y|122=@|${ORDER}`);
      peer.say('35=1|34=3|112=HELLO');
      await peer.hear('35=0|34=3|112=HELLO');
      assert.equal((await receivedBy(database.db, name)).length, 1);
    }));

  it('a resent message without OrigSendingTime is rejected, and a later one ends the session', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      peer.say('35=0|34=2');
      peer.say(`35=D|34=2|43=Y|${ORDER}`);
      await peer.hear('35=3|34=2|45=2|58=Required tag missing|371=122|372=D|373=1');
      peer.say(`35=D|34=2|43=Y|122=@10|${ORDER}`);
      await peer.hear('35=3|34=3|45=2|58=SendingTime accuracy problem|372=D|373=10');
      await peer.hear('35=5|34=4');
      peer.say('35=5|34=3');
      await peer.hearClose();
    }));
});

describe('SequenceReset', () => {
  it('Reset ignores its own number and never goes back', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      peer.say('35=4|34=0|36=25');
      peer.say('35=1|34=25|112=HELLO');
      await peer.hear('35=0|34=2|112=HELLO');
      peer.say('35=4|34=0|36=1|123=N');
      await peer.hear(
        '35=3|34=3|45=0|58=Value is incorrect (out of range) for this tag|372=4|373=5',
      );
      peer.say('35=1|34=26|112=HELLO');
      await peer.hear('35=0|34=4|112=HELLO');
    }));

  it('GapFill above the expected number opens a gap, and below it is treated as a low number', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      peer.say('35=4|34=10|36=20|123=Y');
      peer.say('35=1|34=20|112=HELLO');
      await peer.hear('35=2|34=2|7=2|16=0');
      peer.say('35=4|34=2|43=Y|122=@|36=20|123=Y');
      await peer.hear('35=0|34=3|112=HELLO');
      peer.say('35=4|34=1|43=Y|122=@-1|36=30|123=Y');
      peer.say('35=4|34=1|36=30|123=Y');
      await peer.hear('35=5|34=4|58=MsgSeqNum too low, expecting 21 but received 1');
      await peer.hearClose();
    }));
});

describe('garbled messages', () => {
  it('are ignored and not counted, and the gap logic requests them again', () =>
    onStage(async ({ logOn, name }) => {
      const peer = await logOn();
      const ids = { beginString: 'FIX.4.4', sender: name, target: 'ISLD' };
      const bytes = messageOf(`35=D|34=2|${ORDER}`, ids);
      const good = bytes.toString('latin1').replaceAll('\u0001', '|');
      peer.sayRaw(good.replace('11=ID', '11=IX'));
      peer.sayRaw(good.replace(/\|9=\d+/, '|9=30'));
      peer.sayRaw(good.replace(/(35=D)\|(49=[^|]+)/, '$2|$1'));
      peer.say('35=1|34=2|112=HELLO');
      await peer.hear('35=0|34=2|112=HELLO');
      peer.say(`35=D|34=4|${ORDER.replace('ID', 'O4')}`);
      await peer.hear('35=2|34=3|7=3|16=0');
      peer.say(`35=D|34=3|${ORDER.replace('ID', 'O3')}`);
      await peer.hear(`35=D|34=4|${ECHO.replace('ID', 'O3')}`);
      await peer.hear(`35=D|34=5|${ECHO.replace('ID', 'O4')}`);
    }));
});

describe('a message that is garbled each time', () => {
  it('is counted after three requests, and an excessive length loses no other message', () =>
    onStage(async ({ logOn, alarms, name }) => {
      const peer = await logOn();
      const swallowing = `35=D|9=20000|34=2|43=Y|122=@|${ORDER}`;
      for (const out of [2, 3, 4]) {
        peer.say(swallowing);
        peer.say(`35=0|34=3|${out === 2 ? '' : '43=Y|'}122=@`);
        await peer.hear(`35=2|34=${out}|7=2|16=0`);
      }
      peer.say(swallowing);
      const reject = await peer.hearAny();
      assert.match(reject, /\|35=3\|34=5\|.*\|45=2\|58=Message was garbled each time/);
      peer.say(`35=D|34=4|${ORDER}`);
      await peer.hear(`35=D|34=6|${ECHO}`);
      assert.match(alarms.join(), /message 2 is still garbled/);
      assert.deepEqual(await receivedBy(database.db, name), ['ID']);
    }));
});

describe('heartbeats', () => {
  it('are sent when nothing else is, followed by a test request and the end of the session', () =>
    onStage(async ({ logOn, alarms, nowMs }) => {
      const startedMs = nowMs();
      const peer = await logOn('108=1');
      await peer.hear('35=0|34=2');
      const beatenMs = nowMs() - startedMs;
      assert.ok(beatenMs >= 950 && beatenMs <= 1_150, `heartbeat after ${beatenMs} ms`);
      await peer.hear('35=1|34=3|112=TEST');
      const askedMs = nowMs() - startedMs;
      assert.ok(askedMs >= 1_150 && askedMs <= 1_400, `test request after ${askedMs} ms`);
      await peer.hearClose();
      const endedMs = nowMs() - startedMs;
      assert.ok(endedMs >= 2_350 && endedMs <= 2_700, `end after ${endedMs} ms`);
      assert.match(alarms.join(), /nothing received/);
    }));

  it('do not keep a session open whose Logout is not answered in time', () =>
    onStage(
      async ({ logOn, acceptor }) => {
        const peer = await logOn();
        const startedMs = Date.now();
        acceptor.sessions[0]?.logout();
        await peer.hear('35=5|34=2');
        await peer.hearClose();
        assert.ok(Date.now() - startedMs >= 300);
      },
      { ...REAL_TIME, logoutTimeoutMs: 300 },
    ));
});

describe('the store', () => {
  it('writes nothing to the wire while commits are impossible', () =>
    onStage(async ({ logOn, name }) => {
      const peer = await logOn();
      const holder = await database.db.dedicated();
      await holder.query('begin');
      await holder.query('select from fix_session where target_comp_id = $1 for update', [name]);
      peer.say(`35=D|34=2|${ORDER}`);
      await waitFor('the commit to wait', async () => {
        const rows = await holder.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.rowCount === 1;
      });
      await peer.hearNothing();
      await holder.query('commit');
      await holder.end();
      await peer.hear(`35=D|34=2|${ECHO}`);
    }));

  it('books a burst in several short transactions, each with its last number', () =>
    onStage(async ({ logOn, name, acceptor }) => {
      await database.db.query(sql`
        create function be_slow() returns trigger language plpgsql as $$
        begin perform pg_sleep(0.02); return new; end $$`);
      await database.db.query(sql`
        create trigger slow before insert on received for each row execute function be_slow()`);
      const peer = await logOn();
      const orders = Array.from({ length: 12 }, (_, at) => at + 2);
      for (const at of orders) peer.say(`35=D|34=${at}|${ORDER.replace('ID', `O${at}`)}`);
      for (const at of orders) await peer.hear(`35=D|34=${at}|${ECHO.replace('ID', `O${at}`)}`);
      await database.db.query(sql`drop trigger slow on received`);
      const [row] = await database.db.query<{ turns: number; orders: number }>(sql`
        select count(distinct xmin::text)::int as turns, count(*)::int as orders
        from received where session = ${name}`);
      assert.equal(row?.orders, orders.length);
      assert.ok(row.turns >= 4, `${row.turns} transactions`);
      const status = await acceptor.sessions[0]?.status();
      assert.deepEqual([status?.nextOut, status?.nextIn], [14, 14]);
    }, REAL_TIME));

  it('stores every raw message in both directions, and outgoing ones before they are sent', () =>
    onStage(async ({ logOn, name, acceptor }) => {
      const peer = await logOn();
      peer.say(`35=D|34=2|${ORDER.replace('ID', `${name}-1`)}`);
      await peer.hearAny();
      const rows = await database.db.query<{
        direction: string;
        seq_num: number;
        msg_type: string;
      }>(
        sql`select direction, seq_num, msg_type from fix_message
            where session_id = (select id from fix_session where target_comp_id = ${name})
            order by id`,
      );
      assert.deepEqual(
        rows.map((row) => `${row.direction} ${row.seq_num} ${row.msg_type}`),
        ['IN 1 A', 'OUT 1 A', 'IN 2 D', 'OUT 2 D'],
      );
      const byOrder = await database.db.query(
        sql`select 1 from fix_message where cl_ord_id = ${`${name}-1`}`,
      );
      assert.equal(byOrder.length, 2);
      const status = await acceptor.sessions[0]?.status();
      assert.deepEqual([status?.phase, status?.nextOut, status?.nextIn], ['active', 3, 3]);
    }));
});
