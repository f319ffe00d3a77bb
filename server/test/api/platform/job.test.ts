// Job operations: a dead job is listed, read and retried. Nightly jobs run without a request.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const LIST = '/api/v1/system/job/list';
const one = (id: number): string => `/api/v1/system/job/id/${id}`;
const retry = (id: number): string => `/api/v1/system/job/retry/id/${id}`;

let app: TestApp;

before(async () => {
  app = await startTestApp({ loopIntervalsMs: { 'job-measure': 100 } });
});
after(() => app?.stop());

/** Inserts a dead job, by default of an unknown kind, and returns its id. */
async function deadJob(kind = 'nobody.knows'): Promise<number> {
  const [row] = await app.db.query<{ id: bigint }>(sql`
    insert into job (kind, data, state, attempts, attempts_most, last_error, finished_at)
    values (${kind}, '{}', 'DEAD', 3, 3, 'Error: the mail server said no', now()) returning id`);
  return Number(row?.id);
}

const admin = () => app.as('ADMIN');

describe('success', () => {
  test('dead jobs are listed newest first, with the error that killed them', async () => {
    const older = await deadJob();
    const newer = await deadJob();
    const { status, body } = await admin().get(`${LIST}?state=dead&name=nobody.knows&s=2`);
    assert.equal(status, 200);
    assert.ok(body.count >= 2);
    assert.deepEqual(
      body.result.map((job: Json) => job.id),
      [newer, older],
    );
    assert.equal(body.result[0].lastError, 'Error: the mail server said no');
    assert.equal(body.result[0].data, undefined);
  });

  test('each page continues where the previous one ended', async () => {
    const last = await deadJob('page.turned');
    const first = await deadJob('page.turned');
    const page = await admin().get(`${LIST}?name=page.turned&s=1`);
    assert.equal(page.body.result[0].id, first);
    const next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    assert.ok(next);
    const second = await admin().get(next);
    assert.equal(second.body.result[0].id, last);
  });

  test('one job is read with its data', async () => {
    const { status, body } = await admin().get(one(await deadJob()));
    assert.equal(status, 200);
    assert.deepEqual([body.state, body.attempts, body.data], ['DEAD', 3, {}]);
  });

  test('a dead job that is tried again runs', async () => {
    const id = await deadJob('job.purge');
    const { status, body } = await admin().put(retry(id));
    assert.equal(status, 200);
    assert.deepEqual([body.msgCode, body.id, body.result.state], ['JOB_RETRIED', id, 'QUEUED']);
    await waitFor('the job to be done', async () => {
      const job = await admin().get(one(id));
      return job.body.state === 'DONE' && job.body.attempts === 1;
    });
  });

  test('the metrics show the number of dead jobs', async () => {
    await deadJob();
    await waitFor('the figure', async () =>
      /countinghouse_state\{name="jobs_dead"\} [1-9]/.test(await metrics()),
    );
  });

  test('the nightly purge deletes only stored replies past their retention', async () => {
    await app.db.query(sql`
      insert into idempotency_key (scope, key, fingerprint, status, headers, reply, created_at)
      select 'test', 'key ' || n, '', 200, '{}', '{}',
        now() - case when n <= 2500 then interval '8 days' else interval '6 days' end
      from generate_series(1, 2510) n`);
    const id = await deadJob('idempotency-key.purge');
    await admin().put(retry(id));
    await waitFor('the purge', async () => (await admin().get(one(id))).body.state === 'DONE');
    const [row] = await app.db.query<{ left: bigint }>(
      sql`select count(*) as left from idempotency_key where scope = 'test'`,
    );
    assert.equal(row?.left, 10n);
  });
});

async function metrics(): Promise<string> {
  return (await app.as('NOBODY').get('/metrics')).text;
}

test('400: a state that does not exist, an unknown parameter', async () => {
  assert.equal((await admin().get(`${LIST}?state=ALIVE`)).status, 400);
  assert.equal((await admin().get(`${LIST}?colour=red`)).status, 400);
});

test('401: without credentials', async () => {
  assert.equal((await app.as('NOBODY').get(LIST)).status, 401);
});

test('403: roles that may read but not change', async () => {
  const id = await deadJob();
  assert.equal((await app.as('AUDITOR').get(LIST)).status, 200);
  assert.equal((await app.as('AUDITOR').put(retry(id))).status, 403);
  assert.equal((await app.as('CLIENT').put(retry(id))).status, 403);
});

test('404: a job that does not exist', async () => {
  assert.equal((await admin().get(one(999_999_999))).status, 404);
  assert.equal((await admin().put(retry(999_999_999))).status, 404);
});

test('409: a job that is not dead, with its state', async () => {
  const id = await deadJob('nobody.knows');
  assert.equal((await admin().put(retry(id))).status, 200);
  const { status, body } = await admin().put(retry(id));
  assert.deepEqual([status, body.msgCode, body.msgArgs], [409, 'JOB_NOT_DEAD', ['QUEUED']]);
});

test('a repeated key returns the first reply, and the job is queued once', async () => {
  const id = await deadJob();
  const headers = { 'idempotency-key': 'job-retry-0123456789' };
  const first = await admin().put(retry(id), undefined, headers);
  const second = await admin().put(retry(id), undefined, headers);
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(second.body, first.body);
});

test('a dry run shows the outcome, and the job stays dead', async () => {
  const id = await deadJob();
  const reply = await admin().put(`${retry(id)}?dryRun=true`);
  assert.equal(reply.status, 200);
  assert.equal((await admin().get(one(id))).body.state, 'DEAD');
});
