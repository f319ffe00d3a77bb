// Reads one event settlement, lists event settlements, and writes them to a file.

import type { Call } from '../../../platform/context.js';
import { seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type FileReply, type Page, versioned } from '../../../platform/http/route.js';
import { CUSTODY } from '../limits.js';
import {
  countSettlements,
  type SettlementFilter,
  type SettlementRow,
  selectSettlement,
  selectSettlements,
} from './queries.js';
import { settlementRecord } from './record.js';

/**
 * Returns one settlement in an office that the caller can see, or refuses with DOCUMENT_NOT_FOUND.
 */
export async function readEventSettlement(call: Call, id: bigint): Promise<object> {
  const row = await selectSettlement(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such settlement' });
  }
  return versioned(settlementRecord(row), row.version);
}

type Listed = Omit<SettlementFilter, 'offices'>;

/** Lists settlements in the offices that the caller can see, newest first. */
export async function listEventSettlements(
  call: Call,
  listed: Listed,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { ...listed, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectSettlements(call.db, filter, page), page);
  const count = await countSettlements(call.db, filter);
  return { count, result: rows.map(settlementRecord), nextAfter };
}

const COLUMNS = [
  { title: 'Number', width: 14 },
  { title: 'Event', width: 14 },
  { title: 'Kind', width: 8 },
  { title: 'Security', width: 14 },
  { title: 'Office', width: 14 },
  { title: 'Bank of office', width: 14 },
  { title: 'Direction', width: 12 },
  { title: 'Amount', width: 18 },
  { title: 'Currency', width: 10 },
  { title: 'Value date', width: 14 },
  { title: 'Reference', width: 24 },
  { title: 'State', width: 12 },
  { title: 'Journal', width: 14 },
  { title: 'Entered by', width: 20 },
  { title: 'Decided by', width: 20 },
] as const;

/** Writes all settlements that match the filters, from a single database snapshot. */
export function eventSettlementFile(
  call: Call,
  listed: Listed,
  format: SheetFormat,
): Promise<FileReply> {
  return onSnapshot(call.db, (tx) => {
    const rows = rowsOf(tx, { ...listed, offices: call.principal.offices });
    return sheetFile({ name: 'event-settlements', columns: COLUMNS, rows }, format);
  });
}

async function* rowsOf(tx: Tx, filter: SettlementFilter): AsyncGenerator<readonly Cell[]> {
  let after: bigint | null = null;
  for (;;) {
    const limit = CUSTODY.exportedAtOnce;
    const page: readonly SettlementRow[] = await selectSettlements(tx, filter, {
      after,
      limit,
      offset: 0,
    });
    const shown = page.slice(0, limit);
    yield* shown.map(cellsOf);
    const last = shown.at(-1);
    if (last === undefined || page.length <= limit) return;
    after = last.id;
  }
}

function cellsOf(row: SettlementRow): readonly Cell[] {
  const { currency } = row;
  return [
    ...[row.name, row.event_name, row.event_kind, row.security_name, row.office_name],
    ...[row.bank_office_name, row.direction],
    { minor: row.amount_minor, currency },
    currency,
    { date: row.value_date },
    ...[row.reference, row.state, row.journal_id, row.created_by, row.decided_by],
  ];
}
