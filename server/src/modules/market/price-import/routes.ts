// The operations of imports of price history.

import { HTTP } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
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
      'As text/csv with a header (security, date, open, high, low, close, volume), or as JSON ' +
      'rows. Every row gets a verdict; refused rows leave the others alone, and a bar is stored ' +
      'once per security and date. `columns` says as what each header was read, and a warning ' +
      'names those that were not; as JSON, `csv` comes with a `mapping` of headers. A dry run is ' +
      'the preview.',
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: importPricesQuery,
    body: importPricesBody,
    extra: { warnings },
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
    summary: 'Take back the bars of an import that nothing stands on',
    description:
      'Bars that it made go, and those that it replaced come back. A bar stays that trading or a ' +
      'later import has changed or found, or whose security has no other; the rows say so.',
    params: idParams,
    problems: [marketProblems.PRICE_IMPORT_WRONG_STATE],
    run: (work, { params }) => undoPriceImport(work, params.id),
  }),
  read({
    ...reading,
    path: 'order/security/price/import/id/{id}',
    operation: 'readPriceImport',
    summary: 'An import of prices, with the verdict of each row',
    params: idParams,
    reply: priceImportReply,
    run: (call, { params }) => readPriceImport(call, params.id),
  }),
  read({
    ...reading,
    path: 'order/security/price/import/errors/id/{id}',
    operation: 'readPriceImportErrors',
    summary: 'The refused rows of an import with their faults, as CSV',
    produces: 'text/csv',
    params: idParams,
    run: (call, { params }) => priceImportErrors(call, params.id),
  }),
  list({
    ...reading,
    path: 'order/security/price/import/list',
    operation: 'listPriceImports',
    summary: 'Imports of prices, newest first',
    paging: PAGE_BS,
    query: priceImportList,
    reply: priceImportSummary,
    run: (call, { query }) => listPriceImports(call, query.state, pageOf(query, PAGE_BS)),
  }),
];
