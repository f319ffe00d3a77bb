// Wire shapes of journal imports.

import { type Static, Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { headerMapping, readColumns } from '../../../platform/row-file/mapping.js';
import { fileBytes, statedReading } from '../../../platform/row-file/reading.js';
import { JOURNAL } from '../limits.js';

export const JOURNAL_IMPORT_STATES = [
  'REFUSED',
  'PENDING',
  'POSTED',
  'REJECTED',
  'CANCELLED',
  'UNDO_PENDING',
  'UNDONE',
] as const;
export type JournalImportState = (typeof JOURNAL_IMPORT_STATES)[number];

const given = Type.Optional;
const cell = (description: string) =>
  given(wireText({ description, longest: JOURNAL.importCellLength }));

export const importJournalsQuery = closedObject({
  businessOfficeName: wireText({
    description: 'The business office in whose books the journals are booked, by code',
  }),
  label: given(wireText({ description: 'Name of the import', longest: JOURNAL.importLabelLength })),
});

// Cells are strings, so that an invalid row gets its own error instead of causing the whole request
// to be refused.
export const importJournalsBody = closedObject({
  csv: given(
    wireText({
      description: 'The CSV file; if sent as text/csv, the file is the whole body',
      longest: HTTP.bodyBytes,
    }),
  ),
  file: fileBytes,
  mapping: headerMapping,
  reading: statedReading,
  rows: given(
    Type.Array(
      closedObject({
        journal: cell('Rows with the same value form one journal'),
        date: cell('Transaction date, yyyy-MM-dd; default: the business date of the approval'),
        valueDate: cell('Value date, yyyy-MM-dd; default: the transaction date'),
        account: cell('A chart code, or the code of one account'),
        currency: cell('ISO 4217 code; default: the currency of the office'),
        debit: cell('Debit in the major unit; empty for a credit'),
        credit: cell('Credit in the major unit; empty for a debit'),
        narration: cell('Narration in the ledger; that of the first row applies'),
        performanceKind: cell(
          "Effect of a line on the customer's return: FLOW (default), INCOME, FEE or TAX",
        ),
      }),
      { maxItems: JOURNAL.importRowsMax },
    ),
  ),
});
export type ImportJournals = Static<typeof importJournalsQuery> & Static<typeof importJournalsBody>;

export const journalImportListQuery = closedObject({
  ...pageBS,
  state: given(wireChoice(JOURNAL_IMPORT_STATES, { description: 'Only this state' })),
});
export type JournalImportListQuery = Static<typeof journalImportListQuery>;

const summary = {
  id: wireId(),
  name: wireText(),
  label: wireText(),
  state: wireChoice(JOURNAL_IMPORT_STATES),
  businessOfficeName: wireText(),
  rows: wireInteger(),
  refused: wireInteger({
    description: 'Number of refused rows; even one prevents the import from being posted',
  }),
  journals: wireInteger(),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  undoBy: given(wireText({ description: 'The person who requested the undo' })),
  undoDecidedBy: given(wireText()),
  undoDecidedDttm: given(wireInstant()),
  decisionReason: given(wireText()),
  ...stampShape,
};

export const journalImportSummary = openObject(summary);

export const journalImportReply = openObject({
  ...summary,
  columns: readColumns,
  verdicts: Type.Array(
    openObject({
      row: wireInteger({ description: 'Row number; the first row after a header is 1' }),
      journal: wireText(),
      account: given(wireText()),
      currency: given(
        wireText({
          description: 'The currency as given in the row; amounts are also shown as given',
        }),
      ),
      debit: given(wireText()),
      credit: given(wireText()),
      date: given(wireDate()),
      verdict: wireText({ description: 'ACCEPTED or REFUSED' }),
      code: given(wireText({ description: 'Code of the error in a refused row' })),
      detail: given(wireText()),
    }),
  ),
});
