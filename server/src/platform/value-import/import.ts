// Imports dated values. Each row gets a result. There is one value per subject and date.

import { mapInTurns } from '../concurrency/turn.js';
import type { Work } from '../context.js';
import type { Outcome } from '../http/route.js';
import { describeFault } from '../row-file/cell.js';
import type { RowCells } from '../row-file/column.js';
import { columnsNotRead, fileGiven, type GivenRows } from '../row-file/import-rows.js';
import { columnsRead } from '../row-file/mapping.js';
import type { RowFile } from '../row-file/table.js';
import type { ImportKind, RefusedRow } from './kind.js';
import { type ImportedRow, insertImport, type ValueKey } from './queries.js';
import { changedImport } from './record.js';

/** A file or its rows, and whether they replace stored values that differ. */
interface ValueImport<Column extends string> extends GivenRows<RowCells<Column>> {
  readonly replace?: boolean | undefined;
  readonly label?: string | undefined;
}

interface Judged<Value> {
  readonly cells: ImportedRow['cells'];
  readonly judgement: Value | RefusedRow;
  /** True if an earlier row has an identical value. */
  readonly isRepeated: boolean;
}

/**
 * Imports valid values. Every row gets a result, and a refused row does not affect the others.
 * Sending identical rows again changes nothing. Warns about columns that were not read. A dry run
 * serves as a preview.
 */
export async function importValues<Column extends string, Value extends object>(
  work: Work,
  kind: ImportKind<Column, Value>,
  request: ValueImport<Column>,
): Promise<Outcome> {
  const file = await fileGiven(request, kind.file);
  const { headers, reading } = file;
  const judged = await judgeRows(work, kind, file);
  const values = judged.flatMap(({ judgement }) => (isRefused(judgement) ? [] : [judgement]));
  const replace = request.replace === true;
  const stored = await storeValues(work, kind, { values, replace });
  const rows = await mapInTurns(judged, (row, index) => ({
    ...storedRow(kind, row, stored),
    row_no: index + 1,
  }));
  const id = await work.context.ids.next(work.tx, `${kind.tables.imports}_id`);
  const by = work.principal.name;
  const stamp = { created_by: by, created_at: work.now, modified_by: by, modified_at: work.now };
  const label = request.label ?? 'Import';
  const columns = columnsRead(headers);
  const row = { id, state: 'IMPORTED', label, columns, version: 1n, ...stamp } as const;
  await insertImport(work.tx, kind.tables, { row, rows });
  const changes = rows.filter(({ verdict }) => verdict === 'IMPORTED' || verdict === 'REPLACED');
  const warnings = columnsNotRead(headers, request.mapping);
  return {
    ...(await changedImport(work, kind, { id, step: 'imported', count: changes.length })),
    created: true,
    location: `${kind.path}/id/${id}`,
    extra: { ...(warnings.length > 0 && { warnings }), ...(reading && { reading }) },
  };
}

async function judgeRows<Column extends string, Value extends object>(
  work: Work,
  kind: ImportKind<Column, Value>,
  { rows, faults }: Pick<RowFile<Column>, 'rows' | 'faults'>,
): Promise<Judged<Value>[]> {
  const judge = await kind.judgeOf(work, rows);
  const seen = new Map<string, Value>();
  return mapInTurns(rows, (cells, index) => {
    const fault = faults[index];
    if (fault !== undefined) {
      const judgement = { code: fault.code, detail: describeFault(fault) };
      return { cells, judgement, isRepeated: false };
    }
    const judgement = judge(cells);
    if (isRefused(judgement)) return { cells, judgement, isRepeated: false };
    const key = textOf(kind.keyOf(judgement));
    const first = seen.get(key);
    seen.set(key, first ?? judgement);
    const isRepeated = first !== undefined;
    if (!isRepeated || kind.isSame(first, judgement)) return { cells, judgement, isRepeated };
    return { cells, judgement: { code: 'REPEATED', detail: kind.repeatedDetail }, isRepeated };
  });
}

interface Stored<Value> {
  readonly inserted: ReadonlySet<string>;
  /** Stored values that differ from the imported ones. */
  readonly differing: ReadonlyMap<string, Value>;
  readonly replace: boolean;
}

async function storeValues<Column extends string, Value extends object>(
  work: Work,
  kind: ImportKind<Column, Value>,
  { values: given, replace }: { readonly values: readonly Value[]; readonly replace: boolean },
): Promise<Stored<Value>> {
  const keyOf = (value: Value) => textOf(kind.keyOf(value));
  const values = [...new Map(given.map((value) => [keyOf(value), value])).values()];
  const { inserted, differing: stood } = await kind.insertMissing(work, values);
  const differing = new Map(stood.map((value) => [keyOf(value), value]));
  const replaced = replace ? values.filter((value) => differing.has(keyOf(value))) : [];
  if (replaced.length > 0) await kind.replace(work, replaced);
  const touched = [...inserted, ...replaced.map(kind.keyOf)];
  if (touched.length > 0) await kind.follow?.(work, touched);
  return { inserted: new Set(inserted.map(textOf)), differing, replace };
}

function storedRow<Column extends string, Value extends object>(
  kind: ImportKind<Column, Value>,
  { cells, judgement, isRepeated }: Judged<Value>,
  { inserted, differing, replace }: Stored<Value>,
): Omit<ImportedRow, 'row_no'> {
  if (isRefused(judgement)) return { cells, ...refusedRow(judgement) };
  const key = kind.keyOf(judgement);
  const stood = differing.get(textOf(key));
  if (stood !== undefined && !replace) return { cells, ...refusedRow(kind.exists) };
  const figures = kind.figuresOf(judgement);
  const sound = { cells, key, figures, before: null, code: null, detail: null };
  // An earlier row inserted or changed the value, so this identical row finds it unchanged.
  if (isRepeated) return { ...sound, verdict: 'UNCHANGED' };
  if (inserted.has(textOf(key))) return { ...sound, verdict: 'IMPORTED' };
  if (stood === undefined) return { ...sound, verdict: 'UNCHANGED' };
  return { ...sound, verdict: 'REPLACED', before: kind.figuresOf(stood) };
}

function refusedRow({ code, detail }: RefusedRow) {
  return { key: null, figures: null, before: null, verdict: 'REFUSED', code, detail } as const;
}

function isRefused<Value extends object>(judgement: Value | RefusedRow): judgement is RefusedRow {
  return 'code' in judgement;
}

function textOf({ subjectId, date }: ValueKey): string {
  return `${subjectId} ${date}`;
}
