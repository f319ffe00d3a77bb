// Wire shapes of FIX sessions, their messages, and resets of their numbers.

import { Type } from '@sinclair/typebox';
import { CONNECTION_STATES } from '../../../modules/order/index.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  wireChoice,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { PHASES } from '../session/state.js';
import { RESET_STATES } from '../session/store/reset-queries.js';

export const SessionRecord = closedObject({
  id: wireId(),
  name: wireText({ description: 'BeginString:SenderCompID->TargetCompID' }),
  qualifier: Type.Optional(wireText()),
  phase: wireChoice(PHASES),
  nextOut: wireInteger({ description: 'Sequence number of our next message' }),
  nextIn: wireInteger({ description: "The expected number of the counterparty's next message" }),
  roll: wireInteger({ description: 'Number of times that both numbers were reset to 1' }),
  rolledAt: wireInstant({ description: 'Time of the last reset' }),
  lastInAt: Type.Optional(wireInstant()),
  lastOutAt: Type.Optional(wireInstant()),
  gapFrom: Type.Optional(wireInteger({ description: 'First missing sequence number' })),
  queued: wireInteger({ description: 'Number of messages waiting above the gap' }),
  unbooked: wireInteger({
    description: 'Number of messages that were received but are not booked yet',
  }),
  heartBtIntSeconds: Type.Optional(wireInteger()),
  owner: Type.Optional(wireText({ description: 'The node that runs the session' })),
  held: wireFlag({ description: 'Whether an operator keeps the session logged out' }),
  state: Type.Optional(
    wireChoice(CONNECTION_STATES, {
      description: 'The state of the connection; absent for an acceptor',
    }),
  ),
  host: Type.Optional(wireText({ description: 'The host that the session connects to' })),
  port: Type.Optional(wireInteger()),
  attempts: Type.Optional(
    wireInteger({ description: 'Number of consecutive connection attempts without a logon' }),
  ),
  lastError: Type.Optional(
    wireText({ description: 'Error of the last connection, or the reason why it ended' }),
  ),
});

export const MessageQuery = closedObject({
  ...pageBS,
  session: naming(
    'FIX session',
    Type.Optional(wireId({ description: 'Only messages of this session' })),
  ),
  order: naming('order', Type.Optional(wireId({ description: 'Only messages about this order' }))),
  clOrdId: Type.Optional(
    wireText({ description: 'Only messages about the order with this ClOrdID (11)' }),
  ),
  ownSide: Type.Optional(
    wireFlag({ description: 'True: only our side, if the exchange runs in the same database' }),
  ),
  decoded: Type.Optional(wireFlag({ description: 'True to add `fields`; default: false' })),
});

const DecodedField = closedObject({
  tag: wireInteger({ description: 'Tag number' }),
  name: Type.Optional(wireText({ description: 'Name in FIX, such as OrdStatus' })),
  value: wireText({ description: 'Value as sent; passwords are hidden' }),
  meaning: Type.Optional(
    wireText({ description: 'Meaning of a coded value, such as PARTIALLY_FILLED' }),
  ),
});

export const MessageRecord = closedObject({
  id: wireId(),
  sessionId: wireId(),
  direction: wireChoice(['IN', 'OUT']),
  seqNum: Type.Optional(wireInteger()),
  msgType: wireText(),
  at: wireInstant(),
  text: wireText({ description: 'Fields separated by |; if garbled, the message as received' }),
  fields: Type.Optional(
    Type.Array(DecodedField, {
      description: 'The decoded fields; absent unless requested, and for a garbled message',
    }),
  ),
});

export const ResetRecord = closedObject({
  id: wireId(),
  session: wireId(),
  state: wireChoice(RESET_STATES),
  reason: wireText(),
  nextOut: Type.Optional(wireInteger({ description: 'Our next number at the time of the reset' })),
  nextIn: Type.Optional(
    wireInteger({ description: "The counterparty's next number at the time of the reset" }),
  ),
  createdBy: wireText(),
  createdDttm: wireInstant(),
  decidedBy: Type.Optional(wireText()),
  decidedDttm: Type.Optional(wireInstant()),
  decisionReason: Type.Optional(wireText()),
});
