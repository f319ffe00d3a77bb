// The operation that imports price history.

import { type Route, write } from '../../platform/http/route.js';
import { warnings } from '../../platform/http/warning.js';
import { importPrices } from './price-import.js';
import { importPricesBody, importPricesQuery, importPricesReply } from './price-import-schema.js';

export const priceImportRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'order/security/price/import',
    operation: 'importSecurityPrices',
    summary: 'Import daily bars: open, high, low, close, volume',
    description:
      'As text/csv with a header (security, date, open, high, low, close, volume), or as JSON ' +
      'rows. Every row gets a verdict; refused rows leave the others alone, and a bar is stored ' +
      'once per security and date; a warning names columns that were not read. A dry run is the ' +
      'preview.',
    permission: 'market.price.import',
    consumes: ['text/csv'],
    query: importPricesQuery,
    body: importPricesBody,
    reply: importPricesReply,
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
];
