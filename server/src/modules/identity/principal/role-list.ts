// Returns the wire records of the roles.

import type { Page } from '../../../platform/http/route.js';
import { ROLE_NAMES, ROLES } from '../role.js';

/** Returns all roles in one page. */
export function listRoles(): Page<object> {
  const result = ROLE_NAMES.map((name) => ({ name, active: true, ...ROLES[name] }));
  return { count: result.length, result };
}
