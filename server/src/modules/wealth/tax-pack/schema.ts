// Wire shapes of tax packs.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import { classify } from '../../../platform/http/shape/data-class.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { WEALTH } from '../limits.js';
import { PACK_STATES } from './content.js';
import { FILE_TABLES, tableCode } from './table.js';

const given = Type.Optional;
const amount = (description: string) => wireDecimal({ description });

const yearNumber = {
  description: 'Calendar year in which the tax year starts',
  ...{ least: 1960, most: 9999 },
};
const requested = {
  y: given(
    wireInteger({
      ...yearNumber,
      description: `${yearNumber.description}; default: the current one`,
    }),
  ),
  final: given(
    wireFlag({
      description: 'True to refuse a pack that is not FINAL, with TAX_YEAR_OPEN; default: false',
    }),
  ),
};

const state = wireChoice(PACK_STATES, {
  description:
    'DRAFT: the year has not ended. PROVISIONAL: later disposals can change it, or its books ' +
    'are open. ' +
    'FINAL: twelve months have passed and its books are hard closed',
});

export const ById = openObject({ id: wireId() });

export const IssueBody = closedObject({
  customerId: wireId({ description: 'Customer' }),
  ...requested,
});

export const RunBody = closedObject({
  ...requested,
  customerIds: given(
    Type.Array(wireId(), {
      description: 'Ids of individual customers',
      minItems: 1,
      maxItems: WEALTH.statementCustomersMax,
    }),
  ),
  customerGroupName: given(wireText({ description: 'All customers of a group' })),
  businessOfficeName: given(wireText({ description: 'All customers of an office' })),
  all: given(wireFlag({ description: 'All customers that you can see' })),
});

/** Examples that work with the demonstration data. */
export const issueExample = { customerId: 1, y: 2026 };
export const runExample = { customerIds: [1], y: 2026 };

const filters = {
  c: naming('customer', given(wireId({ description: 'Filter by customer' }))),
  run: naming(
    'run of tax packs',
    given(wireId({ description: 'Filter by the run that issued the packs' })),
  ),
  y: given(wireInteger(yearNumber)),
  state: given(wireChoice(PACK_STATES, { description: 'Filter by state' })),
  inForce: given(wireFlag({ description: 'True to list only packs that have not been replaced' })),
  outdated: given(
    wireFlag({ description: 'True to list only packs that are outdated and not replaced' }),
  ),
};

export const PackFilters = closedObject(filters);
export const PackQuery = closedObject({ ...filters, ...pageBS });

export const FirmQuery = closedObject({
  y: wireInteger(yearNumber),
  o: given(wireText({ description: 'Filter by code of the business office' })),
});

export const CsvQuery = closedObject({
  table: wireChoice(FILE_TABLES.map(tableCode), { description: 'The table' }),
});

export const RunQuery = closedObject({ ...pageBS });

const PackTotalRecord = openObject({
  currency: wireText(),
  proceeds: amount('Proceeds of all disposals, before charges'),
  gains: amount('Taxable gains of chargeable disposals'),
  losses: amount('Taxable losses of chargeable disposals; not negative'),
  relieved: amount('Gains relieved by reinvestment'),
  chargeableGain: amount('Gain after relief and losses'),
  indicativeTax: amount('Tax at the flat rate, or by the bands on the gain alone'),
  income: amount('Income before tax'),
  withheld: amount('Tax withheld'),
  certified: amount('Tax withheld with a certificate'),
  missing: amount('Tax withheld without a certificate'),
  charges: amount('Charges and duties on trades'),
  value: amount('Value of the positions with a price'),
});

const pack = {
  id: wireId(),
  name: given(wireText({ description: 'Number of the pack' })),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  year: wireInteger(yearNumber),
  from: wireDate({ description: 'First day of the tax year' }),
  until: wireDate({ description: 'Last day of the tax year' }),
  asAt: wireDate({ description: 'Date of the positions' }),
  versionNo: wireInteger({ description: 'Version number; 1 for the first pack of the year' }),
  state,
  inForce: wireFlag({ description: 'False if a later version has replaced the pack' }),
  totals: Type.Array(PackTotalRecord, { description: 'Sums by currency' }),
  outdatedDttm: given(
    wireInstant({ description: 'Time at which changes by later records were found' }),
  ),
  outdatedChanges: given(wireInteger({ description: 'Number of changes found at that time' })),
  replacesId: given(wireId()),
  replacesName: given(wireText({ description: 'The pack that this one replaces' })),
  replacedDttm: given(
    wireInstant({ description: 'Time at which a later version replaced the pack' }),
  ),
  replacedById: given(wireId()),
  replacedByName: given(wireText({ description: 'The pack that replaces this one' })),
  runId: given(wireId({ description: 'The run that issued the pack' })),
  ...stampShape,
};

/** A pack without its document. */
export const PackRecord = openObject(pack);

/** A pack with its changes. */
export const WholePackRecord = openObject({
  ...pack,
  ...classify(
    { taxIdentificationNumber: given(wireText({ description: 'Tax identification number' })) },
    { secret: ['taxIdentificationNumber'] },
  ),
  changes: Type.Array(
    openObject({
      table: wireText({ description: 'The table, such as TAX_GAINS' }),
      row: wireText({ description: 'Key of the row' }),
      change: wireChoice(['ADDED', 'REMOVED', 'CHANGED']),
      column: given(wireText({ description: 'Column that changed' })),
      before: given(wireText()),
      after: given(wireText()),
    }),
    { description: 'Changes from the previous version, up to a limit' },
  ),
  changeCount: wireInteger({ description: 'The number of all changes' }),
});

const counts = {
  customers: wireInteger({ description: 'Number of customers when the run began' }),
  done: wireInteger({ description: 'Number of customers processed' }),
  issued: wireInteger({ description: 'Number of packs issued' }),
  unchanged: wireInteger({
    description: 'Number of customers whose pack already had the same figures',
  }),
  empty: wireInteger({
    description: 'Number of customers who had no assets up to the end of the year',
  }),
  refused: wireInteger({ description: 'Number of customers for whom no pack could be issued' }),
};

/** A run with its progress. */
export const RunRecord = openObject({
  id: wireId(),
  year: wireInteger(yearNumber),
  final: wireFlag({ description: 'Whether only FINAL packs are issued' }),
  state: wireChoice(['RUNNING', 'DONE']),
  ...counts,
  refusals: given(
    Type.Array(
      openObject({
        customerId: wireId(),
        customerName: wireText(),
        code: wireText({ description: 'The code of the problem' }),
      }),
      { description: 'Up to 100 of the customers for whom no pack could be issued' },
    ),
  ),
  ...stampShape,
});

export const VerifyQuery = closedObject({
  c: wireText({ description: 'The code printed below the seal', longest: 255 }),
});

/** Whether a code is genuine, and the data to compare with the printed pack. */
export const PackVerification = openObject({
  genuine: wireFlag(),
  name: given(wireText({ description: 'Number of the pack' })),
  businessOffice: given(wireText()),
  customerLabel: given(wireText({ description: 'Only the initials of the customer’s name' })),
  year: given(wireInteger(yearNumber)),
  state: given(state),
  versionNo: given(wireInteger()),
  outdatedDttm: given(wireInstant()),
  replacedByName: given(wireText()),
  sealedDttm: given(wireInstant()),
});
