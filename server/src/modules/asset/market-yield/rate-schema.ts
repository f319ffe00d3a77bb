// Wire shapes for listing market discount rates.

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
  i: given(wireText({ description: 'Code of a bill issue or commercial paper type' })),
  sd: given(wireDate({ description: 'Filter by date: on or after this date' })),
  ed: given(wireDate({ description: 'Filter by date: on or before this date' })),
});

export const rateRecord = openObject({
  id: wireId(),
  issueId: wireId({ description: 'Id of the bill issue or commercial paper type' }),
  issueName: wireText(),
  issueLabel: wireText(),
  date: wireDate({
    description: "First date on which the rate applies, until the issue's next rate",
  }),
  rate: wireDecimal({ description: 'Discount rate in percent per year' }),
  recordedAt: wireInstant({ description: 'Time at which the rate was recorded' }),
});
