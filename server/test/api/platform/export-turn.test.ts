// Concurrent exports by several callers: they take turns, and a caller with too many exports gets a
// Retry-After.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { PoolClient } from 'pg';
import { EXPORT } from '../../../src/limits.js';
import { callerOf, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const { atOncePerCallerMax, waitingPerCallerMax } = EXPORT.slots;
const WAIT_LONG = "set lock_timeout = '5min'; set statement_timeout = '5min'";

/** The maximum number of exports that one caller may have running or waiting. */
const TAKEN = atOncePerCallerMax + waitingPerCallerMax;

let app: TestApp;
let holder: PoolClient | undefined;
const logged: unknown[] = [];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  Object.assign(app.context.log, { error: (...words: unknown[]) => logged.push(words) });
});
after(async () => {
  // Releases the lock if the test failed, because the app cannot stop while the lock is held.
  holder?.release(true);
  await app.stop();
});

type Headers = Readonly<Record<string, string>>;

interface ExportReply {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly text: string;
}

/**
 * Requests the same file several times at once and collects the replies as they arrive. Uses
 * `fetch`, because the test callers time out earlier.
 */
function askFor(headers: Headers, path: string, times: number) {
  const replies: ExportReply[] = [];
  const all = Array.from({ length: times }, async () => {
    const reply = await fetch(`${app.url}/api/v1/${path}`, { headers });
    replies.push({ status: reply.status, headers: reply.headers, text: await reply.text() });
  });
  return { replies, all: Promise.all(all) };
}

const statusesOf = (replies: readonly ExportReply[]) => replies.map(({ status }) => status);

/**
 * Counts the exports that wait for the audit log's lock. The worker that chains the log is
 * excluded.
 */
async function runningExports(): Promise<number> {
  const { rows } = await app.db.pool.query(`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like '%"principalKind"%from audit_entry%'`);
  return rows[0].count;
}

it('four exports of one caller delay no other caller, and a fifth is refused', async () => {
  const [greedy, greedyToo, other] = await Promise.all([1, 2, 3].map(() => app.header('ADMIN')));
  assert.ok(greedy && greedyToo && other);
  // Exports of the locked audit log must keep running as long as the test needs. On a busy machine,
  // that is longer than the program's lock timeout and its limit for idle transactions.
  app.context.db.pool.on('acquire', (client) => void client.query(WAIT_LONG));
  const client = await app.db.pool.connect();
  holder = client;
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin; lock table audit_entry in access exclusive mode');
  const first = askFor(greedy, 'security/audit/list/xlsx', TAKEN + 3);
  await waitFor('three refusals', async () => first.replies.length === 3);
  await waitFor('exports that run', async () => (await runningExports()) === atOncePerCallerMax);
  assert.deepEqual(statusesOf(first.replies), [429, 429, 429]);
  for (const { headers, text } of first.replies) {
    assert.match(text, /"msgCode":"RATE_LIMITED"/);
    assert.match(text, /2 requests of this kind running and 2 waiting/);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }

  for (const format of ['csv', 'xlsx']) {
    const path = `/api/v1/partner/customer/list/${format}`;
    const served = await callerOf(app.url, other).get(path);
    assert.equal(served.status, 200, served.text.slice(0, 300));
  }
  assert.equal(first.replies.length, 3, 'none of the first caller has ended before');

  // All slots are taken, and the other caller gets the first one that becomes free.
  const second = askFor(greedyToo, 'security/audit/list/csv', TAKEN);
  await waitFor('all slots', async () => (await runningExports()) === EXPORT.slots.atOnceMax);
  const third = askFor(other, 'partner/customer/list/csv', 1);
  await client.query('rollback');
  client.release();
  holder = undefined;
  await Promise.all([first.all, second.all, third.all]);
  assert.deepEqual(statusesOf(first.replies.slice(3)), Array(TAKEN).fill(200));
  assert.deepEqual(statusesOf([...second.replies, ...third.replies]), Array(TAKEN + 1).fill(200));
  const again = await callerOf(app.url, greedy).get('/api/v1/security/audit/list/csv');
  assert.equal(again.status, 200, 'nothing of a refusal is left');
  assert.deepEqual(logged, []);
});
