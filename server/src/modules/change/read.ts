// Reads changes to reference data and their versions.

import type { Call, Principal } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../platform/http/route.js';
import {
  type ChangeFilter,
  countChanges,
  countVersions,
  selectChange,
  selectChanges,
  selectVersions,
  type VersionFilter,
} from './queries.js';
import { changeRecord, changeSummary, versionRecord } from './record.js';

/** Lists a page of changes without their bodies, newest first. */
export async function listChanges(
  call: Call,
  filter: ChangeFilter,
  page: PageRequest,
): Promise<Page<object>> {
  refuseBound(call.principal);
  const { rows, nextAfter } = pageFrom(await selectChanges(call.db, filter, page), page);
  return { count: await countChanges(call.db, filter), result: rows.map(changeSummary), nextAfter };
}

/** Reads one change: the record before and after it, and their differences. */
export async function readChange(call: Call, id: bigint): Promise<object> {
  refuseBound(call.principal);
  const row = await selectChange(call.db, id);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return versioned(changeRecord(row), row.version);
}

/** Lists a page of a record's versions, newest first, each with its body. */
export async function listVersions(
  call: Call,
  filter: VersionFilter,
  page: PageRequest,
): Promise<Page<object>> {
  refuseBound(call.principal);
  const { rows, nextAfter } = pageFrom(await selectVersions(call.db, filter, page), page);
  const count = await countVersions(call.db, filter);
  return { count, result: rows.map(versionRecord), nextAfter };
}

/** Returns the newest versions of a record, each with its body, for display with the record. */
export async function versionsOf(
  on: Database | Tx,
  filter: VersionFilter,
  limit: number,
): Promise<object[]> {
  const rows = await selectVersions(on, filter, { limit, offset: 0, after: null });
  return rows.slice(0, limit).map(versionRecord);
}

// Refuses callers who are restricted to certain offices. Changes contain records of all offices,
// and a route's scope protects only writes.
function refuseBound(principal: Principal): void {
  if (principal.offices === undefined) return;
  throw refusal(commonProblems.FORBIDDEN, {
    detail: 'Reference data applies to all offices, but your access is limited to some of them.',
  });
}
