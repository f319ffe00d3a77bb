// Reads one entitlement, lists entitlements, and writes them to a file.

import type { Static } from '@sinclair/typebox';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { FileReply, Page } from '../../../platform/http/route.js';
import { CUSTODY } from '../limits.js';
import {
  countEntitlements,
  type EntitlementFilter,
  type EntitlementRow,
  selectEntitlement,
  selectEntitlements,
  selectRevisions,
} from './list-queries.js';
import { ENTITLEMENT_COLUMNS, entitlementCells, entitlementRecord } from './record.js';
import type { EntitlementFilterQuery, EntitlementQuery } from './schema.js';

function filterOf(
  { principal }: Pick<Call, 'principal'>,
  query: Static<typeof EntitlementFilterQuery>,
): EntitlementFilter {
  return {
    offices: principal.offices,
    ownerId: principal.kind === 'customer' ? principal.id : undefined,
    eventId: query.e || undefined,
    portfolioId: query.p || undefined,
    customerId: query.c || undefined,
    officeId: query.o || undefined,
    state: query.state,
    route: query.route,
    from: query.sd,
    until: query.ed,
  };
}

/** Lists entitlements in the offices that the caller may see. Customers see only their own. */
export async function listEntitlements(
  call: Call,
  query: Static<typeof EntitlementQuery>,
): Promise<Page<object>> {
  const filter = filterOf(call, query);
  const page = pageOf(query, PAGE_BS);
  const { rows, nextAfter } = pageFrom(await selectEntitlements(call.db, filter, page), page);
  const count = await countEntitlements(call.db, filter);
  return { count, result: rows.map(entitlementRecord), nextAfter };
}

/** Returns one entitlement with its revisions. Refuses with DOCUMENT_NOT_FOUND. */
export async function readEntitlement(call: Call, id: bigint): Promise<object> {
  const row = await selectEntitlement(call.db, id);
  const { principal } = call;
  const isHidden =
    row === undefined ||
    !seesOffice(principal, row.office_id) ||
    (principal.kind === 'customer' && row.customer_id !== principal.id);
  if (isHidden) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such entitlement' });
  }
  const revisions = await selectRevisions(call.db, row);
  return { ...entitlementRecord(row), revisions: revisions.map(entitlementRecord) };
}

/** Writes all entitlements that match the filters, from a single database snapshot. */
export function entitlementFile(
  call: Call,
  query: Static<typeof EntitlementFilterQuery>,
  format: SheetFormat,
): Promise<FileReply> {
  return onSnapshot(call.db, (tx) => {
    const name = ['entitlements', query.sd, query.ed].filter((part) => part !== undefined);
    const rows = rowsOf(tx, filterOf(call, query));
    return sheetFile({ name: name.join('-'), columns: ENTITLEMENT_COLUMNS, rows }, format);
  });
}

async function* rowsOf(tx: Tx, filter: EntitlementFilter): AsyncGenerator<readonly Cell[]> {
  const limit = CUSTODY.exportedAtOnce;
  let after: bigint | null = null;
  for (;;) {
    const page: readonly EntitlementRow[] = await selectEntitlements(tx, filter, {
      ...{ after, limit },
      offset: 0,
    });
    const shown = page.slice(0, limit);
    yield* shown.map(entitlementCells);
    const last = shown.at(-1);
    if (last === undefined || page.length <= limit) return;
    after = last.id;
  }
}
