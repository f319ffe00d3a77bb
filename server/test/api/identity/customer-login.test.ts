// Portal customers: logging in through an authenticated API client, and the records that portals
// read.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../support/app.js';
import { addOffices } from './office.js';

const LOGIN = '/api/v1/security/login/customer';
const PASSWORD = 'a walk in the rain 1';

let app: TestApp;
let offices: readonly bigint[];
let customerId: number;

before(async () => {
  app = await startTestApp({ loginByQuery: true });
  offices = await addOffices(app, 2);
  customerId = await newCustomer('ada.portal', '22345678901');
});
after(() => app.stop());

async function newCustomer(portalUserName: string, bvnCode?: string): Promise<number> {
  const made = await app.as('CLIENT').post('/api/v1/partner/customer/create', {
    firstName: 'Ada',
    lastName: 'Obi',
    emailAddress1: `${portalUserName}@example.com`,
    cellPhone: '08031234567',
    portalUserName,
    portalPassword: PASSWORD,
    ...(bvnCode ? { bvnCode } : {}),
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const client = () => app.as('CLIENT');

test('a login returns the envelope with the customer record, by POST and GET', async () => {
  const posted = await client().post(LOGIN, { username: 'ADA.portal', password: PASSWORD });
  assert.equal(posted.status, 200, posted.text);
  assert.equal(posted.body.success, true);
  assert.equal(posted.body.id, customerId);
  assert.equal(posted.body.msgArgs[0], String(customerId));
  assert.equal(posted.body.result.portalUserName, 'ada.portal');
  assert.doesNotMatch(posted.text, /argon2|portalPassword/);
  const query = new URLSearchParams({ username: 'ada.portal', password: PASSWORD });
  assert.equal((await client().get(`${LOGIN}?${query}`)).body.id, customerId);
});

test('the login accepts a form, and the legacy mount returns the id in msgCode', async () => {
  const url = '/ebclient/rest/api/v1/security/login/customer';
  const fields = new URLSearchParams({ username: 'ada.portal', password: PASSWORD });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await client().post(url, fields.toString(), headers);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.msgCode, String(customerId));
});

test('the record is read by user name, id and bank verification number', async () => {
  for (const path of ['username/ada.portal', `id/${customerId}`, 'bvn/22345678901']) {
    const reply = await client().get(`/api/v1/security/customer/${path}`);
    assert.equal(reply.status, 200, path);
    assert.equal(reply.body.id, customerId);
  }
});

test('400: a login without a password', async () => {
  const reply = await client().post(LOGIN, { username: 'ada.portal', password: '' });
  assert.deepEqual([reply.status, reply.body.msgCode], [400, 'INVALID_REQUEST']);
});

test('401: equal replies for no API login, a wrong password or an unknown name', async () => {
  const body = { username: 'ada.portal', password: PASSWORD };
  assert.equal((await app.as('NOBODY').post(LOGIN, body)).status, 401);
  for (const wrong of [
    { ...body, password: 'wrong' },
    { ...body, username: 'nobody' },
  ]) {
    const reply = await client().post(LOGIN, wrong);
    assert.deepEqual([reply.status, reply.body.msgCode], [401, 'INVALID_CREDENTIALS']);
  }
});

test('401: a customer of another office, although the password is correct', async () => {
  const other = app.asOffice('CLIENT', offices.slice(1));
  const reply = await other.post(LOGIN, { username: 'ada.portal', password: PASSWORD });
  assert.equal(reply.status, 401);
});

test('429: a customer who failed five times is delayed', async () => {
  await newCustomer('delayed.portal');
  for (let guess = 0; guess < 5; guess += 1) {
    await client().post(LOGIN, { username: 'delayed.portal', password: `wrong ${guess}` });
  }
  const reply = await client().post(LOGIN, { username: 'delayed.portal', password: PASSWORD });
  assert.equal(reply.status, 429);
  assert.ok(Number(reply.headers.get('retry-after')) >= 1);
  const delayed = await app.as('AUDITOR').get('/api/v1/security/audit/list?e=LOGIN_WHILE_DELAYED');
  assert.equal(delayed.body.result[0].principalKind, 'customer');
});

test('405: a password in the query, unless the setting allows it', async () => {
  const strict = await startTestApp();
  try {
    const path = `${LOGIN}?username=ada.portal&password=${encodeURIComponent(PASSWORD)}`;
    const reply = await strict.as('CLIENT').get(path);
    assert.deepEqual([reply.status, reply.body.msgCode], [405, 'METHOD_NOT_ALLOWED']);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
  } finally {
    await strict.stop();
  }
});

test("403: staff may not try customers' passwords", async () => {
  const reply = await app.as('DEALER').post(LOGIN, { username: 'ada.portal', password: PASSWORD });
  assert.equal(reply.status, 403);
});

test('404: a customer who does not exist, or is of another office', async () => {
  assert.equal((await client().get('/api/v1/security/customer/id/999999')).status, 404);
  const other = app.asOffice('CLIENT', offices.slice(1));
  assert.equal((await other.get(`/api/v1/security/customer/id/${customerId}`)).status, 404);
});
