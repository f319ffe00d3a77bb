// The identity module, and the authenticator that the server asks who calls.

import type { Context } from '../../platform/context.js';
import type { Authenticator } from '../../platform/http/admission.js';
import type { Module } from '../../platform/http/module.js';
import { PUBLIC, type Route } from '../../platform/http/route.js';
import { createAuthenticator } from './authenticator.js';
import type { CustomerDirectory, OfficeDirectory } from './customer-directory.js';
import { createGuard } from './guard.js';
import { auditChainWorker, sessionWorker } from './housekeeping.js';
import { identityProblems } from './problems.js';
import { identityRoutes } from './routes.js';

export interface IdentityModule extends Module {
  /** The authenticator of an app with these routes; their permissions are all that exist. */
  readonly authenticatorFor: (context: Context, routes: readonly Route[]) => Authenticator;
}

/** Makes the module. Customers and offices belong to party, which is to the right of it. */
export function identityModule(deps: {
  readonly customers: CustomerDirectory;
  readonly offices: OfficeDirectory;
}): IdentityModule {
  const guard = createGuard(deps);
  return {
    name: 'identity',
    routes: identityRoutes(guard),
    problems: identityProblems,
    workers: [auditChainWorker, sessionWorker],
    authenticatorFor: (context, routes) => {
      const permissions = new Set(routes.map((route) => route.permission));
      permissions.delete(PUBLIC);
      guard.setPermissions(permissions);
      return createAuthenticator(context, guard);
    },
  };
}
