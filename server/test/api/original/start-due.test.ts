// Deposits with a future start: on the start date, each is reported once to the user who entered
// it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addDays, type BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { closeDays } from '../../support/end-of-day.js';
import { waitFor } from '../../support/wait.js';

const BASE = '/api/v1/order/terminstrument';

describe('a deposit with a future start', () => {
  let app: TestApp;
  let today: BusinessDate;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none', workersLeftOut: [] });
    today = await currentBusinessDate(app.db);
    const made = await app.as('ADMIN').post('/api/v1/security/user/create', {
      ...{ username: 'maker', label: 'Maker', roles: ['OPERATIONS'], password: 'a long one 4711' },
      emailAddress: 'maker@firm.example',
    });
    assert.equal(made.status, 201, made.text);
  });
  after(() => app.stop());

  const submit = async (start: BusinessDate): Promise<number> => {
    const reply = await app.as('CLIENT').post(`${BASE}/submit`, {
      ...{ instrumentTypeName: 'FD-NGN', customerId: 1, faceValue: 200_000, tenure: 91 },
      startDate: start,
    });
    assert.equal(reply.status, 201, reply.text);
    return reply.body.id;
  };
  const enteredBy = (id: number, name: string) =>
    app.db.query(sql`update term_instrument set created_by = ${name} where id = ${BigInt(id)}`);
  const reported = (id: number) =>
    app.db.query<{ data: Json }>(sql`
      select data from outbox_event
      where type = 'term-instrument.start-due' and subject_id = ${BigInt(id)} order by id`);
  const startDue = async (value: boolean): Promise<number[]> => {
    const path = `${BASE}/customer/list?c=1&u=PENDING&startDue=${value}`;
    const { body } = await app.as('CLIENT').get(path);
    return body.result.map(({ id }: Json) => id);
  };
  const outcomeOf = (id: number): Promise<Json> =>
    waitFor(`the notification about deposit ${id}`, async () => {
      const path = `/api/v1/crm/notification/list?relatedTo=TERM_INSTRUMENT&relatedToId=${id}`;
      const { body } = await app.as('CLIENT').get(path);
      return body.result.find((each: Json) => each.state !== 'WAITING');
    });

  it('is reported once on the day, even if closed days are skipped', async () => {
    // Five days ahead, so that at least one close skips a weekend.
    const dates = [1, 2, 3, 4, 5].map((days) => addDays(today, days));
    const byStart = new Map<BusinessDate, number>();
    for (const date of dates) byStart.set(date, await submit(date));
    for (const id of byStart.values()) await enteredBy(id, 'maker');
    assert.deepEqual(await startDue(true), []);
    let present = today;
    for (let close = 0; close < 6 && present < addDays(today, 5); close += 1) {
      await closeDays(app.as('ADMIN'));
      present = await currentBusinessDate(app.db);
      for (const [date, id] of byStart) {
        const events = await reported(id);
        assert.equal(events.length, date <= present ? 1 : 0, `${date} at ${present}`);
      }
      const due = [...byStart].filter(([date]) => date <= present).map(([, id]) => id);
      assert.deepEqual((await startDue(true)).sort(), due.sort());
    }
    const [first] = dates;
    const id = byStart.get(first ?? today) ?? 0;
    assert.deepEqual(
      (await reported(id)).map(({ data }) => data.startDate),
      [first],
    );
    const outcome = await outcomeOf(id);
    assert.equal(outcome.state, 'QUEUED', JSON.stringify(outcome));
    const [mail] = await app.db.query<{ address: string; subject: string }>(sql`
      select t.address, m.subject from message m join message_transport t on t.id = m.id
      where m.related_to = 'TERM_INSTRUMENT' and m.related_to_id = ${BigInt(id)}`);
    assert.equal(mail?.address, 'maker@firm.example');
    assert.match(mail?.subject ?? '', new RegExp(`starts on ${first}$`));
    // Once a deposit is posted, its start is no longer due.
    const posted = await app.as('CLIENT').put(`${BASE}/post/${id}`);
    assert.equal(posted.status, 200, posted.text);
    assert.equal((await startDue(true)).includes(id), false);
  });

  it('is reported again if its start is moved, and to no user if a program made it', async () => {
    const start = addDays(await currentBusinessDate(app.db), 1);
    const id = await submit(start);
    await closeDays(app.as('ADMIN'), addDays(start, 1));
    assert.equal((await reported(id)).length, 1);
    const outcome = await outcomeOf(id);
    assert.deepEqual([outcome.state, outcome.reason], ['NOBODY', 'NO_MAKER']);
    const later = addDays(await currentBusinessDate(app.db), 4);
    const moved = await app.as('CLIENT').put(`${BASE}/update`, { id, startDate: later });
    assert.equal(moved.status, 200, moved.text);
    assert.deepEqual((await startDue(false)).includes(id), true);
    await closeDays(app.as('ADMIN'), addDays(later, 1));
    assert.deepEqual(
      (await reported(id)).map(({ data }) => data.startDate),
      [start, later],
    );
  });
});
