// Wire shapes of imports of price history.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
import { csvColumns, csvMapping } from '../../../platform/files/csv-mapping.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { MARKET } from '../limits.js';
import { PRICE_IMPORT_STATES, PRICE_VERDICTS } from './store-queries.js';

const given = Type.Optional;
const cell = (description: string) => given(wireText({ description }));

export const importPricesQuery = closedObject({
  label: given(
    wireText({ description: 'What the import is called', longest: MARKET.importLabelLength }),
  ),
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
  mapping: csvMapping,
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
      { maxItems: MARKET.importRowsMax },
    ),
  ),
});

export const priceImportList = closedObject({
  ...pageBS,
  state: given(wireChoice(PRICE_IMPORT_STATES, { description: 'Only this state' })),
});

const summary = {
  id: wireId(),
  name: wireText(),
  label: wireText(),
  state: wireChoice(PRICE_IMPORT_STATES),
  rows: wireInteger(),
  imported: wireInteger({ description: 'Rows that made a bar' }),
  unchanged: wireInteger({ description: 'The same bar was there already' }),
  replaced: wireInteger({ description: 'Rows that took the place of a bar' }),
  refused: wireInteger(),
  undone: wireInteger({ description: 'Bars that the undo took back' }),
  kept: wireInteger({ description: 'Bars that the undo left, because others stand on them' }),
  ...stampShape,
};

export const priceImportSummary = openObject(summary);

export const priceImportReply = openObject({
  ...summary,
  columns: csvColumns,
  verdicts: Type.Array(
    openObject({
      row: wireInteger({ description: 'The first row is 1; a header does not count' }),
      security: given(wireText()),
      date: given(wireText()),
      verdict: wireChoice(PRICE_VERDICTS),
      code: given(wireText({ description: 'Why it was refused' })),
      detail: given(wireText()),
      outcome: given(
        wireText({ description: 'UNDONE, or KEPT because something stands on the bar' }),
      ),
    }),
  ),
});
