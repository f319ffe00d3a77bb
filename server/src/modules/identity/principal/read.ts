// Reads users and API clients. A caller sees those whose offices are all among the caller's own.

import type { Call } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { findPrincipal, listPrincipals, type PrincipalKind } from './queries.js';
import { principalRecord } from './record.js';

/** Lists a page of users or clients. */
export async function listPrincipalRecords(
  call: Call,
  filter: { readonly kind: PrincipalKind; readonly search: string | undefined },
  page: PageRequest,
): Promise<Page<object>> {
  const officeIds = call.principal.offices?.map(String) ?? null;
  const found = await listPrincipals(
    call.db,
    { kind: filter.kind, search: filter.search ?? null, officeIds },
    page,
  );
  const { rows, nextAfter } = pageFrom(found.rows, page);
  return { count: found.count, result: rows.map(principalRecord), nextAfter };
}

/** Reads one user or client, with its ETag. Refuses DOCUMENT_NOT_FOUND. */
export async function readPrincipal(call: Call, kind: PrincipalKind, id: bigint): Promise<object> {
  const row = await findPrincipal(call.db, kind, id);
  const own = call.principal.offices;
  const seen = own === undefined || row?.officeIds?.every((office) => own.includes(BigInt(office)));
  if (!row || !seen) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return versioned(principalRecord(row), row.version);
}
