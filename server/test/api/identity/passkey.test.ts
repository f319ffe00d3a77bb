// Passkeys: added by their user, valid for one login per challenge, and refused if anything is
// wrong.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, startTestAppWith, type TestApp } from '../../support/app.js';
import { FLAGS, newAuthenticator, type Twist } from '../../support/authenticator.js';
import { movedClock } from '../../support/moved-clock.js';

const OWN = '/api/v1/security/own/passkey';
const LOGIN = '/api/v1/security/passkey';
const ORIGIN = 'https://desk.example.com';
const PASSWORD = 'correct horse battery';

const clock = movedClock();

let app: TestApp;
let made = 0;

function onAnAppOfItsOwn(): void {
  before(async () => {
    app = await startTestAppWith({ clock }, { publicUrl: ORIGIN });
  });
  after(() => app.stop());
}

async function newUser() {
  made += 1;
  const username = `holder-${made}`;
  const body = { username, password: PASSWORD, roles: ['DEALER'] };
  const { id } = (await app.as('ADMIN').post('/api/v1/security/user/create', body)).body;
  return { id, username, caller: callerOf(app.url, basic(username, PASSWORD)) };
}

type User = Awaited<ReturnType<typeof newUser>>;

async function challengeFor({ caller }: User): Promise<string> {
  const begun = await caller.post(`${OWN}/begin`, { password: PASSWORD });
  assert.equal(begun.status, 200, begun.text);
  return begun.body.result.options.challenge;
}

async function withPasskey() {
  const user = await newUser();
  const device = newAuthenticator(ORIGIN);
  const response = device.make(await challengeFor(user));
  const added = await user.caller.post(`${OWN}/finish`, { label: 'My laptop', response });
  assert.equal(added.status, 200, added.text);
  return { user, device };
}

async function loginChallenge(): Promise<string> {
  const { status, body, text } = await app.as('NOBODY').post(`${LOGIN}/begin`, {});
  assert.equal(status, 200, text);
  return body.options.challenge;
}

const finish = (response: unknown) => app.as('NOBODY').post(`${LOGIN}/finish`, { response });

describe('a passkey', () => {
  onAnAppOfItsOwn();

  it('is added by its user and opens a session, once per challenge', async () => {
    const { user, device } = await withPasskey();
    const answer = device.sign(await loginChallenge());
    const opened = await finish(answer);
    assert.equal(opened.status, 200, opened.text);
    const caller = callerOf(app.url, { authorization: `Bearer ${opened.body.access_token}` });
    assert.equal((await caller.get('/api/v1/security/session/own')).body.name, user.username);
    assert.equal((await finish(answer)).status, 401, 'the same answer again');
    const { body } = await caller.get(`${OWN}/list`);
    assert.equal(body.count, 1);
    assert.equal(body.result[0].label, 'My laptop');
    assert.ok(body.result[0].lastUsedDttm);
  });

  it('reveals no users: every challenge of a login has the same form', async () => {
    const { body } = await app.as('NOBODY').post(`${LOGIN}/begin`, {});
    assert.equal(body.options.rpId, 'desk.example.com');
    assert.deepEqual(body.options.allowCredentials ?? [], []);
  });

  it('needs no code of a second factor, because the device has verified the user', async () => {
    const { user, device } = await withPasskey();
    await app.db.query(sql`
      insert into second_factor (principal_id, secret, created_at, confirmed_at)
      values (${BigInt(user.id)}, 'unread', now(), now())`);
    assert.equal((await finish(device.sign(await loginChallenge()))).status, 200);
  });

  it('opens one session for nine parallel requests with one answer', async () => {
    const { device } = await withPasskey();
    const answer = device.sign(await loginChallenge());
    const tries = await Promise.all(Array.from({ length: 9 }, () => finish(answer)));
    assert.equal(tries.filter(({ status }) => status === 200).length, 1);
  });

  it('is refused for a disabled user, or after its removal', async () => {
    const { user, device } = await withPasskey();
    const removed = await user.caller.delete(`${OWN}/remove/${device.id}`);
    assert.equal(removed.status, 200, removed.text);
    assert.equal((await user.caller.delete(`${OWN}/remove/${device.id}`)).status, 404);
    assert.equal((await finish(device.sign(await loginChallenge()))).status, 401);
    const other = await withPasskey();
    await app.as('ADMIN').put(`/api/v1/security/user/disable/id/${other.user.id}`);
    assert.equal((await finish(other.device.sign(await loginChallenge()))).status, 401);
  });
});

describe('a wrong answer', () => {
  onAnAppOfItsOwn();

  const twists: readonly (readonly [string, Twist])[] = [
    ['of another site', { origin: 'https://desk.example.org' }],
    ['of a device that asked nobody', { flags: FLAGS.USER_PRESENT }],
    ['with a counter that went back', { counter: 0 }],
  ];
  for (const [name, twist] of twists) {
    it(`${name} is refused`, async () => {
      const { device } = await withPasskey();
      assert.equal((await finish(device.sign(await loginChallenge()))).status, 200);
      const reply = await finish(device.sign(await loginChallenge(), twist));
      assert.equal(reply.status, 401);
      assert.equal(reply.body.msgCode, 'INVALID_CREDENTIALS');
    });
  }

  it('is refused for a foreign challenge, an unknown key, or if it is too late', async () => {
    const { user, device } = await withPasskey();
    assert.equal((await finish(device.sign('bm90LW91cnM'))).status, 401);
    assert.equal((await finish(device.sign(await challengeFor(user)))).status, 401, 'of adding');
    const late = await loginChallenge();
    clock.pass(301);
    assert.equal((await finish(device.sign(late))).status, 401);
    const stranger = newAuthenticator(ORIGIN);
    assert.equal((await finish(stranger.sign(await loginChallenge()))).status, 401);
    const forged = { ...stranger.sign(await loginChallenge()), id: device.id, rawId: device.id };
    assert.equal((await finish(forged)).status, 401);
  });

  it('adds no passkey', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const device = newAuthenticator(ORIGIN);
    const add = (user: User, response: unknown) =>
      user.caller.post(`${OWN}/finish`, { label: 'Phone', response });
    const wrongSite = device.make(await challengeFor(one), { origin: 'https://evil.example.com' });
    const refused = await add(one, wrongSite);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.msgCode, 'PASSKEY_REFUSED');
    assert.equal(refused.body.errors[0].pointer, '/response');
    const challenge = await challengeFor(one);
    assert.equal((await add(other, device.make(challenge))).status, 422, "somebody else's");
    assert.equal((await add(one, device.make(challenge))).status, 200);
    assert.equal((await add(one, device.make(challenge))).status, 422, 'the same again');
    assert.equal((await add(one, { id: 'x' })).status, 400);
    const wrong = await one.caller.post(`${OWN}/begin`, { password: 'not the password' });
    assert.equal(wrong.body.msgCode, 'OWN_PASSWORD_WRONG');
  });

  it('cannot be added by a user with twenty', async () => {
    const user = await newUser();
    await app.db.query(sql`
      insert into passkey (id, principal_id, label, public_key, counter, transports,
        is_backed_up, created_at)
      select 'key-' || n, ${BigInt(user.id)}, 'Key', '\\x00', 0, '{}', false, now()
      from generate_series(1, 20) n`);
    const reply = await user.caller.post(`${OWN}/begin`, { password: PASSWORD });
    assert.deepEqual([reply.status, reply.body.msgCode], [409, 'TOO_MANY_PASSKEYS']);
  });
});
