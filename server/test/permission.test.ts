// Every operation is allowed for at least one role, and only for roles that grant its permission.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { modulesOf } from '../src/app/app.js';
import type { Route } from '../src/platform/http/route.js';
import { startTestApp, type TestApp } from './support/app.js';
import { permissionsWithoutRole } from './support/permission.js';

describe('permissions of all operations', () => {
  let app: TestApp;
  let routes: readonly Route[];
  before(async () => {
    app = await startTestApp();
    routes = modulesOf(app.context).flatMap((module) => module.routes);
  });
  after(() => app?.stop());

  test('each operation has a permission that a role grants', () => {
    assert.deepEqual(permissionsWithoutRole(routes), []);
  });

  test('permissions that operations check themselves are granted by a role', () => {
    const own = modulesOf(app.context).flatMap((module) => module.permissions ?? []);
    assert.ok(own.includes('order.commission.override'));
    assert.deepEqual(permissionsWithoutRole(own.map((permission) => ({ permission }))), []);
  });

  test('no two operations have the same name', () => {
    const names = routes.map((route) => route.operation);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });
});
