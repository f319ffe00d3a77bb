// Columns of a CSV file of prices.

import type { CsvColumn, CsvTable } from '../../../platform/files/csv-table.js';
import { MARKET } from '../limits.js';
import type { PriceCells } from './row.js';

type PriceColumn = keyof PriceCells;

const COLUMNS: readonly CsvColumn<PriceColumn>[] = [
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

export const PRICE_TABLE: CsvTable<PriceColumn> = {
  columns: COLUMNS,
  rowsMax: MARKET.importRowsMax,
};
export const PRICE_COLUMNS: readonly PriceColumn[] = COLUMNS.map(({ column }) => column);
