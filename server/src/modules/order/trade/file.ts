// Writes the blotter as a file, with every order that matches its filters, newest first.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Sql } from '../../../platform/database/sql.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import { ORDER } from '../limits.js';
import { type OrderRow, totalOf } from '../record/order.js';
import type { BlotterSummaryQuery } from '../schema.js';
import { blotterWhere, selectOrdersBelow } from './list-queries.js';

const COLUMNS = [
  { title: 'Number', width: 14 },
  { title: 'Business date', width: 14 },
  { title: 'Given', width: 26 },
  { title: 'Side', width: 8 },
  { title: 'Security', width: 14 },
  { title: 'Price type', width: 12 },
  { title: 'Limit price', width: 14 },
  { title: 'Stop price', width: 14 },
  { title: 'Term', width: 10 },
  { title: 'Quantity', width: 14 },
  { title: 'Filled', width: 14 },
  { title: 'Pending', width: 14 },
  { title: 'Average price', width: 14 },
  { title: 'Currency', width: 10 },
  { title: 'Total', width: 18 },
  { title: 'Held', width: 18 },
  { title: 'Status', width: 14 },
  { title: 'Status since', width: 26 },
  { title: 'Customer', width: 14 },
  { title: 'Customer name', width: 30 },
  { title: 'Portfolio', width: 14 },
  { title: 'Exchange', width: 10 },
  { title: 'Origin', width: 10 },
  { title: 'Office', width: 14 },
] as const;

/** Writes all orders that match the filters to a file, read from one snapshot. */
export function blotterFile(
  call: Call,
  query: Static<typeof BlotterSummaryQuery>,
  format: SheetFormat,
): Promise<FileReply> {
  return onSnapshot(call.db, async (tx) => {
    const where = await blotterWhere(call, query);
    const name = ['orders', query.sd, query.ed].filter((part) => part !== undefined).join('-');
    return sheetFile({ name, columns: COLUMNS, rows: rowsOf(tx, where) }, format);
  });
}

async function* rowsOf(tx: Tx, where: Sql): AsyncGenerator<readonly Cell[]> {
  let before: bigint | null = null;
  for (;;) {
    const page: readonly OrderRow[] = await selectOrdersBelow(tx, where, before);
    yield* page.map(cellsOf);
    const last = page.at(-1);
    if (last === undefined || page.length < ORDER.exportedAtOnce) return;
    before = last.id;
  }
}

function cellsOf(row: OrderRow): readonly Cell[] {
  return [
    row.name,
    { date: row.business_date },
    row.order_date,
    row.order_type,
    row.security_name,
    row.price_type,
    row.limit_price,
    row.stop_price,
    row.order_term_name,
    row.quantity,
    row.quantity_filled,
    row.quantity_pending,
    row.average_price?.toDecimalPlaces(4) ?? null,
    row.currency,
    { minor: totalOf(row), currency: row.currency },
    { minor: row.held_minor, currency: row.currency },
    row.order_status,
    row.status_at,
    row.customer_name,
    row.customer_label,
    row.portfolio_name,
    row.exchange_name,
    row.order_origin,
    row.office_name,
  ];
}
