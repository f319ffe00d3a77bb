// Reads one transfer of units, lists transfers, and writes them to a file.

import { type Call, seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type FileReply, type Page, versioned } from '../../../platform/http/route.js';
import { CUSTODY } from '../limits.js';
import { countTransfers, selectTransfers, type TransferFilter } from './list-queries.js';
import { selectLines, selectTransfer } from './queries.js';
import { TRANSFER_COLUMNS, type TransferRow, transferCells, transferRecord } from './record.js';

/**
 * Returns one transfer in an office that the caller can see, or refuses with DOCUMENT_NOT_FOUND.
 */
export async function readTransfer(call: Call, id: bigint): Promise<object> {
  const row = await selectTransfer(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such transfer' });
  }
  const lines = await selectLines(call.db, [id]);
  return versioned(transferRecord(row, lines.get(id) ?? []), row.version);
}

type Listed = Omit<TransferFilter, 'offices'>;

/** Lists transfers in the offices that the caller can see, newest first. */
export async function listTransfers(
  call: Call,
  listed: Listed,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { ...listed, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectTransfers(call.db, filter, page), page);
  const lines = await selectLines(call.db, idsOf(rows));
  const count = await countTransfers(call.db, filter);
  const result = rows.map((row) => transferRecord(row, lines.get(row.id) ?? []));
  return { count, result, nextAfter };
}

/**
 * Writes all transfers that match the filters, with one row per security, from a single database
 * snapshot.
 */
export function transferFile(call: Call, listed: Listed, format: SheetFormat): Promise<FileReply> {
  return onSnapshot(call.db, (tx) => {
    const rows = rowsOf(tx, { ...listed, offices: call.principal.offices });
    return sheetFile({ name: 'holding-transfers', columns: TRANSFER_COLUMNS, rows }, format);
  });
}

async function* rowsOf(tx: Tx, filter: TransferFilter): AsyncGenerator<readonly Cell[]> {
  const limit = CUSTODY.exportedAtOnce;
  let after: bigint | null = null;
  for (;;) {
    const page: readonly TransferRow[] = await selectTransfers(tx, filter, {
      ...{ after, limit, offset: 0 },
    });
    const shown = page.slice(0, limit);
    const lines = await selectLines(tx, idsOf(shown));
    for (const row of shown) {
      for (const line of lines.get(row.id) ?? []) yield transferCells(row, line);
    }
    const last = shown.at(-1);
    if (last === undefined || page.length <= limit) return;
    after = last.id;
  }
}

function idsOf(rows: readonly TransferRow[]): bigint[] {
  return rows.map(({ id }) => id);
}
