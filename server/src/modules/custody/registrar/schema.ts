// Wire shapes of registrars' lists.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { headerMapping, readColumns } from '../../../platform/row-file/mapping.js';
import { fileBytes, statedReading } from '../../../platform/row-file/reading.js';
import { CUSTODY } from '../limits.js';
import { FILE_STATES, VERDICTS } from './queries.js';

const given = Type.Optional;
const cell = (description: string) => given(wireText({ description }));

export const ById = openObject({ id: wireId() });

export const ImportQuery = closedObject({
  e: wireId({ description: 'Id of the corporate action' }),
});

// Cells are strings, so that an invalid cell affects only the verdict of its row.
export const ImportBody = closedObject({
  csv: given(
    wireText({
      description: 'The file. In a text/csv request, the file is the whole body.',
      longest: HTTP.bodyBytes,
    }),
  ),
  file: fileBytes,
  fileName: given(wireText({ description: 'Name of the file; default: List' })),
  mapping: headerMapping,
  reading: statedReading,
  rows: given(
    Type.Array(
      closedObject({
        account: cell('Account at the depository, or code of the portfolio'),
        chn: cell('Clearing-house number'),
        holder: cell('Name of the holder'),
        units: cell('Units on the register'),
        gross: cell('Gross amount'),
        tax: cell('Tax withheld'),
        net: cell('Net amount'),
        reference: cell('Reference of the registrar'),
      }),
      { maxItems: CUSTODY.registrarRowsMax },
    ),
  ),
});

const summary = {
  id: wireId(),
  active: wireFlag(),
  name: given(wireText()),
  label: wireText(),
  eventId: wireId(),
  eventName: wireText(),
  securityName: wireText(),
  fileName: wireText(),
  state: wireChoice(FILE_STATES),
  rows: wireInteger({
    description: 'Rows in the list, without the rows added for missing portfolios',
  }),
  verdicts: Type.Array(openObject({ verdict: wireChoice(VERDICTS), count: wireInteger() }), {
    description:
      'Number of rows by verdict. MISSING_AT_REGISTRAR: entitled portfolios that the ' +
      'list lacks',
  }),
  claims: wireInteger({ description: 'Market claims opened by the list and not cancelled' }),
  ...stampShape,
};

export const FileSummary = openObject(summary);

export const FileRecord = openObject({
  ...summary,
  columns: readColumns,
  differing: Type.Array(
    openObject({
      row: wireInteger({ description: 'Row number; the first row after the header is 1' }),
      verdict: wireChoice(VERDICTS),
      detail: given(wireText({ description: 'Why the row could not be read' })),
      account: given(wireText()),
      chn: given(wireText()),
      holder: given(wireText()),
      portfolioName: given(wireText()),
      portfolios: wireInteger({ description: 'Entitled portfolios that share the account' }),
      entitlementId: given(wireId()),
      reference: given(wireText()),
      units: given(wireText()),
      gross: given(wireDecimal()),
      tax: given(wireDecimal()),
      net: given(wireDecimal()),
      expectedUnits: given(wireText()),
      expectedGross: given(wireDecimal()),
      expectedTax: given(wireDecimal()),
      expectedNet: given(wireDecimal()),
    }),
    { description: 'The first rows that are not MATCHED; the error file has all of them' },
  ),
});

export const FileListQuery = closedObject({
  e: naming(
    'corporate action',
    given(wireId({ description: 'Filter by id of the corporate action' })),
  ),
  state: given(wireChoice(FILE_STATES)),
  ...pageBS,
});
