// Wire shapes of price imports.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
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
import { headerMapping, readColumns } from '../../../platform/row-file/mapping.js';
import { fileBytes, statedReading } from '../../../platform/row-file/reading.js';
import { MARKET } from '../limits.js';
import { PRICE_IMPORT_STATES, PRICE_VERDICTS } from './store-queries.js';

const given = Type.Optional;
const cell = (description: string) => given(wireText({ description }));

export const importPricesQuery = closedObject({
  label: given(wireText({ description: 'Name of the import', longest: MARKET.importLabelLength })),
  replace: given(wireFlag({ description: 'Replace existing bars that have other figures' })),
});

// Cells are text, so that one wrong row gets its own error instead of causing the whole request to
// be refused.
export const importPricesBody = closedObject({
  csv: given(
    wireText({
      description: 'The file; as text/csv it is the whole body',
      longest: HTTP.bodyBytes,
    }),
  ),
  file: fileBytes,
  mapping: headerMapping,
  reading: statedReading,
  rows: given(
    Type.Array(
      closedObject({
        security: cell('Code of the security'),
        date: cell('Business date, yyyy-MM-dd'),
        open: cell('First price'),
        high: cell('Highest price'),
        low: cell('Lowest price'),
        close: cell('Last price'),
        volume: cell('Units traded; default: 0'),
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
  imported: wireInteger({ description: 'Rows that inserted a bar' }),
  unchanged: wireInteger({ description: 'Rows whose bar existed already' }),
  replaced: wireInteger({ description: 'Rows that replaced a bar' }),
  refused: wireInteger(),
  undone: wireInteger({ description: 'Bars that were undone' }),
  kept: wireInteger({ description: 'Bars that were kept, because other data depends on them' }),
  ...stampShape,
};

export const priceImportSummary = openObject(summary);

export const priceImportReply = openObject({
  ...summary,
  columns: readColumns,
  verdicts: Type.Array(
    openObject({
      row: wireInteger({ description: 'Row number; the first row after a header is 1' }),
      security: given(wireText()),
      date: given(wireText()),
      verdict: wireChoice(PRICE_VERDICTS),
      code: given(wireText({ description: 'Why the row was refused' })),
      detail: given(wireText()),
      outcome: given(
        wireText({ description: 'UNDONE, or KEPT because other data depends on the bar' }),
      ),
    }),
  ),
});
