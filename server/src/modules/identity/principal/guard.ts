// The state shared by all parts of identity in one process: permissions and routes, verified
// credentials, and keys.

import type { Principal } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import {
  createFailureCount,
  type FailureCount,
} from '../../../platform/http/request/failure-count.js';
import type { Route } from '../../../platform/http/route.js';
import { createHeadKeeper, type HeadKeeper } from '../audit/head.js';
import { type LinkedSource, PLATFORM_SOURCES } from '../audit/source-queries.js';
import { type CredentialCache, createCredentialCache } from '../credential/cache.js';
import { createProofMemory, type ProofMemory } from '../credential/proof-memory.js';
import { createKeyRing, type KeyRing } from '../credential/signing-key.js';
import type { CustomerDirectory, OfficeDirectory } from '../customer-directory.js';
import { identityProblems } from '../problems.js';
import { permissionsOf } from '../role.js';
import type { SecurityMail } from '../security-mail.js';
import type { PrincipalRow } from './queries.js';

/** The permissions and routes of an app. */
export interface Served {
  readonly permissions: ReadonlySet<string>;
  readonly routes: readonly Route[];
}

export interface Guard {
  readonly customers: CustomerDirectory;
  readonly offices: OfficeDirectory;
  readonly mail: SecurityMail;
  readonly verified: CredentialCache;
  /** Recently correct passwords. */
  readonly proofs: ProofMemory;
  /** Counts wrong secrets of API clients, passkeys and links, by address. */
  readonly countProofFailure: FailureCount;
  readonly keys: KeyRing;
  readonly auditHeads: HeadKeeper;
  /** All sources of rows that the audit chain covers besides log entries. */
  readonly auditSources: readonly LinkedSource[];
  /** Registers the app's permissions and routes, once all modules are known. */
  readonly setServed: (served: Served) => void;
  readonly served: () => Served;
  /** Returns the combined permissions of the roles. */
  readonly permissionsOf: (roles: readonly string[]) => ReadonlySet<string>;
}

/** Creates the shared state of one app. */
export function createGuard({
  linked,
  ...deps
}: Pick<Guard, 'customers' | 'offices' | 'mail'> & {
  readonly linked: readonly LinkedSource[];
}): Guard {
  let served: Served = { permissions: new Set(), routes: [] };
  const known = new Map<string, ReadonlySet<string>>();
  return {
    ...deps,
    verified: createCredentialCache(),
    proofs: createProofMemory(),
    countProofFailure: createFailureCount(),
    keys: createKeyRing(),
    auditHeads: createHeadKeeper(),
    auditSources: [...PLATFORM_SOURCES, ...linked],
    served: () => served,
    setServed: (next) => {
      served = next;
      known.clear();
    },
    // There are few combinations of roles, so the sets are cached and shared between callers.
    permissionsOf: (roles) => {
      const name = [...roles].sort().join(' ');
      const granted = known.get(name) ?? permissionsOf(roles, served.permissions);
      known.set(name, granted);
      return granted;
    },
  };
}

/** Returns the caller that a stored principal represents. */
export function principalOf(guard: Guard, row: PrincipalRow): Principal {
  return {
    kind: row.kind,
    id: row.id,
    name: row.name,
    permissions: guard.permissionsOf(row.roles),
    offices: row.officeIds?.map(BigInt),
    roles: row.roles,
  };
}

/** The roles and offices that a principal has or would get. */
interface Holding {
  readonly roles: readonly string[];
  readonly officeIds: readonly string[] | null;
}

/**
 * Refuses with GRANT_BEYOND_OWN if the roles and offices exceed the caller's own permissions or
 * offices.
 */
export function refuseBeyondOwn(guard: Guard, caller: Principal, holding: Holding): void {
  if (caller.kind === 'system') return;
  for (const permission of guard.permissionsOf(holding.roles)) {
    if (!caller.permissions.has(permission)) {
      throw refusal(identityProblems.GRANT_BEYOND_OWN, { args: [permission] });
    }
  }
  const own = caller.offices;
  if (own === undefined) return;
  if (holding.officeIds?.every((office) => own.includes(BigInt(office))) !== true) {
    throw refusal(identityProblems.GRANT_BEYOND_OWN, { args: ['officeIds'] });
  }
}
