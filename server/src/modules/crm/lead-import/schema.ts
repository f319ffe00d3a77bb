// Wire shapes of lead imports.

import { type Static, Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { headerMapping, readColumns } from '../../../platform/row-file/mapping.js';
import { fileBytes, statedReading } from '../../../platform/row-file/reading.js';
import { LEAD_IMPORT } from '../limits.js';
import { code, note, reference, text } from '../member-schema.js';
import { LEAD_COLUMNS } from './column.js';
import { LEAD_IMPORT_STATES } from './queries.js';

export const ImportQuery = closedObject({
  businessOfficeId: reference('Office of the leads. Default: your own'),
  businessOfficeName: code('Code of the office'),
  label: text('Display name of the import'),
});

// Cells are strings, so that only the row of an invalid cell is refused.
export const ImportBody = closedObject({
  csv: Type.Optional(
    wireText({
      description: 'The file. In a text/csv request, the file is the whole body',
      longest: HTTP.bodyBytes,
    }),
  ),
  file: fileBytes,
  mapping: headerMapping,
  reading: statedReading,
  rows: Type.Optional(
    Type.Array(
      closedObject(
        Object.fromEntries(
          LEAD_COLUMNS.map((column) => [column, note(`Lead member ${column}, as text`)]),
        ),
      ),
      { maxItems: LEAD_IMPORT.rowsMax },
    ),
  ),
});
export type ImportRequest = Static<typeof ImportBody> & Static<typeof ImportQuery>;

export const CommitBody = closedObject({
  duplicates: Type.Optional(
    wireChoice(['SKIP', 'CAPTURE'], {
      description: 'What to do with duplicates. Default: SKIP',
    }),
  ),
});

export const ImportList = closedObject({
  ...pageBS,
  state: Type.Optional(wireChoice(LEAD_IMPORT_STATES, { description: 'Filter by state' })),
});

const summary = {
  id: wireId(),
  name: wireText(),
  label: wireText(),
  state: wireChoice(LEAD_IMPORT_STATES),
  businessOfficeName: wireText(),
  rows: wireInteger(),
  accepted: wireInteger({ description: 'Number of valid new rows' }),
  duplicates: wireInteger({ description: 'Number of rows that match an existing record' }),
  refused: wireInteger({ description: 'Number of invalid rows' }),
  captured: wireInteger({ description: 'Number of rows that became leads' }),
  undone: wireInteger({ description: 'Number of leads withdrawn by the undo' }),
  kept: wireInteger({
    description: 'Number of leads kept by the undo because users have worked on them',
  }),
  ...stampShape,
};

export const ImportSummary = openObject(summary);

export const ImportReply = openObject({
  ...summary,
  columns: readColumns,
  verdicts: Type.Array(
    openObject({
      row: wireInteger({ description: 'Number of the row, starting at 1 without the header' }),
      verdict: wireText({ description: 'ACCEPTED, DUPLICATE or REFUSED' }),
      code: text('Reason for the refusal'),
      member: text('The invalid member'),
      detail: text('Explanation of the code'),
      matches: Type.Optional(
        Type.Array(
          openObject({
            kind: wireText({ description: 'LEAD, CUSTOMER, or ROW of the same file' }),
            id: wireId({ description: 'Id of the record; for a ROW, the number of the row' }),
            matchedOn: Type.Array(wireText()),
          }),
        ),
      ),
      outcome: text('CAPTURED, SKIPPED, UNDONE, or KEPT because users have worked on the lead'),
      leadId: reference('Lead that the row became'),
      warnings,
    }),
  ),
});
