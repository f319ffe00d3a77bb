// Columns of an allotment file, which is the list of elections that a registrar returns.

import type { RowTable } from '../../../platform/row-file/column.js';
import { CUSTODY } from '../limits.js';

/** `election` is the number of an election; `allotted` is the number of units allotted to it. */
type AllotmentColumn = 'election' | 'allotted';

export const ALLOTMENT_TABLE: RowTable<AllotmentColumn> = {
  columns: [
    { column: 'election', names: ['election', 'number', 'electionid', 'id'], isNeeded: true },
    {
      column: 'allotted',
      names: ['allotted', 'allottedquantity', 'allotment', 'accepted'],
      isNeeded: true,
    },
  ],
  rowsMax: CUSTODY.allotmentRowsMax,
};
