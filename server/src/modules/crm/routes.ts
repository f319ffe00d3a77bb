// Operations of CRM: method, path, shapes and permission, each bound to one function.

import { HTTP } from '../../limits.js';
import { PAGE_BS, pageOf } from '../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import { activityRoutes } from './activity/routes.js';
import { readAttachment } from './attachment/attachment.js';
import { rescanAttachment } from './attachment/scan.js';
import { campaignRoutes } from './campaign/routes.js';
import { consentRoutes } from './consent/routes.js';
import { contactRoutes } from './contact/routes.js';
import { leadRoutes } from './lead/routes.js';
import { ById } from './lead/schema.js';
import { messageRoutes, sendRoutes } from './message/routes.js';
import { notificationRoutes } from './notification/routes.js';
import type { CrmPorts } from './port.js';
import { crmProblems } from './problems.js';
import { templateRoutes } from './template/routes.js';
import { timelineRoutes } from './timeline/routes.js';
import {
  AttachmentRecord,
  MessageBody,
  MessageList,
  MessageRecord,
  messageExample,
  messageUpdateExample,
  StrictMessageBody,
} from './whatsapp/schema.js';
import { createMessage, listMessages, readMessage, updateMessage } from './whatsapp/whatsapp.js';

export function crmRoutes(ports: CrmPorts): readonly Route[] {
  return [
    ...leadRoutes(ports),
    ...contactRoutes,
    ...activityRoutes,
    ...timelineRoutes(ports),
    ...whatsappRoutes(ports),
    ...attachmentRoutes(ports),
    ...sendRoutes(ports),
    ...messageRoutes,
    ...consentRoutes(ports),
    ...templateRoutes(ports),
    ...notificationRoutes,
    ...campaignRoutes,
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

function whatsappRoutes(ports: CrmPorts): readonly Route[] {
  return [
    write({
      method: 'PUT',
      path: 'crm/whatsapp/update',
      operation: 'updateWhatsAppMessage',
      summary: 'Change the given members of a WhatsApp message, and add attachments',
      permission: 'crm.whatsapp.update',
      scope: 'OFFICE',
      body: MessageBody,
      bodyBytes: HTTP.attachmentBodyBytes,
      reply: MessageRecord,
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

/** An attachment has the media type of what was attached. */
const ANY_MEDIA_TYPE = '*/*';

function attachmentRoutes(ports: CrmPorts): readonly Route[] {
  return [
    read({
      path: 'crm/attachment/id/{id}',
      operation: 'readAttachment',
      summary: 'The content of an attachment, to be saved',
      produces: ANY_MEDIA_TYPE,
      permission: 'crm.attachment.read',
      params: ById,
      problems: [
        crmProblems.ATTACHMENT_QUARANTINED,
        crmProblems.ATTACHMENT_INFECTED,
        crmProblems.ATTACHMENT_UNAVAILABLE,
      ],
      run: (call, { params }) => readAttachment(call, params.id, ports),
    }),
    write({
      method: 'PUT',
      path: 'crm/attachment/scan/id/{id}',
      operation: 'scanAttachment',
      summary: 'Have an attachment scanned for viruses again; until then nobody gets it',
      permission: 'crm.attachment.scan',
      scope: 'OFFICE',
      params: ById,
      problems: [crmProblems.NO_VIRUS_SCANNER],
      reply: AttachmentRecord,
      run: (work, { params }) => rescanAttachment(work, params.id),
    }),
  ];
}
