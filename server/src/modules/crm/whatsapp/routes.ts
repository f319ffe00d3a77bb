// The HTTP operations on WhatsApp messages.

import { HTTP } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { anyQuery } from '../../../platform/http/shape/wire.js';
import { ById } from '../member-schema.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import {
  MessageBody,
  MessageList,
  MessageRecord,
  messageExample,
  messageUpdateExample,
  StrictMessageBody,
} from './schema.js';
import { createMessage, listMessages, readMessage, updateMessage } from './whatsapp.js';

export function whatsappRoutes(ports: CrmPorts): readonly Route[] {
  return [
    write({
      method: 'PUT',
      path: 'crm/whatsapp/update',
      operation: 'updateWhatsAppMessage',
      query: anyQuery,
      summary: 'Change the given members of a WhatsApp message, and add attachments',
      description:
        'The text, addresses, start time and files of a message that WhatsApp delivered never ' +
        'change: a changed value is refused (409 MESSAGE_WRONG_STATE), and an unchanged one ' +
        'is accepted. Use `workflowNotes` for notes.',
      permission: 'crm.whatsapp.update',
      scope: 'OFFICE',
      body: MessageBody,
      bodyBytes: HTTP.attachmentBodyBytes,
      reply: MessageRecord,
      extra: { warnings },
      problems: [
        ...attachmentProblems,
        crmProblems.MESSAGE_WRONG_STATE,
        crmProblems.MESSAGE_DIRECTION_FIXED,
      ],
      example: messageUpdateExample,
      run: (work, { body }) => updateMessage(work, body, ports),
    }),
    write({
      method: 'POST',
      path: 'crm/whatsapp/create',
      operation: 'createWhatsAppMessage',
      summary: 'Record a WhatsApp message; nothing is sent',
      permission: 'crm.whatsapp.create',
      scope: 'OFFICE',
      body: StrictMessageBody,
      bodyBytes: HTTP.attachmentBodyBytes,
      reply: MessageRecord,
      extra: { warnings },
      problems: attachmentProblems,
      example: messageExample,
      run: (work, { body }) => createMessage(work, body, ports),
    }),
    read({
      path: 'crm/whatsapp/id/{id}',
      operation: 'readWhatsAppMessage',
      summary: 'One WhatsApp message',
      permission: 'crm.whatsapp.read',
      params: ById,
      reply: MessageRecord,
      run: (call, { params }) => readMessage(call, params.id),
    }),
    list({
      path: 'crm/whatsapp/list',
      operation: 'listWhatsAppMessages',
      summary: 'WhatsApp messages, newest first',
      permission: 'crm.whatsapp.read',
      query: MessageList,
      paging: PAGE_BS,
      reply: MessageRecord,
      run: (call, { query }) => listMessages(call, query, pageOf(query, PAGE_BS)),
    }),
  ];
}

const attachmentProblems = [
  crmProblems.ATTACHMENT_NOT_BASE64,
  crmProblems.ATTACHMENT_TOO_LARGE,
  crmProblems.ATTACHMENT_TYPE_NOT_ALLOWED,
  crmProblems.TOO_MANY_ATTACHMENTS,
  crmProblems.MESSAGE_STATUS_NOT_OF_DIRECTION,
  crmProblems.MESSAGE_TIMES_REVERSED,
];
