// Reads one market claim, a list of market claims, and a file of market claims.

import { type Call, seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type FileReply, type Page, versioned } from '../../../platform/http/route.js';
import { CUSTODY } from '../limits.js';
import {
  type ClaimFilter,
  type ClaimRow,
  countClaims,
  selectClaim,
  selectClaims,
} from './queries.js';
import { CLAIM_COLUMNS, claimCells, claimRecord } from './record.js';

/** Returns one claim in an office that the caller can see, or refuses with DOCUMENT_NOT_FOUND. */
export async function readClaim(call: Call, id: bigint): Promise<object> {
  const row = await selectClaim(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
      detail: 'There is no market claim with this id.',
    });
  }
  return versioned(claimRecord(row), row.version);
}

type Listed = Omit<ClaimFilter, 'offices'>;

/** Lists claims in the offices that the caller can see, newest first. */
export async function listClaims(
  call: Call,
  listed: Listed,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { ...listed, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectClaims(call.db, filter, page), page);
  const count = await countClaims(call.db, filter);
  return { count, result: rows.map(claimRecord), nextAfter };
}

/** Writes all claims that match the filters, read from one snapshot. */
export function claimFile(call: Call, listed: Listed, format: SheetFormat): Promise<FileReply> {
  return onSnapshot(call.db, (tx) => {
    const rows = rowsOf(tx, { ...listed, offices: call.principal.offices });
    return sheetFile({ name: 'market-claims', columns: CLAIM_COLUMNS, rows }, format);
  });
}

async function* rowsOf(tx: Tx, filter: ClaimFilter): AsyncGenerator<readonly Cell[]> {
  const limit = CUSTODY.exportedAtOnce;
  let after: bigint | null = null;
  for (;;) {
    const page: readonly ClaimRow[] = await selectClaims(tx, filter, { after, limit, offset: 0 });
    const shown = page.slice(0, limit);
    yield* shown.map(claimCells);
    const last = shown.at(-1);
    if (last === undefined || page.length <= limit) return;
    after = last.id;
  }
}
