// The event list has no gaps and is complete for a reader that follows it, in whatever order
// writers commit.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Tx } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { storeEvents } from '../../../src/platform/events/queries.js';
import { sequenceEvents } from '../../../src/platform/events/sequence.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { until, waitFor } from '../../support/wait.js';

const LIST = '/api/v1/event/list';
/**
 * How long to wait for positions, in milliseconds. Other test files on the same server delay them
 * with open transactions.
 */
const CATCH_UP_MS = 30_000;

let app: TestApp;

before(async () => {
  app = await startTestApp({ loopIntervalsMs: { 'event-measure': 100 } });
});
after(() => app?.stop());

const admin = () => app.as('ADMIN');

async function store(type: string, subjectIds: readonly bigint[], officeId?: bigint) {
  const events = subjectIds.map((subjectId) => ({ type, subjectId, officeId }));
  await app.db.transaction((tx) => storeEvents(tx, events));
}

/** Waits until every stored event of a type has its position, and returns the events. */
function positioned(type: string, count: number, caller = admin()): Promise<Json[]> {
  return waitFor(
    `${count} events ${type}`,
    async () => {
      const { result } = (await caller.get(`${LIST}?types=${type}&c=500`)).body;
      return result.length >= count && result;
    },
    CATCH_UP_MS,
  );
}

describe('success', () => {
  test('an operation leaves its event, with id, subject, office, time and data', async () => {
    await app.db.transaction((tx) =>
      storeEvents(tx, [
        { type: 'probe.stored', subjectId: 7n, officeId: 3n, data: { amount: 12.5 } },
      ]),
    );
    const [event] = await positioned('probe.stored', 1);
    assert.equal(typeof event.id, 'number');
    assert.match(event.time, /^\d{4}-\d\d-\d\dT.*Z$/);
    const { id: _, time: __, ...told } = event;
    assert.deepEqual(told, {
      type: 'probe.stored',
      subjectId: 7,
      businessOfficeId: 3,
      data: { amount: 12.5 },
    });
  });

  test('following `next` returns all events in order, until `next` does not change', async () => {
    await store(
      'page.turned',
      Array.from({ length: 25 }, (_, at) => BigInt(at)),
    );
    await positioned('page.turned', 25);
    const subjects: number[] = [];
    let since = 0;
    for (let page = 0; page < 100; page += 1) {
      const { body } = await admin().get(`${LIST}?since=${since}&types=page.turned&c=10`);
      subjects.push(...body.result.map((event: Json) => event.subjectId));
      if (body.next === since) break;
      since = body.next;
    }
    assert.deepEqual(
      subjects,
      Array.from({ length: 25 }, (_, at) => at),
    );
  });

  test('`until` ends the list; a noun with a star selects all its types', async () => {
    await store('star.risen', [1n]);
    await store('star.set', [2n]);
    await store('stare.met', [3n]);
    const [first] = await positioned('star.risen', 1);
    await positioned('stare.met', 1);
    const both = await admin().get(`${LIST}?types=star.*`);
    assert.deepEqual(
      both.body.result.map((event: Json) => event.type),
      ['star.risen', 'star.set'],
    );
    const { body } = await admin().get(`${LIST}?types=star.*&until=${first.id}`);
    assert.equal(body.result.length, 1);
    assert.equal(body.next, first.id);
  });

  test('a caller of one business office sees only its events', async () => {
    await store('office.seen', [1n], 1n);
    await store('office.seen', [2n], 2n);
    await store('office.seen', [3n]);
    assert.equal((await positioned('office.seen', 3)).length, 3);
    const bound = await positioned('office.seen', 1, app.asOffice('OPERATIONS', [2n]));
    assert.deepEqual(
      bound.map((event) => event.subjectId),
      [2],
    );
  });
});

test('400: wrong types, too large a page, an unknown parameter', async () => {
  for (const query of ['types=%25', 'types=a', 'types=a.b,', 'c=501', 'since=-1', 'after=1']) {
    assert.equal((await admin().get(`${LIST}?${query}`)).status, 400, query);
  }
});

test('401: without credentials', async () => {
  assert.equal((await app.as('NOBODY').get(LIST)).status, 401);
});

describe('no reader misses an event', () => {
  const WRITERS = 8;
  const PER_WRITER = 20;

  /**
   * Writes events in transactions that commit out of order, because each works for a random time
   * after the insert.
   */
  async function writer(number: number): Promise<void> {
    for (let turn = 0; turn < PER_WRITER; turn += 1) {
      await app.db.transaction(async (tx) => {
        await storeEvents(tx, [
          { type: 'race.run', subjectId: BigInt(number * PER_WRITER + turn) },
        ]);
        for (let work = Math.random() * 20; work > 1; work -= 1) await tx.query(sql`select 1`);
        if (turn % 7 === 6) await tx.query(sql`savepoint nothing`);
      });
    }
  }

  /** Keeps a transaction open that starts before most of the others and ends after them. */
  function holdOpen(until: Promise<unknown>): Promise<void> {
    return app.db.transaction(async (tx: Tx) => {
      await storeEvents(tx, [{ type: 'race.run', subjectId: 9_999n }]);
      await until;
    });
  }

  test('with 8 writers, one of them slow, events are lost by id but not by position', async () => {
    const byPosition: number[] = [];
    const byId: bigint[] = [];
    const reading = { on: true };
    const followPosition = async () => {
      let since = 0;
      const expected = WRITERS * PER_WRITER + 1;
      await waitFor(
        'all events to arrive by position',
        async () => {
          const { body } = await admin().get(`${LIST}?since=${since}&types=race.run&c=10`);
          byPosition.push(...body.result.map((event: Json) => event.subjectId));
          since = body.next;
          return byPosition.length >= expected;
        },
        CATCH_UP_MS,
      );
    };
    // Follows the events by id only: continues after the highest id seen.
    let looks = 0;
    const followId = () => {
      let after = 0n;
      return until(async () => {
        looks += 1;
        const rows = await app.db.query<{ id: bigint; subject: bigint }>(sql`
          select id, subject_id as subject from outbox_event
          where type = 'race.run' and id > ${after} order by id`);
        byId.push(...rows.map((row) => row.subject));
        after = rows.at(-1)?.id ?? after;
        return !reading.on;
      });
    };
    /** Resolves after a complete poll that started after this call. */
    const polledAgain = () => {
      const enough = looks + 2;
      return until(() => looks >= enough);
    };
    const naive = followId();
    const complete = followPosition();
    const writers = Promise.all(Array.from({ length: WRITERS - 1 }, (_, at) => writer(at)));
    const held = holdOpen(writers.then(polledAgain));
    await Promise.all([writers, writer(WRITERS - 1), held]);
    await complete;
    await polledAgain();
    reading.on = false;
    await naive;
    const all = WRITERS * PER_WRITER + 1;
    assert.equal(byPosition.length, all, 'none twice');
    assert.equal(new Set(byPosition).size, all, 'none missing');
    assert.ok(byId.length < all, `the control saw ${byId.length} of ${all} and should have lost`);
    assert.ok(!byId.includes(9_999n), 'the one that was held open was passed over');
  });

  test('an open transaction that delays the positions is shown in the metrics', async () => {
    const shown = () =>
      waitFor(
        'the figure',
        async () => {
          const { text } = await app.as('NOBODY').get('/metrics');
          const figure = /countinghouse_state\{name="events_waiting"\} (\S+)/.exec(text)?.[1];
          return figure !== undefined && Number(figure) > 1;
        },
        CATCH_UP_MS,
      );
    await app.db.transaction(async (tx) => {
      await tx.query(sql`select pg_current_xact_id()`);
      await store('held.back', [1n]);
      await shown();
    });
    await positioned('held.back', 1);
  });

  test('positions have no gaps, also with rolled back writes in between', async () => {
    const failing = Array.from({ length: 10 }, () =>
      assert.rejects(
        app.db.transaction(async (tx) => {
          await storeEvents(tx, [{ type: 'race.lost', subjectId: 1n }]);
          throw new Error('no');
        }),
      ),
    );
    await Promise.all([...failing, store('gap.closed', [1n, 2n, 3n])]);
    await positioned('gap.closed', 3);
    const [row] = await app.db.query<{ first: bigint; last: bigint; count: bigint }>(sql`
      select min(position) as first, max(position) as last, count(*) as count
      from event_position`);
    assert.equal(row?.first, 1n);
    assert.equal(row?.last, row?.count);
    assert.deepEqual(
      await app.db.query(sql`select id from outbox_event where type = 'race.lost'`),
      [],
    );
  });

  // The second writer gets its transaction number before the first writer, but stores its event
  // after the first has ended. If `isBetween`, a transaction with a number between theirs is still
  // open when both have ended.
  for (const isBetween of [false, true]) {
    const noun = isBetween ? 'turn-between' : 'turn';
    const title = isBetween ? ', with an open transaction between them' : '';
    test(`events of one record keep their order against transaction numbers${title}`, async () => {
      const [second, between] = [heldTransaction(), heldTransaction()];
      await app.db.query(sql`create table if not exists probe (id int primary key)`);
      await app.db.query(sql`insert into probe values (1) on conflict do nothing`);
      const write = async (tx: Tx, type: string) => {
        await tx.query(sql`update probe set id = 1 where id = 1`);
        await storeEvents(tx, [{ type, subjectId: 1n }]);
      };
      const ends = [second.run((tx) => write(tx, `${noun}.second`))];
      await second.numbered();
      if (isBetween) ends.push(between.run(async () => undefined));
      if (isBetween) await between.numbered();
      await app.db.transaction((tx) => write(tx, `${noun}.first`));
      second.state.isReleased = true;
      await ends[0];
      await sequenceEvents(app.db);
      const early: Json[] = (await admin().get(`${LIST}?types=${noun}.*`)).body.result;
      if (isBetween) assert.deepEqual(early, []);
      between.state.isReleased = true;
      await Promise.all(ends);
      const events = await positioned(`${noun}.*`, 2);
      assert.deepEqual(
        events.map((event) => event.type),
        [`${noun}.first`, `${noun}.second`],
      );
    });
  }

  /** Opens a transaction that already has a number but does its work only once it is released. */
  function heldTransaction() {
    const state = { isNumbered: false, isReleased: false };
    const run = (work: (tx: Tx) => Promise<void>) =>
      app.db.transaction(async (tx) => {
        await tx.query(sql`select pg_current_xact_id()`);
        state.isNumbered = true;
        await until(() => state.isReleased);
        await work(tx);
      });
    return { state, run, numbered: () => until(() => state.isNumbered) };
  }

  test('8 concurrent sequencers number each event once', async () => {
    const subjects = Array.from({ length: 300 }, (_, at) => BigInt(at));
    await Promise.all([
      ...subjects.map((subject) => store('many.at-once', [subject])),
      ...Array.from({ length: 8 }, () => sequenceEvents(app.db)),
    ]);
    const events = await positioned('many.at-once', 300);
    assert.equal(new Set(events.map((event) => event.subjectId)).size, 300);
  });

  test('a dump restored on a server with lower transaction numbers loses no event', async () => {
    await store('dump.known', [1n]);
    await positioned('dump.known', 1);
    // Simulates a restored database: the sequence and some events have higher transaction numbers
    // than this server has reached.
    await app.db.transaction(async (tx) => {
      await tx.query(sql`
        insert into outbox_event (type, subject_id, data, transaction_id)
        values ('dump.behind', 1, '{}', '900000000000')`);
      await tx.query(sql`update event_sequence set settled_from = '900000000001',
        settled_to = '900000000001'`);
    });
    await positioned('dump.behind', 1);
    await store('dump.afterwards', [1n]);
    await positioned('dump.afterwards', 1);
    assert.equal((await positioned('dump.known', 1)).length, 1, 'none twice');
  });
});
