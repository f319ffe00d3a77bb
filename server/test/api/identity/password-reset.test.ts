// Forgotten passwords: requests at the sign-in, links by e-mail and by an administrator, their use.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import PostalMime from 'postal-mime';
import {
  type SmtpStandIn,
  startSmtpStandIn,
} from '../../../src/gateways/stand-in/smtp-stand-in.js';
import { makeLinkOnMachine } from '../../../src/modules/identity/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import {
  basic,
  callerOf,
  type Json,
  startTestApp,
  type TestApp,
  type TestReply,
} from '../../support/app.js';
import { until, waitFor } from '../../support/wait.js';
import { type CrmApp, startCrmApp } from '../crm/crm-app.js';

const FORGOT = '/api/v1/security/password/forgot';
const RESET = '/api/v1/security/password/reset';
const USER_LINK = '/api/v1/security/user/reset-link';
const CUSTOMER_LINK = '/api/v1/security/customer/reset-link';
const LOGIN = '/api/v1/security/request/access-token';
const OLD = 'an older passphrase';
const NEW = 'a newer passphrase';
const OFFICE = 900_001;
const PUBLIC_URL = 'https://back.ada.example';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const mails: Mail[] = [];
let onMail: () => Promise<void> = async () => undefined;
let server: SmtpStandIn;
let app: CrmApp;
let made = 0;

before(async () => {
  server = await startSmtpStandIn({
    onMail: async ({ to: [to = ''], raw }) => {
      const { subject = '', text = '' } = await PostalMime.parse(raw);
      mails.push({ to, subject, text });
      await onMail();
    },
  });
  app = await startCrmApp({
    smtpUrl: server.url,
    smtpFrom: 'Ada Brokers <no-reply@ada.example>',
    publicUrl: PUBLIC_URL,
  });
});
after(async () => {
  await app.stop();
  await server.close();
});

interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

async function newUser(members: object = {}): Promise<User> {
  made += 1;
  const username = `user-${made}`;
  const email = `user-${made}@ada.example`;
  const body = { username, password: OLD, emailAddress: email, roles: ['DEALER'], ...members };
  const reply = await app.as('ADMIN').post('/api/v1/security/user/create', body);
  assert.equal(reply.status, 201, reply.text);
  return { id: reply.body.id, username, email };
}

/** Requests of a test come from an address of their own, so that no other test uses up its limit. */
async function forgot(username: string): Promise<TestReply> {
  await app.db.query(sql`delete from login_delay where kind like 'reset%'`);
  return app.as('NOBODY').post(FORGOT, { username });
}

const mailsTo = (address: string, subject = 'Set a new password') =>
  mails.filter((mail) => mail.to === address && mail.subject === subject);

/** The newest link that an address has got, when there are so many. */
function linkTo(address: string, count = 1): Promise<string> {
  return waitFor(`${count} links to ${address}`, async () => {
    const all = mailsTo(address);
    return all.length >= count && /https?:\S+/.exec(all.at(-1)?.text ?? '')?.[0];
  });
}

const tokenOf = (link: string): string => new URL(link).hash.replace('#token=', '');

async function requestedToken({ username, email }: User, count = 1): Promise<string> {
  const reply = await forgot(username);
  assert.equal(reply.status, 202, reply.text);
  return tokenOf(await linkTo(email, count));
}

async function shownToken(id: number, path = USER_LINK): Promise<string> {
  const reply = await app.as('ADMIN').post(path, { id, delivery: 'SHOWN' });
  assert.equal(reply.status, 200, reply.text);
  return tokenOf(reply.body.result.link);
}

const reset = (token: string, newPassword = NEW): Promise<TestReply> =>
  app.as('NOBODY').post(RESET, { token, newPassword });

const login = (username: string, password: string, code?: string): Promise<TestReply> =>
  app.as('NOBODY').post(LOGIN, { username, password, ...(code && { code }) });

function expectVoid(reply: TestReply): void {
  assert.equal(reply.status, 422, reply.text);
  assert.equal(reply.body.msgCode, 'PASSWORD_LINK_VOID');
  assert.equal(reply.body.errors[0].pointer, '/token');
}

const auditOf = async (id: number): Promise<Json[]> =>
  app.db.query(sql`
    select msg_code as "msgCode", address from audit_entry
    where operation = 'password-reset' and principal_id = ${BigInt(id)} order by id`);

describe('a requested link', () => {
  it('goes to the address on record, sets the password once, and tells the user', async () => {
    const user = await newUser();
    const token = await requestedToken(user);
    assert.match(token, /^[\w-]{43}$/);
    const [mail] = mailsTo(user.email);
    assert.match(mail?.text ?? '', /https:\/\/back\.ada\.example\/console\/reset-password#token=/);
    assert.match(mail?.text ?? '', new RegExp(`"${user.username}".* within 30 minutes`, 's'));
    const reply = await reset(token);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.equal((await login(user.username, OLD)).status, 401);
    assert.equal((await login(user.username, NEW)).status, 200);
    expectVoid(await reset(token, 'yet another passphrase'));
    await until(async () => mailsTo(user.email, 'Your password was changed').length > 0);
    const events = await auditOf(user.id);
    assert.deepEqual(
      events.map(({ msgCode }) => msgCode),
      ['PASSWORD_LINK_REQUESTED', 'PASSWORD_LINK_USED'],
    );
    assert.ok(events.every(({ address }) => address === '127.0.0.1'));
  });

  it('is found by e-mail address, and goes to each user and customer who has it', async () => {
    const user = await newUser();
    const customer = await newCustomer(user.email);
    assert.equal((await forgot(user.email.toUpperCase())).status, 202);
    await linkTo(user.email, 2);
    const texts = mailsTo(user.email).map(({ text }) => text);
    assert.ok(texts.some((text) => text.includes(`"${user.username}"`)));
    assert.ok(texts.some((text) => text.includes(`"${customer.userName}"`)));
  });

  it('is stored nowhere: neither the message nor the audit log nor a job has its token', async () => {
    const user = await newUser();
    const token = await requestedToken(user);
    const { rows } = await app.db.pool.query<{ name: string; found: string }>(
      `select table_name as name, (xpath('/row/c/text()', query_to_xml(
         format('select count(*) as c from %I t where t::text like %L', table_name, $1::text),
         false, true, '')))[1]::text as found
       from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
      [`%${token}%`],
    );
    assert.deepEqual(
      rows.filter(({ found }) => found !== '0'),
      [],
    );
    const { body } = await app.as('CRM').get('/api/v1/crm/message/list?s=5');
    const bodies = body.result.map((each: Json) => each.body);
    assert.ok(bodies.some((text: string) => text.includes('(the link is in the mail alone)')));
  });

  it('is replaced by a newer one', async () => {
    const user = await newUser();
    const first = await requestedToken(user);
    const second = await requestedToken(user, 2);
    expectVoid(await reset(first));
    assert.equal((await reset(second)).status, 200);
  });

  it('is void once the password or the address has changed by other means', async () => {
    for (const change of [
      { password: 'set by another way' },
      { emailAddress: 'new@ada.example' },
    ]) {
      const user = await newUser();
      const token = await requestedToken(user);
      const body = { id: user.id, ...change };
      const changed = await app.as('ADMIN').put('/api/v1/security/user/update', body);
      assert.equal(changed.status, 200, changed.text);
      expectVoid(await reset(token));
    }
  });

  it('is void once the user was disabled, also when the user is active again', async () => {
    const user = await newUser();
    const token = await requestedToken(user);
    const admin = app.as('ADMIN');
    await admin.put(`/api/v1/security/user/disable/id/${user.id}`);
    expectVoid(await reset(token));
    await admin.put('/api/v1/security/user/update', { id: user.id, active: true });
    expectVoid(await reset(token));
  });

  it('expires after thirty minutes', async () => {
    const user = await newUser();
    const token = await requestedToken(user);
    const seconds = await lifeOf(user.id);
    assert.ok(seconds > 1_700 && seconds <= 1_800, String(seconds));
    await app.db.query(sql`
      update password_reset set expires_at = now() - interval '1 second'
      where holder_id = ${BigInt(user.id)}`);
    expectVoid(await reset(token));
  });

  it('sets one password when twenty callers use it at once', async () => {
    const user = await newUser();
    const token = await requestedToken(user);
    const tries = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const password = `passphrase of caller ${at}`;
        return { password, status: (await reset(token, password)).status };
      }),
    );
    const won = tries.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    assert.equal((await login(user.username, won[0]?.password ?? '')).status, 200);
  });

  it('works after a password that was refused', async () => {
    const user = await newUser();
    const token = await requestedToken(user);
    const weak = await reset(token, 'short');
    assert.equal(weak.status, 422);
    assert.equal(weak.body.errors[0].pointer, '/newPassword');
    assert.equal((await reset(token)).status, 200);
  });

  it('is sent by another node when the one that took the request dies before the mail', async () => {
    const user = await newUser();
    // What a node leaves behind that dies after the commit of the request.
    await app.db.query(sql`
      with request as (
        insert into password_request (id, login, of_portal, request_id, address, created_at)
        values (gen_random_uuid(), ${user.username}, false, 'test', '', now())
        returning id
      )
      insert into job (kind, data, attempts_most, request_id)
      select 'password-request.answer', jsonb_build_object('requestId', id), 8, 'test'
      from request`);
    assert.ok(await linkTo(user.email));
    const [left] = await app.db.query<{ count: bigint }>(
      sql`select count(*) as count from password_request`,
    );
    assert.equal(left?.count, 0n);
  });

  it('comes anew when the mail server broke off, and the newest one works', async () => {
    const user = await newUser();
    let attempts = 0;
    onMail = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('451 try again');
    };
    assert.equal((await forgot(user.username)).status, 202);
    await linkTo(user.email);
    await until(async () => {
      await app.db.query(sql`
        update message_transport set not_before = clock_timestamp() where state = 'WAITING'`);
      return mailsTo(user.email).length > 1;
    });
    const link = await linkTo(user.email, 2);
    onMail = async () => undefined;
    const [first] = mailsTo(user.email);
    const before = /#token=(\S+)/.exec(first?.text ?? '')?.[1] ?? '';
    assert.notEqual(before, tokenOf(link));
    expectVoid(await reset(before));
    assert.equal((await reset(tokenOf(link))).status, 200);
  });
});

async function lifeOf(userId: number): Promise<number> {
  const [row] = await app.db.query<{ seconds: number }>(sql`
    select extract(epoch from expires_at - now())::float8 as seconds
    from password_reset where holder_id = ${BigInt(userId)}`);
  return row?.seconds ?? 0;
}

describe('after a reset', () => {
  it('all sessions and refresh tokens of the user have ended', async () => {
    const user = await newUser();
    const { body: session } = await login(user.username, OLD);
    const own = callerOf(app.url, { authorization: `Bearer ${session.access_token}` });
    assert.equal((await own.get('/api/v1/security/session/own')).status, 200);
    await reset(await requestedToken(user));
    assert.equal((await own.get('/api/v1/security/session/own')).status, 401);
    const refreshed = await app.as('NOBODY').post('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: session.refresh_token,
    });
    assert.equal(refreshed.status, 400, refreshed.text);
  });

  it('the second factor is still asked for', async () => {
    const user = await newUser();
    const self = callerOf(app.url, basic(user.username, OLD));
    const factor = '/api/v1/security/own/second-factor';
    const begun = await self.post(`${factor}/begin`, { password: OLD });
    const clock = new TOTP({
      secret: new URL(begun.body.result.uri).searchParams.get('secret') ?? '',
    });
    const codeIn = (ms: number) => clock.generate({ timestamp: Date.now() + ms });
    assert.equal((await self.post(`${factor}/confirm`, { code: codeIn(-30_000) })).status, 200);
    assert.equal((await reset(await requestedToken(user))).status, 200);
    const without = await login(user.username, NEW);
    assert.equal(without.body.msgCode, 'SECOND_FACTOR_NEEDED');
    assert.equal((await login(user.username, NEW, codeIn(0))).status, 200);
  });

  it('the delays of guessed passwords have ended, those of guessed codes have not', async () => {
    const user = await newUser();
    const rows = ['user', 'second-factor'].map((kind) => ({ kind, subject: String(user.id) }));
    for (const { kind, subject } of rows) {
      await app.db.query(sql`
        insert into login_delay (kind, subject, source, failures, free_at, last_failed_at)
        values (${kind}, ${subject}, '127.0.0.1', 9, now() + interval '1 hour', now())`);
    }
    assert.equal((await login(user.username, OLD)).status, 429);
    assert.equal((await reset(await requestedToken(user))).status, 200);
    assert.equal((await login(user.username, NEW)).status, 200);
    const left = await app.db.query(sql`
      select kind from login_delay where subject = ${String(user.id)} and kind = 'second-factor'`);
    assert.equal(left.length, 1);
  });
});

describe('a request for a link', () => {
  it('gets the same reply and does the same work for a name that does not exist', async () => {
    const user = await newUser();
    const known = await forgot(user.username);
    const unknown = await forgot('nobody.of.this.name');
    assert.deepEqual([known.status, unknown.status], [202, 202]);
    assert.deepEqual(known.body, unknown.body);
    await linkTo(user.email);
  });

  it('is refused after three with one name, whether the name exists or not', async () => {
    const user = await newUser();
    for (const name of [user.username, 'nobody.at.all']) {
      await forgot('to begin anew');
      const ask = () => app.as('NOBODY').post(FORGOT, { username: name });
      for (let at = 0; at < 3; at += 1) assert.equal((await ask()).status, 202);
      const refused = await ask();
      assert.equal(refused.status, 429, refused.text);
      assert.ok(Number(refused.headers.get('retry-after')) > 1_000);
    }
  });

  it('is refused after twenty of one network with any names', async () => {
    await forgot('to begin anew');
    const statuses: number[] = [];
    for (let at = 0; at < 22; at += 1) {
      const { status } = await app.as('NOBODY').post(FORGOT, { username: `name-${at}` });
      statuses.push(status);
    }
    assert.equal(statuses.filter((status) => status === 202).length, 19);
    assert.equal(statuses.at(-1), 429);
  });

  it('sends no more than three mails to one user, whatever it is asked for by', async () => {
    const user = await newUser();
    await forgot('to begin anew');
    for (const name of [user.username, user.email, user.username, user.email]) {
      await app.as('NOBODY').post(FORGOT, { username: name });
    }
    await until(async () => (await auditOf(user.id)).length === 4);
    const codes = (await auditOf(user.id)).map(({ msgCode }) => msgCode);
    assert.equal(codes.filter((code) => code === 'PASSWORD_LINK_REQUESTED').length, 3);
    assert.equal(codes.filter((code) => code === 'PASSWORD_LINK_NOT_SENT').length, 1);
  });

  it('for a user without an address sends nothing, and the audit log has it', async () => {
    const { id, username } = await newUser({ emailAddress: undefined });
    assert.equal((await forgot(username)).status, 202);
    await until(async () => (await auditOf(id)).length === 1);
    assert.equal((await auditOf(id))[0]?.msgCode, 'PASSWORD_LINK_NOT_SENT');
  });

  it('takes at most 64 KiB, and no member that it does not know', async () => {
    const nobody = app.as('NOBODY');
    assert.equal((await nobody.post(FORGOT, { username: 'x'.repeat(70_000) })).status, 413);
    assert.equal((await nobody.post(FORGOT, { username: 'jane', host: 'evil' })).status, 400);
    assert.equal((await nobody.post(FORGOT, {})).status, 400);
  });

  it('run dry stores nothing', async () => {
    const reply = await app.as('NOBODY').post(`${FORGOT}?dryRun=true`, { username: 'dry' });
    assert.equal(reply.status, 200, reply.text);
    const rows = await app.db.query(sql`select from password_request where login = 'dry'`);
    assert.equal(rows.length, 0);
  });
});

describe('a link by an administrator', () => {
  it('is shown once, uncached, and works for a day', async () => {
    const user = await newUser();
    const key = { 'Idempotency-Key': `a-link-for-user-${user.id}` };
    const body = { id: user.id, delivery: 'SHOWN' };
    const reply = await app.as('ADMIN').post(USER_LINK, body, key);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    const { link } = reply.body.result;
    assert.ok(link.startsWith(`${PUBLIC_URL}/console/reset-password#token=`), link);
    const seconds = await lifeOf(user.id);
    assert.ok(seconds > 86_000 && seconds <= 86_400, String(seconds));
    const again = await app.as('ADMIN').post(USER_LINK, body, key);
    assert.equal(again.body.result.link, undefined);
    assert.equal((await reset(tokenOf(link))).status, 200);
    assert.equal((await login(user.username, NEW)).status, 200);
  });

  it('is e-mailed on request, and not shown', async () => {
    const user = await newUser();
    const body = { id: user.id, delivery: 'EMAIL' };
    const reply = await app.as('ADMIN').post(USER_LINK, body);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.result.link, undefined);
    const link = await linkTo(user.email);
    assert.match(mailsTo(user.email)[0]?.text ?? '', /An administrator .* within 24 hours/s);
    assert.equal((await reset(tokenOf(link))).status, 200);
  });

  it('outlives requests at the sign-in, which anyone can make', async () => {
    const user = await newUser();
    const token = await shownToken(user.id);
    await requestedToken(user);
    assert.equal((await reset(token)).status, 200);
  });

  it('by e-mail to a user without an address is refused, and nothing is written', async () => {
    const user = await newUser({ emailAddress: undefined });
    const body = { id: user.id, delivery: 'EMAIL' };
    const reply = await app.as('ADMIN').post(USER_LINK, body);
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.body.msgCode, 'PASSWORD_LINK_UNSENDABLE');
    assert.equal(reply.body.errors[0].pointer, '/delivery');
    assert.equal(await lifeOf(user.id), 0);
  });

  it('is refused for a disabled user, for more rights than the own, and to makers', async () => {
    const user = await newUser();
    await app.as('ADMIN').put(`/api/v1/security/user/disable/id/${user.id}`);
    const disabled = await app.as('ADMIN').post(USER_LINK, { id: user.id, delivery: 'SHOWN' });
    assert.equal(disabled.body.msgCode, 'PRINCIPAL_DISABLED');
    const other = await newUser();
    const bound = app.asOffice('ADMIN', [BigInt(OFFICE)]);
    const foreign = await bound.post(USER_LINK, { id: other.id, delivery: 'SHOWN' });
    assert.equal(foreign.status, 404, 'a user of all offices is not seen by one of some');
    const dealer = await app.as('DEALER').post(USER_LINK, { id: other.id, delivery: 'SHOWN' });
    assert.equal(dealer.status, 403);
  });

  it('that was shown makes the two one person until the user changes the password', async () => {
    const user = await newUser();
    const setters = async () =>
      (
        await app.db.query(sql`
          select s.setter_id from password_setter s join principal p on p.id = s.setter_id
          where s.user_id = ${BigInt(user.id)}`)
      ).length;
    await app.db.query(sql`delete from password_setter where user_id = ${BigInt(user.id)}`);
    await reset(await shownToken(user.id));
    assert.equal(await setters(), 1);
    const self = callerOf(app.url, basic(user.username, NEW));
    const changed = await self.put('/api/v1/security/own/password', {
      password: NEW,
      newPassword: 'chosen by the user alone',
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await setters(), 0);
  });

  it('by e-mail counts as set by whoever gave the address', async () => {
    const user = await newUser();
    await app.db.query(sql`delete from password_setter where user_id = ${BigInt(user.id)}`);
    await reset(await requestedToken(user));
    const setters = await app.db.query(sql`
      select from password_setter where user_id = ${BigInt(user.id)}`);
    assert.equal(setters.length, 1);
    await app.db.query(sql`
      update principal set email_setter_id = null where id = ${BigInt(user.id)}`);
    await reset(await requestedToken(user, 2), 'a third passphrase');
    const after = await app.db.query(sql`
      select from password_setter where user_id = ${BigInt(user.id)}`);
    assert.equal(after.length, 0);
  });

  it('is made on the machine itself, audited, for an administrator who is shut out', async () => {
    const user = await newUser({ roles: ['ADMIN'] });
    const { db, clock, config } = app.context;
    const on = { db, clock, config };
    const shown = await makeLinkOnMachine(on, user.username.toUpperCase());
    assert.equal((await reset(tokenOf(shown?.link ?? ''))).status, 200);
    const entries = await app.db.query(sql`
      select from audit_entry where operation = 'makeUserResetLink' and subject_id = ${BigInt(user.id)}
        and principal_kind = 'system'`);
    assert.equal(entries.length, 1);
    assert.equal(await makeLinkOnMachine(on, 'nobody.at.all'), undefined);
  });
});

interface PortalCustomer {
  readonly id: number;
  readonly userName: string;
}

async function newCustomer(emailAddress1: string): Promise<PortalCustomer> {
  made += 1;
  const userName = `portal-${made}`;
  const reply = await app.as('OPERATIONS').post('/api/v1/partner/customer/create', {
    ...{ firstName: 'Ngozi', lastName: 'Okafor', emailAddress1, businessOfficeId: OFFICE },
    ...{ customerGroupName: 'STANDARD', portalUserName: userName, portalPassword: OLD },
  });
  assert.equal(reply.status, 201, reply.text);
  return { id: reply.body.id, userName };
}

describe('a customer', () => {
  const enter = (username: string, password: string) =>
    app.as('CLIENT').post('/api/v1/security/login/customer', { username, password });

  it('sets a new portal password by a link, and the old one is wrong', async () => {
    const { userName } = await newCustomer('ngozi@example.com');
    await forgot(userName);
    assert.equal((await reset(tokenOf(await linkTo('ngozi@example.com')))).status, 200);
    assert.equal((await enter(userName, OLD)).status, 401);
    assert.equal((await enter(userName, NEW)).status, 200);
  });

  it('asks at a portal, which reaches customers of its own business offices alone', async () => {
    const { id, userName } = await newCustomer('amaka@example.com');
    const path = '/api/v1/security/customer/forgot-password';
    const foreign = app.asOffice('CLIENT', [900_002n]);
    assert.equal((await foreign.post(path, { username: userName })).status, 202);
    const own = app.asOffice('CLIENT', [BigInt(OFFICE)]);
    assert.equal((await own.post(path, { username: userName })).status, 202);
    await linkTo('amaka@example.com');
    await until(async () => {
      const [row] = await app.db.query<{ count: bigint }>(
        sql`select count(*) as count from password_request`,
      );
      return row?.count === 0n;
    });
    assert.equal((await auditOf(id)).length, 1);
  });

  it('gets a link from staff who see the customer, and from no one else', async () => {
    const { id, userName } = await newCustomer('bola@example.com');
    const foreign = app.asOffice('OPERATIONS', [900_002n]);
    assert.equal((await foreign.post(CUSTOMER_LINK, { id, delivery: 'SHOWN' })).status, 404);
    assert.equal(
      (await app.as('DEALER').post(CUSTOMER_LINK, { id, delivery: 'SHOWN' })).status,
      403,
    );
    assert.equal((await reset(await shownToken(id, CUSTOMER_LINK))).status, 200);
    assert.equal((await enter(userName, NEW)).status, 200);
  });

  it('who may not log in can use no link', async () => {
    const { id } = await newCustomer('dayo@example.com');
    const token = await shownToken(id, CUSTOMER_LINK);
    const body = { id, status: 'SUSPENDED' };
    const changed = await app.as('OPERATIONS').put('/api/v1/partner/customer/update', body);
    assert.equal(changed.status, 200, changed.text);
    expectVoid(await reset(token));
  });
});

// The last one with this app: it uses up what the network of all tests may try.
describe('a wrong token', () => {
  it('is audited, and refused with 429 after thirty of a minute', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 32; at += 1) statuses.push((await reset(`wrong-${at}`)).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [422, 429]);
    assert.ok((await auditOf(0)).every(({ msgCode }) => msgCode === 'PASSWORD_LINK_REFUSED'));
    const user = await newUser();
    assert.equal((await reset(await requestedToken(user))).status, 200, 'a right one is served');
  });
});

describe('without a gateway for e-mail', () => {
  let mute: TestApp;
  before(async () => {
    mute = await startTestApp();
  });
  after(() => mute.stop());

  it('a request gets the same reply, and the operator is told', async () => {
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
