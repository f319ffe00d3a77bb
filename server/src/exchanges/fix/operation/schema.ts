// Wire shapes of FIX sessions, of their messages and of the resets of their numbers.

import { Type } from '@sinclair/typebox';
import { CONNECTION_STATES } from '../../../modules/order/index.js';
import {
  closedObject,
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
  nextOut: wireInteger({ description: 'The number that our next message gets' }),
  nextIn: wireInteger({ description: "What we expect of the counterparty's next message" }),
  roll: wireInteger({ description: 'How often both numbers began again at 1' }),
  rolledAt: wireInstant({ description: 'When they last did' }),
  lastInAt: Type.Optional(wireInstant()),
  lastOutAt: Type.Optional(wireInstant()),
  gapFrom: Type.Optional(wireInteger({ description: 'The first number that is missing' })),
  queued: wireInteger({ description: 'Messages that wait above the gap' }),
  unbooked: wireInteger({ description: 'Messages that were heard and are not booked yet' }),
  heartBtIntSeconds: Type.Optional(wireInteger()),
  owner: Type.Optional(wireText({ description: 'The node that runs it' })),
  held: wireFlag({ description: 'An operator keeps it logged out' }),
  state: Type.Optional(
    wireChoice(CONNECTION_STATES, { description: 'How far it has come; absent of an acceptor' }),
  ),
  host: Type.Optional(wireText({ description: 'Where it connects to' })),
  port: Type.Optional(wireInteger()),
  attempts: Type.Optional(
    wireInteger({ description: 'Connections tried in a row without a logon' }),
  ),
  lastError: Type.Optional(wireText({ description: 'Why the last of them failed or ended' })),
});

export const MessageRecord = closedObject({
  id: wireId(),
  sessionId: wireId(),
  direction: wireChoice(['IN', 'OUT']),
  seqNum: Type.Optional(wireInteger()),
  msgType: wireText(),
  at: wireInstant(),
  text: wireText({ description: 'The fields with | between them; garbled ones as they came' }),
});

export const ResetRecord = closedObject({
  id: wireId(),
  session: wireId(),
  state: wireChoice(RESET_STATES),
  reason: wireText(),
  nextOut: Type.Optional(wireInteger({ description: 'Our next number when it was done' })),
  nextIn: Type.Optional(wireInteger({ description: 'The next number of the other side' })),
  createdBy: wireText(),
  createdDttm: wireInstant(),
  decidedBy: Type.Optional(wireText()),
  decidedDttm: Type.Optional(wireInstant()),
  decisionReason: Type.Optional(wireText()),
});
