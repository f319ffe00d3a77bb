// Roles: separation of duties, and at least one role for each route's permission.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { modulesOf } from '../../../src/app/app.js';
import { permissionsOf } from '../../../src/modules/identity/index.js';
import { startTestApp, type TestApp } from '../../support/app.js';
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

test('a maker does not approve, and a checker does not make', () => {
  for (const role of ['OPERATIONS', 'DEALER', 'FINANCE', 'CRM', 'AUDITOR']) {
    assert.equal(holds(role, 'finance.cash-transaction.approve'), false, role);
    assert.equal(holds(role, 'finance.cash-transaction.reject'), false, role);
  }
  assert.equal(holds('OPERATIONS', 'finance.cash-transaction.create'), true);
  assert.equal(holds('APPROVER', 'finance.cash-transaction.approve'), true);
  assert.equal(holds('APPROVER', 'finance.cash-transaction.create'), false);
});

test('an auditor only reads, and reads everything', () => {
  for (const permission of existing) {
    assert.equal(holds('AUDITOR', permission), permission.endsWith('.read'), permission);
  }
});

test('the API client is maker and approver, and may only log customers in at identity', () => {
  for (const permission of existing) {
    const expected = !permission.startsWith('identity.') || permission.endsWith('.login');
    assert.equal(holds('CLIENT', permission), expected, permission);
  }
});
