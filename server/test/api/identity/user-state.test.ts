// The login data in a user's record: last call, sessions, second factor, delay and password. Also
// reset passwords, which the user must change before anything else.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';

const USER = '/api/v1/security/user';
const CLIENT = '/api/v1/security/client';
const OWN_PASSWORD = '/api/v1/security/own/password';
const OWN_SESSION = '/api/v1/security/session/own';
const TOKEN = '/api/v1/security/request/access-token';
const PASSWORD = 'correct horse battery';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

async function newUser(username: string, more: object = {}): Promise<Json> {
  const body = { username, password: PASSWORD, roles: ['DEALER'], ...more };
  const made = await app.as('ADMIN').post(`${USER}/create`, body);
  assert.equal(made.status, 201, made.text);
  return made.body.result;
}

const read = async (id: number): Promise<Json> =>
  (await app.as('ADMIN').get(`${USER}/id/${id}`)).body;
const update = (body: object, headers = {}) => app.as('ADMIN').put(`${USER}/update`, body, headers);
const byPassword = (name: string, password: string) => callerOf(app.url, basic(name, password));
const namesIn = async (query: string): Promise<string[]> =>
  (await app.as('ADMIN').get(`${USER}/list?s=500&${query}`)).body.result.map(
    ({ name }: Json) => name,
  );

test('a new user has no last call, and a call is recorded to the minute', async () => {
  const user = await newUser('seen.user');
  assert.equal(user.lastSeenDttm, undefined);
  const state = [user.sessions, user.passkeys, user.secondFactor, user.locked];
  assert.deepEqual(state, [0, 0, false, false]);
  assert.deepEqual([user.passwordSetByOther, user.passwordChangeNeeded], [true, false]);
  const beforeCall = Date.now();
  assert.equal((await byPassword('seen.user', PASSWORD).get(OWN_SESSION)).status, 200);
  const seen = Date.parse((await read(user.id)).lastSeenDttm);
  assert.ok(seen >= beforeCall - 1_000 && seen <= Date.now() + 1_000, String(seen));
});

test('a client shows its last call and the age of its secret', async () => {
  const made = await app.as('ADMIN').post(`${CLIENT}/create`, { label: 'S', roles: ['AUDITOR'] });
  const { id, clientId, clientSecret, secretSetDttm } = made.body.result;
  assert.equal((await byPassword(clientId, clientSecret).get(`${CLIENT}/list`)).status, 200);
  const used = await app.as('ADMIN').get(`${CLIENT}/id/${id}`);
  assert.ok(used.body.lastSeenDttm >= secretSetDttm);
  const renamed = await app.as('ADMIN').put(`${CLIENT}/update`, { id, label: 'T' });
  assert.equal(renamed.body.result.secretSetDttm, secretSetDttm);
  const rotated = await app.as('ADMIN').put(`${CLIENT}/rotate-secret/id/${id}`);
  assert.ok(rotated.body.result.secretSetDttm > secretSetDttm);
});

test('wrong passwords lock a user until an administrator unlocks the user', async () => {
  const user = await newUser('locked.user');
  for (let guess = 0; guess < 12; guess += 1) {
    const body = { username: 'locked.user', password: `wrong ${guess}` };
    const reply = await app.as('NOBODY').post(TOKEN, body);
    if (reply.status === 429) break;
  }
  // The first delays last only seconds, so a test on a slow machine could miss them.
  await app.db.query(sql`
    update login_delay set free_at = now() + interval '1 hour'
    where kind = 'user' and subject = ${String(user.id)} and free_at > now() - interval '1 day'`);
  assert.equal((await read(user.id)).locked, true);
  assert.deepEqual(await namesIn('state=LOCKED'), ['locked.user']);
  const unlocked = await update({ id: user.id, unlock: true });
  assert.equal(unlocked.body.result.locked, false);
  assert.deepEqual(await namesIn('state=LOCKED'), []);
});

test('lists filter by state, role, and the permission that the roles grant', async () => {
  await newUser('filter.dealer');
  const gone = await newUser('filter.approver', { roles: ['APPROVER', 'CRM'] });
  await app.as('ADMIN').put(`${USER}/disable/id/${gone.id}`);
  assert.deepEqual(await namesIn('x=filter&state=ACTIVE'), ['filter.dealer']);
  assert.deepEqual(await namesIn('x=filter&state=DISABLED'), ['filter.approver']);
  assert.deepEqual(await namesIn('x=filter&role=CRM'), ['filter.approver']);
  const submit = 'permission=order.trade-order.submit';
  assert.deepEqual(await namesIn(`x=filter&${submit}`), ['filter.dealer']);
  assert.deepEqual(await namesIn(`x=filter&${submit}&role=CRM`), []);
  const unknown = await app.as('ADMIN').get(`${USER}/list?permission=no.such.thing`);
  assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [422, '/permission']);
});

test('a reset ends the sessions, and only a change of the password is then possible', async () => {
  const user = await newUser('reset.user');
  const token = await app.as('NOBODY').post(TOKEN, { username: 'reset.user', password: PASSWORD });
  const session = callerOf(app.url, { authorization: `Bearer ${token.body.access_token}` });
  assert.equal((await session.get(OWN_SESSION)).status, 200);
  const reset = await update({ id: user.id, resetPassword: true });
  assert.equal(reset.status, 200, reset.text);
  const { password, passwordChangeNeeded, sessions } = reset.body.result;
  assert.deepEqual([password.length, passwordChangeNeeded, sessions], [20, true, 0]);
  assert.equal((await session.get(OWN_SESSION)).status, 401);
  assert.equal((await byPassword('reset.user', PASSWORD).get(OWN_SESSION)).status, 401);

  const next = await app.as('NOBODY').post(TOKEN, { username: 'reset.user', password });
  const callers = [
    byPassword('reset.user', password),
    callerOf(app.url, { authorization: `Bearer ${next.body.access_token}` }),
  ];
  for (const caller of callers) {
    for (const path of [OWN_SESSION, `${USER}/list`, '/api/v1/security/own/session/list']) {
      const refused = await caller.get(path);
      assert.deepEqual([refused.status, refused.body.msgCode], [409, 'PASSWORD_CHANGE_NEEDED']);
    }
  }
  const changed = await callers[1]?.put(OWN_PASSWORD, {
    password,
    newPassword: 'my own new words',
  });
  assert.equal(changed?.status, 200, changed?.text);
  const own = await byPassword('reset.user', 'my own new words').get(OWN_SESSION);
  assert.equal(own.status, 200, own.text);
  const after = await read(user.id);
  assert.deepEqual([after.passwordChangeNeeded, after.passwordSetByOther], [false, false]);
});

test('a password that an administrator gives afterwards must still be changed', async () => {
  const user = await newUser('given.later');
  await update({ id: user.id, resetPassword: true });
  await update({ id: user.id, password: 'given by another person' });
  const refused = await byPassword('given.later', 'given by another person').get(OWN_SESSION);
  assert.deepEqual([refused.status, refused.body.msgCode], [409, 'PASSWORD_CHANGE_NEEDED']);
});

test('using a reset link ends the obligation to change the password', async () => {
  const user = await newUser('link.later');
  await update({ id: user.id, resetPassword: true });
  const body = { id: user.id, delivery: 'SHOWN' };
  const made = await app.as('ADMIN').post(`${USER}/reset-link`, body);
  const token = new URL(made.body.result.link).hash.replace('#token=', '');
  const set = await app
    .as('NOBODY')
    .post('/api/v1/security/password/reset', { token, newPassword: 'chosen by the link' });
  assert.equal(set.status, 200, set.text);
  assert.equal((await byPassword('link.later', 'chosen by the link').get(OWN_SESSION)).status, 200);
});

test('400: a reset with a chosen password, and of the caller', async () => {
  const user = await newUser('both.ways', { roles: ['ADMIN'] });
  const both = await update({ id: user.id, resetPassword: true, password: 'another password' });
  assert.deepEqual([both.status, both.body.errors[0].pointer], [400, '/resetPassword'], both.text);
  const own = await byPassword('both.ways', PASSWORD).put(`${USER}/update`, {
    ...{ id: user.id, resetPassword: true },
  });
  assert.deepEqual([own.status, own.body.errors[0].pointer], [400, '/resetPassword'], own.text);
  assert.equal((await byPassword('both.ways', PASSWORD).get(OWN_SESSION)).status, 200);
});

test('412: of two administrators who change a user at once, one is refused', async () => {
  const user = await newUser('two.at.once');
  const version = { 'if-match': '"1"' };
  const changes = [{ label: 'One' }, { resetPassword: true }];
  const replies = await Promise.all(
    changes.map((change) => update({ id: user.id, ...change }, version)),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412]);
});

test('a repeated reset and a dry run show no password', async () => {
  const user = await newUser('dry.reset');
  const dry = await app
    .as('ADMIN')
    .put(`${USER}/update?dryRun=true`, { id: user.id, resetPassword: true });
  assert.equal(dry.status, 200, dry.text);
  assert.equal(dry.body.result.password, undefined);
  assert.equal((await byPassword('dry.reset', PASSWORD).get(OWN_SESSION)).status, 200);
  const key = { 'idempotency-key': 'reset-of-a-user-0001' };
  const first = await update({ id: user.id, resetPassword: true }, key);
  const again = await update({ id: user.id, resetPassword: true }, key);
  assert.equal(first.body.result.password.length, 20);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.body.result.password, undefined);
});
