// Authentication: the three kinds of credentials, delays after failures, timing and limits.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  basic,
  callerOf,
  startTestApp,
  startTestAppWith,
  type TestApp,
} from '../../support/app.js';
import { movedClock } from '../../support/moved-clock.js';

const READ = '/api/v1/security/role/list';
const PASSWORD = 'correct horse battery';

const clock = movedClock();

let app: TestApp;

before(async () => {
  app = await startTestAppWith({ clock }, { trustedProxies: ['127.0.0.1/32'] });
});
after(() => app.stop());

async function newUser(username: string, roles: readonly string[] = ['AUDITOR']): Promise<number> {
  const body = { username, password: PASSWORD, roles };
  const made = await app.as('ADMIN').post('/api/v1/security/user/create', body);
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const login = (name: string, password: string) =>
  callerOf(app.url, basic(name, password)).get(READ);

const loginFrom = (address: string, name: string, password: string) =>
  callerOf(app.url, { ...basic(name, password), 'x-forwarded-for': address }).get(READ);

async function eventsOf(code: string, user: string): Promise<number> {
  const path = `/api/v1/security/audit/list?e=${code}&u=${user}`;
  return (await app.as('AUDITOR').get(path)).body.count;
}

test('a user logs in by HTTP Basic, in any case, with colons in the password', async () => {
  await newUser('basic.user');
  assert.equal((await login('basic.user', PASSWORD)).status, 200);
  assert.equal((await login('BASIC.USER', PASSWORD)).status, 200);
  const body = { username: 'colon', password: 'a:b:c: 12345 é', roles: ['AUDITOR'] };
  assert.equal((await app.as('ADMIN').post('/api/v1/security/user/create', body)).status, 201);
  assert.equal((await login('colon', 'a:b:c: 12345 é')).status, 200);
});

test('an API client logs in by X-API-Key, and by Basic on the legacy mount', async () => {
  const made = await app
    .as('ADMIN')
    .post('/api/v1/security/client/create', { label: 'Keyed', roles: ['AUDITOR'] });
  const { clientId, clientSecret } = made.body.result;
  const byKey = callerOf(app.url, { 'x-api-key': `${clientId}.${clientSecret}` });
  assert.equal((await byKey.get(READ)).status, 200);
  const byBasic = callerOf(app.url, basic(clientId, clientSecret));
  assert.equal((await byBasic.get('/ebclient/rest/api/v1/security/role/list')).status, 200);
  const wrong = callerOf(app.url, { 'x-api-key': `${clientId}.${clientSecret}x` });
  assert.equal((await wrong.get(READ)).status, 401);
});

test('401: missing, malformed or wrong credentials, all with the same body', async () => {
  await newUser('same.body');
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'Basic' },
    { authorization: 'Basic !!!' },
    { authorization: `Basic ${Buffer.from('nocolon').toString('base64')}` },
    { authorization: `Basic ${Buffer.from('a\u0000b:c').toString('base64')}` },
    { authorization: 'Digest abc' },
    { authorization: `Bearer ${'x'.repeat(9_000)}` },
    { 'x-api-key': 'nothing' },
    { 'x-api-key': 'same.body.whatever' },
    basic('same.body', 'wrong password'),
    basic('nobody.at.all', 'wrong password'),
    basic('client-0123456789abcdef', 'wrong'),
  ];
  for (const header of headers) {
    const reply = await callerOf(app.url, header).get(READ);
    assert.equal(reply.status, 401, JSON.stringify(header));
    const { requestId: _, ...body } = reply.body;
    assert.deepEqual(body, {
      type: '/problems/invalid-credentials',
      title: 'The credentials are missing or wrong.',
      status: 401,
      instance: READ,
      success: false,
      msgCode: 'INVALID_CREDENTIALS',
      msgArgs: [],
      message: 'The credentials are missing or wrong.',
    });
  }
});

test('403: a role without the permission', async () => {
  const reply = await app.as('DEALER').get('/api/v1/security/user/list');
  assert.equal(reply.status, 403);
  assert.deepEqual(reply.body.msgArgs, ['identity.user.read']);
});

test('five wrong passwords delay the next login until an administrator unlocks', async () => {
  const id = await newUser('delayed.user');
  for (let guess = 0; guess < 5; guess += 1) {
    assert.equal((await login('delayed.user', `wrong ${guess}`)).status, 401);
  }
  const delayed = await login('delayed.user', PASSWORD);
  assert.deepEqual([delayed.status, delayed.body.msgCode], [429, 'RATE_LIMITED']);
  assert.equal(delayed.headers.get('retry-after'), '1');
  await login('delayed.user', PASSWORD);
  assert.equal(await eventsOf('LOGIN_FAILED', 'delayed.user'), 4);
  assert.equal(await eventsOf('LOGIN_DELAYED', 'delayed.user'), 1);
  assert.equal(await eventsOf('LOGIN_WHILE_DELAYED', 'delayed.user'), 1, 'one of each delay');
  const unlock = await app.as('ADMIN').put('/api/v1/security/user/update', { id, unlock: true });
  assert.equal(unlock.status, 200);
  assert.equal((await login('delayed.user', PASSWORD)).status, 200);
});

test('parallel guesses are counted too: at most five are checked', async () => {
  await newUser('parallel.user');
  const guesses = Array.from({ length: 24 }, (_, guess) =>
    login('parallel.user', `wrong ${guess}`),
  );
  const replies = await Promise.all(guesses);
  assert.equal(replies.filter(({ status }) => status === 401).length, 5);
  assert.equal(replies.filter(({ status }) => status === 429).length, 19);
  assert.equal(await eventsOf('LOGIN_FAILED', 'parallel.user'), 4);
});

test('concurrent equal passwords of one caller are checked once', async () => {
  await newUser('eager.user');
  const token = '/api/v1/security/request/access-token';
  const body = { username: 'eager.user', password: PASSWORD };
  const logins = Array.from({ length: 20 }, () => app.as('NOBODY').post(token, body));
  assert.ok((await Promise.all(logins)).every(({ status }) => status === 200));
});

test('each further failure doubles the delay, up to a quarter of an hour', async () => {
  await newUser('waits.user');
  // Makes the address known to the user, so that the limit for unknown addresses does not apply.
  assert.equal((await login('waits.user', PASSWORD)).status, 200);
  for (let guess = 0; guess < 5; guess += 1) await login('waits.user', `wrong ${guess}`);
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    const early = await login('waits.user', 'not checked');
    assert.equal(Number(early.headers.get('retry-after')), seconds);
    clock.pass(seconds);
    assert.equal((await login('waits.user', `wrong ${seconds}`)).status, 401);
  }
  clock.pass(900);
  assert.equal((await login('waits.user', PASSWORD)).status, 200);
  assert.equal((await login('waits.user', 'wrong')).status, 401, 'it starts again');
});

test('names that do not exist are delayed like those that do', async () => {
  await newUser('exists.user');
  const tries = async (name: string) => {
    const told: unknown[] = [];
    for (let guess = 0; guess < 8; guess += 1) {
      const { status, body, headers } = await loginFrom('203.0.113.1', name, `wrong ${guess}`);
      told.push([status, body.msgCode, body.detail, headers.get('retry-after')]);
    }
    return told;
  };
  const known = await tries('exists.user');
  assert.deepEqual(await tries('exists.not'), known);
  assert.deepEqual(known.at(-1)?.toString().slice(0, 16), '429,RATE_LIMITED');
});

test('a guesser gets 429 and Retry-After, others at the address do not', async () => {
  await newUser('busy.user');
  await login('busy.user', PASSWORD);
  let last = await login('busy.guess', 'wrong');
  for (let guess = 0; guess < 30; guess += 1) last = await login('busy.guess', `wrong ${guess}`);
  assert.equal(last.status, 429);
  assert.equal(last.body.msgCode, 'RATE_LIMITED');
  assert.ok(Number(last.headers.get('retry-after')) >= 1);
  assert.equal((await login('busy.user', PASSWORD)).status, 200);
});

test('an address that tries many names is delayed, except for users known there', async () => {
  await newUser('office.user');
  assert.equal((await loginFrom('203.0.113.2', 'office.user', PASSWORD)).status, 200);
  let last = await loginFrom('203.0.113.2', 'sprayed.0', 'wrong');
  for (let name = 1; last.status === 401; name += 1) {
    last = await loginFrom('203.0.113.2', `sprayed.${name}`, 'wrong');
    assert.ok(name < 60, 'spraying ends');
  }
  assert.equal(last.status, 429);
  clock.pass(60);
  assert.equal((await loginFrom('203.0.113.2', 'sprayed.later', 'wrong')).status, 401);
  for (let name = 0; name < 3; name += 1) {
    await loginFrom('203.0.113.2', `sprayed.again.${name}`, 'wrong');
  }
  assert.equal((await loginFrom('203.0.113.2', 'sprayed.last', 'wrong')).status, 429);
  assert.equal((await loginFrom('203.0.113.2', 'office.user', PASSWORD)).status, 200);
  assert.equal((await loginFrom('203.0.113.3', 'sprayed.last', 'wrong')).status, 401);
});

/** Measures the processor time of all threads, which does not depend on other processes. */
async function processorMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test('an unknown user takes as long to refuse as a wrong password', async () => {
  await newUser('timed.user');
  // Each guess has its own address and waits out the delay between guesses from unknown addresses.
  const millisOf = (name: string, guess: number) =>
    processorMsOf(() => {
      clock.pass(3);
      return loginFrom(`203.0.113.${100 + guess}`, name, `wrong ${guess}`);
    });
  const known: number[] = [];
  const unknown: number[] = [];
  for (let guess = 0; guess < 9; guess += 1) {
    known.push(await millisOf('timed.user', guess));
    unknown.push(await millisOf(`untimed.${guess}`, guess));
  }
  // Other work in the process only adds time, so the minimum of each kind is the best estimate.
  const ratio = Math.min(...known) / Math.min(...unknown);
  assert.ok(ratio > 0.6 && ratio < 1.7, `known ${known}, unknown ${unknown} ms`);
});

test('a verified password is not checked again for a while', async () => {
  await newUser('cached.user');
  const firstMs = await processorMsOf(() => login('cached.user', PASSWORD));
  const laterMs: number[] = [];
  for (let call = 0; call < 20; call += 1) {
    const callMs = await processorMsOf(async () => {
      assert.equal((await login('cached.user', PASSWORD)).status, 200);
    });
    laterMs.push(callMs);
  }
  assert.ok(Math.min(...laterMs) < firstMs / 2, `first ${firstMs}, then ${laterMs} ms`);
});

test('a disabled user is refused at once on this node', async () => {
  const id = await newUser('leaver');
  assert.equal((await login('leaver', PASSWORD)).status, 200);
  assert.equal((await app.as('ADMIN').put(`/api/v1/security/user/disable/id/${id}`)).status, 200);
  assert.equal((await login('leaver', PASSWORD)).status, 401);
});

test('the RateLimit headers have the limits, counted per caller', async () => {
  const one = await app.as('ADMIN').get(READ);
  const two = await app.as('ADMIN').get(READ);
  const other = await app.as('FINANCE').get('/api/v1/security/user/list');
  assert.equal(other.status, 403);
  const left = (reply: { headers: Headers }) => Number(reply.headers.get('ratelimit-remaining'));
  assert.equal(left(one) - left(two), 1);
  assert.equal(Number(one.headers.get('ratelimit-limit')), 60_000);
});

test('429: too many requests from one caller, while another is served', async () => {
  const small = await startTestApp({ requestsPerMinute: 3 });
  try {
    let last = await small.as('ADMIN').get(READ);
    for (let call = 0; call < 3; call += 1) last = await small.as('ADMIN').get(READ);
    assert.equal(last.status, 429);
    assert.equal(last.body.msgCode, 'RATE_LIMITED');
    const wait = Number(last.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 60);
    assert.equal(last.headers.get('ratelimit-remaining'), '0');
    assert.equal((await small.as('AUDITOR').get(READ)).status, 200);
  } finally {
    await small.stop();
  }
});
