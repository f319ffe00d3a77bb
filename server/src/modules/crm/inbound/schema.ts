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
      id: wireId({ description: 'Id of the item' }),
      deliveryId: wireId({ description: 'Delivery that contained it' }),
      channel: wireChoice(INBOUND_CHANNELS),
      state: wireChoice(ITEM_STATES, {
        description:
          'WAITING: not read yet; DONE; NO_EFFECT: understood, but without effect; PARKED: ' +
          'not understood, needs manual work',
      }),
      kind: Type.Optional(wireChoice(ITEM_KINDS, { description: 'Kind of item' })),
      reason: text('Reason why it had no effect or was not understood'),
      attempts: wireInteger({ description: 'Number of times it was read' }),
      messageId: reference('Message that was stored from it, or to which the receipt refers'),
      businessOfficeId: reference('Office of the message'),
      receivedDttm: wireInstant({ description: 'Time at which the delivery was stored' }),
      settledDttm: Type.Optional(wireInstant({ description: 'Time at which it was read' })),
    },
    'internal',
  ),
  ...classifyAll(
    {
      sender: wireText({
        description: 'Sender, or the id of the message to which a status refers',
        longest: CONTENT_LENGTH_MAX,
      }),
      content: Type.Optional(
        wireText({
          description: 'Item as delivered: JSON, or the octets of the PDU in hexadecimal',
          longest: CONTENT_LENGTH_MAX,
        }),
      ),
    },
    'confidential',
  ),
});

export const InboundDiscard = closedObject({
  reason: wireText({
    description: 'Reason why it needs no action',
    longest: INBOUND.discardReasonLengthMax,
  }),
});

export const InboundList = closedObject({
  ...pageBS,
  channel: Type.Optional(wireChoice(INBOUND_CHANNELS, { description: 'Filter by channel' })),
  state: Type.Optional(
    wireChoice(ITEM_STATES, {
      description: 'Filter by state; PARKED items need manual work',
    }),
  ),
  kind: Type.Optional(wireChoice(ITEM_KINDS, { description: 'Filter by kind' })),
});
