// Old messages are deleted unless a counterparty may still request them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deleteOldMessages } from '../../../src/exchanges/fix/session/store/message-log-queries.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { ECHO, ORDER, playOn } from './acceptor-stage.js';
import { createReceivedTable } from './certification/echo.js';

describe('the removal of old messages', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await createReceivedTable(database.db);
  });
  after(() => database.drop());

  const remove = (rowsMax = 1_000) =>
    deleteOldMessages(database.db, { before: '2026-01-01T00:00:00Z', rowsMax });
  const growOld = () => database.db.query(sql`update fix_message set at = '2020-01-01T00:00:00Z'`);
  const keptNow = async () => {
    const rows = await database.db.query<{ what: string }>(sql`
      select direction || ' ' || roll || ' ' || msg_type as what from fix_message order by id`);
    return rows.map(({ what }) => what);
  };

  it('keeps messages sent since both numbers began at 1, so that they can be resent', () =>
    playOn(
      database,
      async ({ logOn }) => {
        const peer = await logOn('108=30|141=Y');
        peer.say(`35=D|34=2|${ORDER}`);
        await peer.hear(`35=D|34=2|${ECHO}`);
        await growOld();
        assert.equal(await remove(), 2);
        assert.deepEqual(await keptNow(), ['OUT 2 A', 'OUT 2 D']);
        peer.say('35=2|34=3|7=1|16=0');
        await peer.hear('35=4|34=1|43=Y|36=2|123=Y');
        await peer.hear(`35=D|34=2|43=Y|${ECHO}`);
        // After a reset, counterparties can no longer request earlier messages.
        peer.say('35=A|34=1|98=0|108=30|141=Y');
        await peer.hear('35=A|34=1|98=0|108=30|141=Y');
        await growOld();
        await remove();
        assert.deepEqual(await keptNow(), ['OUT 3 A']);
      },
      {},
    ));

  it('keeps received messages that are not booked yet', () =>
    playOn(
      database,
      async ({ logOn }) => {
        const peer = await logOn();
        for (const seqNum of [2, 3]) peer.say(`35=0|34=${seqNum}`);
        peer.say('35=1|34=4|112=HELLO');
        await peer.hear('35=0|34=2|112=HELLO');
        await database.db.query(sql`
          insert into fix_delivery (message_id, session_id, roll, seq_num)
          select id, session_id, roll, seq_num from fix_message
          where direction = 'IN' and msg_type = '0' and seq_num in (2, 3)
            and session_id = (select max(id) from fix_session)`);
        await growOld();
        const waiting = async () => {
          const rows = await database.db.query<{ seq: number }>(sql`
            select d.seq_num as seq from fix_delivery d join fix_message m on m.id = d.message_id
            order by d.seq_num`);
          return rows.map(({ seq }) => seq);
        };
        await remove();
        assert.deepEqual(await waiting(), [2, 3]);
        await database.db.query(sql`update fix_delivery set outcome = 'BOOKED' where seq_num = 2`);
        assert.equal(await remove(), 1);
        assert.deepEqual(await waiting(), [3]);
        await database.db.query(sql`delete from fix_delivery`);
        await remove();
      },
      {},
    ));

  it('deletes no more than requested at a time, and nothing recent', () =>
    playOn(
      database,
      async ({ logOn }) => {
        const peer = await logOn();
        for (const seqNum of [2, 3, 4]) peer.say(`35=0|34=${seqNum}`);
        peer.say('35=1|34=5|112=HELLO');
        await peer.hear('35=0|34=2|112=HELLO');
        await growOld();
        peer.say('35=1|34=6|112=YOUNG');
        await peer.hear('35=0|34=3|112=YOUNG');
        assert.equal(await remove(3), 3);
        assert.equal(await remove(3), 2);
        assert.equal(await remove(3), 0);
        assert.deepEqual((await keptNow()).slice(-4), ['OUT 1 A', 'OUT 1 0', 'IN 1 1', 'OUT 1 0']);
      },
      {},
    ));
});
