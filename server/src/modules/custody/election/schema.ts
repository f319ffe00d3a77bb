// Wire shapes of elections.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDecimal,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { EVENT_KINDS, OPTION_TYPES } from '../rule/kind.js';
import { ELECTION_STATES } from './queries.js';

const given = Type.Optional;

export const ById = openObject({ id: wireId() });

export const ElectionBody = closedObject({
  eventId: given(wireId({ description: 'Id of the corporate action' })),
  eventName: given(wireText({ description: 'Name of the corporate action' })),
  portfolioName: wireText({ description: 'Code of the portfolio that elects' }),
  optionNumber: wireInteger({ description: 'Number of the elected option' }),
  quantity: wireId({ description: 'Units; 0 only with `additionalQuantity`' }),
  additionalQuantity: given(
    wireId({ description: 'Units applied for beyond the rights, if the event has an option OVER' }),
  ),
});

const filters = {
  e: naming('corporate action', given(wireId({ description: 'Filter by corporate action' }))),
  p: naming('portfolio', given(wireId({ description: 'Filter by portfolio' }))),
  c: naming('customer', given(wireId({ description: 'Filter by customer' }))),
  o: naming('business office', given(wireId({ description: 'Filter by business office' }))),
  state: given(wireChoice(ELECTION_STATES)),
};

/** The filters for a file of elections. */
export const ElectionFilterQuery = closedObject(filters);
export const ElectionListQuery = closedObject({ ...filters, ...pageBS });

const amount = (description: string) => wireDecimal({ description });

export const ElectionRecord = openObject({
  id: wireId(),
  eventId: wireId(),
  eventName: wireText({ description: 'The name of the corporate action' }),
  kind: wireChoice(EVENT_KINDS),
  securityName: wireText(),
  deadline: given(
    wireInstant({ description: 'The deadline for replacing or cancelling the election' }),
  ),
  optionNumber: wireInteger(),
  optionType: wireChoice(OPTION_TYPES),
  portfolioId: wireId(),
  portfolioName: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  businessOfficeName: wireText(),
  state: wireChoice([...ELECTION_STATES], {
    description:
      'INSTRUCTED: sent to the registrar; PART_SETTLED: fewer units allotted than elected',
  }),
  eligibleQuantity: given(
    wireText({
      description: 'Units for which the portfolio may elect; only in the reply to a new election',
    }),
  ),
  electedQuantity: wireText({ description: 'Units submitted' }),
  quantity: wireText({ description: 'Units instructed: at most those held at the deadline' }),
  additionalQuantity: wireText({ description: 'Units applied for beyond the rights' }),
  currency: wireText(),
  heldAmount: amount('Money on hold until the election is instructed'),
  paidAmount: amount('Money debited when the election was instructed'),
  refundedAmount: amount(
    'Money refunded for units that were not allotted, or because the event was cancelled',
  ),
  allottedQuantity: given(wireText({ description: 'Units that the registrar allotted' })),
  newUnits: wireText({ description: 'Units credited to the portfolio' }),
  pendingUnits: wireText({
    description: 'The part of `newUnits` that the depository has not credited yet',
  }),
  journalId: given(wireId()),
  allotmentJournalId: given(wireId()),
  reversalJournalId: given(
    wireId({ description: 'The journal that refunded the money of a cancelled event' }),
  ),
  instructedDttm: given(wireInstant()),
  ...stampShape,
});
