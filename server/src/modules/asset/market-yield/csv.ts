// Columns of a market discount rate file.

import type { RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { MARKET_YIELD } from '../limits.js';
import type { YieldCells } from './row.js';

type YieldColumn = keyof YieldCells;

const COLUMNS: readonly RowColumn<YieldColumn>[] = [
  {
    column: 'issue',
    names: ['issue', 'issuecode', 'issuename', 'instrumenttypename', 'product', 'code', 'symbol'],
    isNeeded: true,
  },
  { column: 'date', names: ['date', 'ratedate', 'yielddate'], isNeeded: true, kind: 'DATE' },
  {
    column: 'rate',
    names: ['rate', 'discountrate', 'marketrate', 'discount', 'closediscount'],
    isNeeded: true,
    kind: 'NUMBER',
    isPercent: true,
  },
];

export const YIELD_TABLE: RowTable<YieldColumn> = {
  columns: COLUMNS,
  rowsMax: MARKET_YIELD.importRowsMax,
};
