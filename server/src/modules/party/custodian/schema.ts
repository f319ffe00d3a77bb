// Wire shapes of custodians.

import { type Static, Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { PARTY } from '../limits.js';

const given = Type.Optional;

/**
 * OWN: the firm settles with the customer's money and units. CUSTODIAN: the custodian settles
 * itself.
 */
export const SETTLES = ['OWN', 'CUSTODIAN'] as const;

const members = {
  name: wireText({
    description: 'Its code, which orders name as custodianName',
    longest: PARTY.codeCharactersMax,
  }),
  label: wireText({
    description: 'Display name, printed on contract notes',
    isOneLine: true,
  }),
  active: given(wireFlag({ description: 'False: no new order can name it; true if absent' })),
  depositoryCode: given(
    wireText({
      description: 'Its participant code at the depository, printed on contract notes',
      longest: PARTY.custodianCodeCharactersMax,
    }),
  ),
  partyId: given(
    wireText({
      description: 'Its PartyID (448) in orders to exchanges. Default: its code',
      longest: PARTY.custodianCodeCharactersMax,
    }),
  ),
  settles: wireChoice(SETTLES, {
    description:
      "OWN: the firm settles with the customer's money and units, through the custodian. " +
      'CUSTODIAN: the custodian pays and delivers itself. Later orders hold nothing of the ' +
      "customer's, and order/custodian-settlement/create books the custodian's payment",
  }),
  settlementAccount: given(
    wireText({
      description: 'Its account for settlement, printed on contract notes',
      isOneLine: true,
    }),
  ),
  email: given(wireText({ description: 'Address to which copies of contract notes are sent' })),
};

/** A custodian as proposed and as stored in its versions. */
export const custodianBody = closedObject(members);
export type CustodianBody = Static<typeof custodianBody>;

export const custodianProposal = closedObject({ ...members, ...changeReason });

export const custodianRecord = openObject({
  id: wireId(),
  ...members,
  version: wireInteger({ description: 'Version in force' }),
  ...stampShape,
});
