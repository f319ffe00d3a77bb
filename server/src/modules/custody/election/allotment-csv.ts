// Columns of a file of allotments: the list of elections as registrars return it.

import type { RowTable } from '../../../platform/row-file/column.js';
import { CUSTODY } from '../limits.js';

/** `election`: the number of an election; `allotted`: units allotted to it. */
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
