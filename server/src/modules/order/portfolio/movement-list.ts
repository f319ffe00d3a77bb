// The stock record as a list and as a file, newest movement first.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import type { FileReply, Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { requireSecurity } from '../../market/index.js';
import { ORDER } from '../limits.js';
import {
  countMovements,
  type MovementRow,
  movementsWhere,
  selectMovementPage,
  selectMovementsBelow,
} from './movement-list-queries.js';
import type { MovementFilterQuery, MovementQuery } from './movement-schema.js';
import { visiblePortfolio } from './portfolio.js';

/**
 * Lists movements of holdings. If the request names a portfolio, it must be visible to the caller.
 */
export async function holdingMovements(
  call: Call,
  query: Static<typeof MovementQuery>,
): Promise<Page<object>> {
  if (query.p !== undefined) await visiblePortfolio(call, query.p);
  const where = movementsWhere(call, await withSecurity(call, query));
  const page = pageOf(query, PAGE_BS);
  const rows = await selectMovementPage(call.db, page, { where, asOf: query.asOf });
  const count = await countMovements(call.db, where);
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count, result: kept.map(toMovementRecord), nextAfter };
}

async function withSecurity<Query extends { readonly securityName?: string }>(
  { db }: Call,
  query: Query,
): Promise<Query & { readonly securityId: bigint | undefined }> {
  const { securityName: code } = query;
  const securityId = code === undefined ? undefined : (await requireSecurity(db, code)).id;
  return { ...query, securityId };
}

function toMovementRecord(row: MovementRow): object {
  return {
    id: row.id,
    portfolioId: row.portfolio_id,
    portfolioName: row.portfolio_name,
    securityName: row.security_name,
    kind: row.kind,
    effectiveDate: row.effective_date,
    quantity: String(row.quantity),
    pendingQuantity: String(row.pending_quantity),
    cost: minorToDecimal(row.cost_minor, row.currency),
    proceeds: minorToDecimal(row.proceeds_minor, row.currency),
    gain: minorToDecimal(row.gain_minor, row.currency),
    currency: row.currency,
    acquiredOn: row.acquired_on ?? undefined,
    costKnown: row.cost_known,
    orderId: row.order_id ?? undefined,
    cumEx: row.cum_ex ?? undefined,
    sourceType: row.source_type,
    sourceId: row.source_id,
    reversalOfId: row.reversal_of_id ?? undefined,
    reversed: row.is_reversed,
    recordedDttm: row.recorded_at,
  };
}

const COLUMNS = [
  { title: 'Number', width: 14 },
  { title: 'Portfolio', width: 14 },
  { title: 'Security', width: 14 },
  { title: 'Kind', width: 12 },
  { title: 'Effective date', width: 14 },
  { title: 'Quantity', width: 14 },
  { title: 'Cost', width: 18 },
  { title: 'Proceeds', width: 18 },
  { title: 'Currency', width: 10 },
  { title: 'Order', width: 14 },
  { title: 'Cause', width: 16 },
  { title: 'Cause number', width: 14 },
  { title: 'Reverses', width: 14 },
  { title: 'Recorded', width: 26 },
  { title: 'Pending quantity', width: 14 },
  { title: 'Gain', width: 18 },
  { title: 'Acquired', width: 14 },
  { title: 'Cost known', width: 12 },
  { title: 'Cum or ex', width: 10 },
] as const;

/** Writes all movements that match the filters to a file, read from one snapshot. */
export async function movementFile(
  call: Call,
  query: Static<typeof MovementFilterQuery>,
  format: SheetFormat,
): Promise<FileReply> {
  if (query.p !== undefined) await visiblePortfolio(call, query.p);
  const filter = await withSecurity(call, query);
  return onSnapshot(call.db, (tx) => {
    const name = ['movements', query.sd, query.ed].filter((part) => part !== undefined).join('-');
    const rows = rowsOf(tx, { where: movementsWhere(call, filter), asOf: query.asOf });
    return sheetFile({ name, columns: COLUMNS, rows }, format);
  });
}

async function* rowsOf(
  tx: Tx,
  listed: Parameters<typeof selectMovementsBelow>[1],
): AsyncGenerator<readonly Cell[]> {
  let below: bigint | null = null;
  for (;;) {
    const page: readonly MovementRow[] = await selectMovementsBelow(tx, listed, below);
    yield* page.map(cellsOf);
    const last = page.at(-1);
    if (last === undefined || page.length < ORDER.exportedAtOnce) return;
    below = last.id;
  }
}

function cellsOf(row: MovementRow): readonly Cell[] {
  const { currency } = row;
  return [
    row.id,
    row.portfolio_name,
    row.security_name,
    row.kind,
    { date: row.effective_date },
    row.quantity,
    { minor: row.cost_minor, currency },
    { minor: row.proceeds_minor, currency },
    currency,
    row.order_id,
    row.source_type,
    row.source_id,
    row.reversal_of_id,
    row.recorded_at,
    row.pending_quantity,
    { minor: row.gain_minor, currency },
    row.acquired_on === null ? null : { date: row.acquired_on },
    row.cost_known ? 'Yes' : 'No',
    row.cum_ex,
  ];
}
