// Checks, stores and undoes index-level imports.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { ImportKind } from '../../../platform/value-import/kind.js';
import { marketProblems } from '../problems.js';
import { LEVEL_TABLE } from './csv.js';
import {
  insertLevels,
  LEVEL_TABLES,
  lockBenchmarksOf,
  lockNamedBenchmarks,
  selectDifferingLevels,
  undoLevels,
  updateLevels,
} from './queries.js';
import { benchmarkNameOf, type IndexLevel, judgeRow, type LevelCells } from './row.js';

export const LEVEL_IMPORT: ImportKind<keyof LevelCells, IndexLevel> = {
  tables: LEVEL_TABLES,
  file: LEVEL_TABLE,
  subject: 'benchmark',
  errorFileName: 'level-import',
  path: 'order/benchmark/level/import',
  counted: 'levels',
  imported: { msgCode: 'LEVELS_IMPORTED', type: 'benchmark-level-import.created' },
  undone: { msgCode: 'LEVEL_IMPORT_UNDONE', type: 'benchmark-level-import.undone' },
  wrongState: marketProblems.LEVEL_IMPORT_WRONG_STATE,
  repeatedDetail: 'an earlier row has a different level for this benchmark and date',
  exists: {
    code: 'LEVEL_EXISTS',
    detail: 'a different level is stored for this date; replace=true replaces it',
  },
  keyOf: ({ benchmarkId, date }) => ({ subjectId: benchmarkId, date }),
  figuresOf: ({ level }) => level,
  isSame: (one, other) => one.level.equals(other.level),
  judgeOf: async ({ tx }, rows) => {
    const named = await lockNamedBenchmarks(tx, [...new Set(rows.map(benchmarkNameOf))]);
    const benchmarks = new Map(named.map((each) => [each.name, each]));
    const setting = { today: await currentBusinessDate(tx), benchmarks };
    return (cells) => judgeRow(cells, setting);
  },
  insertMissing: async ({ tx }, levels) => ({
    inserted: await insertLevels(tx, levels),
    differing: await selectDifferingLevels(tx, levels),
  }),
  replace: ({ tx }, levels) => updateLevels(tx, levels),
  undo: async ({ tx }, id) => {
    await lockBenchmarksOf(tx, id);
    return undoLevels(tx, id);
  },
};
