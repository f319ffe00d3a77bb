// The lifetime of access tokens: the setting for API clients, staff users, and the events that end
// a token early.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { rotateWhenDue } from '../../../src/modules/identity/credential/signing-key.js';
import { sql } from '../../../src/platform/database/sql.js';
import {
  basic,
  callerOf,
  type Json,
  startTestAppWith,
  type TestApp,
  type TestReply,
} from '../../support/app.js';
import { movedClock } from '../../support/moved-clock.js';

const ACCESS_TOKEN = '/security/request/access-token';
const CLIENTS = '/api/v1/security/client';
const LIFE_SECONDS = 4_000;

interface Client {
  readonly id: number;
  readonly clientId: string;
  readonly clientSecret: string;
}

const clock = movedClock();
let app: TestApp;

before(async () => {
  app = await startTestAppWith({ clock }, { clientTokenSeconds: LIFE_SECONDS });
});
after(() => app.stop());

async function newClient(): Promise<Client> {
  const body = { label: 'Token life', roles: ['ADMIN'] };
  const made = await app.as('ADMIN').post(`${CLIENTS}/create`, body);
  return { id: made.body.id, ...made.body.result };
}

async function granted(client: Client, mount = '/api/v1'): Promise<Json> {
  const { clientId: username, clientSecret: password } = client;
  const reply = await callerOf(app.url, {}).post(`${mount}${ACCESS_TOKEN}`, { username, password });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

function oauth(client: Client, body: object): Promise<TestReply> {
  return callerOf(app.url, basic(client.clientId, client.clientSecret)).post('/oauth/token', body);
}

async function statusOf({ access_token: token }: Json): Promise<number> {
  const caller = callerOf(app.url, { authorization: `Bearer ${token}` });
  return (await caller.get(`${CLIENTS}/list`)).status;
}

/** Returns the lifetime in seconds that the token itself contains. */
function lifeIn({ access_token: token }: Json): number {
  const { iat = 0, exp = 0 } = decodeJwt(token);
  return exp - iat;
}

describe("an API client's token", () => {
  it('is valid for the configured time on both mounts, which the reply also shows', async () => {
    const client = await newClient();
    for (const mount of ['/api/v1', '/ebclient/rest/api/v1']) {
      const tokens = await granted(client, mount);
      assert.deepEqual([tokens.expires_in, lifeIn(tokens)], [LIFE_SECONDS, LIFE_SECONDS]);
    }
    const tokens = await granted(client);
    clock.pass(LIFE_SECONDS - 1);
    assert.equal(await statusOf(tokens), 200);
    clock.pass(2);
    assert.equal(await statusOf(tokens), 401);
  });

  it('is valid for 900 seconds if it comes from /oauth/token', async () => {
    const client = await newClient();
    const { body } = await oauth(client, { grant_type: 'client_credentials' });
    assert.deepEqual([body.expires_in, lifeIn(body)], [900, 900]);
    const { refresh_token: refreshToken } = await granted(client);
    const refreshed = await oauth(client, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    assert.deepEqual([refreshed.body.expires_in, lifeIn(refreshed.body)], [900, 900]);
  });

  it('does not outlive its session', async () => {
    const client = await newClient();
    const { refresh_token: refreshToken, session_state: session } = await granted(client);
    const end = new Date(clock.millis() + 120_000).toISOString();
    await app.db.query(sql`update auth_session set expires_at = ${end} where id = ${session}`);
    const { body } = await oauth(client, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    assert.ok(body.expires_in <= 120 && body.expires_in > 100, String(body.expires_in));
    assert.equal(lifeIn(body), body.expires_in);
    assert.equal(body.refresh_expires_in, body.expires_in);
  });

  it('ends at once with its client, its secret or its session', async () => {
    const disabled = await newClient();
    const rotated = await newClient();
    const revoked = await newClient();
    const tokens = await Promise.all([disabled, rotated, revoked].map((each) => granted(each)));
    assert.deepEqual(await Promise.all(tokens.map(statusOf)), [200, 200, 200]);
    await app.as('ADMIN').put(`${CLIENTS}/disable/id/${disabled.id}`);
    await app.as('ADMIN').put(`${CLIENTS}/rotate-secret/id/${rotated.id}`);
    const { clientId, clientSecret } = revoked;
    const token = tokens[2].access_token;
    await callerOf(app.url, basic(clientId, clientSecret)).post('/oauth/revoke', { token });
    assert.deepEqual(await Promise.all(tokens.map(statusOf)), [401, 401, 401]);
  });

  it('is verified after its signing key was retired, until it ends', async () => {
    const client = await newClient();
    const tokens = await granted(client);
    const [before] = await app.db.query<{ id: string }>(
      sql`select id from signing_key where verifies_until is null`,
    );
    await app.db.query(sql`update signing_key set created_at = created_at - interval '31 days'`);
    assert.equal(await rotateWhenDue(app.context), true);
    clock.pass(LIFE_SECONDS - 10);
    assert.equal(await statusOf(tokens), 200);
    const [retired] = await app.db.query<{ seconds: string }>(sql`
      select extract(epoch from k.verifies_until - n.created_at)::text as seconds
      from signing_key k join signing_key n on n.verifies_until is null
      where k.id = ${before?.id}`);
    // The longest lifetime that any node may be configured with, plus the margin.
    assert.equal(Number(retired?.seconds), 86_400 + 300);
    clock.pass(86_400);
    const keys = await callerOf(app.url, {}).get('/.well-known/jwks.json');
    assert.ok(keys.body.keys.every((key: Json) => key.kid !== before?.id));
  });
});

describe("a staff user's token", () => {
  it('lives 900 seconds', async () => {
    const password = 'Uncommon-heron-4417';
    const made = await app.as('ADMIN').post('/api/v1/security/user/create', {
      username: 'token.life',
      password,
      label: 'Token life',
      roles: ['CRM'],
    });
    assert.equal(made.status, 201, made.text);
    const { body } = await callerOf(app.url, {}).post(`/api/v1${ACCESS_TOKEN}`, {
      username: 'token.life',
      password,
    });
    assert.deepEqual([body.expires_in, lifeIn(body)], [900, 900]);
  });
});
