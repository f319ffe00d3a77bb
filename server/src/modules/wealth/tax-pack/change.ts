// Finds the changes between two versions of a tax pack.

import { TAX } from '../limits.js';
import type { PackChange, PackContent, PackFigures } from './content.js';
import { type PackRow, type PackTable, TABLE_NAMES, TABLES, type TableName } from './table.js';

/**
 * Returns the rows that only one version contains, and the cells that differ, table by table. The
 * count includes all changes, but only a limited number of them is returned.
 */
export function changesBetween(
  before: PackFigures,
  after: PackFigures,
): Pick<PackContent, 'changes' | 'changeCount'> {
  const changes = TABLE_NAMES.flatMap((name) =>
    tableChanges(name, keyed(TABLES[name], before.tables[name]), {
      after: keyed(TABLES[name], after.tables[name]),
    }),
  );
  return { changes: changes.slice(0, TAX.packChangesMax), changeCount: changes.length };
}

type KeyedRows = ReadonlyMap<string, PackRow>;

// Rows with equal keys are distinguished by their position among those rows.
function keyed({ key }: PackTable, rows: readonly PackRow[]): KeyedRows {
  const counts = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const text = key.flatMap((column) => row[column] ?? []).join(', ');
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      return [count === 1 ? text : `${text} (${count})`, row];
    }),
  );
}

function tableChanges(
  table: TableName,
  before: KeyedRows,
  { after }: { readonly after: KeyedRows },
): PackChange[] {
  const removed = [...before].flatMap(([row, cells]): PackChange[] =>
    after.has(row)
      ? []
      : [{ table, row, change: 'REMOVED', column: '', before: textOf(table, cells), after: '' }],
  );
  const others = [...after].flatMap(([row, cells]): PackChange[] => {
    const old = before.get(row);
    if (old !== undefined) return cellChanges(table, row, { old, cells });
    return [{ table, row, change: 'ADDED', column: '', before: '', after: textOf(table, cells) }];
  });
  return [...removed, ...others];
}

function cellChanges(
  table: TableName,
  row: string,
  { old, cells }: { readonly old: PackRow; readonly cells: PackRow },
): PackChange[] {
  return TABLES[table].columns.flatMap(({ name, title: column }): PackChange[] => {
    const [before = '', after = ''] = [old[name], cells[name]];
    return before === after ? [] : [{ table, row, change: 'CHANGED', column, before, after }];
  });
}

// Returns the cells of a row that are not part of its key.
function textOf(table: TableName, row: PackRow): string {
  const { key, columns } = TABLES[table];
  return columns
    .filter(({ name }) => !key.includes(name) && row[name] !== undefined)
    .map(({ name, title }) => `${title} ${row[name]}`)
    .join(', ');
}
