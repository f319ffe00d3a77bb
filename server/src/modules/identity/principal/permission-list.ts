// Returns the wire records of the permissions: the operations that each one allows, and the roles
// that grant it.

import type { Page, Route } from '../../../platform/http/route.js';
import { PUBLIC } from '../../../platform/http/route.js';
import { ROLE_NAMES } from '../role.js';
import type { Guard } from './guard.js';

export const ACCESSES = ['READ', 'WRITE', 'DECIDE', 'REVERSE'] as const;

type Access = (typeof ACCESSES)[number];

/** The kind of access that each of these verbs allows. All other verbs create or change records. */
const ACCESS_OF: Readonly<Record<string, Access>> = {
  read: 'READ',
  see: 'READ',
  approve: 'DECIDE',
  reject: 'DECIDE',
  reverse: 'REVERSE',
};

/** Returns all permissions in one page, sorted. */
export function listPermissions(guard: Pick<Guard, 'permissionsOf' | 'served'>): Page<object> {
  const { permissions, routes } = guard.served();
  const result = [...permissions].sort().map((permission) => ({
    permission,
    access: accessOf(permission),
    roles: ROLE_NAMES.filter((role) => guard.permissionsOf([role]).has(permission)),
    operations: routes
      .filter((route) => admits(route, permission))
      .map(({ operation, method, path, summary }) => ({ operation, method, path, summary })),
  }));
  return { count: result.length, result };
}

const accessOf = (permission: string): Access =>
  ACCESS_OF[permission.slice(permission.lastIndexOf('.') + 1)] ?? 'WRITE';

function admits(route: Route, permission: string): boolean {
  if (route.permission === PUBLIC) return false;
  return route.permission === permission || route.anyOf?.includes(permission) === true;
}
