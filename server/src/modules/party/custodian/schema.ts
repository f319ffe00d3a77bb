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
 * OWN: the firm settles, using the customer's money and units. CUSTODIAN: the custodian settles.
 */
export const SETTLES = ['OWN', 'CUSTODIAN'] as const;

const members = {
  name: wireText({
    description: 'Its code, which orders contain as custodianName',
    longest: PARTY.codeCharactersMax,
  }),
  label: wireText({
    description: 'Display name, printed on contract notes',
    isOneLine: true,
  }),
  active: given(wireFlag({ description: 'If false, no new order can name it. Default: true' })),
  depositoryCode: given(
    wireText({
      description: 'Participant code at the depository, printed on contract notes',
      longest: PARTY.custodianCodeCharactersMax,
    }),
  ),
  partyId: given(
    wireText({
      description: 'PartyID (448) in orders to exchanges. Default: its code',
      longest: PARTY.custodianCodeCharactersMax,
    }),
  ),
  settles: wireChoice(SETTLES, {
    description:
      "OWN: the firm settles with the customer's money and units, through the custodian. " +
      'CUSTODIAN: the custodian pays and delivers itself. Later orders hold none of the ' +
      "customer's money or units, and order/custodian-settlement/create books the " +
      "custodian's payment",
  }),
  settlementAccount: given(
    wireText({
      description: 'Settlement account, printed on contract notes',
      isOneLine: true,
    }),
  ),
  email: given(wireText({ description: 'E-mail address for copies of contract notes' })),
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
