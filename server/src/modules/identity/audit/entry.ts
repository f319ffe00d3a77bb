// Reads the audit log.

import type { Call } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { changesOfEntry } from './entry-change.js';
import {
  type AuditFilter,
  type AuditRow,
  countEntries,
  selectEntries,
  selectEntry,
} from './queries.js';

/**
 * Refuses with FORBIDDEN if the caller is restricted to certain offices, because the audit log
 * covers all offices.
 */
export function refuseBoundToOffices(call: Call): void {
  if (call.principal.offices !== undefined) {
    throw refusal(commonProblems.FORBIDDEN, {
      detail: 'The audit log covers all offices, but you have access to only some of them.',
    });
  }
}

/** Lists a page of the log, newest first. */
export async function listAudit(
  call: Call,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const count = await countEntries(call.db, filter);
  const { after, offset, limit } = page;
  const fetched = await selectEntries(call.db, filter, { after, offset, max: limit + 1 });
  const { rows, nextAfter } = pageFrom(fetched, page);
  return { count, result: rows.map(withoutNulls), nextAfter };
}

/** Reads one entry with its changes. Refuses with DOCUMENT_NOT_FOUND. */
export async function readAuditEntry(call: Call, id: bigint): Promise<object> {
  const row = await selectEntry(call.db, id);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return { ...withoutNulls(row), differences: await changesOfEntry(call.db, id) };
}

function withoutNulls(row: AuditRow): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
