// Reads one election, lists elections, and writes them to a file.

import type { Static } from '@sinclair/typebox';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type FileReply, type Page, versioned } from '../../../platform/http/route.js';
import { CUSTODY } from '../limits.js';
import {
  countElections,
  type ElectionFilter,
  type ElectionRow,
  selectElection,
  selectElections,
} from './queries.js';
import { ELECTION_COLUMNS, electionCells, electionRecord } from './record.js';
import type { ElectionFilterQuery, ElectionListQuery } from './schema.js';

/**
 * Returns whether the caller may see an election. Customers see their own elections; other users
 * see the elections of their offices.
 */
export function seesElection(
  principal: Call['principal'],
  row: Pick<ElectionRow, 'office_id' | 'customer_id'>,
): boolean {
  if (principal.kind === 'customer') return row.customer_id === principal.id;
  return seesOffice(principal, row.office_id);
}

function filterOf(
  { principal }: Pick<Call, 'principal'>,
  query: Static<typeof ElectionFilterQuery>,
): ElectionFilter {
  return {
    offices: principal.offices,
    ownerId: principal.kind === 'customer' ? principal.id : undefined,
    eventId: query.e || undefined,
    portfolioId: query.p || undefined,
    customerId: query.c || undefined,
    officeId: query.o || undefined,
    state: query.state,
  };
}

/** Returns one election, or refuses with DOCUMENT_NOT_FOUND. */
export async function readElection(call: Call, id: bigint): Promise<object> {
  const row = await selectElection(call.db, id);
  if (row === undefined || !seesElection(call.principal, row)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such election' });
  }
  return versioned(electionRecord(row), row.version);
}

/** Lists elections that the caller may see, newest first. */
export async function listElections(
  call: Call,
  query: Static<typeof ElectionListQuery>,
): Promise<Page<object>> {
  const filter = filterOf(call, query);
  const page = pageOf(query, PAGE_BS);
  const { rows, nextAfter } = pageFrom(await selectElections(call.db, filter, page), page);
  const count = await countElections(call.db, filter);
  return { count, result: rows.map(electionRecord), nextAfter };
}

/** Writes all elections that match the filters, from a single database snapshot. */
export function electionFile(
  call: Call,
  query: Static<typeof ElectionFilterQuery>,
  format: SheetFormat,
): Promise<FileReply> {
  return onSnapshot(call.db, (tx) => {
    const rows = rowsOf(tx, filterOf(call, query));
    return sheetFile({ name: 'elections', columns: ELECTION_COLUMNS, rows }, format);
  });
}

async function* rowsOf(tx: Tx, filter: ElectionFilter): AsyncGenerator<readonly Cell[]> {
  let after: bigint | null = null;
  for (;;) {
    const limit = CUSTODY.exportedAtOnce;
    const page: readonly ElectionRow[] = await selectElections(tx, filter, {
      after,
      limit,
      offset: 0,
    });
    const shown = page.slice(0, limit);
    yield* shown.map(electionCells);
    const last = shown.at(-1);
    if (last === undefined || page.length <= limit) return;
    after = last.id;
  }
}
