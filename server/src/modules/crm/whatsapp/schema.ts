// Wire shapes of WhatsApp messages and their attachments.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import { classifyAll } from '../../../platform/http/shape/data-class.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { classified } from '../data-class.js';
import { CRM } from '../limits.js';
import { DIRECTIONS, MESSAGE_STATUSES } from '../message/state.js';

const text = (description: string) => Type.Optional(wireText({ description }));
const note = (description: string) =>
  Type.Optional(wireText({ description, longest: CRM.noteLengthMax }));
const reference = (description: string) => Type.Optional(wireId({ description }));
const flag = (description: string) => Type.Optional(wireFlag({ description }));

/** Kinds of record that a message or an attachment may be about. */
export const RELATED_KINDS = [
  'CONTACT',
  'LEAD',
  'CUSTOMER',
  'ACCOUNT',
  'TRADE_ORDER',
  'CASH_TRANSACTION',
  'TERM_INSTRUMENT',
  'DISCOUNTED_INSTRUMENT',
  'TREASURY_BILL',
  'FUND_TRANSACTION',
  'CONTRACT_NOTE',
] as const;

export type RelatedKind = (typeof RELATED_KINDS)[number];

const relatedMembers = {
  relatedTo: Type.Optional(
    wireChoice(RELATED_KINDS, { description: 'Kind of record it is about; CONTACT when absent' }),
  ),
  relatedToId: reference('Id of the record it is about'),
};

const describedMembers = {
  active: flag('False withdraws the attachment'),
  batchCode: text('Batch'),
  category: text('Category'),
  subCategory: text('Category within the category'),
  description: note('What it shows'),
  fileName: text('Name of the file'),
  label: text('Human text; the name of the file when absent'),
  text: note('Text that goes with the file'),
  type: text('Type of document'),
  workflowNotes: note('Notes'),
  ...relatedMembers,
};

const attachmentMembers = classified({
  id: reference('0 or absent: a new attachment; else the one to change'),
  name: text('Code given by the server'),
  base64Attachment: Type.Optional(
    wireText({
      description: 'The content in strict base64 (RFC 4648 section 4, padded)',
      longest: CRM.base64LengthMax,
    }),
  ),
  fileMimeType: text('Media type; the stored one is that of the content'),
  fileSize: Type.Optional(
    wireDecimal({ description: 'Size in bytes; the stored one is that of the content' }),
  ),
  ...describedMembers,
});

const messageMembers = classified({
  id: reference('Id of the message'),
  name: text('Code given by the server'),
  active: flag('False withdraws the message'),
  assignedTo: reference('Id of the user who answers'),
  campaign: reference('Id of the campaign'),
  template: reference('Id of the template'),
  direction: Type.Optional(wireChoice(DIRECTIONS, { description: 'Who sent it' })),
  status: Type.Optional(wireChoice(MESSAGE_STATUSES, { description: 'Only moves forward' })),
  body: Type.Optional(wireText({ description: 'The text', longest: CRM.messageLengthMax })),
  from: text('Number that sent it'),
  to: text('Number that gets it'),
  label: text('Human text; built when absent'),
  subject: text('Subject'),
  workflowNotes: note('Notes'),
  startDttm: Type.Optional(wireInstant({ description: 'When it began its way' })),
  endDttm: Type.Optional(wireInstant({ description: 'When nothing more was expected of it' })),
  businessOfficeId: reference('Office of the message; the own one when absent'),
  businessOfficeName: text('Code of the office'),
  ...relatedMembers,
});

const many = { maxItems: CRM.attachmentsPerRequestMax };

/** The body of the update, as clients of the original send it: unknown members are ignored. */
export const MessageBody = openObject({
  ...messageMembers,
  attachmentsWS: Type.Optional(Type.Array(openObject(attachmentMembers), many)),
});

/** The body of our own create: unknown members are refused. */
export const StrictMessageBody = closedObject({
  ...messageMembers,
  attachmentsWS: Type.Optional(Type.Array(closedObject(attachmentMembers), many)),
});

export type Message = Static<typeof MessageBody>;
export type AttachmentBody = NonNullable<Message['attachmentsWS']>[number];

const { base64Attachment: _, ...shownMembers } = attachmentMembers;

/** An attachment as replies show it, without its content. */
export const AttachmentRecord = openObject({
  ...shownMembers,
  ...stampShape,
  ...classifyAll(
    {
      scanStatus: text('NOT_SCANNED while no virus scanner is configured'),
      scanResult: text('What the virus scanner found'),
      scannedDttm: Type.Optional(wireInstant({ description: 'When the virus scanner said so' })),
      sha256: text('SHA-256 of the content, in hexadecimal'),
    },
    'internal',
  ),
});

/** A message as replies show it. */
export const MessageRecord = openObject({
  ...messageMembers,
  ...stampShape,
  attachmentsWS: Type.Array(AttachmentRecord),
});

export const MessageList = closedObject({
  ...pageBS,
  direction: Type.Optional(wireChoice(DIRECTIONS, { description: 'Only this direction' })),
  status: Type.Optional(wireChoice(MESSAGE_STATUSES, { description: 'Only this status' })),
  relatedTo: Type.Optional(wireChoice(RELATED_KINDS, { description: 'Only about this kind' })),
  relatedToId: reference('Only about this record'),
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

/** The first message of the demonstration data gets a note and a small picture. */
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
