// Wire shapes of entitlements and deliveries.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { EVENT_KINDS } from '../rule/kind.js';
import { DELIVERY_STATES } from './delivery-queries.js';
import { ENTITLEMENT_STATES } from './list-queries.js';

const given = Type.Optional;

export const ById = Type.Object({ id: wireId() });

const filters = {
  e: naming('corporate action', given(wireId({ description: 'Filter by corporate action' }))),
  p: naming('portfolio', given(wireId({ description: 'Filter by portfolio' }))),
  c: naming('customer', given(wireId({ description: 'Filter by customer' }))),
  o: naming('business office', given(wireId({ description: 'Filter by business office' }))),
  state: given(
    wireChoice(ENTITLEMENT_STATES, {
      description: 'Default: all except SUPERSEDED and CANCELLED',
    }),
  ),
  route: given(
    wireChoice(['DIRECT', 'FIRM'], {
      description: 'DIRECT: the registrar pays the investor; FIRM: the registrar pays the firm',
    }),
  ),
  sd: given(wireDate({ description: 'First ex-date' })),
  ed: given(wireDate({ description: 'Last ex-date' })),
};

/** The filters for a file of entitlements. */
export const EntitlementFilterQuery = closedObject(filters);
export const EntitlementQuery = closedObject({ ...filters, ...pageBS });
export const PreviewQuery = closedObject(pageBS);

const amount = (description: string) => wireDecimal({ description });

const amounts = {
  eventName: wireText({ description: 'The name of the corporate action' }),
  kind: wireChoice(EVENT_KINDS),
  securityName: wireText(),
  exDate: wireDate(),
  paymentDate: given(wireDate()),
  portfolioId: wireId(),
  portfolioName: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  businessOfficeName: wireText(),
  optionNumber: wireInteger(),
  eligibleQuantity: wireText({ description: 'Units at the close before the ex-date' }),
  gross: amount('Income and proceeds'),
  principal: amount('The part of `gross` that is proceeds, such as a redemption'),
  tax: amount('The tax of the holder'),
  withheld: amount('Tax withheld by the issuer or the firm'),
  taxReclaim: amount('Tax withheld by the issuer in excess of the tax'),
  net: amount('`gross` less `withheld`'),
  reinvested: amount('The part of `net` that is paid in new units'),
  cashInLieu: amount('Cash for a fraction of a unit, paid with `net`'),
  currency: wireText(),
  newUnits: wireText({ description: 'New units received' }),
  newSecurityName: given(wireText({ description: 'The security of the new units' })),
  fraction: wireText({ description: 'The fraction of a unit that is not credited' }),
  oldUnits: wireText({ description: 'Units of the event’s security that are removed' }),
  costBefore: amount('Cost of the eligible units; set only if amounts depend on it'),
  costMoved: amount('Cost that moves to the new security'),
  realisedGain: amount('Gain realised through cash or a fraction; negative for a loss'),
  route: wireChoice(['DIRECT', 'FIRM']),
  state: wireChoice([...ENTITLEMENT_STATES]),
};

/** The possible entitlement of a portfolio. */
export const PreviewRecord = openObject({
  ...amounts,
  eventName: given(wireText({ description: 'Absent in the dry run of a new event' })),
});

const stored = {
  id: wireId(),
  eventId: wireId(),
  ...amounts,
  revision: wireInteger({
    description: 'Starts at 1; each later revision replaces the previous one',
  }),
  termsVersion: wireInteger({ description: 'The version of the terms used for this revision' }),
  pendingUnits: wireText({ description: 'New units that the depository has not credited' }),
  effectiveDate: given(wireDate({ description: 'The date on which units or cost move' })),
  deliveredOn: given(wireDate({ description: 'The date from which the new units can be sold' })),
  paidOn: given(wireDate()),
  paid: amount("Amount that this revision's journals have paid to the customer"),
  journalId: given(wireId()),
  reason: given(wireText({ description: 'Why the entitlement is due but not paid' })),
  recordedDttm: wireInstant(),
};

/** A stored entitlement. */
export const EntitlementRecord = openObject(stored);

/** A stored entitlement with all its revisions, oldest first. */
export const EntitlementDetail = openObject({
  ...stored,
  revisions: Type.Array(EntitlementRecord),
});

export const EntitlingReply = openObject({
  eventId: wireId(),
  eventName: wireText(),
  jobId: given(wireId({ description: 'The job; absent in a dry run' })),
});

export const DeliveryBody = closedObject({
  id: wireId({ description: 'The corporate action' }),
  date: wireDate({ description: 'The date from which its new units can be sold' }),
});

export const DeliveryDecisionBody = closedObject({
  reason: given(wireText({ longest: 500 })),
});

export const DeliveryQuery = closedObject({ state: given(wireChoice(DELIVERY_STATES)), ...pageBS });

/** A delivery of an event's new units. */
export const DeliveryRecord = openObject({
  id: wireId(),
  eventId: wireId(),
  eventName: wireText(),
  kind: wireChoice(EVENT_KINDS),
  securityName: wireText(),
  date: wireDate(),
  state: wireChoice([...DELIVERY_STATES]),
  entitlements: given(wireInteger({ description: 'Entitlements with pending units' })),
  units: given(wireText({ description: 'Pending units' })),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText()),
  ...stampShape,
});
