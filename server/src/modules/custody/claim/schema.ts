// Wire shapes of market claims.

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
  wireFlag,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CLAIM_KINDS, CLAIM_STATES } from './queries.js';

const given = Type.Optional;
const DIRECTIONS = ['PAYABLE', 'RECEIVABLE'] as const;

const direction = wireChoice(DIRECTIONS, {
  description: 'PAYABLE: the customer owes income to another party. RECEIVABLE: the reverse.',
});
const kind = wireChoice(CLAIM_KINDS, {
  description:
    'CUM_EX: a trade settled on the wrong side of the record date. SHORT: the portfolio owes ' +
    'income on units that it had sold, or a reversed payment that was already spent. ' +
    'TAX_RECLAIM: more tax was withheld than is due. ' +
    'REGISTRAR_DIFFERENCE: the registrar’s list differs.',
});

export const ById = openObject({ id: wireId() });

export const ClaimBody = closedObject({
  eventId: given(wireId({ description: 'Id of the corporate action' })),
  eventName: given(wireText({ description: 'Number of the corporate action' })),
  kind: given(wireChoice(CLAIM_KINDS, { description: 'Default: CUM_EX' })),
  direction,
  portfolioName: given(wireText({ description: 'Required unless an order is named' })),
  orderName: given(wireText({ description: 'The order whose trade led to the claim' })),
  tradeDate: given(wireDate({ description: 'Required if the order was filled on several dates' })),
  quantity: given(wireId({ description: 'Units of the claim; default: the units of the trade' })),
  amount: wireDecimal({ description: 'Amount in `currency`' }),
  currency: given(wireText({ description: "Default: the event's currency" })),
  reason: wireText({ description: 'The reason, which the record shows' }),
});

export const StepBody = closedObject({
  reason: given(wireText({ description: 'The reason, which the record shows' })),
});
export const WaiverBody = closedObject({
  reason: wireText({ description: 'The reason, which the record shows' }),
});

export const ClaimRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: given(wireText()),
  label: wireText(),
  eventId: wireId(),
  eventName: wireText(),
  eventKind: wireText(),
  securityName: wireText(),
  kind,
  direction,
  portfolioName: given(wireText()),
  customerId: given(wireId()),
  customerName: given(wireText()),
  businessOfficeName: wireText(),
  orderName: given(wireText()),
  tradeDate: given(wireDate()),
  quantity: wireText(),
  cumQuantity: given(
    wireText({ description: 'Units of the trade flagged cum contrary to their trade date' }),
  ),
  exQuantity: given(
    wireText({ description: 'Units of the trade flagged ex contrary to their trade date' }),
  ),
  amount: wireDecimal(),
  currency: wireText(),
  booksMoney: wireFlag({
    description:
      'False if the amount is already in the customer’s account; settling then books nothing',
  }),
  state: wireChoice(CLAIM_STATES, {
    description:
      'SETTLING and WAIVING are pending approval. CANCELLED: the cause no longer exists.',
  }),
  reason: given(wireText()),
  entitlementId: given(wireId()),
  registrarFileId: given(wireId()),
  journalId: given(wireId()),
  requestedBy: given(wireText()),
  requestedDttm: given(wireInstant()),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText()),
  ...stampShape,
});

const filters = {
  e: naming(
    'corporate action',
    given(wireId({ description: 'Filter by id of the corporate action' })),
  ),
  p: naming('portfolio', given(wireId({ description: 'Filter by portfolio id' }))),
  c: naming('customer', given(wireId({ description: 'Filter by customer id' }))),
  o: naming('business office', given(wireId({ description: 'Filter by business office id' }))),
  kind: given(wireChoice(CLAIM_KINDS)),
  direction: given(wireChoice(DIRECTIONS)),
  state: given(wireChoice(CLAIM_STATES)),
};

export const ClaimFilterQuery = closedObject(filters);
export const ClaimListQuery = closedObject({ ...filters, ...pageBS });
