// Wire shapes of the items in providers' deliveries.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { classifyAll } from '../../../platform/http/shape/data-class.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { INBOUND_CHANNELS } from '../channel/inbound.js';
import { INBOUND } from '../limits.js';
import { reference, text } from '../member-schema.js';
import { ITEM_KINDS, ITEM_STATES } from './queries.js';

const CONTENT_LENGTH_MAX = 4_000_000;

export const InboundRecord = openObject({
  ...classifyAll(
    {
      id: wireId({ description: 'The item' }),
      deliveryId: wireId({ description: 'The delivery that contained it' }),
      channel: wireChoice(INBOUND_CHANNELS),
      state: wireChoice(ITEM_STATES, {
        description:
          'WAITING to be read; DONE; NO_EFFECT: understood, but without effect; PARKED: not ' +
          'understood, and a work item',
      }),
      kind: Type.Optional(wireChoice(ITEM_KINDS, { description: 'What was read' })),
      reason: text('Why it had no effect, or was not understood'),
      attempts: wireInteger({ description: 'Number of times that it was read' }),
      messageId: reference('The message that was stored from it, or that the receipt is about'),
      businessOfficeId: reference('Office of the message'),
      receivedDttm: wireInstant({ description: 'When the delivery was stored' }),
      settledDttm: Type.Optional(wireInstant({ description: 'When it was read' })),
    },
    'internal',
  ),
  ...classifyAll(
    {
      sender: wireText({
        description: 'The sender, or the id of the message that a status is about',
        longest: CONTENT_LENGTH_MAX,
      }),
      content: Type.Optional(
        wireText({
          description: 'The item as delivered: JSON, or the octets of the PDU in hexadecimal',
          longest: CONTENT_LENGTH_MAX,
        }),
      ),
    },
    'confidential',
  ),
});

export const InboundDiscard = closedObject({
  reason: wireText({
    description: 'Why it needs no action',
    longest: INBOUND.discardReasonLengthMax,
  }),
});

export const InboundList = closedObject({
  ...pageBS,
  channel: Type.Optional(wireChoice(INBOUND_CHANNELS, { description: 'Only this channel' })),
  state: Type.Optional(
    wireChoice(ITEM_STATES, {
      description: 'Only items in this state; PARKED items need work by a person',
    }),
  ),
  kind: Type.Optional(wireChoice(ITEM_KINDS, { description: 'Only this kind' })),
});
