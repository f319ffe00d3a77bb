// Tokens: the access-token operation, OAuth 2 with rotation and revocation, and bearer requests.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { rotateWhenDue } from '../../../src/modules/identity/credential/signing-key.js';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const ACCESS_TOKEN = '/api/v1/security/request/access-token';
const READ = '/api/v1/security/user/list';

let app: TestApp;
let client: { clientId: string; clientSecret: string };

before(async () => {
  app = await startTestApp();
  client = await newClient();
});
after(() => app.stop());

async function newClient(): Promise<{ id: number; clientId: string; clientSecret: string }> {
  const made = await app
    .as('ADMIN')
    .post('/api/v1/security/client/create', { label: 'Token test', roles: ['ADMIN'] });
  return { id: made.body.id, ...made.body.result };
}

interface FormReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

async function form(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FormReply> {
  const body = new URLSearchParams(fields);
  const reply = await fetch(`${app.url}${path}`, { method: 'POST', body, headers });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: JSON.parse(text) };
}

function grant(of = client): Promise<FormReply> {
  return form(
    '/oauth/token',
    { grant_type: 'client_credentials' },
    basic(of.clientId, of.clientSecret),
  );
}

function refresh(refreshToken: string, of = client): Promise<FormReply> {
  return form(
    '/oauth/token',
    { grant_type: 'refresh_token', refresh_token: refreshToken },
    basic(of.clientId, of.clientSecret),
  );
}

function bearer(token: string): Promise<{ status: number }> {
  return callerOf(app.url, { authorization: `Bearer ${token}` }).get(READ);
}

test('access-token returns exactly the members that clients of the original read', async () => {
  const reply = await callerOf(app.url, {}).post(ACCESS_TOKEN, {
    username: client.clientId,
    password: client.clientSecret,
    extra: 'ignored',
  });
  assert.equal(reply.status, 200);
  assert.deepEqual(Object.keys(reply.body), [
    'access_token',
    'expires_in',
    'refresh_token',
    'refresh_expires_in',
    'token_type',
    'not-before-policy',
    'session_state',
    'scope',
  ]);
  assert.equal(reply.body.token_type, 'Bearer');
  assert.equal(reply.headers.get('cache-control'), 'no-store');
  assert.equal((await bearer(reply.body.access_token)).status, 200);
});

test('access-token accepts multipart and urlencoded forms, on both mounts', async () => {
  const { clientId: username, clientSecret: password } = client;
  const encoded = await form(ACCESS_TOKEN, { username, password });
  assert.equal(encoded.status, 200);
  const body = new FormData();
  body.set('username', username);
  body.set('password', password);
  const url = `${app.url}/ebclient/rest/api/v1/security/request/access-token`;
  const multipart = await fetch(url, { method: 'POST', body });
  assert.equal(multipart.status, 200);
  assert.ok(String((await multipart.text()).includes('access_token')));
});

test('a token is verified by the published keys, including the retired one', async () => {
  const before = (await grant()).body.access_token;
  await app.db.query(sql`update signing_key set created_at = created_at - interval '31 days'`);
  assert.equal(await rotateWhenDue(app.context), true);
  const keys = await waitFor('the node to know both keys', async () => {
    const { body } = await callerOf(app.url, {}).get('/.well-known/jwks.json');
    return body.keys.length > 1 && body;
  });
  const later = (await grant()).body.access_token;
  assert.equal(keys.keys.length, 2);
  for (const key of keys.keys) assert.equal('d' in key, false, 'no private part is published');
  for (const token of [before, later]) {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: 'countinghouse',
      algorithms: ['ES256'],
    });
    assert.equal(payload.preferred_username, client.clientId);
    assert.equal((await bearer(token)).status, 200);
  }
});

test('client_credentials works with credentials in the header and in the body', async () => {
  assert.equal((await grant()).status, 200);
  const inBody = await form('/oauth/token', {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
  });
  assert.equal(inBody.status, 200);
});

test('a refresh token is exchanged once; a second use ends the session', async () => {
  const first = (await grant()).body;
  const second = await refresh(first.refresh_token);
  assert.equal(second.status, 200);
  assert.equal(second.body.session_state, first.session_state);
  assert.equal((await bearer(second.body.access_token)).status, 200);
  const stolen = await refresh(first.refresh_token);
  assert.equal(stolen.status, 400);
  assert.equal(stolen.body.error, 'invalid_grant');
  assert.equal((await refresh(second.body.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await bearer(second.body.access_token)).status, 401);
});

test('of five parallel exchanges of one refresh token, one succeeds', async () => {
  const { refresh_token: token } = (await grant()).body;
  const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(token)));
  assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
  assert.ok(replies.every((reply) => reply.status === 200 || reply.body.error === 'invalid_grant'));
});

test("another client's refresh token is refused and stays usable by its owner", async () => {
  const other = await newClient();
  const { refresh_token: token } = (await grant()).body;
  assert.equal((await refresh(token, other)).body.error, 'invalid_grant');
  assert.equal((await refresh(token)).status, 200);
});

test('revoking a token ends its session; an unknown token is not an error', async () => {
  const byRefresh = (await grant()).body;
  assert.equal((await bearer(byRefresh.access_token)).status, 200);
  const headers = basic(client.clientId, client.clientSecret);
  const revoked = await form('/oauth/revoke', { token: byRefresh.refresh_token }, headers);
  assert.equal(revoked.status, 200);
  assert.equal((await bearer(byRefresh.access_token)).status, 401);
  const byAccess = (await grant()).body;
  await form('/oauth/revoke', { token: byAccess.access_token }, headers);
  assert.equal((await refresh(byAccess.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await form('/oauth/revoke', { token: 'nothing' }, headers)).status, 200);
});

test('400: a wrong or missing grant has the error of RFC 6749', async () => {
  const missing = await form('/oauth/token', {});
  assert.deepEqual([missing.status, missing.body.error], [400, 'invalid_request']);
  assert.equal(missing.body.success, false);
  const unknown = await form('/oauth/token', { grant_type: 'password' });
  assert.deepEqual([unknown.status, unknown.body.error], [400, 'unsupported_grant_type']);
  const twice = await form(
    '/oauth/token',
    { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' },
    basic(client.clientId, client.clientSecret),
  );
  assert.deepEqual([twice.status, twice.body.error], [400, 'invalid_request']);
});

test('401: a wrong secret is invalid_client, a wrong password is not', async () => {
  const wrong = await grant({ ...client, clientSecret: 'wrong' });
  assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client']);
  assert.ok(wrong.headers.get('www-authenticate'));
  const login = await form(ACCESS_TOKEN, { username: client.clientId, password: 'wrong' });
  assert.deepEqual([login.status, login.body.msgCode], [401, 'INVALID_CREDENTIALS']);
});

test('401: tokens that are altered, unsigned, signed with another key, or garbage', async () => {
  const good: string = (await grant()).body.access_token;
  const [header = '', payload = '', signature = ''] = good.split('.');
  const claims = decodeJwt(good);
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  const hmac = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'x' })).toString('base64url');
  const bad = [
    `${header}.${forged}.${signature}`,
    `${none}.${payload}.`,
    `${hmac}.${payload}.${signature}`,
    `${header}.${payload}`,
    'garbage',
    '',
  ];
  for (const token of bad) assert.equal((await bearer(token)).status, 401, token);
});

test('a disabled client loses its tokens and its secret at once on this node', async () => {
  const other = await newClient();
  const { access_token: token, refresh_token: next } = (await grant(other)).body;
  assert.equal((await bearer(token)).status, 200);
  const disabled = await app.as('ADMIN').put(`/api/v1/security/client/disable/id/${other.id}`);
  assert.equal(disabled.status, 200);
  assert.equal((await bearer(token)).status, 401);
  assert.equal((await grant(other)).status, 401);
  assert.equal((await refresh(next, other)).status, 401);
});
