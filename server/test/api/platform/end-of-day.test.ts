// End-of-day operations: requested, followed step by step, and run once even for concurrent
// requests. A failed step shows the reason, and a new request resumes the run.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { END_OF_DAY_ORDER } from '../../../src/app/end-of-day-order.js';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { closeDays, FOLLOW, followed, RUN, RUNS } from '../../support/end-of-day.js';
import { waitFor } from '../../support/wait.js';

describe('the end of a day', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  const admin = () => app.as('ADMIN');
  const today = () => currentBusinessDate(app.db);
  const moved = async (work: () => Promise<unknown>) => {
    const before = await today();
    await work();
    return (await today()) !== before;
  };

  describe('success', () => {
    it('is answered at once with a run, which shows each step until it ends', async () => {
      const closing = await today();
      const { status, body, headers } = await admin().post(RUN, {});
      assert.equal(status, 201);
      assert.equal(body.msgCode, 'END_OF_DAY_STARTED');
      assert.equal(headers.get('location'), `${FOLLOW}/${body.id}`);
      assert.equal(body.result.state, 'QUEUED');
      const run = await followed(admin(), body.id);
      assert.deepEqual([run.state, run.daysClosed, run.error], ['DONE', 1, undefined]);
      const [day] = run.days;
      assert.deepEqual([day.closing, day.next], [closing, await today()]);
      assert.ok(day.finishedDttm >= day.startedDttm);
      for (const step of day.steps) assert.equal(step.state, 'DONE', step.name);
      assert.deepEqual(
        day.steps.map((step: Json) => step.name),
        END_OF_DAY_ORDER.map(({ name }) => name),
      );
      const accrued = day.steps.find((step: Json) => step.name === 'accrue-term-instruments');
      const [row] = await app.db.query<{ rows: bigint }>(
        sql`select count(*) as rows from term_accrual where accrual_day >= ${closing}::date`,
      );
      assert.ok(accrued.records > 0);
      assert.equal(BigInt(accrued.records), row?.rows);
      assert.equal(accrued.expectedRecords, accrued.records);
      const skipped = day.steps.filter((step: Json) => step.expectedRecords === 0);
      assert.ok(skipped.length > 0);
      for (const { name, records, startedDttm, finishedDttm } of skipped) {
        assert.equal(records, 0, name);
        assert.ok(startedDttm >= day.startedDttm && finishedDttm <= day.finishedDttm, name);
      }
    });

    it('catches up missed days one by one, and lists the runs newest first', async () => {
      const until = addDays(await today(), 20);
      const run = await closeDays(admin(), until);
      const days = run.days.toReversed();
      assert.ok(days.length >= 12 && days.length === run.daysClosed);
      for (const [index, day] of days.slice(1).entries()) {
        assert.equal(day.closing, days[index].next);
        assert.ok(day.startedDttm >= days[index].finishedDttm);
      }
      assert.ok((await today()) >= until);
      const { body } = await admin().get(`${RUNS}?s=1&state=DONE`);
      assert.equal(body.result[0].id, run.id);
      assert.ok(body.count >= 2);
    });

    it('reports each closed day by an event', async () => {
      const closing = await today();
      const run = await closeDays(admin());
      const events = await app.db.query<{ data: Json }>(sql`
        select data from outbox_event
        where type = 'business-day.closed' and subject_id = ${run.id}`);
      assert.deepEqual(events, [{ data: { closing, next: await today() } }]);
    });

    it('has nothing to do if the date has been reached', async () => {
      const run = await closeDays(admin(), await today());
      assert.deepEqual([run.state, run.daysClosed, run.days], ['DONE', 0, []]);
    });

    it('can be read by roles that may read it, without delay if they do not wait', async () => {
      const { id } = await closeDays(admin(), await today());
      assert.equal((await app.as('AUDITOR').get(`${FOLLOW}/${id}`)).body.id, id);
      assert.equal((await app.as('AUDITOR').get(RUNS)).status, 200);
    });
  });

  it('400: a wait beyond the limit, an invalid date, an unknown state', async () => {
    assert.equal((await admin().get(`${FOLLOW}/1?wait=26`)).status, 400);
    assert.equal((await admin().post(RUN, { until: '2026-02-30' })).status, 400);
    assert.equal((await admin().get(`${RUNS}?state=ASLEEP`)).status, 400);
  });

  it('403: only the administrator closes a day', async () => {
    assert.equal((await app.as('OPERATIONS').post(RUN, {})).status, 403);
    assert.equal((await app.as('CLIENT').post(RUN, {})).status, 403);
  });

  it('404: a run that does not exist', async () => {
    assert.equal((await admin().get(`${FOLLOW}/999999`)).status, 404);
  });

  describe('409', () => {
    it('closes the day once when ten callers request it', async () => {
      const next = addDays(await today(), 1);
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => admin().post(RUN, { until: next })),
      );
      const started = replies.filter(({ status }) => status === 201);
      const runs = await Promise.all(started.map(({ body }) => followed(admin(), body.id)));
      assert.equal(
        runs.reduce((sum, run) => sum + run.daysClosed, 0),
        1,
      );
      for (const { status, body } of replies) {
        if (status === 201) continue;
        assert.equal(status, 409);
        assert.equal(body.msgCode, 'END_OF_DAY_RUNNING');
        assert.ok(runs.some((run) => String(run.id) === body.msgArgs[1]));
      }
    });

    it('moves the clock of the demo before it answers, and not during a run', async () => {
      const clock = '/api/v1/system/clock';
      const still = await app.db.dedicated();
      await still.query('begin; lock table end_of_day in exclusive mode');
      const asked = await admin().post(RUN, {});
      const refused = await admin().put(clock, { advanceDays: 1 });
      assert.equal(refused.status, 409);
      await still.query('rollback');
      await still.end();
      await followed(admin(), asked.body.id);
      assert.equal(await moved(() => admin().put(clock, { advanceDays: 1 })), true);
    });
  });

  describe('422', () => {
    it('business time never moves back', async () => {
      const { status, body } = await admin().post(RUN, { until: addDays(await today(), -1) });
      assert.deepEqual([status, body.msgCode], [422, 'BUSINESS_DATE_PASSED']);
      assert.equal(body.errors[0].pointer, '/until');
    });
  });

  describe('repeated key', () => {
    it('returns the first run again', async () => {
      const headers = { 'idempotency-key': 'end-of-day-of-one-key' };
      const until = await today();
      const first = await admin().post(RUN, { until }, headers);
      const second = await admin().post(RUN, { until }, headers);
      assert.equal(second.body.id, first.body.id);
      await followed(admin(), first.body.id);
    });
  });

  describe('dry run', () => {
    it('shows that a run would start, and starts none', async () => {
      const still = await moved(async () => {
        const { status, body } = await admin().post(`${RUN}?dryRun=true`, {});
        assert.deepEqual([status, body.dryRun, body.id], [200, true, undefined]);
        const active = await admin().get(`${RUNS}?state=QUEUED`);
        assert.equal(active.body.count, 0);
      });
      assert.equal(still, false);
    });

    it('is refused by the clock, because it cannot be undone', async () => {
      const headers = { prefer: 'dry-run' };
      const clock = await admin().put('/api/v1/system/clock', { advanceDays: 1 }, headers);
      assert.equal(clock.status, 400);
      assert.deepEqual(clock.body.msgArgs, ['dryRun']);
    });
  });

  describe('a step that fails', () => {
    it('ends the run with the reason, and a new request runs the remaining steps', async () => {
      await app.db.query(
        sql`alter table term_accrual add constraint no_room check (false) not valid`,
      );
      const closing = await today();
      const asked = await admin().post(RUN, {});
      const run = await followed(admin(), asked.body.id);
      assert.equal(run.state, 'FAILED');
      assert.match(run.error, /^accrue-term-instruments: .*no_room/);
      const states = new Map(run.days[0].steps.map((step: Json) => [step.name, step.state]));
      assert.equal(states.get('settle-trades'), 'DONE');
      assert.equal(states.get('accrue-term-instruments'), 'FAILED');
      assert.equal(states.get('roll-prices'), 'PENDING');
      assert.equal(await today(), closing);
      await app.db.query(sql`alter table term_accrual drop constraint no_room`);
      const again = await closeDays(admin());
      assert.deepEqual([again.daysClosed, again.days[0].closing], [1, closing]);
    });
  });

  describe('a runner that has ended', () => {
    it('leaves a run that the next request ends and replaces', async () => {
      await app.db.query(sql`
        insert into end_of_day_run (until_date, state, asked_by, request_id)
        values (${await today()}, 'RUNNING', 'a process that was killed', 'test')`);
      const run = await closeDays(admin(), await today());
      const { body } = await admin().get(`${FOLLOW}/${run.id - 1}`);
      assert.deepEqual([body.state, body.error], ['FAILED', 'its runner is gone']);
    });

    it('commits nothing when it continues after another has taken the day', async () => {
      const closing = await today();
      const gate = await app.db.dedicated();
      await gate.query('begin; lock table term_accrual in exclusive mode');
      const asked = await admin().post(RUN, {});
      await waitFor('the step to wait', async () => {
        const { body } = await admin().get(`${FOLLOW}/${asked.body.id}`);
        return body.days[0]?.steps.some(
          (step: Json) => step.name === 'accrue-term-instruments' && step.state === 'RUNNING',
        );
      });
      // Simulates another node that takes over because it considers this node dead.
      await app.db.query(
        sql`update end_of_day set fence = fence + 1 where closing_date = ${closing}`,
      );
      await gate.query('rollback');
      await gate.end();
      const run = await followed(admin(), asked.body.id);
      assert.equal(run.state, 'DONE');
      const [job] = await app.db.query<{ attempts: number }>(
        sql`select attempts from job where id = ${run.jobId}`,
      );
      assert.ok((job?.attempts ?? 0) >= 2, 'the first attempt lost the day');
      const accrued = run.days[0].steps.find(
        (step: Json) => step.name === 'accrue-term-instruments',
      );
      const [row] = await app.db.query<{ rows: bigint }>(
        sql`select count(*) as rows from term_accrual where accrual_day >= ${closing}::date`,
      );
      assert.equal(BigInt(accrued.records), row?.rows);
    });
  });
});
