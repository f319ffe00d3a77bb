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
import { wireAliases } from '../../../platform/reference-data/code.js';
import { changeReason } from '../../change/index.js';
import { PARTY } from '../limits.js';

const code = (description: string) => wireText({ description, longest: PARTY.codeCharactersMax });

const groupMembers = {
  name: code('Its code, such as STANDARD'),
  label: wireText({ description: 'Display name' }),
  active: Type.Optional(
    wireFlag({ description: 'If false, no customer can join it. Default: true' }),
  ),
  aliases: Type.Optional(wireAliases),
};

const officeMembers = {
  name: code('Its code, such as LAGOS'),
  label: wireText({ description: 'Display name' }),
  active: Type.Optional(
    wireFlag({ description: 'If false, no customer can be opened there. Default: true' }),
  ),
  aliases: Type.Optional(wireAliases),
  currency: wireText({ description: 'Currency of its customers (ISO 4217)', longest: 3 }),
  timeZone: wireText({ description: 'Time zone (IANA), such as Africa/Lagos' }),
  orderDateOrder: Type.Optional(
    wireChoice(['DAY_FIRST', 'MONTH_FIRST'], {
      description: 'How an order date like 03/04/2026 is read; DAY_FIRST if absent',
    }),
  ),
  fourEyesThreshold: Type.Optional(
    wireDecimal({
      description:
        'Cash transactions of at least this amount need a second person, unless an approval ' +
        'policy applies; if absent, all of them do',
      least: 0,
      most: PARTY.fourEyesThresholdMax,
    }),
  ),
  customerApproval: Type.Optional(
    wireFlag({ description: "New customers need a second person's approval; false if absent" }),
  ),
};

export const officeBody = closedObject(officeMembers);
export type OfficeBody = Static<typeof officeBody>;

/** A proposed office, with the reason for the proposal. */
export const officeProposal = closedObject({ ...officeMembers, ...changeReason });

export const groupBody = closedObject(groupMembers);
export type GroupBody = Static<typeof groupBody>;

/** A proposed customer group, with the reason for the proposal. */
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
