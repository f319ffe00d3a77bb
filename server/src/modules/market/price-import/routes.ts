// Operations on price imports.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import { marketProblems } from '../problems.js';
import { idParams } from '../schema.js';
import { importPrices } from './price-import.js';
import { listPriceImports, priceImportErrors, readPriceImport } from './record.js';
import {
  importPricesBody,
  importPricesQuery,
  priceImportList,
  priceImportReply,
  priceImportSummary,
} from './schema.js';
import { undoPriceImport } from './undo.js';

const making = { permission: 'market.price.import', reply: priceImportReply } as const;
const reading = { permission: 'market.price-import.read' } as const;

export const priceImportRoutes: readonly Route[] = [
  write({
    ...making,
    method: 'POST',
    path: 'order/security/price/import',
    operation: 'importSecurityPrices',
    summary: 'Import daily bars: open, high, low, close, volume',
    description:
      'The header has security, date, open, high, low, close, volume, or other names by ' +
      '`mapping`. Every row gets a verdict. A refused row does not stop the others, and each bar ' +
      'is stored once. `columns` shows how each header was read, and a warning names those that ' +
      `were not. A dry run is the preview. ${ROW_FORMS}`,
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
    run: (work, { body, query }) => importPrices(work, { ...body, ...query }),
  }),
  write({
    ...making,
    method: 'PUT',
    path: 'order/security/price/import/undo/id/{id}',
    operation: 'undoPriceImport',
    summary: 'Undo an import',
    description:
      'Deletes the bars that it inserted and restores those that it replaced. Keeps bars that ' +
      'trading or a later import has changed or found, and the last bar of a security; the rows ' +
      'show which.',
    params: idParams,
    problems: [marketProblems.PRICE_IMPORT_WRONG_STATE],
    run: (work, { params }) => undoPriceImport(work, params.id),
  }),
  read({
    ...reading,
    path: 'order/security/price/import/id/{id}',
    operation: 'readPriceImport',
    summary: 'A price import, with the verdict of each row',
    params: idParams,
    reply: priceImportReply,
    run: (call, { params }) => readPriceImport(call, params.id),
  }),
  read({
    ...reading,
    path: 'order/security/price/import/errors/id/{id}',
    operation: 'readPriceImportErrors',
    summary: 'The refused rows of an import with their errors, as CSV',
    produces: 'text/csv',
    params: idParams,
    run: (call, { params }) => priceImportErrors(call, params.id),
  }),
  list({
    ...reading,
    path: 'order/security/price/import/list',
    operation: 'listPriceImports',
    summary: 'Price imports, newest first',
    paging: PAGE_BS,
    query: priceImportList,
    reply: priceImportSummary,
    run: (call, { query }) => listPriceImports(call, query.state, pageOf(query, PAGE_BS)),
  }),
];
