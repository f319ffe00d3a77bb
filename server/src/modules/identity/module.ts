// The identity module, and the authenticator that the server asks who calls.

import type { Context, Principal } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { Authenticator } from '../../platform/http/request/admission.js';
import { PUBLIC, type Route } from '../../platform/http/route.js';
import { SEE_PERSONAL_DATA } from '../../platform/http/shape/data-class.js';
import type { Module } from '../../platform/module.js';
import { sealedChainKeys } from './audit/key.js';
import { proveRowsJob } from './audit/row-proof-job.js';
import type { LinkedSource } from './audit/source.js';
import type { CustomerDirectory, OfficeDirectory } from './customer-directory.js';
import { auditChainWorker, auditHeadWorker, sessionWorker } from './housekeeping.js';
import { createAuthenticator } from './login/authenticator.js';
import { ownSessionRoute } from './login/own-session.js';
import { sealedFactors } from './login/second-factor.js';
import { sealedSigningKeys } from './login/signing-key.js';
import { passkeyRoutes } from './passkey/routes.js';
import { passwordRequestJobs } from './password/request.js';
import { fillLink } from './password/reset.js';
import { passwordResetRoutes } from './password/reset-routes.js';
import { createGuard, principalOf } from './principal/guard.js';
import { ownAccountRoutes } from './principal/own-account-routes.js';
import { findPrincipal } from './principal/queries.js';
import { identityProblems } from './problems.js';
import { identityRoutes } from './routes.js';
import type { SecurityMail } from './security-mail.js';
import { savedViewRoutes } from './view/routes.js';

export interface IdentityModule extends Module {
  /** The authenticator of an app with these routes; their permissions are all that exist. */
  readonly authenticatorFor: (context: Context, routes: readonly Route[]) => Authenticator;
  /** A user or client as it may act now, without a request; undefined when disabled or gone. */
  readonly activePrincipal: (
    on: Pick<Database | Tx, 'query'>,
    ref: { readonly kind: Principal['kind']; readonly id: bigint },
  ) => Promise<Principal | undefined>;
  /** The text of a mail with the link of a password reset; undefined if that is void. */
  readonly fillLink: (
    context: Context,
    resetId: string,
    text: string,
  ) => Promise<string | undefined>;
}

/**
 * Makes the module. Customers and offices belong to party, which is to the right of it; so do the
 * modules of rows that the audit chain covers.
 */
export function identityModule(deps: {
  readonly customers: CustomerDirectory;
  readonly offices: OfficeDirectory;
  readonly mail: SecurityMail;
  readonly linked: readonly LinkedSource[];
}): IdentityModule {
  const guard = createGuard(deps);
  return {
    name: 'identity',
    summary: 'Who calls: users, API clients, roles, logins, tokens and the audit log',
    routes: [
      ...identityRoutes(guard),
      ...ownAccountRoutes(guard),
      ...passwordResetRoutes(guard),
      ...passkeyRoutes(guard),
      ownSessionRoute,
      ...savedViewRoutes,
    ],
    sealed: [sealedFactors, sealedChainKeys, sealedSigningKeys],
    problems: identityProblems,
    jobs: [proveRowsJob, ...passwordRequestJobs(guard)],
    workers: [auditChainWorker(guard), auditHeadWorker(guard.auditHeads), sessionWorker],
    fillLink,
    activePrincipal: async (on, { kind, id }) => {
      if (kind !== 'user' && kind !== 'client') return undefined;
      const row = await findPrincipal(on, kind, id);
      return row?.active === true ? principalOf(guard, row) : undefined;
    },
    authenticatorFor: (context, routes) => {
      const permissions = new Set(routes.map((route) => route.permission)).add(SEE_PERSONAL_DATA);
      permissions.delete(PUBLIC);
      guard.setPermissions(permissions);
      return createAuthenticator(context, guard);
    },
  };
}
