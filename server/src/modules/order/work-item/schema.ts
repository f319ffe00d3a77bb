// Wire shapes of reports that could not be booked, or that contradict their order.

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

export const UnmatchedReportQuery = closedObject({
  resolved: given(
    wireFlag({ description: 'If true, only resolved reports; if false, only open ones' }),
  ),
  reason: given(
    wireChoice(UNMATCHED_REASONS, {
      description: 'Reason why the report could not be booked',
    }),
  ),
  ...pageBS,
});

export const ApplicationBody = closedObject({
  resolution: wireText({ description: 'Reason for applying the report again', longest: 1000 }),
  orderId: given(
    wireId({ description: 'The order that a report with an unknown ClOrdID is about' }),
  ),
  acceptContradiction: given(
    wireFlag({
      description:
        'True to book the end of an order although the report includes fills that do not exist',
    }),
  ),
});

export const ResolutionBody = closedObject({
  resolution: wireText({ description: 'Findings and actions', longest: 1000 }),
});

export const CorrectionBody = closedObject({
  resolution: wireText({ description: 'Source of the values', longest: 1000 }),
  orderId: given(wireId({ description: 'The order; required if the report names no known order' })),
  quantity: wireId({ description: 'Units of the fill' }),
  price: wireDecimal({ description: 'Price of a unit' }),
  tradeDate: given(
    wireDate({
      description:
        'Trade date; default: that of the report, or else the day of its TransactTime or receipt',
    }),
  ),
  execId: given(
    wireText({
      description: "The exchange's id of the fill (17); default: the one in the report",
      longest: ORDER.execIdCharactersMax,
    }),
  ),
  acceptContradiction: given(
    wireFlag({
      description:
        'True to book the fill although it exceeds the order or its limit, or the order was ' +
        'rejected',
    }),
  ),
});

export const DisputeBody = closedObject({
  dkReason: wireChoice(DISPUTE_REASONS, { description: 'Reason for the dispute (127)' }),
  text: given(
    wireText({
      description: 'Text for the exchange (58); required for OTHER',
      longest: ORDER.disputeTextCharactersMax,
    }),
  ),
});

const Dispute = openObject({
  dkReason: wireText({ description: 'Reason for the dispute' }),
  text: given(wireText({ description: 'Text for the exchange' })),
  state: wireText({
    description: 'QUEUED, SENT, or REFUSED by the exchange',
  }),
  sessionName: wireText({ description: 'The session that sends the dispute' }),
  requestedBy: wireText(),
  requestedDttm: wireInstant(),
  sentDttm: given(wireInstant()),
  refusal: given(wireText({ description: "The exchange's text for the rejection" })),
});

const Proposal = openObject({
  changeId: wireId({ description: 'The change that another person approves or rejects' }),
  proposedBy: wireText(),
  proposedDttm: wireInstant(),
});

export const UnmatchedReportSummary = openObject({
  open: wireInteger({ description: 'Number of reports that are waiting for a person' }),
  oldestSeconds: wireInteger({ description: 'Age of the oldest open report; 0 if none' }),
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
  message: wireText({ description: 'The report, field by field' }),
  receivedDttm: wireInstant(),
  ageSeconds: given(
    wireInteger({ description: 'Time in seconds for which the report has been open' }),
  ),
  alarms: wireInteger({ description: 'Number of alarm ages that the report has reached' }),
  resolved: wireFlag(),
  resolution: given(wireText()),
  dispute: given(Dispute),
  proposal: given(Proposal),
  ...stampShape,
});
