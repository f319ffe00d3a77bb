// Wire shapes of certificate imports.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
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
import { TAX } from '../limits.js';
import { CERTIFICATE_IMPORT_STATES, CERTIFICATE_VERDICTS } from './queries.js';

const given = Type.Optional;
const cell = (description: string) => given(wireText({ description }));

export const ImportById = closedObject({ id: wireId({ description: 'The import' }) });

export const ImportQuery = closedObject({
  label: given(
    wireText({ description: 'Name of the import', longest: TAX.importLabelCharactersMax }),
  ),
});

// Cells are text, so that an invalid row gets its own error and does not cause the whole request to
// be refused.
export const ImportBody = closedObject({
  csv: given(
    wireText({
      description: 'The file. In a text/csv request, the file is the whole body.',
      longest: HTTP.bodyBytes,
    }),
  ),
  file: fileBytes,
  mapping: headerMapping,
  reading: statedReading,
  rows: given(
    Type.Array(
      closedObject({
        customerName: cell('Code of the customer'),
        number: cell('Number on the receipt from the tax office'),
        certificateDate: cell('Date of the receipt, yyyy-MM-dd'),
        periodFrom: cell('First date of payment, yyyy-MM-dd'),
        periodUntil: cell('Last date of payment, yyyy-MM-dd'),
        amount: cell('Tax on the receipt'),
        currency: cell('Currency; default: that of the business office'),
        taxClass: cell('Tax class of the deductions; only allowed without `deductions`'),
        deductions: cell(
          'Names of deductions, separated by spaces; default: all deductions without a certificate',
        ),
      }),
      { maxItems: TAX.certificateRowsMax },
    ),
  ),
});

/**
 * An example that a test sends. It is refused, because the demonstration has no such deductions.
 */
export const importExample = {
  rows: [
    {
      ...{ customerName: '1', number: 'WHT/2026/0001', certificateDate: '2026-11-21' },
      ...{ periodFrom: '2026-10-01', periodUntil: '2026-10-31', amount: '18698.63' },
    },
  ],
};

export const ImportListQuery = closedObject({
  state: given(wireChoice(CERTIFICATE_IMPORT_STATES, { description: 'Filter by state' })),
  ...pageBS,
});

const summary = {
  id: wireId(),
  name: wireText(),
  label: wireText(),
  state: wireChoice(CERTIFICATE_IMPORT_STATES),
  rows: wireInteger(),
  imported: wireInteger({ description: 'Number of rows that recorded a certificate' }),
  unchanged: wireInteger({ description: 'Number of rows whose certificate already existed' }),
  refused: wireInteger(),
  undone: wireInteger({ description: 'Number of certificates that were undone with the import' }),
  kept: wireInteger({ description: 'Number of certificates that had already been undone' }),
  ...stampShape,
};

export const ImportSummary = openObject(summary);

export const ImportRecord = openObject({
  ...summary,
  columns: readColumns,
  verdicts: Type.Array(
    openObject({
      row: wireInteger({ description: 'Row number; the first row after the header is 1' }),
      customerName: given(wireText()),
      number: given(wireText()),
      verdict: wireChoice(CERTIFICATE_VERDICTS),
      code: given(wireText({ description: 'Why the row was refused' })),
      detail: given(
        wireText({ description: 'Error message with the row, the column and the cell' }),
      ),
      certificateId: given(wireId({ description: 'The certificate' })),
      outcome: given(
        wireText({
          description: 'UNDONE, or KEPT because the certificate had already been undone',
        }),
      ),
    }),
  ),
});
