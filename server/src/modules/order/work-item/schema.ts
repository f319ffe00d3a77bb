// Wire shapes of reports that could not be booked, or contradict their order.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
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
import { ORDER } from '../limits.js';
import { UNMATCHED_REASONS } from '../report/unmatched-reason.js';
import { DISPUTE_REASONS } from './dispute-reason.js';

const given = Type.Optional;

export const UnmatchedReportQuery = openObject({
  resolved: given(wireFlag({ description: 'Only open or only resolved ones' })),
  reason: given(
    wireChoice(UNMATCHED_REASONS, {
      description: 'Why the report could not be booked',
    }),
  ),
  ...pageBS,
});

export const ApplicationBody = closedObject({
  resolution: wireText({ description: 'Why it is applied again', longest: 1000 }),
  orderId: given(
    wireId({ description: 'The order that a report with an unknown ClOrdID is about' }),
  ),
  acceptContradiction: given(
    wireFlag({ description: 'An end that counts fills which do not exist is booked all the same' }),
  ),
});

export const ResolutionBody = closedObject({
  resolution: wireText({ description: 'What was found and done', longest: 1000 }),
});

export const CorrectionBody = closedObject({
  resolution: wireText({ description: 'Where the values are from', longest: 1000 }),
  orderId: given(wireId({ description: 'The order; required if the report names none of ours' })),
  quantity: wireId({ description: 'Units of the fill' }),
  price: wireDecimal({ description: 'Price of a unit' }),
  tradeDate: given(
    wireDate({
      description: 'Left out, that of the report, the day of its TransactTime, or the day it came',
    }),
  ),
  execId: given(
    wireText({
      description: "The exchange's id of the fill (17); left out, that of the report",
      longest: ORDER.execIdCharactersMax,
    }),
  ),
  acceptContradiction: given(
    wireFlag({
      description: 'Book it although it exceeds the order or its limit, or it was rejected',
    }),
  ),
});

export const DisputeBody = closedObject({
  dkReason: wireChoice(DISPUTE_REASONS, { description: 'Why we do not know the trade (127)' }),
  text: given(
    wireText({
      description: 'What the exchange is to read (58); required for OTHER',
      longest: ORDER.disputeTextCharactersMax,
    }),
  ),
});

const Dispute = openObject({
  dkReason: wireText({ description: 'Why we do not know the trade' }),
  text: given(wireText({ description: 'What the exchange reads' })),
  state: wireText({
    description: 'QUEUED until the session takes it, then SENT; REFUSED by the exchange',
  }),
  sessionName: wireText({ description: 'The session that it goes over' }),
  requestedBy: wireText(),
  requestedDttm: wireInstant(),
  sentDttm: given(wireInstant()),
  refusal: given(wireText({ description: 'What the exchange refused it with' })),
});

const Proposal = openObject({
  changeId: wireId({ description: 'The change that another person approves or rejects' }),
  proposedBy: wireText(),
  proposedDttm: wireInstant(),
});

export const UnmatchedReportSummary = openObject({
  open: wireInteger({ description: 'Reports that wait for a person' }),
  oldestSeconds: wireInteger({ description: 'How long the oldest has been open; 0 for none' }),
  reasons: Type.Array(
    openObject({
      reason: wireText(),
      count: wireInteger(),
      oldestSeconds: wireInteger(),
    }),
  ),
});

export const UnmatchedReportRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  exchange: wireText(),
  orderId: given(wireId({ description: 'The order that the report contradicts' })),
  clOrdId: wireText(),
  execId: given(wireText()),
  reason: wireText(),
  message: wireText({ description: 'The report, member by member' }),
  receivedDttm: wireInstant(),
  ageSeconds: given(wireInteger({ description: 'How long it has been open' })),
  alarms: wireInteger({ description: 'How many of the ages that raise an alarm it has reached' }),
  resolved: wireFlag(),
  resolution: given(wireText()),
  dispute: given(Dispute),
  proposal: given(Proposal),
  ...stampShape,
});
