// Wire shapes of WhatsApp messages.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import { classifyAll } from '../../../platform/http/shape/data-class.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import {
  AttachmentRecord,
  AttachmentShape,
  relatedMembers,
  StrictAttachmentShape,
} from '../attachment/schema.js';
import { DIRECTIONS, MESSAGE_STATUSES } from '../channel/message-state.js';
import { classified } from '../data-class.js';
import { CRM } from '../limits.js';
import { code, flag, note, reference, text } from '../member-schema.js';
import { RELATED_KINDS } from '../person/related-kind.js';

const messageMembers = classified({
  id: reference('Id of the message'),
  name: text('Code assigned by the server'),
  active: flag('If false, the message is withdrawn'),
  assignedTo: reference('Id of the user who answers it'),
  campaign: reference(
    'Id of the campaign whose results include the message; 409 for a received message',
  ),
  template: reference('Id of the template for a draft without a text; 409 for a received message'),
  direction: Type.Optional(
    wireChoice(DIRECTIONS, { description: 'INBOUND: received; OUTBOUND: sent by the firm' }),
  ),
  status: Type.Optional(
    wireChoice(MESSAGE_STATUSES, { description: 'Status, which only moves forward' }),
  ),
  body: Type.Optional(wireText({ description: 'The text', longest: CRM.messageLengthMax })),
  from: text('Number that sent the message'),
  to: text('Number that receives the message'),
  label: text('Display text. Default: built from other members'),
  subject: text('Subject'),
  workflowNotes: note('Notes'),
  startDttm: Type.Optional(
    wireInstant({ description: 'Time at which it left the DRAFT state or was received' }),
  ),
  endDttm: Type.Optional(wireInstant({ description: 'Time at which its status became final' })),
  businessOfficeId: reference('Office of the message. Default: your own'),
  businessOfficeName: code('Code of the office'),
  ...relatedMembers,
});

const many = { maxItems: CRM.attachmentsPerRequestMax };

/** The body of an update by a client of the original API. Unknown members are ignored. */
export const MessageBody = openObject({
  ...messageMembers,
  attachmentsWS: Type.Optional(Type.Array(AttachmentShape, many)),
});

/** The body of a create request on our own path. Unknown members are refused. */
export const StrictMessageBody = closedObject({
  ...messageMembers,
  attachmentsWS: Type.Optional(Type.Array(StrictAttachmentShape, many)),
});

export type Message = Static<typeof MessageBody>;

/** Content other than the text. Present if WhatsApp delivered the message. */
const received = Type.Optional(
  openObject({
    type: wireText({ description: "The provider's name for the type, such as `order`" }),
    userId: text("The sender's user id at WhatsApp, which can be answered like a number"),
    userName: text('User name of the sender'),
    profileName: text('Name of the sender at WhatsApp'),
    groupId: text('Group in which it was written'),
    refersTo: text("WhatsApp's id of the message that it answers, edits, deletes or reacts to"),
    content: Type.Optional(
      Type.Unknown({ description: 'All other content, as received from WhatsApp' }),
    ),
  }),
);

/** A message as the API returns it. */
export const MessageRecord = openObject({
  ...messageMembers,
  ...classifyAll({ received }, 'confidential'),
  ...stampShape,
  attachmentsWS: Type.Array(AttachmentRecord),
});

export const MessageList = closedObject({
  ...pageBS,
  direction: Type.Optional(wireChoice(DIRECTIONS, { description: 'Filter by direction' })),
  status: Type.Optional(wireChoice(MESSAGE_STATUSES, { description: 'Filter by status' })),
  relatedTo: Type.Optional(wireChoice(RELATED_KINDS, { description: 'Filter by kind of record' })),
  relatedToId: naming('related record', reference('Filter by record')),
});

export const messageExample = {
  direction: 'OUTBOUND',
  status: 'DRAFT',
  from: '+2347005550100',
  to: '+2348035550142',
  body: 'Your account is open.',
};

const ONE_PIXEL = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42',
  'mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
].join('');

/**
 * An example that adds a note and a small picture to the first message in the demonstration data.
 */
export const messageUpdateExample = {
  id: 1,
  direction: 'INBOUND',
  status: 'IN_PROGRESS',
  workflowNotes: 'Asked for a form of identity',
  attachmentsWS: [
    {
      fileName: 'identity.png',
      fileMimeType: 'image/png',
      category: 'KYC',
      base64Attachment: ONE_PIXEL,
    },
  ],
};
