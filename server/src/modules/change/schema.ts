// Wire shapes of changes to reference data.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/reply/paging.js';
import { stampShape } from '../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../platform/http/shape/wire.js';
import { CHANGE } from './limits.js';
import { CHANGE_STATES } from './queries.js';

const kind = wireText({ description: 'Kind of reference data, such as fee-schedule' });
const subject = wireText({ description: 'Business key of the record within its kind' });
const state = wireChoice(CHANGE_STATES, {
  description: 'PENDING until a second person approves or rejects it',
});
const json = Type.Object({}, { additionalProperties: true });

export const changeParams = closedObject({ id: wireId({ description: 'Id of the change' }) });

/** The reason for a proposed change. Every proposal body has these members. */
export const changeReason = {
  reason: Type.Optional(
    wireText({ description: 'Reason for the change', longest: CHANGE.reasonCharactersMax }),
  ),
  effectiveNote: Type.Optional(
    wireText({
      description: 'When the change takes effect, as free text',
      longest: CHANGE.reasonCharactersMax,
    }),
  ),
};

export const rejectBody = closedObject({
  reason: wireText({
    description: 'Reason for the rejection',
    longest: CHANGE.reasonCharactersMax,
  }),
});

export const changeQuery = closedObject({
  state: Type.Optional(state),
  kind: naming('kind of change', Type.Optional(kind)),
  subject: Type.Optional(subject),
  ...pageBS,
});

export const versionQuery = closedObject({
  kind: naming('kind of change', kind),
  subject: subject,
  ...pageBS,
});

const summary = {
  id: wireId({ description: 'Id of the change' }),
  name: wireText({ description: 'Kind and subject' }),
  kind,
  subject,
  state,
  baseVersion: wireInteger({
    description: 'Version on which the change is based; 0 for a new record',
  }),
  appliedVersion: Type.Optional(wireInteger({ description: 'Version created by the change' })),
  ...changeReason,
  recordId: Type.Optional(
    wireId({ description: 'Id of the record; absent until the change is approved' }),
  ),
  recordName: Type.Optional(wireText()),
  decidedBy: Type.Optional(wireText()),
  decidedDttm: Type.Optional(wireInstant()),
  decisionReason: Type.Optional(wireText({ longest: CHANGE.reasonCharactersMax })),
  ...stampShape,
};

export const changeSummaryReply = openObject(summary);

export const changeReply = openObject({
  ...summary,
  before: Type.Optional(json),
  after: json,
  differences: Type.Array(
    openObject({
      pointer: wireText({ description: 'Pointers to the differences (RFC 6901)', longest: 2_000 }),
      before: Type.Optional(Type.Unknown()),
      after: Type.Optional(Type.Unknown()),
    }),
    { maxItems: CHANGE.differencesMax },
  ),
});

export const versionReply = openObject({
  id: wireId(),
  kind,
  subject,
  version: wireInteger({ description: '1, 2, 3 and so on' }),
  changeId: Type.Optional(
    wireId({ description: 'The change that created the version; absent if it was shipped' }),
  ),
  body: json,
  madeBy: wireText(),
  madeDttm: wireInstant(),
  approvedBy: wireText(),
  approvedDttm: wireInstant(),
});
