// The caller's own name, roles and permissions, for every role.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../support/app.js';

const PATH = '/api/v1/security/session/own';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

test('every role gets its own name and permissions', async () => {
  for (const role of ['ADMIN', 'DEALER', 'OPERATIONS', 'APPROVER', 'FINANCE', 'CRM', 'AUDITOR']) {
    const reply = await app.as(role).get(PATH);
    assert.equal(reply.status, 200, role);
    assert.equal(reply.body.kind, 'client');
    assert.equal(reply.body.allOffices, true);
    assert.deepEqual(reply.body.roles, [role]);
    const has = (permission: string) => reply.body.permissions.includes(permission);
    assert.equal(has('order.trade-order.read'), true, role);
    assert.equal(has('order.trade-order.submit'), ['ADMIN', 'DEALER', 'OPERATIONS'].includes(role));
    assert.equal(has('identity.audit.read'), ['ADMIN', 'AUDITOR'].includes(role), role);
    assert.equal(has('*.read'), false, 'patterns are resolved');
  }
});

test('a user who is bound to an office gets its id', async () => {
  const offices = await app
    .as('ADMIN')
    .get('/api/v1/partner/businessoffice/list/active')
    .then(({ body }) => body.result);
  const id = offices[0]?.id ?? 1;
  const reply = await app.asOffice('DEALER', [BigInt(id)]).get(PATH);
  assert.equal(reply.body.allOffices, false);
  assert.deepEqual(reply.body.officeIds, [id]);
});

test('a caller without credentials is refused', async () => {
  assert.equal((await app.as('NOBODY').get(PATH)).status, 401);
});
