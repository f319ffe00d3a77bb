// The HTTP operations on messages: send, list, read, and queue failed ones again.

import { Type } from '@sinclair/typebox';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, type ProblemKind } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { closedObject, wireId, wireInteger } from '../../../platform/http/shape/wire.js';
import { partyProblems } from '../../party/index.js';
import { ById } from '../member-schema.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { listSentMessages, readSentMessage, replayMessage, replayMessages } from './list.js';
import {
  EmailBody,
  emailExample,
  ReplayBody,
  SentMessageList,
  SentMessageRecord,
  SmsBody,
  smsExample,
  WhatsAppSendBody,
  whatsappSendExample,
} from './schema.js';
import { sendEmail, sendSms, sendWhatsApp } from './send.js';

const sendProblems: readonly ProblemKind[] = [
  commonProblems.UNKNOWN_REFERENCE,
  crmProblems.TEMPLATE_INACTIVE,
  crmProblems.TEMPLATE_NOT_FITTING,
];

const SENT_LATER =
  'The message is sent after the reply. It is not an error if a rule suppresses the message ' +
  '(no address, an opt-out, a closed window): it is stored as SUPPRESSED, and `rule` shows ' +
  'the reason.';

export function sendRoutes(ports: CrmPorts): readonly Route[] {
  return [
    write({
      method: 'POST',
      path: 'crm/email/send',
      operation: 'sendEmail',
      summary: 'Send an e-mail to a person or an address',
      description: SENT_LATER,
      permission: 'crm.message.send',
      scope: 'OFFICE',
      body: EmailBody,
      reply: SentMessageRecord,
      problems: [...sendProblems, partyProblems.EMAIL_WRONG],
      example: emailExample,
      run: (work, { body }) => sendEmail(work, body, ports),
    }),
    write({
      method: 'POST',
      path: 'crm/sms/send',
      operation: 'sendSms',
      summary: 'Send a text message to a person or a number',
      description: SENT_LATER,
      permission: 'crm.message.send',
      scope: 'OFFICE',
      body: SmsBody,
      reply: SentMessageRecord,
      problems: [...sendProblems, partyProblems.PHONE_WRONG],
      example: smsExample,
      run: (work, { body }) => sendSms(work, body, ports),
    }),
    write({
      method: 'POST',
      path: 'crm/whatsapp/send',
      operation: 'sendWhatsAppMessage',
      summary: 'Send a WhatsApp message: a draft, or a new one',
      description: SENT_LATER,
      permission: 'crm.whatsapp.send',
      scope: 'OFFICE',
      body: WhatsAppSendBody,
      reply: SentMessageRecord,
      problems: [
        ...sendProblems,
        partyProblems.PHONE_WRONG,
        crmProblems.MESSAGE_WRONG_STATE,
        crmProblems.CAMPAIGN_WRONG_STATE,
        crmProblems.TOO_MANY_ATTACHMENTS,
      ],
      example: whatsappSendExample,
      run: (work, { body }) => sendWhatsApp(work, body, ports),
    }),
  ];
}

export const messageRoutes: readonly Route[] = [
  list({
    path: 'crm/message/list',
    operation: 'listMessages',
    summary: 'Messages of every channel, newest first',
    permission: 'crm.message.read',
    query: SentMessageList,
    paging: PAGE_BS,
    reply: SentMessageRecord,
    run: (call, { query }) =>
      listSentMessages(
        call,
        { ...query, recipientKind: query.recipientType },
        pageOf(query, PAGE_BS),
      ),
  }),
  read({
    path: 'crm/message/id/{id}',
    operation: 'readMessage',
    summary: 'One message with its attempts',
    permission: 'crm.message.read',
    params: ById,
    reply: SentMessageRecord,
    run: (call, { params }) => readSentMessage(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'crm/message/replay/id/{id}',
    operation: 'replayMessage',
    summary: 'Queue a failed message again',
    description: 'Its number of attempts is reset. All attempts use the same reference.',
    permission: 'crm.message.replay',
    scope: 'OFFICE',
    params: ById,
    reply: SentMessageRecord,
    problems: [crmProblems.MESSAGE_NOT_FAILED],
    run: (work, { params }) => replayMessage(work, params.id),
  }),
  write({
    method: 'POST',
    path: 'crm/message/replay',
    operation: 'replayMessages',
    summary: 'Queue failed messages again, oldest first',
    permission: 'crm.message.replay',
    scope: 'OFFICE',
    body: ReplayBody,
    reply: closedObject({
      count: wireInteger({ description: 'Number of messages that were queued' }),
      ids: Type.Array(wireId()),
    }),
    example: { channel: 'EMAIL' },
    run: (work, { body }) => replayMessages(work, body),
  }),
];
