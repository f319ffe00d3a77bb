// Wire shapes of the list of market discount rates.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  openObject,
  wireDate,
  wireDecimal,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';

const given = Type.Optional;

export const rateList = closedObject({
  ...pageBS,
  i: given(
    wireText({ description: 'Code of an issue of bills, or of a type of commercial paper' }),
  ),
  sd: given(wireDate({ description: 'Only rates from this date on' })),
  ed: given(wireDate({ description: 'Only rates up to this date' })),
});

export const rateRecord = openObject({
  id: wireId(),
  issueId: wireId({ description: 'The issue of bills, or the type of commercial paper' }),
  issueName: wireText(),
  issueLabel: wireText(),
  date: wireDate({
    description: 'The date from which the rate applies, until the next rate of the issue',
  }),
  rate: wireDecimal({ description: 'Discount rate in percent a year' }),
  recordedAt: wireInstant({ description: 'When the rate was recorded' }),
});
