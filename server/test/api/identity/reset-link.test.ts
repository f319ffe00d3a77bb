// Reset links: made by an administrator, for customers, and without an e-mail gateway.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, startTestApp, type TestApp } from '../../support/app.js';
import { mainProgram } from '../../support/process/program.js';
import { until } from '../../support/wait.js';
import {
  auditOf,
  CUSTOMER_LINK,
  desk,
  expectVoid,
  FORGOT,
  forgot,
  lifeOf,
  linkTo,
  login,
  mailsTo,
  NEW,
  newCustomer,
  newUser,
  OFFICE,
  OLD,
  openDesk,
  PUBLIC_URL,
  requestedToken,
  reset,
  shownToken,
  tokenOf,
  USER_LINK,
} from './reset-desk.js';

openDesk();

describe('a link by an administrator', () => {
  it('is shown once, is not cached, and works for a day', async () => {
    const user = await newUser();
    const key = { 'Idempotency-Key': `a-link-for-user-${user.id}` };
    const body = { id: user.id, delivery: 'SHOWN' };
    const reply = await desk().as('ADMIN').post(USER_LINK, body, key);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    const { link } = reply.body.result;
    assert.ok(link.startsWith(`${PUBLIC_URL}/console/reset-password#token=`), link);
    const seconds = await lifeOf(user.id);
    assert.ok(seconds > 86_000 && seconds <= 86_400, String(seconds));
    const again = await desk().as('ADMIN').post(USER_LINK, body, key);
    assert.equal(again.body.result.link, undefined);
    assert.equal((await reset(tokenOf(link))).status, 200);
    assert.equal((await login(user.username, NEW)).status, 200);
  });

  it('is e-mailed on request, and not shown', async () => {
    const user = await newUser();
    const body = { id: user.id, delivery: 'EMAIL' };
    const reply = await desk().as('ADMIN').post(USER_LINK, body);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.result.link, undefined);
    const link = await linkTo(user.email);
    assert.match(mailsTo(user.email)[0]?.text ?? '', /An administrator .* within 24 hours/s);
    assert.equal((await reset(tokenOf(link))).status, 200);
  });

  it('is not replaced by requests at the login page, which anyone can make', async () => {
    const user = await newUser();
    const token = await shownToken(user.id);
    await requestedToken(user);
    assert.equal((await reset(token)).status, 200);
  });

  it('by e-mail to a user without an address is refused, and nothing is written', async () => {
    const user = await newUser({ emailAddress: undefined });
    const body = { id: user.id, delivery: 'EMAIL' };
    const reply = await desk().as('ADMIN').post(USER_LINK, body);
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.body.msgCode, 'PASSWORD_LINK_UNSENDABLE');
    assert.equal(reply.body.errors[0].pointer, '/delivery');
    assert.equal(await lifeOf(user.id), 0);
  });

  it('is refused for a disabled user, for a user with more rights, and to makers', async () => {
    const user = await newUser();
    await desk().as('ADMIN').put(`/api/v1/security/user/disable/id/${user.id}`);
    const disabled = await desk().as('ADMIN').post(USER_LINK, { id: user.id, delivery: 'SHOWN' });
    assert.equal(disabled.body.msgCode, 'PRINCIPAL_DISABLED');
    const other = await newUser();
    const bound = desk().asOffice('ADMIN', [BigInt(OFFICE)]);
    const foreign = await bound.post(USER_LINK, { id: other.id, delivery: 'SHOWN' });
    assert.equal(foreign.status, 404, 'a user of all offices is not seen by one of some');
    const dealer = await desk().as('DEALER').post(USER_LINK, { id: other.id, delivery: 'SHOWN' });
    assert.equal(dealer.status, 403);
  });

  it('treats both as one person if it was shown, until the user changes the password', async () => {
    const user = await newUser();
    const setters = async () =>
      (
        await desk().db.query(sql`
          select s.setter_id from password_setter s join principal p on p.id = s.setter_id
          where s.user_id = ${BigInt(user.id)}`)
      ).length;
    await desk().db.query(sql`delete from password_setter where user_id = ${BigInt(user.id)}`);
    await reset(await shownToken(user.id));
    assert.equal(await setters(), 1);
    const self = callerOf(desk().url, basic(user.username, NEW));
    const changed = await self.put('/api/v1/security/own/password', {
      password: NEW,
      newPassword: 'chosen by the user alone',
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await setters(), 0);
  });

  it('by e-mail treats the user who set the address as the one who set the password', async () => {
    const user = await newUser();
    await desk().db.query(sql`delete from password_setter where user_id = ${BigInt(user.id)}`);
    await reset(await requestedToken(user));
    const setters = await desk().db.query(sql`
      select from password_setter where user_id = ${BigInt(user.id)}`);
    assert.equal(setters.length, 1);
    await desk().db.query(sql`
      update principal set email_setter_id = null where id = ${BigInt(user.id)}`);
    await reset(await requestedToken(user, 2), 'a third passphrase');
    const after = await desk().db.query(sql`
      select from password_setter where user_id = ${BigInt(user.id)}`);
    assert.equal(after.length, 0);
  });

  it('is created on the machine, and audited, for an administrator who is locked out', async () => {
    const user = await newUser({ roles: ['ADMIN'] });
    const command = (name: string) =>
      spawnSync(process.execPath, [...mainProgram(), 'user', 'reset-link', name], {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: desk().database.url,
          COUNTINGHOUSE_PUBLIC_URL: PUBLIC_URL,
        },
        encoding: 'utf8',
      });
    assert.match(command('not.a.user').stderr, /There is no active user not\.a\.user/);
    const done = command(user.username.toUpperCase());
    assert.equal(done.status, 0, done.stderr);
    const link = /https:\S+/.exec(done.stdout)?.[0] ?? '';
    assert.equal((await reset(tokenOf(link))).status, 200, done.stdout);
    const entries = await desk().db.query(sql`
      select from audit_entry where operation = 'makeUserResetLink'
        and subject_id = ${BigInt(user.id)} and principal_kind = 'system'`);
    assert.equal(entries.length, 1);
  });
});

describe('a customer', () => {
  const enter = (username: string, password: string) =>
    desk().as('CLIENT').post('/api/v1/security/login/customer', { username, password });

  it('sets a new portal password with a link, and the old one no longer works', async () => {
    const { userName } = await newCustomer('ngozi@example.com');
    await forgot(userName);
    assert.equal((await reset(tokenOf(await linkTo('ngozi@example.com')))).status, 200);
    assert.equal((await enter(userName, OLD)).status, 401);
    assert.equal((await enter(userName, NEW)).status, 200);
  });

  it('requests a link at a portal, which finds only customers of its own offices', async () => {
    const { id, userName } = await newCustomer('amaka@example.com');
    const path = '/api/v1/security/customer/forgot-password';
    const foreign = desk().asOffice('CLIENT', [900_002n]);
    assert.equal((await foreign.post(path, { username: userName })).status, 202);
    const own = desk().asOffice('CLIENT', [BigInt(OFFICE)]);
    assert.equal((await own.post(path, { username: userName })).status, 202);
    await linkTo('amaka@example.com');
    await until(async () => {
      const [row] = await desk().db.query<{ count: bigint }>(
        sql`select count(*) as count from password_request`,
      );
      return row?.count === 0n;
    });
    assert.equal((await auditOf(id)).length, 1);
  });

  it('gets a link only from staff who may see the customer', async () => {
    const { id, userName } = await newCustomer('bola@example.com');
    const foreign = desk().asOffice('OPERATIONS', [900_002n]);
    assert.equal((await foreign.post(CUSTOMER_LINK, { id, delivery: 'SHOWN' })).status, 404);
    assert.equal(
      (await desk().as('DEALER').post(CUSTOMER_LINK, { id, delivery: 'SHOWN' })).status,
      403,
    );
    assert.equal((await reset(await shownToken(id, CUSTOMER_LINK))).status, 200);
    assert.equal((await enter(userName, NEW)).status, 200);
  });

  it('who may not log in cannot use a link', async () => {
    const { id } = await newCustomer('dayo@example.com');
    const token = await shownToken(id, CUSTOMER_LINK);
    const body = { id, status: 'SUSPENDED' };
    const changed = await desk().as('OPERATIONS').put('/api/v1/partner/customer/update', body);
    assert.equal(changed.status, 200, changed.text);
    expectVoid(await reset(token));
  });
});

describe('without an e-mail gateway', () => {
  let mute: TestApp;
  before(async () => {
    mute = await startTestApp();
  });
  after(() => mute.stop());

  it('a request gets an equal reply; audit and metrics show that nothing was sent', async () => {
    const admin = mute.as('ADMIN');
    const person = { username: 'mute.user', emailAddress: 'mute@ada.example', roles: ['DEALER'] };
    const { body } = await admin.post('/api/v1/security/user/create', person);
    const reply = await mute.as('NOBODY').post(FORGOT, { username: 'mute.user' });
    assert.equal(reply.status, 202, reply.text);
    await until(async () => {
      const rows = await mute.db.query(sql`
        select from audit_entry where msg_code = 'PASSWORD_LINK_NOT_SENT'
          and principal_id = ${BigInt(body.id)}`);
      return rows.length === 1;
    });
    const figures = await mute.context.metrics.registry.metrics();
    assert.match(figures, /events_total\{name="password_link_not_sent"\} 1/);
    const mailed = await admin.post(USER_LINK, { id: body.id, delivery: 'EMAIL' });
    assert.equal(mailed.body.msgCode, 'PASSWORD_LINK_UNSENDABLE');
    const shown = await admin.post(USER_LINK, { id: body.id, delivery: 'SHOWN' });
    assert.equal(shown.status, 200, shown.text);
  });
});
