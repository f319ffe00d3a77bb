// Wire shapes of send requests, and of messages with their delivery state.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import { classifyAll } from '../../../platform/http/shape/data-class.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CHANNELS, PURPOSES } from '../channel/channel.js';
import { DIRECTIONS, MESSAGE_STATUSES } from '../channel/message-state.js';
import { classified } from '../data-class.js';
import { CRM, MESSAGE } from '../limits.js';
import { code, email, phone, reference, text } from '../member-schema.js';
import { RECIPIENT_KINDS } from '../person/recipient.js';
import { RELATED_KINDS } from '../person/related-kind.js';
import { TRANSPORT_STATES } from './queries.js';

const recipientMembers = {
  recipientType: Type.Optional(
    wireChoice(RECIPIENT_KINDS, { description: "Kind of the recipient's record, instead of `to`" }),
  ),
  recipientId: reference("The recipient's record; its current address is used"),
};

const commonMembers = {
  ...recipientMembers,
  purpose: Type.Optional(
    wireChoice(PURPOSES, {
      description: 'Purpose. Default: SERVICE. MARKETING requires marketing consent',
    }),
  ),
  templateId: reference('Template to fill in, instead of `body`'),
  templateName: text('Code of the template'),
  language: text('Language of the template, such as `en`'),
  relatedTo: Type.Optional(
    wireChoice(RELATED_KINDS, {
      description: 'Kind of the related record. Default: the recipient',
    }),
  ),
  relatedToId: reference('Record that the message is about'),
  notBefore: Type.Optional(
    wireInstant({ description: 'Earliest time at which the message may be sent' }),
  ),
  businessOfficeId: reference(
    'Office that sends, if the recipient is only an address. Default: your own',
  ),
  businessOfficeName: code('Code of the sending office'),
};

const attachmentIds = Type.Optional(
  Type.Array(wireId({ description: 'Attachment to send with the message' }), {
    maxItems: CRM.attachmentsPerEmailMax,
  }),
);

const body = (longest: number) =>
  Type.Optional(wireText({ description: 'Text of the message', longest }));

export const EmailBody = closedObject({
  to: email('Address, instead of a recipient'),
  subject: text('Subject'),
  body: body(CRM.emailBodyLengthMax),
  html: Type.Optional(wireText({ description: 'Text as HTML', longest: CRM.emailBodyLengthMax })),
  attachmentIds,
  ...commonMembers,
});

export const SmsBody = closedObject({
  to: phone('Number, instead of a recipient'),
  body: body(CRM.smsLengthMax),
  ...commonMembers,
});

export const WhatsAppSendBody = closedObject({
  id: reference('Draft to send; absent members are taken from its record'),
  to: text('Number or WhatsApp user id, instead of a recipient'),
  subject: text('Subject, for our own records'),
  body: body(CRM.messageLengthMax),
  attachmentIds,
  template: reference('The name of templateId in the original API'),
  whatsappTemplate: Type.Optional(
    closedObject({
      name: wireText({ description: 'Name of the approved template at WhatsApp' }),
      language: wireText({ description: 'Language of the WhatsApp template, such as `en_US`' }),
      parameters: Type.Optional(
        Type.Array(wireText({ longest: 1_024 }), { maxItems: MESSAGE.templateParametersMax }),
      ),
    }),
  ),
  ...commonMembers,
});

export type EmailBody = Static<typeof EmailBody>;
export type SmsBody = Static<typeof SmsBody>;
export type WhatsAppSendBody = Static<typeof WhatsAppSendBody>;

/** A message in any channel, with its delivery state. */
export const SentMessageRecord = openObject({
  ...classified({
    id: wireId({ description: 'Id of the message' }),
    name: text('Code assigned by the server'),
    channel: wireChoice(CHANNELS),
    direction: wireChoice(DIRECTIONS),
    status: wireChoice(MESSAGE_STATUSES),
    state: wireChoice(TRANSPORT_STATES, { description: 'State of the delivery' }),
    rule: text('Rule that suppressed it'),
    purpose: wireChoice(PURPOSES),
    whatsappMessageId: reference('Record of the WhatsApp message'),
    recipientType: recipientMembers.recipientType,
    recipientId: recipientMembers.recipientId,
    from: text('Sender of an inbound message'),
    to: text('Address or number of the recipient'),
    subject: text('Subject'),
    body: text('Text of the message'),
    html: text('Text as HTML'),
    relatedTo: commonMembers.relatedTo,
    relatedToId: commonMembers.relatedToId,
    templateId: commonMembers.templateId,
    campaignId: reference('Campaign of the message'),
    businessOfficeId: wireId({ description: 'Business office that sends it' }),
    startDttm: wireInstant({ description: 'Time at which it was requested or received' }),
    endDttm: Type.Optional(
      wireInstant({
        description: 'Time at which it was delivered, or sending ended without success',
      }),
    ),
    attempts: wireInteger({ description: 'Number of attempts' }),
    failures: wireInteger({ description: 'Attempts that failed' }),
    lastError: text('Error of the last attempt'),
    reference: text('Our reference at the provider; identical in all attempts'),
    providerId: text('Id returned by the provider'),
    notBefore: wireInstant({ description: 'Earliest time at which the message may be sent' }),
    attemptList: Type.Optional(
      Type.Array(
        openObject(
          classifyAll(
            {
              attempt: wireInteger({ description: 'Number of the attempt' }),
              node: text('Node that made it'),
              startDttm: wireInstant(),
              endDttm: Type.Optional(
                wireInstant({
                  description: 'Time at which it ended; absent if its result is unknown',
                }),
              ),
              outcome: text('Outcome of the attempt'),
              reason: text('Reason for the outcome'),
            },
            'internal',
          ),
        ),
      ),
    ),
    attachments: Type.Optional(
      Type.Array(
        openObject(
          classified({
            attachmentId: wireId({ description: 'Id of the attachment' }),
            fileName: text('Name of the file'),
            fileMimeType: text('Media type of the content'),
            sha256: text('Digest of the content'),
          }),
        ),
      ),
    ),
    receipts: Type.Optional(
      Type.Array(
        openObject(
          classifyAll(
            {
              status: text('Status reported by the provider'),
              at: wireInstant(),
              detail: text('Original text from the provider'),
            },
            'internal',
          ),
        ),
      ),
    ),
  }),
  ...stampShape,
});

export const SentMessageList = closedObject({
  ...pageBS,
  channel: Type.Optional(wireChoice(CHANNELS, { description: 'Filter by channel' })),
  direction: Type.Optional(wireChoice(DIRECTIONS, { description: 'Filter by direction' })),
  state: Type.Optional(
    wireChoice(TRANSPORT_STATES, {
      description: 'Filter by state; FAILED messages are the dead letters',
    }),
  ),
  status: Type.Optional(wireChoice(MESSAGE_STATUSES, { description: 'Filter by status' })),
  recipientType: recipientMembers.recipientType,
  recipientId: naming('recipient', recipientMembers.recipientId),
  campaignId: naming('campaign', reference('Filter by campaign')),
});

export const ReplayBody = closedObject({
  channel: Type.Optional(wireChoice(CHANNELS, { description: 'Filter by channel' })),
  campaignId: reference('Filter by campaign'),
  most: Type.Optional(
    wireInteger({
      description: 'Maximum number of messages, oldest first',
      least: 1,
      most: MESSAGE.replayedMax,
    }),
  ),
});

export const emailExample = {
  to: 'ngozi.okafor@example.com',
  subject: 'Your account is open',
  body: 'Good morning Ngozi. Your account is open.',
};

export const smsExample = { to: '+2348035550142', body: 'Your account is open.' };

export const whatsappSendExample = {
  to: '+2348035550142',
  body: 'Good morning Ngozi. Your account is open.',
  whatsappTemplate: { name: 'account_open', language: 'en', parameters: ['Ngozi'] },
};
