// Wire shapes of files of transfers.

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
import { CUSTODY } from '../limits.js';
import { TRANSFER_IMPORT_STATES } from './import-queries.js';

const given = Type.Optional;
const cell = (description: string) => given(wireText({ description }));

export const TransferImportQuery = closedObject({
  label: given(wireText({ description: 'Name of the import', longest: 200 })),
});

// Cells are text, so that every wrong cell is named at once.
export const TransferImportBody = closedObject({
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
        transfer: cell('Rows with the same value are one transfer; default: each row is one'),
        type: cell('As in the creation of one transfer, like all columns'),
        portfolioName: cell('The code of the portfolio'),
        toPortfolioName: cell('INTERNAL: the code of the portfolio that receives the units'),
        effectiveDate: cell('From which the units count, yyyy-MM-dd'),
        securityName: cell('The code of the security'),
        quantity: cell('Units'),
        amount: cell('What is paid for them'),
        costBasis: cell('UNKNOWN, or empty with a cost'),
        cost: cell('What the units cost; rows of one security are its purchases'),
        acquiredOn: cell('When they were bought, yyyy-MM-dd'),
        memberCode: cell('The other firm'),
        account: cell('The account there'),
        chn: cell('The clearing-house number of the holder'),
        holder: cell('The name of the holder'),
        ownerChange: cell('Why the owner changes'),
        reference: cell("The depository's reference"),
        reason: cell('Why'),
      }),
      { maxItems: CUSTODY.transferRowsMax },
    ),
  ),
});

export const TransferImportRecord = openObject({
  id: wireId(),
  active: wireFlag({ description: 'Whether some of its transfers wait for an approval' }),
  name: given(wireText()),
  label: wireText(),
  state: wireChoice(TRANSFER_IMPORT_STATES),
  rows: wireInteger(),
  transfers: wireInteger(),
  pending: wireInteger({ description: 'Transfers that wait for an approval' }),
  settled: wireInteger({ description: 'Transfers that were approved' }),
  columns: readColumns,
  ...stampShape,
});

export const TransferImportListQuery = openObject({
  state: given(wireChoice(TRANSFER_IMPORT_STATES)),
  ...pageBS,
});
