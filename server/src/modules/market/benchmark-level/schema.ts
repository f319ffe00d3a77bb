// Wire shapes of imports of levels.

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
import { LEVEL_IMPORT_STATES, LEVEL_VERDICTS } from './store-queries.js';

const given = Type.Optional;
const cell = (description: string) => given(wireText({ description }));

export const importLevelsQuery = closedObject({
  label: given(wireText({ description: 'Name of the import', longest: MARKET.importLabelLength })),
  replace: given(wireFlag({ description: 'Replace existing levels that differ' })),
});

// Cells are text, so that one wrong row gets its own error instead of causing the whole request to
// be refused.
export const importLevelsBody = closedObject({
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
        benchmark: cell('Code of an index'),
        date: cell('Business date, yyyy-MM-dd'),
        level: cell('Level at the close'),
      }),
      { maxItems: MARKET.importRowsMax },
    ),
  ),
});

export const levelImportList = closedObject({
  ...pageBS,
  state: given(wireChoice(LEVEL_IMPORT_STATES, { description: 'Only this state' })),
});

const summary = {
  id: wireId(),
  name: wireText(),
  label: wireText(),
  state: wireChoice(LEVEL_IMPORT_STATES),
  rows: wireInteger(),
  imported: wireInteger({ description: 'Rows that inserted a level' }),
  unchanged: wireInteger({ description: 'Rows whose level existed already' }),
  replaced: wireInteger({ description: 'Rows that replaced a level' }),
  refused: wireInteger(),
  undone: wireInteger({ description: 'Levels that were undone' }),
  kept: wireInteger({ description: 'Levels that were kept, because they changed since' }),
  ...stampShape,
};

export const levelImportSummary = openObject(summary);

export const levelImportReply = openObject({
  ...summary,
  columns: readColumns,
  verdicts: Type.Array(
    openObject({
      row: wireInteger({ description: 'Row number; the first row after a header is 1' }),
      benchmark: given(wireText()),
      date: given(wireText()),
      verdict: wireChoice(LEVEL_VERDICTS),
      code: given(wireText({ description: 'Why the row was refused' })),
      detail: given(wireText()),
      outcome: given(wireText({ description: 'UNDONE, or KEPT because the level changed since' })),
    }),
  ),
});
