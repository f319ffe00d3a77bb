// Operations on index-level imports.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import { importValues } from '../../../platform/value-import/import.js';
import { importErrors, listImports, readImport } from '../../../platform/value-import/record.js';
import { importList } from '../../../platform/value-import/schema.js';
import { undoImport } from '../../../platform/value-import/undo.js';
import { marketProblems } from '../problems.js';
import { idParams } from '../schema.js';
import { LEVEL_IMPORT } from './level-import.js';
import { importLevelsBody, importLevelsQuery, levelImport } from './schema.js';

const making = { permission: 'market.benchmark-level.import', reply: levelImport.record } as const;
const reading = { permission: 'market.benchmark-level.read' } as const;

export const benchmarkLevelRoutes: readonly Route[] = [
  write({
    ...making,
    method: 'POST',
    path: 'order/benchmark/level/import',
    operation: 'importBenchmarkLevels',
    summary: 'Import index levels',
    description:
      'The columns are benchmark, date and level, or other names given in `mapping`. The reply ' +
      'contains a verdict for every row. Refused rows do not stop the others, and each level ' +
      'is stored once. `columns` shows the meaning of each header, and a warning lists unknown ' +
      `headers. Use a dry run as a preview. ${ROW_FORMS}`,
    bodyBytes: ROW_FILE.bodyBytes,
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: importLevelsQuery,
    body: importLevelsBody,
    extra: { warnings, ...usedReadings },
    example: { rows: [{ benchmark: 'NGX-ASI', date: '2026-11-25', level: '104218.55' }] },
    run: (work, { body, query }) => importValues(work, LEVEL_IMPORT, { ...body, ...query }),
  }),
  write({
    ...making,
    method: 'PUT',
    path: 'order/benchmark/level/import/undo/id/{id}',
    operation: 'undoLevelImport',
    summary: 'Undo an import of index levels',
    description:
      'Deletes the levels that the import inserted, and restores the previous ones. Keeps ' +
      'levels that a later import changed or also contained; the rows show which.',
    params: idParams,
    problems: [marketProblems.LEVEL_IMPORT_WRONG_STATE],
    run: (work, { params }) => undoImport(work, LEVEL_IMPORT, params.id),
  }),
  read({
    ...reading,
    path: 'order/benchmark/level/import/id/{id}',
    operation: 'readLevelImport',
    summary: 'An import of index levels, with the verdict of each row',
    params: idParams,
    reply: levelImport.record,
    run: (call, { params }) => readImport(call, LEVEL_IMPORT, params.id),
  }),
  read({
    ...reading,
    path: 'order/benchmark/level/import/errors/id/{id}',
    operation: 'readLevelImportErrors',
    summary: 'The refused rows of an import with their errors, as CSV',
    produces: 'text/csv',
    params: idParams,
    run: (call, { params }) => importErrors(call, LEVEL_IMPORT, params.id),
  }),
  list({
    ...reading,
    path: 'order/benchmark/level/import/list',
    operation: 'listLevelImports',
    summary: 'Imports of index levels, newest first',
    paging: PAGE_BS,
    query: importList,
    reply: levelImport.summary,
    run: (call, { query: { state, ...query } }) =>
      listImports(call, LEVEL_IMPORT, { state, page: pageOf(query, PAGE_BS) }),
  }),
];
