// Columns of a file of index levels.

import type { RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { MARKET } from '../limits.js';
import type { LevelCells } from './row.js';

type LevelColumn = keyof LevelCells;

const COLUMNS: readonly RowColumn<LevelColumn>[] = [
  {
    column: 'benchmark',
    names: ['benchmark', 'benchmarkcode', 'index', 'indexcode', 'code', 'symbol'],
    isNeeded: true,
  },
  { column: 'date', names: ['date', 'leveldate', 'indexdate'], isNeeded: true, kind: 'DATE' },
  {
    column: 'level',
    names: ['level', 'indexlevel', 'value', 'close', 'last'],
    isNeeded: true,
    kind: 'NUMBER',
  },
];

export const LEVEL_TABLE: RowTable<LevelColumn> = {
  columns: COLUMNS,
  rowsMax: MARKET.importRowsMax,
};
