// Operations on registrars' lists.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import { custodyProblems } from '../problems.js';
import { importRegistrarFile, undoRegistrarFile } from './import.js';
import { errorsOfFile, listFiles, readFile } from './record.js';
import * as schema from './schema.js';

const PATH = 'custody/registrar-file';
const READ = 'custody.registrar-file.read';

/** The operations on registrars' lists. */
export const registrarRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: `${PATH}/import`,
    operation: 'importRegistrarFile',
    summary: 'Import a registrar’s list for a corporate action',
    description:
      'The columns are account, chn, holder, units, gross, tax, net and reference, or other ' +
      'names given in `mapping`. Every row is compared with the entitlements, which do not ' +
      'change. Differences for single portfolios become market claims. Use a dry run as a ' +
      `preview. ${ROW_FORMS}`,
    permission: 'custody.registrar-file.import',
    bodyBytes: ROW_FILE.bodyBytes,
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: schema.ImportQuery,
    body: schema.ImportBody,
    reply: schema.FileRecord,
    extra: { warnings, ...usedReadings },
    problems: [custodyProblems.REGISTRAR_FILE_EXISTS, custodyProblems.EVENT_WRONG_STATE],
    run: (work, { body, query }) => importRegistrarFile(work, { ...body, ...query }),
  }),
  write({
    method: 'PUT',
    path: `${PATH}/undo/id/{id}`,
    operation: 'undoRegistrarFile',
    summary: 'Undo the import of a registrar’s list',
    description: 'Cancels its open market claims. Requested and settled claims remain.',
    permission: 'custody.registrar-file.undo',
    params: schema.ById,
    reply: schema.FileRecord,
    problems: [custodyProblems.REGISTRAR_FILE_WRONG_STATE],
    run: (work, { params }) => undoRegistrarFile(work, params.id),
  }),
  read({
    path: `${PATH}/id/{id}`,
    operation: 'readRegistrarFile',
    summary: 'A registrar’s list, with the first differing rows',
    permission: READ,
    params: schema.ById,
    reply: schema.FileRecord,
    run: (call, { params }) => readFile(call, params.id),
  }),
  read({
    path: `${PATH}/errors/id/{id}`,
    operation: 'readRegistrarFileErrors',
    summary: 'The rows that are not MATCHED, with the amounts of the entitlements, as CSV',
    permission: READ,
    produces: 'text/csv',
    params: schema.ById,
    run: (call, { params }) => errorsOfFile(call, params.id),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listRegistrarFiles',
    summary: 'Registrars’ lists, newest first',
    permission: READ,
    query: schema.FileListQuery,
    paging: PAGE_BS,
    reply: schema.FileSummary,
    run: (call, { query }) =>
      listFiles(
        call,
        { eventId: query.e || undefined, state: query.state },
        pageOf(query, PAGE_BS),
      ),
  }),
];
