// Roles: separation of duties, and at least one role that grants each route's permission.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { modulesOf } from '../../../src/app/app.js';
import { permissionsOf } from '../../../src/modules/identity/index.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { permissionsWithoutRole } from '../../support/permission.js';

const existing = new Set([
  'finance.cash-transaction.create',
  'finance.cash-transaction.approve',
  'finance.cash-transaction.reject',
  'finance.cash-transaction.read',
  'order.trade-order.submit',
  'identity.user.create',
  'identity.user.read',
  'identity.audit.read',
  'identity.customer.login',
]);
const holds = (role: string, permission: string) => permissionsOf([role], existing).has(permission);

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

test('every permission of every route is granted by a role', () => {
  const routes = modulesOf(app.context).flatMap((module) => module.routes);
  assert.deepEqual(permissionsWithoutRole(routes), []);
  const wrong = [{ permission: 'nobody.knows.this' }, { permission: 'finance.two' }];
  assert.deepEqual(permissionsWithoutRole(wrong), ['nobody.knows.this', 'finance.two']);
});

test('a maker cannot approve, and a checker cannot create', () => {
  for (const role of ['OPERATIONS', 'DEALER', 'FINANCE', 'CRM', 'AUDITOR']) {
    assert.equal(holds(role, 'finance.cash-transaction.approve'), false, role);
    assert.equal(holds(role, 'finance.cash-transaction.reject'), false, role);
  }
  assert.equal(holds('OPERATIONS', 'finance.cash-transaction.create'), true);
  assert.equal(holds('APPROVER', 'finance.cash-transaction.approve'), true);
  assert.equal(holds('APPROVER', 'finance.cash-transaction.create'), false);
});

test('an auditor can read everything, and only read', () => {
  for (const permission of existing) {
    assert.equal(holds('AUDITOR', permission), permission.endsWith('.read'), permission);
  }
});

test('the API client is maker and approver, and may only log in customers', () => {
  for (const permission of existing) {
    const expected = !permission.startsWith('identity.') || permission.endsWith('.login');
    assert.equal(holds('CLIENT', permission), expected, permission);
  }
});

test('the list of permissions shows the roles and operations of each', async () => {
  const list = await app.as('AUDITOR').get('/api/v1/security/permission/list');
  assert.equal(list.status, 200, list.text);
  assert.equal(list.body.count, list.body.result.length);
  const of = (name: string) =>
    list.body.result.find(({ permission }: Json) => permission === name) ?? {};
  const accesses = ['read', 'create', 'approve', 'reverse'].map(
    (verb) => of(`finance.cash-transaction.${verb}`).access,
  );
  assert.deepEqual(accesses, ['READ', 'WRITE', 'DECIDE', 'REVERSE']);
  assert.deepEqual(of('identity.user.create').roles, ['ADMIN']);
  assert.deepEqual(of('identity.user.create').operations, [
    {
      operation: 'createUser',
      method: 'POST',
      path: 'security/user/create',
      summary: 'Create a staff user; without a password, one is generated and shown once',
    },
  ]);
  assert.equal((await app.as('DEALER').get('/api/v1/security/permission/list')).status, 403);
  for (const role of ['DEALER', 'APPROVER']) {
    const own = await app.as(role).get('/api/v1/security/session/own');
    const granted = list.body.result.filter(({ roles }: Json) => roles.includes(role));
    assert.deepEqual(
      granted.map(({ permission }: Json) => permission),
      own.body.permissions,
      role,
    );
  }
});
