// Price history as CSV: which columns a file has.

import { type CsvColumn, type CsvFile, readCsvFile } from '../../platform/files/csv-table.js';
import { MARKET } from './limits.js';
import type { PriceCells } from './price-import-row.js';

const COLUMNS: readonly CsvColumn<keyof PriceCells>[] = [
  {
    column: 'security',
    names: ['security', 'securityname', 'symbol', 'ticker', 'instrument', 'name'],
    isNeeded: true,
  },
  { column: 'date', names: ['date', 'tradedate', 'pricedate'], isNeeded: true },
  { column: 'open', names: ['open', 'openprice'], isNeeded: true },
  { column: 'high', names: ['high', 'highprice'], isNeeded: true },
  { column: 'low', names: ['low', 'lowprice'], isNeeded: true },
  { column: 'close', names: ['close', 'closeprice', 'last', 'lastprice'], isNeeded: true },
  { column: 'volume', names: ['volume', 'vol', 'quantity'], isNeeded: false },
];

/** Reads a file; one that is no CSV, or lacks a column, is refused as a whole. */
export function readPriceCsv(csv: string): CsvFile<keyof PriceCells> {
  return readCsvFile(csv, { columns: COLUMNS, rowsMost: MARKET.importRowsMost });
}
