// Writes the tables of a tax pack to files, and the firm's file with a row for each customer.

import { present } from '../../../platform/assert.js';
import { isBusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, Sheet, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile, workbookFile } from '../../../platform/files/sheet-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { requireOffice } from '../../party/index.js';
import { TAX } from '../limits.js';
import type { PackContent, PackTotal } from './content.js';
import { visibleContent } from './document.js';
import { totalsOf } from './record.js';
import { type FiledPack, type PackFilter, selectForFile } from './store-queries.js';
import {
  CHANGE_TABLE,
  FILE_TABLES,
  type FileTable,
  type PackColumn,
  type PackRow,
  type PackTable,
  TABLES,
  tableCode,
} from './table.js';

/** Returns a pack as a workbook with a sheet for each table. */
export async function packWorkbook(call: Call, id: bigint): Promise<FileReply> {
  const { row, content } = await visibleContent(call, id);
  const sheets = FILE_TABLES.map((name) => sheetOf(name, content));
  return workbookFile(`tax-pack-${row.name}`, sheets);
}

/** Returns one table of a pack, by its code, as CSV. */
export async function packCsv(call: Call, id: bigint, code: string): Promise<FileReply> {
  const { row, content } = await visibleContent(call, id);
  const table = present(
    FILE_TABLES.find((name) => tableCode(name) === code),
    'the schema accepts only codes of tables',
  );
  const sheet = sheetOf(table, content);
  return sheetFile({ ...sheet, name: `tax-pack-${row.name}-${table}` }, 'csv');
}

function sheetOf(name: FileTable, content: PackContent): Sheet {
  const table: PackTable = name === 'changes' ? CHANGE_TABLE : TABLES[name];
  const rows: readonly PackRow[] =
    name === 'changes'
      ? content.changes.map((change) => ({ ...change }))
      : content.figures.tables[name];
  const { columns } = table;
  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for (const row of rows) yield columns.map((column) => cellOf(row, column));
  }
  const shown = columns.map(({ title, kind }) => ({ title, width: WIDTHS[kind] }));
  return { name, columns: shown, rows: cells() };
}

const WIDTHS: Readonly<Record<PackColumn['kind'], number>> = {
  TEXT: 24,
  CODE: 18,
  DATE: 12,
  MONEY: 18,
  NUMBER: 14,
};

function cellOf(row: PackRow, { name, kind }: PackColumn): Cell {
  const text = row[name];
  if (text === undefined) return null;
  switch (kind) {
    case 'MONEY':
      return moneyCell(text, row.currency ?? '');
    case 'DATE':
      return isBusinessDate(text) ? { date: text } : text;
    case 'NUMBER':
      return /^-?\d+(\.\d+)?$/.test(text) ? new Decimal(text) : text;
    case 'TEXT':
    case 'CODE':
      return text;
  }
}

function moneyCell(text: string, currency: string): Cell {
  return { minor: decimalToMinor(new Decimal(text), currency, 'HALF_UP'), currency };
}

/** Filters for the packs in the firm's file. */
interface FirmFile {
  readonly y: number;
  /** The code of a business office. */
  readonly o?: string | undefined;
}

const SUMS = [
  ...(['proceeds', 'gains', 'losses', 'relieved', 'chargeableGain', 'indicativeTax'] as const),
  ...(['income', 'withheld', 'certified', 'missing', 'charges', 'value'] as const),
] as const satisfies readonly (keyof PackTotal)[];

const column = (title: string, width: number) => ({ title, width });

const FIRM_COLUMNS = [
  ...[column('customerName', 14), column('customerLabel', 30), column('taxNumber', 18)],
  ...[column('pack', 14), column('versionNo', 10), column('state', 14)],
  ...[column('from', 12), column('until', 12), column('currency', 10)],
  ...SUMS.map((title) => column(title, 18)),
  column('otherCurrencies', 18),
];

/**
 * Writes one row for each of the year's packs that has not been replaced. Sums are in the office's
 * currency. The last column lists any other currencies in the pack.
 */
export function firmFile(call: Call, { y, o }: FirmFile, format: SheetFormat): Promise<FileReply> {
  return onSnapshot(call.db, async (tx) => {
    const office =
      o === undefined ? undefined : await requireOffice(tx, call.principal, { name: o });
    const filter: PackFilter = {
      ...{ customerId: undefined, runId: undefined, state: undefined },
      ...{ offices: call.principal.offices, officeId: office?.id, year: y, inForce: true },
    };
    const rows = firmRows(tx, filter);
    return sheetFile({ name: `tax-packs-${y}`, columns: FIRM_COLUMNS, rows }, format);
  });
}

async function* firmRows(tx: Tx, filter: PackFilter): AsyncGenerator<readonly Cell[]> {
  let after = 0n;
  for (;;) {
    const rows = await selectForFile(tx, filter, { after, limit: TAX.exportedAtOnce });
    yield* rows.map(firmRow);
    const last = rows.at(-1);
    if (last === undefined || rows.length < TAX.exportedAtOnce) return;
    after = last.customer_id;
  }
}

function firmRow(row: FiledPack): readonly Cell[] {
  const { office_currency: currency } = row;
  const totals = totalsOf(row);
  const own = totals.find((each) => each.currency === currency);
  const others = totals.filter((each) => each.currency !== currency);
  return [
    ...[row.customer_name, row.customer_label, row.tax_number, row.name],
    BigInt(row.version_no),
    row.state,
    { date: row.from_date },
    { date: row.until_date },
    currency,
    ...SUMS.map((sum) => moneyCell(own?.[sum] ?? '0', currency)),
    others.map((each) => each.currency).join(' '),
  ];
}
