// HTTP operations on market discount rates: the list of rates in force, and imports.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import { importValues } from '../../../platform/value-import/import.js';
import { importErrors, listImports, readImport } from '../../../platform/value-import/record.js';
import { importList } from '../../../platform/value-import/schema.js';
import { undoImport } from '../../../platform/value-import/undo.js';
import { ById } from '../deposit/schema.js';
import { assetProblems } from '../problems.js';
import { listRates } from './rate.js';
import { rateList, rateRecord } from './rate-schema.js';
import { importYieldsBody, importYieldsQuery, yieldImport } from './schema.js';
import { YIELD_IMPORT } from './yield-import.js';

const making = { permission: 'asset.market-yield.import', reply: yieldImport.record } as const;
const reading = { permission: 'asset.market-yield.read' } as const;

export const marketYieldRoutes: readonly Route[] = [
  list({
    ...reading,
    path: 'order/marketyield/list',
    operation: 'listMarketYields',
    summary: 'Market discount rates in force, most recently recorded first',
    problems: [commonProblems.UNKNOWN_REFERENCE],
    paging: PAGE_BS,
    query: rateList,
    reply: rateRecord,
    run: (call, { query }) => listRates(call, query, pageOf(query, PAGE_BS)),
  }),
  write({
    ...making,
    method: 'POST',
    path: 'order/marketyield/import',
    operation: 'importMarketYields',
    summary: 'Import market discount rates',
    description:
      'The columns are issue, date and rate; `mapping` assigns other headers. Every row gets ' +
      'a verdict. A refused row does not stop the others, and each rate is stored once. ' +
      '`rate` is a discount rate in percent per year. Under a policy with the method MARKET, ' +
      'bills and commercial paper are valued at it. `columns` shows how each header was read, ' +
      `and a warning lists unread headers. A dry run returns the preview. ${ROW_FORMS}`,
    bodyBytes: ROW_FILE.bodyBytes,
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: importYieldsQuery,
    body: importYieldsBody,
    extra: { warnings, ...usedReadings },
    example: { rows: [{ issue: 'NTB-364', date: '2026-11-25', rate: '15' }] },
    run: (work, { body, query }) => importValues(work, YIELD_IMPORT, { ...body, ...query }),
  }),
  write({
    ...making,
    method: 'PUT',
    path: 'order/marketyield/import/undo/id/{id}',
    operation: 'undoMarketYieldImport',
    summary: 'Undo a market discount rate import',
    description:
      'Removes the rates that it inserted and restores the previous ones. Keeps rates that a ' +
      'later import has changed or confirmed; the rows show which rates.',
    params: ById,
    problems: [assetProblems.MARKET_YIELD_IMPORT_WRONG_STATE],
    run: (work, { params }) => undoImport(work, YIELD_IMPORT, params.id),
  }),
  read({
    ...reading,
    path: 'order/marketyield/import/id/{id}',
    operation: 'readMarketYieldImport',
    summary: 'A market discount rate import, with the verdict on each row',
    params: ById,
    reply: yieldImport.record,
    run: (call, { params }) => readImport(call, YIELD_IMPORT, params.id),
  }),
  read({
    ...reading,
    path: 'order/marketyield/import/errors/id/{id}',
    operation: 'readMarketYieldImportErrors',
    summary: 'The refused rows of an import with their errors, as CSV',
    produces: 'text/csv',
    params: ById,
    run: (call, { params }) => importErrors(call, YIELD_IMPORT, params.id),
  }),
  list({
    ...reading,
    path: 'order/marketyield/import/list',
    operation: 'listMarketYieldImports',
    summary: 'Market discount rate imports, newest first',
    paging: PAGE_BS,
    query: importList,
    reply: yieldImport.summary,
    run: (call, { query: { state, ...query } }) =>
      listImports(call, YIELD_IMPORT, { state, page: pageOf(query, PAGE_BS) }),
  }),
];
