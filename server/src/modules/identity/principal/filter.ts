// Filters for reading records by user or by permission.

import { type FilterKind, namedByCode, namedById } from '../../../platform/http/request/filter.js';
import { ROLE_NAMES } from '../role.js';
import type { Guard } from './guard.js';
import { findPrincipal } from './queries.js';

/** Returns the kinds of identity records that filter parameters refer to. */
export function identityFilters({ permissionsOf }: Pick<Guard, 'permissionsOf'>) {
  const filters: readonly FilterKind[] = [
    namedById('user', ({ db }, id) => findPrincipal(db, 'user', id)),
    namedByCode('permission', async (_call, permission) =>
      permissionsOf(ROLE_NAMES).has(permission) ? permission : undefined,
    ),
  ];
  return filters;
}
