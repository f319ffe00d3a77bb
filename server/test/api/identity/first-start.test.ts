// The first start: one node creates working credentials, in a file that only its owner can read.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { prepareCredentials } from '../../../src/modules/identity/index.js';
import { basic, callerOf, startTestApp, type TestApp } from '../../support/app.js';

let app: TestApp | undefined;
let folder: string;

beforeEach(async () => {
  await end();
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-first-start-'));
});
after(() => end());

async function end(): Promise<void> {
  await app?.stop();
  app = undefined;
  if (folder) await rm(folder, { recursive: true, force: true });
}

function running(): TestApp {
  assert.ok(app);
  return app;
}

const read = async () => JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));

test('with demo there is a user in every role and a client, and all of them work', async () => {
  const { context, url } = running();
  const made = await prepareCredentials(context, folder, { demo: true });
  assert.deepEqual(await read(), made);
  const file = await stat(join(folder, 'credentials.json'));
  assert.equal(file.mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['credentials.json']);
  assert.deepEqual(
    made?.users.map((user) => user.username),
    ['admin', 'dealer', 'operations', 'approver', 'finance', 'crm', 'auditor'],
  );
  for (const user of made?.users ?? []) {
    const reply = await callerOf(url, basic(user.username, user.password)).get(
      '/api/v1/partner/businessoffice/list/active',
    );
    assert.equal(reply.status, 200, user.role);
  }
  const client = callerOf(url, basic(made?.clientId ?? '', made?.clientSecret ?? ''));
  assert.equal((await client.get('/api/v1/partner/businessoffice/list/active')).status, 200);
});

test('without demo there is one administrator; the second start creates no user', async () => {
  const { context } = running();
  const made = await prepareCredentials(context, folder, { demo: false });
  assert.deepEqual(
    made?.users.map((user) => user.role),
    ['ADMIN'],
  );
  assert.equal(await prepareCredentials(context, folder, { demo: false }), undefined);
  assert.deepEqual(await read(), made);
});

test('if several nodes start at once, one of them creates the users', async () => {
  const { context } = running();
  const all = await Promise.all(
    Array.from({ length: 5 }, () => prepareCredentials(context, folder, { demo: false })),
  );
  const made = all.filter((credentials) => credentials !== undefined);
  assert.equal(made.length, 1);
  assert.deepEqual(await read(), made[0]);
});

test('if the file cannot be written, no user is created; the next start creates both', async () => {
  const { context } = running();
  const blocked = join(folder, 'blocked');
  await writeFile(blocked, 'a file where a folder should be');
  await assert.rejects(prepareCredentials(context, blocked, { demo: false }));
  assert.ok(await prepareCredentials(context, folder, { demo: false }));
  assert.equal((await read()).users.length, 1);
});
