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
  active: flag('False withdraws the message'),
  assignedTo: reference('Id of the user who answers'),
  campaign: reference(
    'Id of the campaign in whose results the message counts; 409 for a received message',
  ),
  template: reference(
    'Id of the template that fills a draft without a text; 409 for a received message',
  ),
  direction: Type.Optional(wireChoice(DIRECTIONS, { description: 'Who sent it' })),
  status: Type.Optional(wireChoice(MESSAGE_STATUSES, { description: 'Only moves forward' })),
  body: Type.Optional(wireText({ description: 'The text', longest: CRM.messageLengthMax })),
  from: text('Number that sent the message'),
  to: text('Number that receives the message'),
  label: text('Text to display. Default: built from other members'),
  subject: text('Subject'),
  workflowNotes: note('Notes'),
  startDttm: Type.Optional(wireInstant({ description: 'When it left its draft or was received' })),
  endDttm: Type.Optional(wireInstant({ description: 'When its status became final' })),
  businessOfficeId: reference('Office of the message. Default: your own'),
  businessOfficeName: code('Code of the office'),
  ...relatedMembers,
});

const many = { maxItems: CRM.attachmentsPerRequestMax };

/** The body of an update by a client of the original API: unknown members are ignored. */
export const MessageBody = openObject({
  ...messageMembers,
  attachmentsWS: Type.Optional(Type.Array(AttachmentShape, many)),
});

/** The body of a create on our own path: unknown members are refused. */
export const StrictMessageBody = closedObject({
  ...messageMembers,
  attachmentsWS: Type.Optional(Type.Array(StrictAttachmentShape, many)),
});

export type Message = Static<typeof MessageBody>;

/** The content other than the text. Present if WhatsApp delivered the message. */
const received = Type.Optional(
  openObject({
    type: wireText({ description: "The provider's name for the type, such as `order`" }),
    userId: text("The sender's user id at WhatsApp, which can be answered like a number"),
    userName: text('User name of the sender'),
    profileName: text('Name of the sender at WhatsApp'),
    groupId: text('The group in which it was written'),
    refersTo: text("WhatsApp's id of the message that it answers, edits, deletes or reacts to"),
    content: Type.Optional(
      Type.Unknown({ description: 'Everything else, as received from WhatsApp' }),
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
  direction: Type.Optional(wireChoice(DIRECTIONS, { description: 'Only this direction' })),
  status: Type.Optional(wireChoice(MESSAGE_STATUSES, { description: 'Only this status' })),
  relatedTo: Type.Optional(wireChoice(RELATED_KINDS, { description: 'Only about this kind' })),
  relatedToId: naming('related record', reference('Only about this record')),
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
