// Wire shapes of households.

import { type Static, Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireDate,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { PARTY } from '../limits.js';

const given = Type.Optional;

const member = closedObject({
  customerId: wireId({ description: 'Id of the customer' }),
  from: wireDate({ description: 'First date on which the customer belongs to the household' }),
  to: given(wireDate({ description: 'Last date; no end if absent' })),
  consent: given(
    wireText({
      description: 'Reference of the consent to be shown with the other members; required',
      longest: PARTY.consentCharactersMax,
    }),
  ),
});

const members = {
  name: wireText({
    description: 'Its code, such as OBI-FAMILY',
    longest: PARTY.codeCharactersMax,
  }),
  label: wireText({ description: 'Display name' }),
  active: given(wireFlag({ description: 'If false, it is not listed. Default: true' })),
  members: Type.Array(member, {
    description: 'Customers with their dates of membership',
    minItems: 1,
    maxItems: PARTY.householdMembersMax,
  }),
};

/** A household as proposed and as stored in its versions. */
export const householdBody = closedObject(members);
export type HouseholdBody = Static<typeof householdBody>;

export const householdProposal = closedObject({ ...members, ...changeReason });

export const householdRecord = openObject({
  id: wireId(),
  ...members,
  version: wireInteger({ description: 'Version in force' }),
  ...stampShape,
});
