// Forgotten passwords: requests on the login page, and the use of the links sent by e-mail.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { queueLoginMail } from '../../../src/modules/crm/index.js';
import { purgeResets } from '../../../src/modules/identity/password/reset-queries.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { basic, callerOf, type Json } from '../../support/app.js';
import { until, waitFor } from '../../support/wait.js';
import {
  auditOf,
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
  OLD,
  openDesk,
  requestedToken,
  reset,
  tokenOf,
  whenMailed,
} from './reset-desk.js';

openDesk();

describe('a requested link', () => {
  it('goes to the address on record, sets the password once, and notifies the user', async () => {
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

  it('is stored nowhere: no message, audit entry or job contains its token', async () => {
    const user = await newUser();
    const token = await requestedToken(user);
    const { rows } = await desk().db.pool.query<{ name: string; found: string }>(
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
    const { body } = await desk().as('CRM').get('/api/v1/crm/message/list?s=5');
    const bodies = body.result.map((each: Json) => each.body);
    assert.ok(bodies.some((text: string) => text.includes('(the link is only in the e-mail)')));
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
      const changed = await desk().as('ADMIN').put('/api/v1/security/user/update', body);
      assert.equal(changed.status, 200, changed.text);
      expectVoid(await reset(token));
    }
  });

  it('is void after the user was disabled, even if the user is active again', async () => {
    const user = await newUser();
    const token = await requestedToken(user);
    const admin = desk().as('ADMIN');
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
    await desk().db.query(sql`
      update password_reset set expires_at = now() - interval '1 second'
      where holder_id = ${BigInt(user.id)}`);
    expectVoid(await reset(token));
  });

  it('is removed after a day, as is an unanswered request', async () => {
    const user = await newUser();
    await requestedToken(user);
    const { db } = desk();
    await db.query(sql`
      update password_reset set expires_at = now() - interval '25 hours'
      where holder_id = ${BigInt(user.id)}`);
    await db.query(sql`
      insert into password_request (id, login, of_portal, request_id, address, created_at)
      values (gen_random_uuid(), 'left behind', false, 'test', '', now() - interval '25 hours')`);
    await purgeResets(db, desk().context.clock.now());
    assert.equal(await lifeOf(user.id), 0);
    const left = await db.query(sql`select from password_request where login = 'left behind'`);
    assert.equal(left.length, 0);
  });

  it('sets one password if twenty callers use it in parallel', async () => {
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

  it('is sent by another node if the node of the request dies before the mail', async () => {
    const user = await newUser();
    // Inserts the rows left by a node that dies after committing the request.
    await desk().db.query(sql`
      with request as (
        insert into password_request (id, login, of_portal, request_id, address, created_at)
        values (gen_random_uuid(), ${user.username}, false, 'test', '', now())
        returning id
      )
      insert into job (kind, data, attempts_most, request_id)
      select 'password-request.answer', jsonb_build_object('requestId', id), 8, 'test'
      from request`);
    assert.ok(await linkTo(user.email));
    const [left] = await desk().db.query<{ count: bigint }>(
      sql`select count(*) as count from password_request`,
    );
    assert.equal(left?.count, 0n);
  });

  it('is not sent if it is void before its e-mail is sent, and the message fails', async () => {
    const id = await systemWork(desk().context, 'test', async (work) => {
      const [office] = await work.tx.query<{ id: bigint }>(sql`select id from business_office`);
      await queueLoginMail(work, {
        ...{ to: 'void@ada.example', subject: 'Set a new password', text: 'void' },
        ...{ officeId: office?.id, resetId: '00000000-0000-4000-8000-000000000000' },
      });
      const [row] = await work.tx.query<{ id: bigint }>(sql`
        select id from message_transport where address = 'void@ada.example'`);
      return row?.id;
    });
    const ended = await waitFor('the end of the message', async () => {
      const { body } = await desk().as('CRM').get(`/api/v1/crm/message/id/${id}`);
      return body.state !== 'WAITING' && body.state !== 'SENDING' && body;
    });
    assert.equal(ended.state, 'FAILED');
    assert.equal(ended.attemptList[0].outcome, 'EXPIRED');
    assert.equal(mailsTo('void@ada.example').length, 0);
  });

  it('is sent again if the mail server disconnects, and the newest link works', async () => {
    const user = await newUser();
    let attempts = 0;
    whenMailed(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('451 try again');
    });
    assert.equal((await forgot(user.username)).status, 202);
    await linkTo(user.email);
    await until(async () => {
      await desk().db.query(sql`
        update message_transport set not_before = clock_timestamp() where state = 'WAITING'`);
      return mailsTo(user.email).length > 1;
    });
    const link = await linkTo(user.email, 2);
    whenMailed(async () => undefined);
    const [first] = mailsTo(user.email);
    const before = /#token=(\S+)/.exec(first?.text ?? '')?.[1] ?? '';
    assert.notEqual(before, tokenOf(link));
    expectVoid(await reset(before));
    assert.equal((await reset(tokenOf(link))).status, 200);
  });
});

describe('after a reset', () => {
  it('all sessions and refresh tokens of the user are invalid', async () => {
    const user = await newUser();
    const { body: session } = await login(user.username, OLD);
    const own = callerOf(desk().url, { authorization: `Bearer ${session.access_token}` });
    assert.equal((await own.get('/api/v1/security/session/own')).status, 200);
    await reset(await requestedToken(user));
    assert.equal((await own.get('/api/v1/security/session/own')).status, 401);
    const refreshed = await desk().as('NOBODY').post('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: session.refresh_token,
    });
    assert.equal(refreshed.status, 400, refreshed.text);
  });

  it('the login still needs a code of the second factor', async () => {
    const user = await newUser();
    const self = callerOf(desk().url, basic(user.username, OLD));
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

  it('the delays for passwords are cleared, but not those for codes', async () => {
    const user = await newUser();
    const rows = ['user', 'second-factor'].map((kind) => ({ kind, subject: String(user.id) }));
    for (const { kind, subject } of rows) {
      await desk().db.query(sql`
        insert into login_delay (kind, subject, source, failures, free_at, last_failed_at)
        values (${kind}, ${subject}, '127.0.0.1', 9, now() + interval '1 hour', now())`);
    }
    assert.equal((await login(user.username, OLD)).status, 429);
    assert.equal((await reset(await requestedToken(user))).status, 200);
    assert.equal((await login(user.username, NEW)).status, 200);
    const left = await desk().db.query(sql`
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
      await forgot('to begin again');
      const ask = () => desk().as('NOBODY').post(FORGOT, { username: name });
      for (let at = 0; at < 3; at += 1) assert.equal((await ask()).status, 202);
      const refused = await ask();
      assert.equal(refused.status, 429, refused.text);
      assert.ok(Number(refused.headers.get('retry-after')) > 1_000);
    }
  });

  it('is accepted three times out of fifteen parallel ones with one name', async () => {
    await forgot('to begin again');
    const ask = () => desk().as('NOBODY').post(FORGOT, { username: 'wanted by many' });
    const replies = await Promise.all(Array.from({ length: 15 }, ask));
    assert.equal(replies.filter(({ status }) => status === 202).length, 3);
  });

  it('is refused after twenty from one network with any names', async () => {
    await forgot('to begin again');
    const statuses: number[] = [];
    for (let at = 0; at < 22; at += 1) {
      const { status } = await desk()
        .as('NOBODY')
        .post(FORGOT, { username: `name-${at}` });
      statuses.push(status);
    }
    assert.equal(statuses.filter((status) => status === 202).length, 19);
    assert.equal(statuses.at(-1), 429);
  });

  it('sends at most three e-mails to one user, by name and by address in total', async () => {
    const user = await newUser();
    await forgot('to begin again');
    for (const name of [user.username, user.email, user.username, user.email]) {
      await desk().as('NOBODY').post(FORGOT, { username: name });
    }
    await until(async () => (await auditOf(user.id)).length === 4);
    const codes = (await auditOf(user.id)).map(({ msgCode }) => msgCode);
    assert.equal(codes.filter((code) => code === 'PASSWORD_LINK_REQUESTED').length, 3);
    assert.equal(codes.filter((code) => code === 'PASSWORD_LINK_NOT_SENT').length, 1);
  });

  it('for a user without an address sends nothing, and is audited', async () => {
    const { id, username } = await newUser({ emailAddress: undefined });
    assert.equal((await forgot(username)).status, 202);
    await until(async () => (await auditOf(id)).length === 1);
    assert.equal((await auditOf(id))[0]?.msgCode, 'PASSWORD_LINK_NOT_SENT');
  });

  it('accepts at most 64 KiB and no unknown members', async () => {
    const stranger = desk().as('NOBODY');
    assert.equal((await stranger.post(FORGOT, { username: 'x'.repeat(70_000) })).status, 413);
    assert.equal((await stranger.post(FORGOT, { username: 'jane', host: 'evil' })).status, 400);
    assert.equal((await stranger.post(FORGOT, {})).status, 400);
  });

  it('stores nothing in a dry run', async () => {
    await desk().db.query(sql`delete from login_delay where kind like 'reset%'`);
    const reply = await desk().as('NOBODY').post(`${FORGOT}?dryRun=true`, { username: 'dry' });
    assert.equal(reply.status, 200, reply.text);
    const rows = await desk().db.query(sql`select from password_request where login = 'dry'`);
    assert.equal(rows.length, 0);
    const turns = await desk().db.query(sql`select from login_delay where kind like 'reset%'`);
    assert.equal(turns.length, 0, 'a dry run uses up no turn');
  });
});

// Must run last: it uses up the number of attempts allowed for the network shared by all tests.
describe('a wrong token', () => {
  it('is audited, and refused with 429 after thirty in a minute', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 32; at += 1) statuses.push((await reset(`wrong-${at}`)).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [422, 429]);
    assert.ok((await auditOf(0)).every(({ msgCode }) => msgCode === 'PASSWORD_LINK_REFUSED'));
    const user = await newUser();
    assert.equal((await reset(await requestedToken(user))).status, 200, 'a right one is served');
  });
});
