// Determines which writes change data that all business offices share, and who may call them.

import type { Principal } from '../../context.js';
import { commonProblems, refusal } from '../reply/problem.js';
import { PUBLIC, type Route, type Scope } from '../route.js';

/** The property of an operation in the OpenAPI document that shows its scope. */
export const SCOPE = 'x-scope';

/**
 * Returns the scope of a write. Undefined for a read and for public operations. A write without a
 * declared scope is treated as changing shared data, so that a missing declaration causes too many
 * refusals rather than too few.
 */
export function scopeOf({ method, permission, scope }: Route): Scope | undefined {
  if (method === 'GET' || permission === PUBLIC) return undefined;
  return scope ?? 'FIRM';
}

/**
 * Refuses with FORBIDDEN if the caller is restricted to business offices and the write changes
 * shared data.
 */
export function refuseOfficeBound(route: Route, principal: Principal | null): void {
  if (principal?.offices === undefined || scopeOf(route) !== 'FIRM') return;
  throw refusal(commonProblems.FORBIDDEN, {
    detail:
      'This operation changes data that all business offices share, but your access is limited ' +
      'to some of them. Ask a user with access to all offices.',
    args: ['FIRM'],
  });
}
