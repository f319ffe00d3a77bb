// A user's own account: password, second factor and sessions, at login, with Basic and with tokens.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';

const OWN = '/api/v1/security/own';
const LOGIN = '/api/v1/security/request/access-token';
const PASSWORD = 'correct horse battery';

let app: TestApp;
let made = 0;

// Logins from one address are limited, so each suite starts its own app.
function onAnAppOfItsOwn(): void {
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.stop());
}

interface User {
  readonly id: number;
  readonly username: string;
  password: string;
}

async function newUser(): Promise<User> {
  made += 1;
  const username = `user-${made}`;
  const { body } = await app.as('ADMIN').post('/api/v1/security/user/create', {
    username,
    password: PASSWORD,
    roles: ['DEALER'],
  });
  return { id: body.id, username, password: PASSWORD };
}

function login(
  { username, password }: User,
  code?: string,
): Promise<{ status: number; body: Json }> {
  return app.as('NOBODY').post(LOGIN, { username, password, ...(code && { code }) });
}

const byPassword = ({ username, password }: User) => callerOf(app.url, basic(username, password));
const byToken = (token: string) => callerOf(app.url, { authorization: `Bearer ${token}` });

function codeAt(uri: string, seconds: number): string {
  const { searchParams } = new URL(uri);
  const clock = new TOTP({ secret: searchParams.get('secret') ?? '' });
  return clock.generate({ timestamp: Date.now() + seconds * 1000 });
}

async function withSecondFactor() {
  const user = await newUser();
  const begun = await byPassword(user).post(`${OWN}/second-factor/begin`, { password: PASSWORD });
  assert.equal(begun.status, 200, begun.text);
  const { uri } = begun.body.result;
  // The code of the previous time step is invalid if the next step begins in the meantime.
  const confirm = () =>
    byPassword(user).post(`${OWN}/second-factor/confirm`, { code: codeAt(uri, -30) });
  const first = await confirm();
  const on = first.status === 422 ? await confirm() : first;
  assert.equal(on.status, 200, on.text);
  const recoveryCodes: string[] = on.body.result.recoveryCodes;
  return { user, uri, recoveryCodes };
}

describe('a second factor', () => {
  onAnAppOfItsOwn();

  it('is required once it is confirmed, and a code opens only one session', async () => {
    const { user, uri } = await withSecondFactor();
    const without = await login(user);
    assert.equal(without.status, 401);
    assert.equal(without.body.msgCode, 'SECOND_FACTOR_NEEDED');
    const code = codeAt(uri, 0);
    assert.equal((await login(user, code)).status, 200);
    assert.equal((await login(user, code)).body.msgCode, 'SECOND_FACTOR_WRONG');
    assert.equal((await login(user, codeAt(uri, -30))).status, 401, 'older than the last one');
    assert.equal((await login(user, codeAt(uri, 30))).status, 200, 'a clock that is ahead');
  });

  it('cannot be bypassed, because Basic is refused and only a token is accepted', async () => {
    const { user, uri } = await withSecondFactor();
    const refused = await byPassword(user).get('/api/v1/security/session/own');
    assert.equal(refused.status, 401);
    assert.equal(refused.body.msgCode, 'SECOND_FACTOR_NEEDED');
    const { body } = await login(user, codeAt(uri, 0));
    const own = await byToken(body.access_token).get(`${OWN}/second-factor`);
    assert.equal(own.body.on, true);
    assert.equal(own.body.recoveryCodesLeft, 10);
  });

  it('accepts a recovery code once, in any spelling', async () => {
    const { user, recoveryCodes } = await withSecondFactor();
    assert.equal(recoveryCodes.length, 10);
    const [first = ''] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll('-', ' ');
    assert.equal((await login(user, typed)).status, 200);
    assert.equal((await login(user, first)).status, 401);
  });

  it('opens one session for nine parallel requests with one code', async () => {
    const { user, uri } = await withSecondFactor();
    const code = codeAt(uri, 0);
    const tries = await Promise.all(Array.from({ length: 9 }, () => login(user, code)));
    assert.equal(tries.filter(({ status }) => status === 200).length, 1);
  });

  it('is not required before a code has confirmed it', async () => {
    const user = await newUser();
    const caller = byPassword(user);
    const begun = await caller.post(`${OWN}/second-factor/begin`, { password: PASSWORD });
    const wrong = await caller.post(`${OWN}/second-factor/confirm`, { code: '000000' });
    assert.equal(wrong.status, 422);
    assert.equal(wrong.body.msgCode, 'SECOND_FACTOR_CODE_WRONG');
    assert.equal(wrong.body.errors[0].pointer, '/code');
    assert.equal((await login(user)).status, 200);
    const again = await caller.post(`${OWN}/second-factor/begin`, { password: PASSWORD });
    assert.notEqual(again.body.result.secret, begun.body.result.secret);
  });

  it('is begun and ended only with the current password', async () => {
    const user = await newUser();
    const wrong = await byPassword(user).post(`${OWN}/second-factor/begin`, {
      password: 'another',
    });
    assert.equal(wrong.status, 422);
    assert.equal(wrong.body.msgCode, 'OWN_PASSWORD_WRONG');
    const missing = await byPassword(user).post(`${OWN}/second-factor/end`, { password: PASSWORD });
    assert.equal(missing.status, 409);
    assert.equal(missing.body.msgCode, 'SECOND_FACTOR_MISSING');
    const none = await byPassword(user).post(`${OWN}/second-factor/confirm`, { code: '123456' });
    assert.deepEqual([none.status, none.body.msgArgs], [409, ['OFF']]);
    const on = await withSecondFactor();
    const { body } = await login(on.user, codeAt(on.uri, 0));
    const caller = byToken(body.access_token);
    const twice = await caller.post(`${OWN}/second-factor/begin`, { password: PASSWORD });
    assert.deepEqual([twice.status, twice.body.msgArgs], [409, ['ON']]);
    assert.equal(
      (await caller.post(`${OWN}/second-factor/end`, { password: PASSWORD })).status,
      200,
    );
    assert.equal((await login(on.user)).status, 200);
  });

  it('is ended by an administrator for a user who has lost the device', async () => {
    const { user } = await withSecondFactor();
    const update = { id: user.id, endSecondFactor: true };
    assert.equal((await app.as('ADMIN').put('/api/v1/security/user/update', update)).status, 200);
    assert.equal((await login(user)).status, 200);
  });

  it('is encrypted in the database, and its recovery codes are hashed', async () => {
    const { user, uri, recoveryCodes } = await withSecondFactor();
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    const [row] = await app.db.query<{ text: string }>(sql`
      select f.secret || ' ' || string_agg(c.hash, ' ') as text
      from second_factor f join recovery_code c on c.principal_id = f.principal_id
      where f.principal_id = ${BigInt(user.id)} group by f.secret`);
    assert.equal(row?.text.includes(secret), false);
    for (const code of recoveryCodes) assert.equal(row?.text.includes(code), false);
  });

  it('is for users, not for API clients', async () => {
    const reply = await app.as('ADMIN').post(`${OWN}/second-factor/begin`, { password: 'any' });
    assert.equal(reply.status, 403);
  });
});

describe('guesses at a second factor', () => {
  onAnAppOfItsOwn();

  it('delay the next code after five failures, even with the correct password', async () => {
    const { user, uri } = await withSecondFactor();
    for (let at = 0; at < 5; at += 1) assert.equal((await login(user, '000000')).status, 401);
    const delayed = await login(user, codeAt(uri, 0));
    assert.deepEqual([delayed.status, delayed.body.msgCode], [429, 'RATE_LIMITED']);
    const update = { id: user.id, unlock: true };
    assert.equal((await app.as('ADMIN').put('/api/v1/security/user/update', update)).status, 200);
    assert.equal((await login(user, codeAt(uri, 0))).status, 200);
  });
});

describe('a password change by its user', () => {
  onAnAppOfItsOwn();

  it('requires the current one, and ends all sessions', async () => {
    const user = await newUser();
    const { body } = await login(user);
    const caller = byToken(body.access_token);
    const weak = await caller.put(`${OWN}/password`, { password: PASSWORD, newPassword: 'short' });
    assert.equal(weak.status, 422);
    assert.equal(weak.body.errors[0].pointer, '/newPassword');
    const wrong = await caller.put(`${OWN}/password`, {
      password: 'not the password',
      newPassword: 'another correct horse',
    });
    assert.equal(wrong.body.msgCode, 'OWN_PASSWORD_WRONG');
    const changed = await caller.put(`${OWN}/password`, {
      password: PASSWORD,
      newPassword: 'another correct horse',
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await caller.get('/api/v1/security/session/own')).status, 401);
    assert.equal((await login(user)).status, 401);
    assert.equal((await login({ ...user, password: 'another correct horse' })).status, 200);
  });

  it('has no effect in a dry run', async () => {
    const user = await newUser();
    const body = { password: PASSWORD, newPassword: 'another correct horse' };
    const dry = await byPassword(user).put(`${OWN}/password?dryRun=true`, body);
    assert.equal(dry.status, 200);
    assert.equal((await login(user)).status, 200);
  });
});

describe('own sessions', () => {
  onAnAppOfItsOwn();

  it('are listed with the current one marked, and ended one by one', async () => {
    const user = await newUser();
    const first = (await login(user)).body;
    const second = (await login(user)).body;
    const caller = byToken(second.access_token);
    const { body } = await caller.get(`${OWN}/session/list`);
    assert.equal(body.count, 2);
    const current = body.result.filter((session: Json) => session.current);
    assert.deepEqual(
      current.map(({ session }: Json) => session),
      [second.session_state],
    );
    const ended = await caller.put(`${OWN}/session/end/${first.session_state}`);
    assert.equal(ended.status, 200, ended.text);
    assert.equal((await byToken(first.access_token).get(`${OWN}/session/list`)).status, 401);
    assert.equal((await caller.get(`${OWN}/session/list`)).body.count, 1);
  });

  it('of another user are not found', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const theirs = (await login(other)).body.session_state;
    const reply = await byPassword(one).put(`${OWN}/session/end/${theirs}`);
    assert.equal(reply.status, 404);
    assert.equal((await byPassword(one).put(`${OWN}/session/end/nonsense`)).status, 400);
  });
});
