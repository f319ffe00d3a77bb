// Imports levels: a result for each row, and each level once per benchmark and date.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { describeFault } from '../../../platform/row-file/cell.js';
import {
  columnsNotRead,
  fileGiven,
  type GivenRows,
} from '../../../platform/row-file/import-rows.js';
import { columnsRead } from '../../../platform/row-file/mapping.js';
import type { RowFile } from '../../../platform/row-file/table.js';
import { LEVEL_TABLE } from './csv.js';
import {
  insertLevels,
  type LevelKey,
  lockNamedBenchmarks,
  selectDifferingLevels,
  updateLevels,
} from './queries.js';
import { changedLevelImport } from './record.js';
import {
  benchmarkNameOf,
  type IndexLevel,
  judgeRow,
  type LevelCells,
  type RefusedRow,
} from './row.js';
import { type ImportedLevel, insertLevelImport } from './store-queries.js';

/** A file or its rows, and whether they replace existing levels that differ. */
interface LevelImport extends GivenRows<LevelCells> {
  readonly replace?: boolean | undefined;
  readonly label?: string | undefined;
}

interface Judged {
  readonly cells: LevelCells;
  readonly judgement: IndexLevel | RefusedRow;
  /** Whether an earlier row has an identical level. */
  readonly isRepeated: boolean;
}

/**
 * Imports valid levels. Every row gets a result, and a refused row does not stop the others.
 * Sending identical rows again changes nothing. Warns of columns that were not read. A dry run is
 * the preview.
 */
export async function importLevels(work: Work, request: LevelImport): Promise<Outcome> {
  const file = await fileGiven(request, LEVEL_TABLE);
  const { headers, reading } = file;
  const judged = await judgeRows(work, file);
  const levels = judged.flatMap(({ judgement }) => ('code' in judgement ? [] : [judgement]));
  const replace = request.replace === true;
  const stored = await storeLevels(work, levels, replace);
  const kept = await mapInTurns(judged, (row, index) => ({
    ...storedRow(row, stored, replace),
    row_no: index + 1,
  }));
  const id = await work.context.ids.next(work.tx, 'level_import_id');
  const by = work.principal.name;
  const stamp = { created_by: by, created_at: work.now, modified_by: by, modified_at: work.now };
  const label = request.label ?? 'Import';
  const columns = columnsRead(headers);
  const row = { id, state: 'IMPORTED', label, columns, version: 1n, ...stamp } as const;
  await insertLevelImport(work.tx, row, kept);
  const changes = kept.filter(({ verdict }) => verdict === 'IMPORTED' || verdict === 'REPLACED');
  const type = 'benchmark-level-import.created';
  const step = { msgCode: 'LEVELS_IMPORTED', type, levels: changes.length };
  const warnings = columnsNotRead(headers, request.mapping);
  return {
    ...(await changedLevelImport(work, id, step)),
    created: true,
    location: `order/benchmark/level/import/id/${id}`,
    extra: { ...(warnings.length > 0 && { warnings }), ...(reading && { reading }) },
  };
}

async function judgeRows(
  work: Work,
  { rows, faults }: Pick<RowFile<keyof LevelCells>, 'rows' | 'faults'>,
): Promise<Judged[]> {
  const named = await lockNamedBenchmarks(work.tx, [...new Set(rows.map(benchmarkNameOf))]);
  const setting = {
    today: await currentBusinessDate(work.tx),
    benchmarks: new Map(named.map((each) => [each.name, each])),
  };
  const seen = new Map<string, Decimal>();
  return mapInTurns(rows, (cells, index) => {
    const fault = faults[index];
    if (fault !== undefined) {
      const judgement = { code: fault.code, detail: describeFault(fault) };
      return { cells, judgement, isRepeated: false };
    }
    const judgement = judgeRow(cells, setting);
    if ('code' in judgement) return { cells, judgement, isRepeated: false };
    const first = seen.get(keyOf(judgement));
    seen.set(keyOf(judgement), first ?? judgement.level);
    const isRepeated = first !== undefined;
    if (!isRepeated || first.equals(judgement.level)) return { cells, judgement, isRepeated };
    const detail = 'an earlier row has another level for this benchmark and date';
    return { cells, judgement: { code: 'REPEATED', detail }, isRepeated };
  });
}

interface Stored {
  readonly inserted: ReadonlySet<string>;
  /** Existing levels that differ from the imported ones. */
  readonly before: ReadonlyMap<string, Decimal>;
}

async function storeLevels(
  work: Work,
  rows: readonly IndexLevel[],
  replace: boolean,
): Promise<Stored> {
  const levels = [...new Map(rows.map((level) => [keyOf(level), level])).values()];
  const made = await insertLevels(work.tx, levels);
  const differing = await selectDifferingLevels(work.tx, levels);
  const before = new Map(differing.map((level) => [keyOf(level), level.level]));
  const changed = replace ? levels.filter((level) => before.has(keyOf(level))) : [];
  if (changed.length > 0) await updateLevels(work.tx, changed);
  return { inserted: new Set(made.map(keyOf)), before };
}

function storedRow(
  { cells, judgement, isRepeated }: Judged,
  { inserted, before }: Stored,
  replace: boolean,
): Omit<ImportedLevel, 'row_no'> {
  if ('code' in judgement) return { cells, ...refusedRow(judgement) };
  const key = keyOf(judgement);
  const stood = before.get(key);
  if (stood !== undefined && !replace) {
    const detail = 'another level is stored for this date; replace=true replaces it';
    return { cells, ...refusedRow({ code: 'LEVEL_EXISTS', detail }) };
  }
  const { benchmarkId, date, level } = judgement;
  const of = { cells, benchmark_id: benchmarkId, level_date: date, level, level_before: null };
  const sound = { ...of, code: null, detail: null };
  // An earlier row inserted or changed the level; this identical row finds it unchanged.
  if (isRepeated) return { ...sound, verdict: 'UNCHANGED' };
  if (inserted.has(key)) return { ...sound, verdict: 'IMPORTED' };
  if (stood === undefined) return { ...sound, verdict: 'UNCHANGED' };
  return { ...sound, verdict: 'REPLACED', level_before: stood };
}

function refusedRow({ code, detail }: RefusedRow) {
  const none = { benchmark_id: null, level_date: null, level: null, level_before: null };
  return { ...none, verdict: 'REFUSED', code, detail } as const;
}

function keyOf({ benchmarkId, date }: LevelKey): string {
  return `${benchmarkId} ${date}`;
}
