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
      description: 'True: refuses a pack that is not FINAL, with TAX_YEAR_OPEN; default: false',
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
      description: 'Individual customers',
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
  c: naming('customer', given(wireId({ description: 'Packs of this customer' }))),
  run: naming('run of tax packs', given(wireId({ description: 'Packs that this run issued' }))),
  y: given(wireInteger(yearNumber)),
  state: given(wireChoice(PACK_STATES, { description: 'Packs in this state' })),
  inForce: given(wireFlag({ description: 'Only packs that are not replaced' })),
  outdated: given(wireFlag({ description: 'Only packs that are outdated and not replaced' })),
};

export const PackFilters = closedObject(filters);
export const PackQuery = closedObject({ ...filters, ...pageBS });

export const FirmQuery = closedObject({
  y: wireInteger(yearNumber),
  o: given(wireText({ description: 'Only packs of this business office, by code' })),
});

export const CsvQuery = closedObject({
  table: wireChoice(FILE_TABLES.map(tableCode), { description: 'The table' }),
});

export const RunQuery = closedObject({ ...pageBS });

const PackTotalRecord = openObject({
  currency: wireText(),
  proceeds: amount('For all disposals, before charges'),
  gains: amount('Taxable gains of chargeable disposals'),
  losses: amount('Taxable losses of chargeable disposals; not negative'),
  relieved: amount('Gains that reinvestment relieves'),
  chargeableGain: amount('After relief and losses'),
  indicativeTax: amount('At the flat rate, or by the bands on the gain alone'),
  income: amount('Income before tax'),
  withheld: amount('Tax withheld'),
  certified: amount('Tax withheld with a certificate'),
  missing: amount('Tax withheld without a certificate'),
  charges: amount('Charges and duties on trades'),
  value: amount('Value of the positions that have a price'),
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
  versionNo: wireInteger({ description: '1 for the first pack of the year' }),
  state,
  inForce: wireFlag({ description: 'False: a later version replaces it' }),
  totals: Type.Array(PackTotalRecord, { description: 'Sums by currency' }),
  outdatedDttm: given(wireInstant({ description: 'When later records were found to change it' })),
  outdatedChanges: given(wireInteger({ description: 'The number of changes at that time' })),
  replacesId: given(wireId()),
  replacesName: given(wireText({ description: 'The pack that this one replaces' })),
  replacedDttm: given(wireInstant({ description: 'When a later version replaced it' })),
  replacedById: given(wireId()),
  replacedByName: given(wireText({ description: 'The pack that replaces this one' })),
  runId: given(wireId({ description: 'The run that issued it' })),
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
      column: given(wireText({ description: 'The column that changed' })),
      before: given(wireText()),
      after: given(wireText()),
    }),
    { description: 'Changes from the previous version, up to a limit' },
  ),
  changeCount: wireInteger({ description: 'The number of all changes' }),
});

const counts = {
  customers: wireInteger({ description: 'The number of customers when it began' }),
  done: wireInteger({ description: 'Customers that have been processed' }),
  issued: wireInteger({ description: 'Packs that were issued' }),
  unchanged: wireInteger({ description: 'Customers whose pack has equal figures' }),
  empty: wireInteger({ description: 'Customers who never had assets up to the end of the year' }),
  refused: wireInteger({ description: 'Customers for whom no pack could be issued' }),
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
      { description: 'Up to 100 of the customers that were refused' },
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
  customerLabel: given(wireText({ description: 'Initials only' })),
  year: given(wireInteger(yearNumber)),
  state: given(state),
  versionNo: given(wireInteger()),
  outdatedDttm: given(wireInstant()),
  replacedByName: given(wireText()),
  sealedDttm: given(wireInstant()),
});
