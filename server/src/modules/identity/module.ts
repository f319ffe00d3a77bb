// The identity module and the server's authenticator.

import type { Context, Principal } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { Authenticator } from '../../platform/http/request/admission.js';
import { PUBLIC } from '../../platform/http/route.js';
import type { Module } from '../../platform/module.js';
import { ownAccountRoutes } from './account/own-account-routes.js';
import { principalRoutes } from './account/routes.js';
import { userSessionRoutes } from './account/user-session-routes.js';
import { sealedChainKeys } from './audit/key.js';
import { auditRoutes } from './audit/routes.js';
import { proveRowsJob } from './audit/row-proof-job.js';
import type { LinkedSource } from './audit/source-queries.js';
import { sealedSigningKeys } from './credential/signing-key.js';
import type { CustomerDirectory, OfficeDirectory } from './customer-directory.js';
import { auditChainWorker, auditHeadWorker, sessionWorker } from './housekeeping.js';
import { createAuthenticator } from './login/authenticator.js';
import { customerRoutes } from './login/customer-routes.js';
import { demonstrationRoutes } from './login/demonstration-routes.js';
import { ownSessionRoute } from './login/own-session.js';
import { sealedFactors } from './login/second-factor.js';
import { tokenRoutes } from './login/token-routes.js';
import { passkeyRoutes } from './passkey/routes.js';
import { passwordRequestJobs } from './password/request.js';
import { fillLink } from './password/reset.js';
import { passwordResetRoutes } from './password/reset-routes.js';
import { identityFilters } from './principal/filter.js';
import { createGuard, principalOf, type Served } from './principal/guard.js';
import { findPrincipal } from './principal/queries.js';
import { identityProblems } from './problems.js';
import { rowFileRoutes } from './row-file/routes.js';
import type { SecurityMail } from './security-mail.js';
import { savedViewRoutes } from './view/routes.js';

export interface IdentityModule extends Module {
  /**
   * Returns the authenticator for an app with the given permissions and routes, which must be
   * complete.
   */
  readonly authenticatorFor: (context: Context, served: Served) => Authenticator;
  /** Returns a user or client with its current rights; undefined if disabled or unknown. */
  readonly activePrincipal: (
    on: Pick<Database | Tx, 'query'>,
    ref: { readonly kind: Principal['kind']; readonly id: bigint },
  ) => Promise<Principal | undefined>;
  /** Returns an e-mail text with its reset link inserted; undefined if the link is void. */
  readonly fillLink: (
    context: Context,
    resetId: string,
    text: string,
  ) => Promise<string | undefined>;
}

/**
 * Builds the module. Modules that depend on identity implement its ports: party provides customers
 * and offices, CRM sends e-mail, and other modules add sources to the audit chain.
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
    summary: 'Users, API clients, roles, logins, tokens and the audit log',
    routes: [
      ...tokenRoutes(guard),
      ...demonstrationRoutes(guard),
      ...customerRoutes(guard),
      ...principalRoutes(guard),
      ...userSessionRoutes(guard),
      ...auditRoutes(guard),
      ...ownAccountRoutes(guard),
      ...passwordResetRoutes(guard),
      ...passkeyRoutes(guard),
      ownSessionRoute,
      ...savedViewRoutes,
      ...rowFileRoutes,
    ],
    sealed: [sealedFactors, sealedChainKeys, sealedSigningKeys],
    problems: identityProblems,
    filters: identityFilters(guard),
    jobs: [proveRowsJob, ...passwordRequestJobs(guard)],
    workers: [auditChainWorker(guard), auditHeadWorker(guard.auditHeads), sessionWorker],
    fillLink,
    activePrincipal: async (on, { kind, id }) => {
      if (kind !== 'user' && kind !== 'client') return undefined;
      const row = await findPrincipal(on, kind, id);
      return row?.active === true ? principalOf(guard, row) : undefined;
    },
    authenticatorFor: (context, { permissions: existing, routes }) => {
      const permissions = new Set(existing);
      permissions.delete(PUBLIC);
      guard.setServed({ permissions, routes });
      return createAuthenticator(context, guard);
    },
  };
}
