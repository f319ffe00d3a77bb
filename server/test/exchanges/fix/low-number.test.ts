// A logon rejected because our sequence number is too low, for example after data loss. The
// rejected Logon does not consume a number. After three rejections no further Logon is sent until a
// person acts.

import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { startInitiator } from '../../../src/exchanges/fix/session/peer/initiator.js';
import { resetSequence } from '../../../src/exchanges/fix/session/store/queries.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/wait.js';
import { createReceivedTable, echoApplication } from './certification/echo.js';
import { listenAsPeer } from './raw-peer.js';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await createReceivedTable(database.db);
});
after(() => database.drop());

let sessions = 0;

/**
 * Opens a session whose sequence number is behind the exchange's, so the exchange has just rejected
 * its logon.
 */
async function stage(context: TestContext, nextOut: number) {
  sessions += 1;
  const name = `LOW${sessions}`;
  const key = { beginString: 'FIX.4.4', senderCompId: name, targetCompId: 'NGX' } as const;
  await database.db.query(sql`
    insert into fix_session (begin_string, sender_comp_id, target_comp_id, next_out_seq_num,
      next_in_seq_num, rolled_at)
    values (${key.beginString}, ${name}, 'NGX', ${nextOut}, 40, now())`);
  const exchange = await listenAsPeer({ beginString: 'FIX.4.4', sender: 'NGX', target: name });
  const alarms: string[] = [];
  const initiator = startInitiator({
    db: database.db,
    config: sessionConfig({ role: 'initiator', key, reconnectMaxMs: 100 }),
    application: echoApplication(name),
    log: { alarm: (_: unknown, text: string) => alarms.push(text), info: () => undefined },
    clock: SYSTEM_CLOCK,
    host: '127.0.0.1',
    port: exchange.port,
  });
  context.after(async () => {
    exchange.close();
    await initiator.stop();
  });
  let nextIn = 40;
  /** Waits for a logon with this sequence number and answers it. */
  const answer = async (expected: string, says: string) => {
    const peer = await exchange.accept();
    context.after(() => peer.close());
    await peer.hear(expected);
    peer.say(says.replace('?', String(nextIn)));
    nextIn += 1;
    return peer;
  };
  const refuse = async (logon: string, words: string) => {
    const peer = await answer(logon, `35=5|34=?|${words}`);
    await peer.hearClose();
  };
  const isAtRest = () => until(() => alarms.some((text) => /no further logon/.test(text)));
  const numbers = async () => {
    const [row] = await database.db.query<{ id: number; next: number }>(sql`
      select id, next_out_seq_num as next from fix_session where sender_comp_id = ${name}`);
    assert.ok(row);
    return row;
  };
  return { name, initiator, answer, refuse, isAtRest, numbers };
}

const WORDS = [
  '58=MsgSeqNum too low, expecting 168 but received 33',
  '58=Sequence number lower than expected',
  '58=expected sequence number: 168',
  '1409=9',
];

describe('a logon with a number that is too low', () => {
  for (const words of WORDS) {
    it(`uses no number if the exchange answers ${words}`, async (context) => {
      const { refuse, isAtRest, numbers, initiator } = await stage(context, 33);
      for (let time = 1; time <= 3; time += 1) await refuse('35=A|34=33|98=0|108=30', words);
      await isAtRest();
      assert.equal((await numbers()).next, 33);
      assert.equal(initiator.reach().state, 'REFUSED');
    });
  }

  it('is not tried a fourth time until two people have reset the numbers', async (context) => {
    const { refuse, isAtRest, answer, numbers, initiator } = await stage(context, 33);
    for (let time = 1; time <= 3; time += 1) await refuse('35=A|34=33|98=0|108=30', '1409=9');
    await isAtRest();
    const { attempts, lastError } = initiator.reach();
    assert.equal(attempts, 3);
    assert.match(lastError ?? '', /logon refused/);
    const { id } = await numbers();
    await database.db.transaction((tx) => resetSequence(tx, id, Date.now()));
    // A fourth Logon, if sent, would be received here.
    await answer('35=A|34=1|98=0|108=30|141=Y', '35=A|34=1|98=0|108=30|141=Y');
    await until(() => initiator.session.isLoggedOn());
    assert.equal((await numbers()).next, 2);
  });

  it('is tried again once an operator has logged the session out and on', async (context) => {
    const { name, refuse, isAtRest, answer, initiator } = await stage(context, 7);
    for (let time = 1; time <= 3; time += 1) await refuse('35=A|34=7|98=0|108=30', WORDS[0] ?? '');
    await isAtRest();
    const hold = (held: boolean) =>
      database.db.query(sql`
        update fix_session set held = ${held} where sender_comp_id = ${name}`);
    await hold(true);
    await until(() => initiator.reach().state === 'LOGGED_OUT_BY_OPERATOR');
    await hold(false);
    // The exchange has since set its expected number to ours.
    await answer('35=A|34=7|98=0|108=30', '35=A|34=?|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
  });

  it('uses a number if it was refused for another reason', async (context) => {
    const { refuse, answer, initiator } = await stage(context, 7);
    await refuse('35=A|34=7|98=0|108=30', '58=the password expires in 2 days');
    await refuse('35=A|34=8|98=0|108=30', '58=no such member');
    await answer('35=A|34=9|98=0|108=30', '35=A|34=?|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
  });
});
