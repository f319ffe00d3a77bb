// Columns of a CSV file of prices.

import type { RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { MARKET } from '../limits.js';
import type { PriceCells } from './row.js';

type PriceColumn = keyof PriceCells;

const COLUMNS: readonly RowColumn<PriceColumn>[] = [
  {
    column: 'security',
    names: ['security', 'securityname', 'symbol', 'ticker', 'instrument', 'name'],
    isNeeded: true,
  },
  { column: 'date', names: ['date', 'tradedate', 'pricedate'], isNeeded: true, kind: 'DATE' },
  { column: 'open', names: ['open', 'openprice'], isNeeded: true, kind: 'NUMBER' },
  { column: 'high', names: ['high', 'highprice'], isNeeded: true, kind: 'NUMBER' },
  { column: 'low', names: ['low', 'lowprice'], isNeeded: true, kind: 'NUMBER' },
  {
    column: 'close',
    names: ['close', 'closeprice', 'last', 'lastprice'],
    isNeeded: true,
    kind: 'NUMBER',
  },
  { column: 'volume', names: ['volume', 'vol', 'quantity'], isNeeded: false, kind: 'NUMBER' },
];

export const PRICE_TABLE: RowTable<PriceColumn> = {
  columns: COLUMNS,
  rowsMax: MARKET.importRowsMax,
};
