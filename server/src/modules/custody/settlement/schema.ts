// Wire shapes of event settlements and of amounts due from events.

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
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const given = Type.Optional;

const DIRECTIONS = ['RECEIPT', 'PAYMENT'] as const;
const ALL_DIRECTIONS = [...DIRECTIONS, 'ADVANCE'] as const;
const STATES = ['PENDING', 'POSTED', 'REJECTED'] as const;

export const ById = openObject({ id: wireId() });

export const EventSettlementBody = closedObject({
  eventId: given(wireId({ description: 'Id of the corporate action' })),
  eventName: given(wireText({ description: 'Number of the corporate action' })),
  businessOfficeName: wireText({
    description: 'Code of the office whose holders receive the money',
  }),
  bankOfficeName: given(
    wireText({
      description: 'Code of the office whose bank account was used; default: the same office',
    }),
  ),
  direction: wireChoice(DIRECTIONS, {
    description: 'RECEIPT: from the registrar; PAYMENT: to the registrar or receiving agent',
  }),
  amount: wireDecimal({ description: 'Amount in `currency`' }),
  currency: given(wireText({ description: "Default: the event's currency" })),
  valueDate: given(wireDate({ description: 'Value date at the bank; default: the business date' })),
  reference: given(wireText({ description: 'Reference of the transfer at the bank' })),
});

export const DecisionBody = closedObject({
  reason: given(wireText({ description: 'The reason, which the record shows' })),
});

export const PayBody = closedObject({
  payBefore: given(
    wireFlag({
      description:
        'True to pay from the firm’s own money before the registrar pays. Proposes an advance ' +
        'for each office with missing money, which another person approves as a settlement',
    }),
  ),
});

export const EventSettlementRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  eventId: wireId(),
  eventName: wireText(),
  kind: wireText(),
  securityName: wireText(),
  businessOfficeName: wireText(),
  bankOfficeName: wireText(),
  direction: wireChoice(ALL_DIRECTIONS, {
    description:
      'ADVANCE moves no money; it allows the firm to pay this amount before the registrar pays',
  }),
  currency: wireText(),
  amount: wireDecimal(),
  valueDate: wireDate(),
  reference: given(wireText()),
  state: wireChoice(STATES),
  journalId: given(wireId()),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText()),
  ...stampShape,
});

const settlementFilters = {
  e: naming(
    'corporate action',
    given(wireId({ description: 'Filter by id of the corporate action' })),
  ),
  o: naming('business office', given(wireId({ description: 'Filter by business office id' }))),
  state: given(wireChoice(STATES)),
  direction: given(wireChoice(ALL_DIRECTIONS)),
  sd: given(wireDate({ description: 'First value date' })),
  ed: given(wireDate({ description: 'Last value date' })),
};

export const SettlementFilterQuery = closedObject(settlementFilters);
export const SettlementListQuery = closedObject({ ...settlementFilters, ...pageBS });

const FUNDING_STATES = ['FUNDED', 'ADVANCED', 'UNDERFUNDED', 'FUNDING_DIFFERS'] as const;

const dueFilters = {
  e: naming(
    'corporate action',
    given(wireId({ description: 'Filter by id of the corporate action' })),
  ),
  o: naming('business office', given(wireId({ description: 'Filter by business office id' }))),
  state: given(wireChoice(FUNDING_STATES)),
};

export const DueFilterQuery = closedObject(dueFilters);
export const DueListQuery = closedObject({ ...dueFilters, ...pageBS });

/** The amount due from an event to an office's holders, and the amount received for them. */
export const EventDueRecord = openObject({
  eventId: wireId(),
  eventName: wireText(),
  label: wireText(),
  kind: wireText(),
  securityName: wireText(),
  status: wireText({ description: "The event's status" }),
  paymentDate: given(wireDate()),
  businessOfficeName: wireText(),
  currency: wireText(),
  due: wireDecimal({ description: 'Total amount due from the firm, paid or still to be paid' }),
  open: wireDecimal({ description: 'Amount still to be paid; negative if to be reversed' }),
  received: wireDecimal({ description: 'Amount received, less payments to the registrar' }),
  paid: wireDecimal({ description: 'Amount paid to customers, including withheld tax' }),
  rounding: wireDecimal({ description: 'Amount written off; positive if the registrar paid more' }),
  advanced: wireDecimal({ description: "Paid from the firm's own money and not yet repaid" }),
  balance: wireDecimal({
    description: 'Balance on CA:CONTROL: `received` less `paid` and `rounding`',
  }),
  missing: wireDecimal({
    description: 'Amount missing from the registrar; negative if too much was received',
  }),
  state: wireChoice(FUNDING_STATES),
});

/** The job that pays an event, or the proposed advances. */
export const PayReply = openObject({
  eventId: wireId(),
  eventName: wireText(),
  jobId: given(wireId({ description: 'Id of the payment job; absent for advances' })),
  entitlements: wireInteger({ description: 'Number of due entitlements' }),
  advances: given(Type.Array(EventSettlementRecord)),
});
