// Wire shapes of the import of price history.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../limits.js';
import { closedObject, openObject, wireFlag, wireId, wireText } from '../../platform/http/wire.js';
import { MARKET } from './limits.js';

const given = Type.Optional;
const cell = (description: string) => given(wireText({ description }));

export const importPricesQuery = closedObject({
  replace: given(wireFlag({ description: 'Replace bars that stand with other figures' })),
});

// Cells are text here, so that one wrong row gets its verdict and does not refuse the others.
export const importPricesBody = closedObject({
  csv: given(
    wireText({
      description: 'The file; sent as text/csv it is the whole body',
      longest: HTTP.bodyBytes,
    }),
  ),
  rows: given(
    Type.Array(
      closedObject({
        security: cell('Code of the security'),
        date: cell('Business date, yyyy-MM-dd'),
        open: cell('First price'),
        high: cell('Highest price'),
        low: cell('Lowest price'),
        close: cell('Last price'),
        volume: cell('Units traded; 0 unless given'),
      }),
      { maxItems: MARKET.importRowsMost },
    ),
  ),
});

export const importPricesReply = openObject({
  rows: wireId(),
  imported: wireId(),
  unchanged: wireId({ description: 'The same bar was there already' }),
  replaced: wireId(),
  refused: wireId(),
  verdicts: Type.Array(
    openObject({
      row: wireId({ description: 'The first row is 1; a header does not count' }),
      security: given(wireText()),
      date: given(wireText()),
      verdict: wireText({ description: 'IMPORTED, UNCHANGED, REPLACED or REFUSED' }),
      code: given(wireText({ description: 'Why it was refused' })),
      detail: given(wireText()),
    }),
  ),
});
