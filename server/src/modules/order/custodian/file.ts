// Writes settlements with custodians, and open contract notes, to files.

import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import { ORDER } from '../limits.js';
import { type DueRequest, dueFilterOf } from './due.js';
import { type CustodianDueRow, selectDues } from './due-queries.js';
import { type SettlementListing, settlementFilterOf } from './settlement.js';
import { type SettlementRow, selectSettlements } from './settlement-queries.js';

const SETTLEMENT_COLUMNS = [
  { title: 'Number', width: 14 },
  { title: 'Custodian', width: 14 },
  { title: 'Business office', width: 16 },
  { title: 'Direction', width: 12 },
  { title: 'Amount', width: 18 },
  { title: 'Currency', width: 10 },
  { title: 'Reference', width: 24 },
  { title: 'Status', width: 12 },
  { title: 'Settlement date', width: 16 },
  { title: 'Entered by', width: 18 },
  { title: 'Decided by', width: 18 },
  { title: 'Reason', width: 34 },
] as const;

const DUE_COLUMNS = [
  { title: 'Contract note', width: 14 },
  { title: 'Custodian', width: 14 },
  { title: 'Business office', width: 16 },
  { title: 'Portfolio', width: 14 },
  { title: 'Security', width: 14 },
  { title: 'Side', width: 8 },
  { title: 'Quantity', width: 14 },
  { title: 'Trade date', width: 14 },
  { title: 'Settlement date', width: 16 },
  { title: 'Owed by custodian', width: 18 },
  { title: 'Currency', width: 10 },
  { title: 'Overdue', width: 10 },
  { title: 'Pending settlement', width: 18 },
] as const;

/** Writes all settlements that match the filters, newest first, from one snapshot. */
export async function custodianSettlementFile(
  call: Call,
  listing: SettlementListing,
  format: SheetFormat,
): Promise<FileReply> {
  const filter = await settlementFilterOf(call, listing);
  return onSnapshot(call.db, (tx) => {
    const rows = rowsOf(tx, (on, page) => selectSettlements(on, filter, page), settlementCells);
    return sheetFile({ name: 'custodian-settlements', columns: SETTLEMENT_COLUMNS, rows }, format);
  });
}

/** Writes all open contract notes that match the filters, by id, from one snapshot. */
export async function custodianDueFile(
  call: Call,
  request: DueRequest,
  format: SheetFormat,
): Promise<FileReply> {
  const filter = await dueFilterOf(call, request);
  return onSnapshot(call.db, (tx) => {
    const rows = rowsOf(tx, (on, page) => selectDues(on, filter, page), dueCells);
    return sheetFile({ name: 'custodian-notes', columns: DUE_COLUMNS, rows }, format);
  });
}

interface FilePage {
  readonly after: bigint | null;
  readonly limit: number;
  readonly offset: number;
}

async function* rowsOf<Row extends { readonly id: bigint }>(
  tx: Tx,
  select: (tx: Tx, page: FilePage) => Promise<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<readonly Cell[]> {
  const limit = ORDER.exportedAtOnce;
  let after: bigint | null = null;
  for (;;) {
    const page: readonly Row[] = await select(tx, { after, limit, offset: 0 });
    const shown = page.slice(0, limit);
    yield* shown.map(cellsOf);
    const last = shown.at(-1);
    if (last === undefined || page.length <= limit) return;
    after = last.id;
  }
}

function settlementCells(row: SettlementRow): readonly Cell[] {
  return [
    row.name,
    row.custodian_name,
    row.office_name,
    row.direction,
    { minor: row.amount_minor, currency: row.currency },
    row.currency,
    row.reference,
    row.status,
    row.settled_on === null ? null : { date: row.settled_on },
    row.created_by,
    row.decided_by,
    row.reversal_reason ?? row.decision_reason,
  ];
}

function dueCells(row: CustodianDueRow): readonly Cell[] {
  const net = row.side === 'BUY' ? row.net_minor : -row.net_minor;
  return [
    row.name,
    row.custodian_name,
    row.office_name,
    row.portfolio_name,
    row.security_name,
    row.side,
    row.quantity,
    { date: row.trade_date },
    { date: row.settlement_date },
    { minor: net, currency: row.currency },
    row.currency,
    row.is_overdue ? 'yes' : 'no',
    row.pending,
  ];
}
