// Users and API clients: create, update, list, disable, rotate. Users cannot grant permissions that
// they do not have.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { addOffices } from './office.js';

const USER = '/api/v1/security/user';
const CLIENT = '/api/v1/security/client';

let app: TestApp;
let offices: readonly bigint[];

before(async () => {
  app = await startTestApp();
  offices = await addOffices(app, 2);
});
after(() => app.stop());

let made = 0;
async function newUser(more: object = {}): Promise<Json> {
  made += 1;
  const body = { username: `user.${made}`, roles: ['DEALER'], ...more };
  const reply = await app.as('ADMIN').post(`${USER}/create`, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
}

test('a user is created with a password that is shown once, and never again', async () => {
  const user = await newUser({ label: 'Ada Obi', emailAddress: 'ada@example.com' });
  assert.equal(user.password.length, 20);
  const read = await app.as('ADMIN').get(`${USER}/id/${user.id}`);
  assert.equal(read.status, 200);
  assert.equal(read.headers.get('etag'), '"1"');
  const { password: _, ...record } = user;
  assert.deepEqual(read.body, record);
  assert.doesNotMatch(read.text, /argon2|hash/i);
  const me = callerOf(app.url, basic(user.username, user.password));
  assert.equal((await me.get(`${USER}/list`)).status, 403);
});

test('an update changes only the given members and honours If-Match', async () => {
  const user = await newUser({ label: 'Before' });
  const admin = app.as('ADMIN');
  const update = { id: user.id, label: 'After', roles: ['FINANCE'], officeIds: [offices[0]] };
  const changed = await admin.put(`${USER}/update`, update, { 'if-match': '"1"' });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body.result.roles, ['FINANCE']);
  assert.deepEqual(changed.body.result.officeIds, [Number(offices[0])]);
  assert.equal(changed.headers.get('etag'), '"2"');
  const late = await admin.put(`${USER}/update`, update, { 'if-match': '"1"' });
  assert.deepEqual([late.status, late.body.msgCode], [412, 'PRECONDITION_FAILED']);
  const everywhere = await admin.put(`${USER}/update`, { id: user.id, allOffices: 'True' });
  assert.equal(everywhere.body.result.allOffices, true);
  assert.equal(everywhere.body.result.label, 'After');
});

test('a new password ends the sessions and the old password', async () => {
  const user = await newUser({ roles: ['AUDITOR'] });
  const login = { username: user.username, password: user.password };
  const token = await app.as('NOBODY').post('/api/v1/security/request/access-token', login);
  assert.equal(token.status, 200);
  const bearer = callerOf(app.url, { authorization: `Bearer ${token.body.access_token}` });
  assert.equal((await bearer.get(`${USER}/list`)).status, 200);
  const update = { id: user.id, password: 'another long password' };
  assert.equal((await app.as('ADMIN').put(`${USER}/update`, update)).status, 200);
  assert.equal((await bearer.get(`${USER}/list`)).status, 401);
  const old = callerOf(app.url, basic(user.username, user.password));
  assert.equal((await old.get(`${USER}/list`)).status, 401);
});

test('a rotated secret replaces the old one, and is shown once', async () => {
  const client = await app.as('ADMIN').post(`${CLIENT}/create`, { label: 'R', roles: ['AUDITOR'] });
  const { id, clientId, clientSecret } = client.body.result;
  const call = (secret: string) => callerOf(app.url, basic(clientId, secret)).get(`${CLIENT}/list`);
  assert.equal((await call(clientSecret)).status, 200);
  const rotated = await app.as('ADMIN').put(`${CLIENT}/rotate-secret/id/${id}`);
  assert.equal(rotated.status, 200, rotated.text);
  assert.equal((await call(clientSecret)).status, 401);
  assert.equal((await call(rotated.body.result.clientSecret)).status, 200);
});

test('lists have pages by number and by cursor, a search, and the count of matches', async () => {
  for (let more = 0; more < 3; more += 1) await newUser({ label: `Pager ${more}` });
  const first = await app.as('ADMIN').get(`${USER}/list?x=pager&s=2`);
  assert.deepEqual([first.body.count, first.body.result.length], [3, 2]);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await app.as('ADMIN').get(next);
  assert.equal(second.body.result.length, 1);
  assert.doesNotMatch(first.text, /argon2|"password"|"clientSecret"|hash/i);
});

test('roles are listed with their permissions', async () => {
  const roles = await app.as('ADMIN').get('/api/v1/security/role/list');
  assert.equal(roles.body.count, 8);
});

test('400: unknown members or roles, no roles, a chosen id, a wrong name', async () => {
  const admin = app.as('ADMIN');
  const good = { username: 'form.user', roles: ['CRM'] };
  const bad = [
    { ...good, admin: true },
    { ...good, roles: ['KING'] },
    { ...good, roles: [] },
    { ...good, id: 7 },
    { ...good, username: 'has space' },
    { ...good, username: 'client-0123456789abcdef' },
    { username: 'form.user' },
  ];
  for (const body of bad) {
    const reply = await admin.post(`${USER}/create`, body);
    assert.equal(reply.status, 400, JSON.stringify(body));
  }
  assert.equal((await admin.post(`${USER}/create`, { ...good, id: 0 })).status, 201);
});

test('401 and 403: only administrators may, and none grants more than they hold', async () => {
  const body = { username: 'forbidden', roles: ['AUDITOR'] };
  assert.equal((await app.as('NOBODY').post(`${USER}/create`, body)).status, 401);
  for (const role of ['DEALER', 'OPERATIONS', 'APPROVER', 'FINANCE', 'CRM', 'AUDITOR', 'CLIENT']) {
    assert.equal((await app.as(role).post(`${USER}/create`, body)).status, 403, role);
  }
  const local = app.asOffice('ADMIN', offices.slice(0, 1));
  for (const officeIds of [undefined, [offices[1]], offices]) {
    const reply = await local.post(`${USER}/create`, { ...body, officeIds });
    assert.deepEqual([reply.status, reply.body.msgCode], [403, 'GRANT_BEYOND_OWN']);
  }
  const own = await local.post(`${USER}/create`, { ...body, officeIds: [offices[0]] });
  assert.equal(own.status, 201, own.text);
  const wider = await local.put(`${USER}/update`, { id: own.body.id, allOffices: true });
  assert.deepEqual([wider.status, wider.body.msgCode], [403, 'GRANT_BEYOND_OWN']);
});

test('404: an unknown id, a user in place of a client, users of other offices', async () => {
  const user = await newUser({ officeIds: [offices[1]] });
  const admin = app.as('ADMIN');
  assert.equal((await admin.get(`${USER}/id/999999`)).status, 404);
  assert.equal((await admin.get(`${CLIENT}/id/${user.id}`)).status, 404);
  assert.equal((await admin.put(`${CLIENT}/rotate-secret/id/${user.id}`)).status, 404);
  const local = app.asOffice('ADMIN', offices.slice(0, 1));
  assert.equal((await local.get(`${USER}/id/${user.id}`)).status, 404);
  assert.equal((await local.put(`${USER}/disable/id/${user.id}`)).status, 404);
  const seen = await local.get(`${USER}/list?s=500`);
  assert.ok(seen.body.result.every((row: Json) => row.id !== user.id && !row.allOffices));
});

test('409: a name that is taken, also in parallel; a user disabled already', async () => {
  const admin = app.as('ADMIN');
  const body = { username: 'only.one', roles: ['CRM'] };
  const replies = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      admin.post(`${USER}/create`, { ...body, username: at % 2 ? 'only.one' : 'ONLY.one' }),
    ),
  );
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [201, 409, 409, 409, 409]);
  const user = await newUser();
  assert.equal((await admin.put(`${USER}/disable/id/${user.id}`)).status, 200);
  const again = await admin.put(`${USER}/disable/id/${user.id}`);
  assert.deepEqual([again.status, again.body.msgArgs[0]], [409, 'DISABLED']);
});

test('409: one of two administrators who disable each other remains active', async () => {
  const admin = app.as('ADMIN');
  const one = await newUser({ roles: ['ADMIN'] });
  const two = await newUser({ roles: ['ADMIN'] });
  const replies = await Promise.all(
    [one, two].map((user) => admin.put(`${USER}/disable/id/${user.id}`)),
  );
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [200, 409]);
  const refused = replies.find((reply) => reply.status === 409);
  assert.equal(refused?.body.msgCode, 'LAST_ADMINISTRATOR');
});

test('422: a weak password, an office that does not exist', async () => {
  const admin = app.as('ADMIN');
  const body = { username: 'weak.password', roles: ['CRM'] };
  for (const password of ['short', 'x'.repeat(129), 'WEAK.password']) {
    const reply = await admin.post(`${USER}/create`, { ...body, password });
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'PASSWORD_TOO_WEAK']);
  }
  const nowhere = await admin.post(`${USER}/create`, { ...body, officeIds: [987_654] });
  assert.deepEqual([nowhere.status, nowhere.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
});

test('a repeated key gives the first reply without the secret', async () => {
  const admin = app.as('ADMIN');
  const key = { 'idempotency-key': 'create-client-0001' };
  const body = { label: 'Keyed client', roles: ['AUDITOR'] };
  const first = await admin.post(`${CLIENT}/create`, body, key);
  const again = await admin.post(`${CLIENT}/create`, body, key);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.body.id, first.body.id);
  assert.equal(again.body.result.clientSecret, undefined);
  const stored = await app.db.query<{ reply: string }>(sql`select reply from idempotency_key`);
  assert.ok(stored.every((row) => !row.reply.includes(first.body.result.clientSecret)));
});

test('a dry run shows the record, stores nothing and shows no secret', async () => {
  const body = { username: 'dry.run', roles: ['CRM'] };
  const dry = await app.as('ADMIN').post(`${USER}/create?dryRun=true`, body);
  assert.equal(dry.status, 200, dry.text);
  assert.equal(dry.body.result.username, 'dry.run');
  assert.equal(dry.body.result.password, undefined);
  assert.equal((await app.as('ADMIN').get(`${USER}/list?x=dry.run`)).body.count, 0);
});
