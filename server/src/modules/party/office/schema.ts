// Wire shapes of business offices and customer groups.

import { type Static, Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDecimal,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { PARTY } from '../limits.js';

const code = (description: string) => wireText({ description, longest: PARTY.codeCharactersMax });

const groupMembers = {
  name: code('Its code, such as STANDARD'),
  label: wireText({ description: 'Its name for people' }),
  active: Type.Optional(
    wireFlag({ description: 'False: no customer comes to it; true unless said' }),
  ),
};

const officeMembers = {
  name: code('Its code, such as LAGOS'),
  label: wireText({ description: 'Its name for people' }),
  active: Type.Optional(
    wireFlag({ description: 'False: no customer is opened there; true unless said' }),
  ),
  currency: wireText({ description: 'Currency of its customers (ISO 4217)', longest: 3 }),
  timeZone: wireText({ description: 'Time zone (IANA), such as Africa/Lagos' }),
  orderDateOrder: Type.Optional(
    wireChoice(['DAY_FIRST', 'MONTH_FIRST'], {
      description: 'How an order date like 03/04/2026 is read; DAY_FIRST unless said',
    }),
  ),
  fourEyesThreshold: Type.Optional(
    wireDecimal({
      description:
        'Cash transactions from this amount on need a second person, where no approval policy ' +
        'says otherwise; all of them do unless said',
      least: 0,
      most: PARTY.fourEyesThresholdMax,
    }),
  ),
  customerApproval: Type.Optional(
    wireFlag({ description: 'New customers wait for a second person; false unless said' }),
  ),
};

export const officeBody = closedObject(officeMembers);
export type OfficeBody = Static<typeof officeBody>;

/** An office as it is to be, with the reason. */
export const officeProposal = closedObject({ ...officeMembers, ...changeReason });

export const groupBody = closedObject(groupMembers);
export type GroupBody = Static<typeof groupBody>;

/** A customer group as it is to be, with the reason. */
export const groupProposal = closedObject({ ...groupMembers, ...changeReason });

export const officeReply = openObject({
  id: wireId({ description: 'Id of the record' }),
  ...officeMembers,
  ...stampShape,
});

export const groupReply = openObject({
  id: wireId({ description: 'Id of the record' }),
  ...groupMembers,
  ...stampShape,
});
