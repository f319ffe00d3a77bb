// The sign-in page's data, and signing in to a demonstration without a password.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Config } from '../../../src/config/config.js';
import { prepareCredentials } from '../../../src/modules/identity/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, startTestApp, type TestApp } from '../../support/app.js';

const ABOUT = '/api/v1/console/about';
const SIGN_IN = '/api/v1/demo/sign-in';
const ROLES = ['ADMIN', 'DEALER', 'OPERATIONS', 'APPROVER', 'FINANCE', 'CRM', 'AUDITOR'];

/**
 * Starts an app with the credentials that a demonstration's first start creates. Returns the users'
 * passwords by name.
 */
async function started(flags: Partial<Config>) {
  const app = await startTestApp({ exchange: 'none', ...flags });
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-demonstration-'));
  const made = await prepareCredentials(app.context, folder, { demo: true });
  await rm(folder, { recursive: true });
  const passwords = new Map(made?.users.map(({ username, password }) => [username, password]));
  return { app, passwords };
}

const signIn = (app: TestApp, role: string, headers?: Record<string, string>) =>
  app.as('NOBODY').post(SIGN_IN, { role }, headers);

describe('a demonstration on this machine', () => {
  let app: TestApp;
  let passwords: ReadonlyMap<string, string>;
  before(async () => {
    ({ app, passwords } = await started({ demo: true }));
  });
  after(() => app?.stop());

  it('shows its firm, its business date and the roles that can sign in', async () => {
    const { status, body, text } = await app.as('NOBODY').get(ABOUT);
    assert.equal(status, 200, text);
    const [day] = await app.db.query<{ date: string }>(
      sql`select business_date as date from business_day`,
    );
    assert.deepEqual(
      [body.demo, body.businessDate, body.timeZone],
      [true, day?.date, 'Africa/Lagos'],
    );
    assert.ok(body.firmName.length > 0 && /^\d+\.\d+\.\d+/.test(body.version), text);
    assert.deepEqual(body.demoRoles, ROLES);
  });

  it('signs a caller in with the rights of the role, and audits it', async () => {
    const { status, body, text } = await signIn(app, 'DEALER');
    assert.equal(status, 200, text);
    const dealer = callerOf(app.url, { authorization: `Bearer ${body.access_token}` });
    const own = await dealer.get('/api/v1/security/session/own');
    assert.equal(own.body.name, 'dealer');
    assert.ok(own.body.permissions.includes('order.trade-order.submit'));
    const entries = await app.db.query<{ name: string }>(sql`
      select principal_name as name from audit_entry
      where msg_code = 'TOKEN_ISSUED' and principal_name = 'dealer'`);
    assert.equal(entries.length, 1);
  });

  it('treats a role that no user has as a wrong request', async () => {
    for (const role of ['CLIENT', 'TELLER', 'ROOT']) {
      const { status, body } = await signIn(app, role);
      assert.deepEqual([status, body.msgCode], [400, 'INVALID_REQUEST'], role);
    }
  });

  it('does not exist for callers behind a proxy, or for pages of another site', async () => {
    const others: readonly Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 edge' },
      { 'x-real-ip': '::1' },
      { host: 'rebound.example.net' },
      { host: '203.0.113.9:8080' },
      { origin: 'https://rebound.example.net' },
      { origin: 'null' },
    ];
    for (const headers of others) {
      const { status, body } = await signIn(app, 'ADMIN', headers);
      assert.deepEqual(
        [status, body.msgCode],
        [404, 'DOCUMENT_NOT_FOUND'],
        JSON.stringify(headers),
      );
      const about = await app.as('NOBODY').get(ABOUT, headers);
      assert.deepEqual([about.status, about.body.demoRoles], [200, undefined]);
    }
  });

  it('refuses a write from a page of another site', async () => {
    const { status } = await signIn(app, 'ADMIN', { 'sec-fetch-site': 'cross-site' });
    assert.equal(status, 403);
  });

  it('asks for the password once the user has set one', async () => {
    const password = passwords.get('finance') ?? '';
    const finance = callerOf(app.url, basic('finance', password));
    const changed = await finance.put('/api/v1/security/own/password', {
      password,
      newPassword: 'seventeen quiet ledgers',
    });
    assert.equal(changed.status, 200, changed.text);
    const { status, body } = await signIn(app, 'FINANCE');
    assert.deepEqual([status, body.msgCode], [401, 'INVALID_CREDENTIALS']);
    const about = await app.as('NOBODY').get(ABOUT);
    assert.deepEqual(
      about.body.demoRoles,
      ROLES.filter((role) => role !== 'FINANCE'),
    );
  });

  it('refuses a user who is disabled or has other roles by now', async () => {
    const users = await app.as('ADMIN').get('/api/v1/security/user/list?s=50');
    const idOf = (name: string) =>
      users.body.result.find((user: { username: string }) => user.username === name).id;
    const disabled = { id: idOf('crm'), active: false };
    const renamed = { id: idOf('auditor'), roles: ['AUDITOR', 'DEALER'] };
    for (const change of [disabled, renamed]) {
      const reply = await app.as('ADMIN').put('/api/v1/security/user/update', change);
      assert.equal(reply.status, 200, reply.text);
    }
    for (const role of ['CRM', 'AUDITOR']) assert.equal((await signIn(app, role)).status, 401);
  });
});

const CLOSED: readonly (readonly [string, Partial<Config>])[] = [
  ['without --demo', {}],
  ['with a public URL', { demo: true, publicUrl: 'https://desk.example.com' }],
];
for (const [name, flags] of CLOSED) {
  it(`refuses a sign-in without a password ${name}`, async () => {
    const { app } = await started(flags);
    try {
      const { status, body } = await signIn(app, 'ADMIN');
      assert.deepEqual([status, body.msgCode], [404, 'DOCUMENT_NOT_FOUND']);
      const about = await app.as('NOBODY').get(ABOUT);
      assert.deepEqual([about.status, about.body.demoRoles], [200, undefined]);
      assert.equal(about.body.demo, flags.demo === true);
    } finally {
      await app.stop();
    }
  });
}
