// Guessable passwords are refused wherever a password can be set, and nothing is stored.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, callerOf, type TestReply } from '../../support/app.js';
import { type CrmApp, startCrmApp } from '../crm/crm-app.js';

const COMMON = 'Password1234';
const GOOD = 'correct horse battery';
const CREATE = '/api/v1/security/user/create';
const UPDATE = '/api/v1/security/user/update';
const CUSTOMER = '/api/v1/partner/customer';

let app: CrmApp;
before(async () => {
  app = await startCrmApp();
});
after(() => app.stop());

function expectCommon(reply: TestReply, member: string): void {
  assert.equal(reply.status, 422, reply.text);
  assert.equal(reply.body.msgCode, 'PASSWORD_TOO_COMMON');
  assert.deepEqual(reply.body.errors, [
    {
      pointer: `/${member}`,
      code: 'PASSWORD_TOO_COMMON',
      detail: 'is among the passwords that attackers try first',
    },
  ]);
}

const newUser = (username: string, password: string) =>
  app.as('ADMIN').post(CREATE, { username, password, label: 'Ife Bello', roles: ['DEALER'] });

async function madeUser(username: string): Promise<number> {
  const reply = await newUser(username, GOOD);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

describe('a guessable password is refused', () => {
  it('for an administrator who creates a user', async () => {
    expectCommon(await newUser('first.user', COMMON), 'password');
    const rows = await app.db.query(sql`select from principal where name = 'first.user'`);
    assert.equal(rows.length, 0);
  });

  it('for an administrator who sets a password', async () => {
    const id = await madeUser('second.user');
    const body = { id, label: 'Another label', password: COMMON };
    expectCommon(await app.as('ADMIN').put(UPDATE, body), 'password');
    const { body: user } = await app.as('ADMIN').get(`/api/v1/security/user/id/${id}`);
    assert.equal(user.label, 'Ife Bello');
  });

  it('for a user who changes their own password', async () => {
    await madeUser('third.user');
    const own = callerOf(app.url, basic('third.user', GOOD));
    const body = { password: GOOD, newPassword: COMMON };
    expectCommon(await own.put('/api/v1/security/own/password', body), 'newPassword');
  });

  it('for a user or customer who uses a link, and the link still works afterwards', async () => {
    const id = await madeUser('fourth.user');
    const link = { id, delivery: 'SHOWN' };
    const made = await app.as('ADMIN').post('/api/v1/security/user/reset-link', link);
    const token = new URL(made.body.result.link).hash.replace('#token=', '');
    const reset = (newPassword: string) =>
      app.as('NOBODY').post('/api/v1/security/password/reset', { token, newPassword });
    expectCommon(await reset(COMMON), 'newPassword');
    assert.equal((await reset('another correct horse')).status, 200);
  });

  it('for programs that open or change customers', async () => {
    const members = {
      ...{ firstName: 'Ngozi', lastName: 'Okafor', businessOfficeId: 900_001 },
      ...{ customerGroupName: 'STANDARD', portalUserName: 'ngozi.okafor' },
    };
    const client = app.as('CLIENT');
    const create = (portalPassword: string) =>
      client.post(`${CUSTOMER}/create`, { ...members, portalPassword });
    expectCommon(await create('password'), 'portalPassword');
    expectCommon(await create('Okafor2026'), 'portalPassword');
    const made = await create('portal secret of hers');
    assert.equal(made.status, 201, made.text);
    const change = { id: made.body.id, portalPassword: 'iloveyou1' };
    expectCommon(await client.put(`${CUSTOMER}/update`, change), 'portalPassword');
  });
});

describe('a password of names is refused', () => {
  it('of the user, of the person, of an office, of the firm', async () => {
    await app.db.query(sql`
      insert into letterhead (office_id, firm_name, address, contact, registration, created_by,
        created_at, modified_by, modified_at)
      values (900001, 'Zenobia Securities', '', '', '', 'test', now(), 'test', now())`);
    for (const password of [
      'ngozi.trader-1',
      'IfeBello-2026',
      'Zenobia-2026-1',
      'zenobiasecurities',
    ]) {
      expectCommon(await newUser('ngozi.trader', password), 'password');
    }
    assert.equal((await newUser('ngozi.trader', 'a walk in the green rain')).status, 201);
  });
});
