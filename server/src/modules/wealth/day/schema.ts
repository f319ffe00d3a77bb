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

/** The reasons for revaluing a customer. */
const RESTATEMENT_REASONS = ['CORRECTION', 'PRICE', 'NAV', 'CORPORATE_ACTION', 'JOURNAL'] as const;

const filters = {
  c: naming(
    'customer',
    given(wireId({ description: 'Id of the customer; 0 or absent for all customers' })),
  ),
  sd: given(wireDate({ description: 'First date of the close that detected the late record' })),
  ed: given(wireDate({ description: 'Last date of the close that detected the late record' })),
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
  fromDate: wireDate({ description: 'The earliest date affected by the late record' }),
  reason: wireChoice(RESTATEMENT_REASONS, {
    description:
      'Kind of the late record: units (CORRECTION), a price (PRICE), a value per unit (NAV), ' +
      'an effect of a corporate action, or a journal',
  }),
  state: wireChoice(['OPEN', 'DONE'], { description: 'DONE if every close has been valued again' }),
  nextDate: given(
    wireDate({ description: 'The next close to value; absent if the restatement is done' }),
  ),
  days: wireInteger({ description: 'Number of closes that were valued again' }),
  changedRows: wireInteger({
    description: 'Number of changed snapshots of portfolios and currencies',
  }),
  changedTo: given(wireDate({ description: 'The last date whose snapshot changed' })),
  createdDttm: wireInstant(),
  finishedDttm: given(wireInstant()),
});
