// The contract of a module: its operations, problems, workers, jobs and end-of-day steps.

import type { EndOfDayStep } from './end-of-day/step.js';
import type { ProblemCatalogue } from './http/reply/problem.js';
import type { FilterKind } from './http/request/filter.js';
import type { Route } from './http/route.js';
import { SEE_PERSONAL_DATA } from './http/shape/data-class.js';
import type { JobHandler } from './jobs/job.js';
import type { ChangeKind } from './reference-data/change-kind.js';
import type { SealedTable } from './vault/re-encrypt.js';
import type { Worker } from './worker.js';

export interface Module {
  readonly name: string;
  /** The purpose of the module's operations, as one line in the API documents. */
  readonly summary: string;
  readonly routes: readonly Route[];
  /** Permissions that operations check themselves, in addition to the routes' permissions. */
  readonly permissions?: readonly string[];
  readonly problems: ProblemCatalogue;
  readonly endOfDay?: readonly EndOfDayStep[];
  readonly workers?: readonly Worker[];
  /** The kinds of reference data whose changes need four-eyes approval. */
  readonly changes?: readonly ChangeKind[];
  /** The handlers of the module's jobs. Any node can run them. */
  readonly jobs?: readonly JobHandler[];
  /** Called with the server's address, for modules that call their own server. */
  readonly listening?: (url: string) => void;
  /** The module's tables with encrypted columns. */
  readonly sealed?: readonly SealedTable[];
  /** The module's kinds of records that parameters of reads can filter by. */
  readonly filters?: readonly FilterKind[];
}

/** Returns all permissions: those of the routes, and those that operations check themselves. */
export function permissionsIn(
  modules: readonly Pick<Module, 'routes' | 'permissions'>[],
): Set<string> {
  const permissions = new Set(modules.flatMap((module) => module.permissions ?? []));
  for (const { routes } of modules)
    for (const { permission } of routes) permissions.add(permission);
  return permissions.add(SEE_PERSONAL_DATA);
}
