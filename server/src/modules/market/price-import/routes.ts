// Operations on price imports.

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
import { PRICE_IMPORT } from './price-import.js';
import { importPricesBody, importPricesQuery, priceImport } from './schema.js';

const making = { permission: 'market.price.import', reply: priceImport.record } as const;
const reading = { permission: 'market.price-import.read' } as const;

export const priceImportRoutes: readonly Route[] = [
  write({
    ...making,
    method: 'POST',
    path: 'order/security/price/import',
    operation: 'importSecurityPrices',
    summary: 'Import daily bars: open, high, low, close, volume',
    description:
      'The columns are security, date, open, high, low, close and volume, or other names given ' +
      'in `mapping`. The reply contains a verdict for every row. Refused rows do not stop the ' +
      'others, and each bar is stored once. `columns` shows the meaning of each header, and a ' +
      `warning lists unknown headers. Use a dry run as a preview. ${ROW_FORMS}`,
    bodyBytes: ROW_FILE.bodyBytes,
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: importPricesQuery,
    body: importPricesBody,
    extra: { warnings, ...usedReadings },
    example: {
      rows: [
        {
          security: 'ACCESS',
          date: '2025-01-06',
          open: '22.50',
          high: '22.90',
          low: '22.30',
          close: '22.75',
          volume: '1250000',
        },
      ],
    },
    run: (work, { body, query }) => importValues(work, PRICE_IMPORT, { ...body, ...query }),
  }),
  write({
    ...making,
    method: 'PUT',
    path: 'order/security/price/import/undo/id/{id}',
    operation: 'undoPriceImport',
    summary: 'Undo an import',
    description:
      'Deletes the bars that the import inserted, and restores the previous ones. Keeps bars ' +
      'that trading or a later import changed, bars that a later import also contained, and ' +
      'the last bar of a security; the rows show which.',
    params: idParams,
    problems: [marketProblems.PRICE_IMPORT_WRONG_STATE],
    run: (work, { params }) => undoImport(work, PRICE_IMPORT, params.id),
  }),
  read({
    ...reading,
    path: 'order/security/price/import/id/{id}',
    operation: 'readPriceImport',
    summary: 'A price import, with the verdict of each row',
    params: idParams,
    reply: priceImport.record,
    run: (call, { params }) => readImport(call, PRICE_IMPORT, params.id),
  }),
  read({
    ...reading,
    path: 'order/security/price/import/errors/id/{id}',
    operation: 'readPriceImportErrors',
    summary: 'The refused rows of an import with their errors, as CSV',
    produces: 'text/csv',
    params: idParams,
    run: (call, { params }) => importErrors(call, PRICE_IMPORT, params.id),
  }),
  list({
    ...reading,
    path: 'order/security/price/import/list',
    operation: 'listPriceImports',
    summary: 'Price imports, newest first',
    paging: PAGE_BS,
    query: importList,
    reply: priceImport.summary,
    run: (call, { query: { state, ...query } }) =>
      listImports(call, PRICE_IMPORT, { state, page: pageOf(query, PAGE_BS) }),
  }),
];
