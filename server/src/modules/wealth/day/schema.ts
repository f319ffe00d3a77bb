// Wire shapes of restatements.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const given = Type.Optional;

/** Why a customer is valued again. */
const RESTATEMENT_REASONS = ['CORRECTION', 'PRICE', 'NAV', 'CORPORATE_ACTION', 'JOURNAL'] as const;

const filters = {
  c: naming('customer', given(wireId({ description: 'Id of the customer; 0 or absent: all' }))),
  sd: given(wireDate({ description: 'Found by the close of this date, or a later one' })),
  ed: given(wireDate({ description: 'Found by the close of this date, or an earlier one' })),
};

export const RestatementFilters = closedObject(filters);
export const RestatementQuery = closedObject({ ...filters, ...pageBS });

/** A restatement of a customer's snapshots. */
export const RestatementRecord = openObject({
  id: wireId(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  foundOn: wireDate({ description: 'The date whose close detected the late record' }),
  fromDate: wireDate({ description: 'The earliest date that it affects' }),
  reason: wireChoice(RESTATEMENT_REASONS, {
    description:
      'Kind of late record about that date: units (CORRECTION), a price (PRICE), a value per ' +
      'unit (NAV), an effect of a corporate action, or a journal',
  }),
  state: wireChoice(['OPEN', 'DONE'], { description: 'DONE if every close has been valued again' }),
  nextDate: given(wireDate({ description: 'The next close to value; absent if it is done' })),
  days: wireInteger({ description: 'Closes that were valued again' }),
  changedRows: wireInteger({ description: 'Snapshots of portfolios and currencies that changed' }),
  changedTo: given(wireDate({ description: 'The last close that changed' })),
  createdDttm: wireInstant(),
  finishedDttm: given(wireInstant()),
});
