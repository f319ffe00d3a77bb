// Wire shapes of reports that could not be booked, or contradict their order.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/paging.js';
import { stampShape } from '../../platform/http/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../platform/http/wire.js';
import { UNMATCHED_REASONS } from './unmatched-reason.js';

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
  resolved: wireFlag(),
  resolution: given(wireText()),
  ...stampShape,
});
