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
  eventId: given(wireId({ description: 'Corporate action by id' })),
  eventName: given(wireText({ description: 'Corporate action by number' })),
  businessOfficeName: wireText({
    description: 'Code of the office whose holders the money is for',
  }),
  bankOfficeName: given(
    wireText({
      description: 'Code of the office whose bank account was used; default: the same office',
    }),
  ),
  direction: wireChoice(DIRECTIONS, {
    description: 'RECEIPT from the registrar, or PAYMENT to the registrar or receiving agent',
  }),
  amount: wireDecimal({ description: 'In `currency`' }),
  currency: given(wireText({ description: "Default: the event's currency" })),
  valueDate: given(wireDate({ description: 'Value date at the bank; default: the business date' })),
  reference: given(wireText({ description: 'Reference of the transfer at the bank' })),
});

export const DecisionBody = closedObject({
  reason: given(wireText({ description: 'Reason; shown in the record' })),
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
    description: 'ADVANCE moves no money: the firm may pay this much before the registrar does',
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
    given(wireId({ description: 'Only of this corporate action, by id' })),
  ),
  o: naming(
    'business office',
    given(wireId({ description: 'Only of this business office, by id' })),
  ),
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
    given(wireId({ description: 'Only of this corporate action, by id' })),
  ),
  o: naming(
    'business office',
    given(wireId({ description: 'Only of this business office, by id' })),
  ),
  state: given(wireChoice(FUNDING_STATES)),
};

export const DueFilterQuery = closedObject(dueFilters);
export const DueListQuery = closedObject({ ...dueFilters, ...pageBS });

/** The amount that an event owes an office's holders, and the amount received for them. */
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
  due: wireDecimal({ description: 'Total due from the firm: paid, and still to be paid' }),
  open: wireDecimal({ description: 'Still to be paid; negative if to be reversed' }),
  received: wireDecimal({ description: 'Received, less payments to the registrar' }),
  paid: wireDecimal({ description: 'Paid to customers, including withheld tax' }),
  rounding: wireDecimal({ description: 'Written off; positive if the registrar paid more' }),
  advanced: wireDecimal({ description: "Paid from the firm's own money and not yet repaid" }),
  balance: wireDecimal({ description: 'Balance on CA:CONTROL: received, less paid and rounding' }),
  missing: wireDecimal({
    description: 'Missing from the registrar; negative if too much was received',
  }),
  state: wireChoice(FUNDING_STATES),
});

/** The job that pays an event, or the advances that were proposed. */
export const PayReply = openObject({
  eventId: wireId(),
  eventName: wireText(),
  jobId: given(wireId({ description: 'The job that pays; absent for advances' })),
  entitlements: wireInteger({ description: 'Entitlements that are due' }),
  advances: given(Type.Array(EventSettlementRecord)),
});
