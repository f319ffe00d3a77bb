// The sessions of users, for administrators: list and end them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { addOffices } from './office.js';

const USER = '/api/v1/security/user';
const LIST = `${USER}/session/list`;
const PASSWORD = 'correct horse battery';

let app: TestApp;
let offices: readonly bigint[];

before(async () => {
  app = await startTestApp();
  offices = await addOffices(app, 2);
});
after(() => app.stop());

async function newUser(username: string, more: object = {}): Promise<number> {
  const body = { username, password: PASSWORD, roles: ['DEALER'], ...more };
  const made = await app.as('ADMIN').post(`${USER}/create`, body);
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

async function signIn(username: string) {
  const body = { username, password: PASSWORD };
  const reply = await app.as('NOBODY').post('/api/v1/security/request/access-token', body);
  assert.equal(reply.status, 200, reply.text);
  const caller = callerOf(app.url, { authorization: `Bearer ${reply.body.access_token}` });
  return { id: String(reply.body.session_state), caller };
}

const isIn = async ({ caller }: Awaited<ReturnType<typeof signIn>>) =>
  (await caller.get('/api/v1/security/session/own')).status === 200;
const end = (id: string, caller = app.as('ADMIN')) => caller.put(`${USER}/session/end/id/${id}`);

test('a user has two sessions, and an administrator ends one of them', async () => {
  const user = await newUser('two.sessions');
  const first = await signIn('two.sessions');
  const second = await signIn('two.sessions');
  const list = await app.as('AUDITOR').get(`${LIST}?u=${user}`);
  assert.equal(list.status, 200, list.text);
  assert.equal(list.body.count, 2);
  const ids = list.body.result.map(({ session }: Json) => session);
  assert.deepEqual(ids.sort(), [first.id, second.id].sort());
  const ended = await end(first.id);
  assert.deepEqual([ended.status, ended.body.msgCode], [200, 'SESSION_ENDED'], ended.text);
  assert.deepEqual([await isIn(first), await isIn(second)], [false, true]);
  assert.equal((await app.as('ADMIN').get(`${USER}/id/${user}`)).body.sessions, 1);
});

test('an update with endSessions ends all sessions and keeps the password', async () => {
  const user = await newUser('all.sessions');
  const open = [await signIn('all.sessions'), await signIn('all.sessions')];
  const reply = await app.as('ADMIN').put(`${USER}/update`, { id: user, endSessions: true });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.result.sessions, 0);
  assert.deepEqual(await Promise.all(open.map(isIn)), [false, false]);
  assert.equal(await isIn(await signIn('all.sessions')), true);
});

test('400: a session id that is not an id', async () => {
  assert.equal((await end('7')).status, 400);
  assert.equal((await app.as('ADMIN').get(LIST)).status, 400);
});

test('401 and 403: no credentials, roles that do not administer users', async () => {
  const user = await newUser('guarded.sessions');
  const { id } = await signIn('guarded.sessions');
  assert.equal((await end(id, app.as('NOBODY'))).status, 401);
  for (const role of ['DEALER', 'AUDITOR', 'CLIENT']) {
    assert.equal((await end(id, app.as(role))).status, 403, role);
  }
  assert.equal((await app.as('OPERATIONS').get(`${LIST}?u=${user}`)).status, 403);
});

test('404: an ended session, an unknown user, users of other offices', async () => {
  const user = await newUser('far.sessions', { officeIds: [offices[1]] });
  const { id } = await signIn('far.sessions');
  const local = app.asOffice('ADMIN', offices.slice(0, 1));
  assert.equal((await local.get(`${LIST}?u=${user}`)).status, 404);
  assert.equal((await end(id, local)).status, 404);
  assert.equal((await end(id)).status, 200);
  assert.equal((await end(id)).status, 404);
  assert.equal((await app.as('ADMIN').get(`${LIST}?u=999999`)).status, 404);
});

test('a repeated key ends nothing more, and a dry run ends nothing', async () => {
  await newUser('dry.sessions');
  const session = await signIn('dry.sessions');
  const path = `${USER}/session/end/id/${session.id}`;
  const dry = await app.as('ADMIN').put(`${path}?dryRun=true`);
  assert.equal(dry.status, 200, dry.text);
  assert.equal(await isIn(session), true);
  const key = { 'idempotency-key': 'end-session-0001' };
  assert.equal((await app.as('ADMIN').put(path, undefined, key)).status, 200);
  const again = await app.as('ADMIN').put(path, undefined, key);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(await isIn(session), false);
});
