// Checks that roles grant the permissions of all routes.

import { permissionsOf, ROLE_NAMES } from '../../src/modules/identity/index.js';
import { PUBLIC } from '../../src/platform/http/route.js';

/**
 * Returns the route permissions that no role grants or that are not of the form `module.noun.verb`.
 */
export function permissionsWithoutRole(
  routes: readonly { readonly permission: string }[],
): readonly string[] {
  const permissions = new Set(routes.map((route) => route.permission));
  permissions.delete(PUBLIC);
  const granted = permissionsOf(ROLE_NAMES, permissions);
  return [...permissions].filter(
    (permission) => !granted.has(permission) || !/^[a-z-]+\.[a-z-]+\.[a-z-]+$/.test(permission),
  );
}
