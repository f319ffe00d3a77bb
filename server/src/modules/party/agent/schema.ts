// Wire shapes of agents.

import { type Static, Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { PARTY } from '../limits.js';

const given = Type.Optional;

const share = closedObject({
  validFrom: wireDate({ description: 'First trade date on which the share applies' }),
  percent: wireDecimal({ description: 'Share of the commission in percent', least: 0, most: 100 }),
});

const members = {
  name: wireText({
    description: 'Its code, which orders contain as agentName',
    longest: PARTY.codeCharactersMax,
  }),
  label: wireText({ description: 'Display name' }),
  active: given(wireFlag({ description: 'If false, no new order can name it. Default: true' })),
  shares: Type.Array(share, {
    description: 'Shares by trade date; the agent has no share before the first date',
    minItems: 1,
    maxItems: PARTY.agentSharesMax,
  }),
  payeeAccount: given(wireText({ description: 'Account to which the agent is paid, as text' })),
  taxClass: given(
    wireText({
      description: 'Class of the withholding tax on its payments; not taxed if absent',
      longest: 40,
    }),
  ),
};

/** An agent as proposed and as stored in its versions. */
export const agentBody = closedObject(members);
export type AgentBody = Static<typeof agentBody>;

export const agentProposal = closedObject({ ...members, ...changeReason });

export const agentRecord = openObject({
  id: wireId(),
  ...members,
  version: wireInteger({ description: 'Version in force' }),
  ...stampShape,
});

export const agentAssignment = closedObject({
  customerId: wireId({ description: 'Id of the customer' }),
  agentName: given(
    wireText({ description: 'Code of an active agent; absent to remove the agent' }),
  ),
});

export const customerAgentRecord = openObject({
  customerId: wireId(),
  agentName: given(wireText({ description: 'Absent: no agent' })),
  agentLabel: given(wireText()),
});
