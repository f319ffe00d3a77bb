// Reads users and API clients. Callers see only those whose offices are all among their own.

import type { Call } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { ROLE_NAMES } from '../role.js';
import type { Guard } from './guard.js';
import {
  findPrincipal,
  listPrincipals,
  type PrincipalKind,
  type PrincipalRow,
  type PrincipalState,
} from './queries.js';
import { principalRecords } from './record.js';

/** The filters of a list, as in its query. */
interface ListFilter {
  readonly kind: PrincipalKind;
  readonly search: string | undefined;
  readonly role: string | undefined;
  readonly permission: string | undefined;
  readonly state: PrincipalState | undefined;
}

/** Lists a page of users or clients. */
export async function listPrincipalRecords(
  call: Call,
  guard: Pick<Guard, 'permissionsOf'>,
  { filter, page }: { readonly filter: ListFilter; readonly page: PageRequest },
): Promise<Page<object>> {
  const { db, now } = call;
  const officeIds = call.principal.offices?.map(String) ?? null;
  const { kind, search = null, state = null } = filter;
  const roles = rolesWith(guard, filter);
  const found = await listPrincipals(db, { kind, search, state, roles, officeIds }, { page, now });
  const { rows, nextAfter } = pageFrom(found.rows, page);
  return { count: found.count, result: await principalRecords(db, rows, now), nextAfter };
}

/**
 * Returns the roles by which a list is filtered: the roles that grant the permission, or the given
 * role.
 */
function rolesWith(
  guard: Pick<Guard, 'permissionsOf'>,
  { role, permission }: ListFilter,
): readonly string[] | null {
  if (permission === undefined) return role === undefined ? null : [role];
  const granting = ROLE_NAMES.filter((name) => guard.permissionsOf([name]).has(permission));
  return role === undefined ? granting : granting.filter((name) => name === role);
}

/** Reads one user or client, with its ETag. Refuses with DOCUMENT_NOT_FOUND. */
export async function readPrincipal(call: Call, kind: PrincipalKind, id: bigint): Promise<object> {
  const row = await findVisible(call, kind, id);
  const [record = {}] = await principalRecords(call.db, [row], call.now);
  return versioned(record, row.version);
}

/** Finds a user or client that the caller may see. Refuses with DOCUMENT_NOT_FOUND. */
export async function findVisible(
  call: Pick<Call, 'db' | 'principal'>,
  kind: PrincipalKind,
  id: bigint,
): Promise<PrincipalRow> {
  const row = await findPrincipal(call.db, kind, id);
  const own = call.principal.offices;
  const seen = own === undefined || row?.officeIds?.every((office) => own.includes(BigInt(office)));
  if (!row || !seen) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return row;
}
