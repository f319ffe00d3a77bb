// Wire shapes of transfer files.

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

// Cells are strings, so that one reply can list every invalid cell.
export const TransferImportBody = closedObject({
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
        transfer: cell(
          'Rows with the same value form one transfer; default: each row is a transfer',
        ),
        type: cell('Type of the transfer'),
        portfolioName: cell('The code of the portfolio'),
        toPortfolioName: cell('INTERNAL: the code of the portfolio that receives the units'),
        effectiveDate: cell('Date from which the units are added or removed, yyyy-MM-dd'),
        securityName: cell('The code of the security'),
        quantity: cell('Units'),
        amount: cell('Amount paid for the units'),
        costBasis: cell('UNKNOWN, or empty if a cost is given'),
        cost: cell('Cost of the units; rows for one security are its purchases'),
        acquiredOn: cell('Date of purchase, yyyy-MM-dd'),
        memberCode: cell('The other firm'),
        account: cell('The account at the other firm'),
        chn: cell('The clearing-house number of the holder'),
        holder: cell('The name of the holder'),
        ownerChange: cell('Why the owner of the units changes'),
        reference: cell("The depository's reference"),
        reason: cell('Why'),
      }),
      { maxItems: CUSTODY.transferRowsMax },
    ),
  ),
});

export const TransferImportRecord = openObject({
  id: wireId(),
  active: wireFlag({ description: 'True if any transfer of the file is pending approval' }),
  name: given(wireText()),
  label: wireText(),
  state: wireChoice(TRANSFER_IMPORT_STATES),
  rows: wireInteger(),
  transfers: wireInteger(),
  pending: wireInteger({ description: 'Transfers that are pending approval' }),
  settled: wireInteger({ description: 'Transfers that were approved' }),
  columns: readColumns,
  ...stampShape,
});

export const TransferImportListQuery = closedObject({
  state: given(wireChoice(TRANSFER_IMPORT_STATES)),
  ...pageBS,
});
