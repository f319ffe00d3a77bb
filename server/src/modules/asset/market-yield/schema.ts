// Wire shapes of imports of market discount rates.

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
import { MARKET_YIELD } from '../limits.js';
import { YIELD_IMPORT_STATES, YIELD_VERDICTS } from './store-queries.js';

const given = Type.Optional;
const cell = (description: string) => given(wireText({ description }));

export const importYieldsQuery = closedObject({
  label: given(
    wireText({ description: 'Name of the import', longest: MARKET_YIELD.labelCharactersMax }),
  ),
  replace: given(wireFlag({ description: 'Replace existing rates that differ' })),
});

// Cells are text, so that one wrong row gets its own error instead of causing the whole request to
// be refused.
export const importYieldsBody = closedObject({
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
        issue: cell('Code of an issue of bills, or of a type of commercial paper'),
        date: cell('Business date, yyyy-MM-dd'),
        rate: cell('Discount rate in percent a year'),
      }),
      { maxItems: MARKET_YIELD.importRowsMax },
    ),
  ),
});

export const yieldImportList = closedObject({
  ...pageBS,
  state: given(wireChoice(YIELD_IMPORT_STATES, { description: 'Only this state' })),
});

const summary = {
  id: wireId(),
  name: wireText(),
  label: wireText(),
  state: wireChoice(YIELD_IMPORT_STATES),
  rows: wireInteger(),
  imported: wireInteger({ description: 'Rows that inserted a rate' }),
  unchanged: wireInteger({ description: 'Rows whose rate existed already' }),
  replaced: wireInteger({ description: 'Rows that replaced a rate' }),
  refused: wireInteger(),
  undone: wireInteger({ description: 'Rates that were undone' }),
  kept: wireInteger({ description: 'Rates that were kept, because they changed since' }),
  ...stampShape,
};

export const yieldImportSummary = openObject(summary);

export const yieldImportReply = openObject({
  ...summary,
  columns: readColumns,
  verdicts: Type.Array(
    openObject({
      row: wireInteger({ description: 'Row number; the first row after a header is 1' }),
      issue: given(wireText()),
      date: given(wireText()),
      verdict: wireChoice(YIELD_VERDICTS),
      code: given(wireText({ description: 'Why the row was refused' })),
      detail: given(wireText()),
      outcome: given(wireText({ description: 'UNDONE, or KEPT because the rate changed since' })),
    }),
  ),
});
