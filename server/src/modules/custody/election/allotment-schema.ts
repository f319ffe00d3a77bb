// Wire shapes of allotments.

import { type Static, Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { headerMapping } from '../../../platform/row-file/mapping.js';
import { fileBytes, statedReading } from '../../../platform/row-file/reading.js';
import { CUSTODY } from '../limits.js';
import { EVENT_KINDS } from '../rule/kind.js';
import { ALLOTMENT_STATES } from './allotment-queries.js';

const given = Type.Optional;

export const AllotmentQuery = closedObject({
  e: wireId({ description: 'The corporate action' }),
  label: given(wireText({ description: 'Name of the allotment', longest: 200 })),
});

// Cells are strings, so that all invalid rows can be reported in one reply.
export const AllotmentBody = closedObject({
  csv: given(
    wireText({
      description: 'The file. In a text/csv request, the file is the whole body.',
      longest: HTTP.bodyBytes,
    }),
  ),
  file: fileBytes,
  mapping: headerMapping,
  reading: statedReading,
  rows: given(
    Type.Array(
      closedObject({
        election: given(wireText({ description: 'Number of the election' })),
        allotted: given(
          wireText({
            description: 'Units allotted out of those tendered or applied for beyond the rights',
          }),
        ),
      }),
      { maxItems: CUSTODY.allotmentRowsMax },
    ),
  ),
});

export type AllotmentRequest = Static<typeof AllotmentQuery> & Static<typeof AllotmentBody>;

export const AllotmentDecisionBody = closedObject({
  reason: given(wireText({ description: 'The reason, which the record shows', longest: 500 })),
});

export const AllotmentListQuery = closedObject({
  e: naming('corporate action', given(wireId({ description: 'Filter by corporate action' }))),
  state: given(wireChoice(ALLOTMENT_STATES)),
  ...pageBS,
});

export const AllotmentRecord = openObject({
  id: wireId(),
  eventId: wireId(),
  eventName: wireText({ description: 'The name of the corporate action' }),
  kind: wireChoice(EVENT_KINDS),
  securityName: wireText(),
  label: wireText(),
  state: wireChoice([...ALLOTMENT_STATES]),
  elections: wireInteger({ description: 'The number of elections' }),
  units: wireText({ description: 'Units allotted to these elections' }),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText()),
  ...stampShape,
});
