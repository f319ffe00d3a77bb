// Operations of CRM: method, path, shapes and permission, each bound to one function.

import { HTTP } from '../../limits.js';
import { PAGE_BS, pageOf } from '../../platform/http/paging.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import { partyProblems } from '../party/index.js';
import { readAttachment } from './attachment.js';
import { captureLead, listLeads, readLead, updateLead } from './lead.js';
import { convertLead } from './lead-conversion.js';
import {
  ById,
  ConvertBody,
  LeadBody,
  LeadList,
  LeadRecord,
  LeadUpdateBody,
  leadExample,
  StrictLeadBody,
} from './lead-schema.js';
import type { CrmPorts } from './port.js';
import { crmProblems } from './problems.js';
import { createMessage, listMessages, readMessage, updateMessage } from './whatsapp.js';
import {
  MessageBody,
  MessageList,
  MessageRecord,
  messageExample,
  messageUpdateExample,
  StrictMessageBody,
} from './whatsapp-schema.js';

/** The permission of a capture, on whichever path it comes. */
export const CAPTURE_LEAD = 'crm.lead.create';

export function crmRoutes(ports: CrmPorts): readonly Route[] {
  return [...leadWrites(ports), ...leadReads(), ...messageRoutes(ports)];
}

const captureProblems = [partyProblems.EMAIL_WRONG, crmProblems.LEAD_STATUS_NOT_INITIAL];

function leadWrites(ports: CrmPorts): readonly Route[] {
  return [
    write({
      method: 'POST',
      path: 'crm/lead/create',
      operation: 'captureLead',
      summary: 'Capture a lead; the reply names likely duplicates',
      permission: CAPTURE_LEAD,
      body: StrictLeadBody,
      reply: LeadRecord,
      problems: captureProblems,
      example: leadExample,
      run: (work, { body }) => captureLead(work, body),
    }),
    write({
      method: 'POST',
      path: 'partner/lead/create',
      operation: 'capturePartnerLead',
      summary: 'Capture a lead, on the path that clients of the original call',
      permission: CAPTURE_LEAD,
      body: LeadBody,
      reply: LeadRecord,
      problems: captureProblems,
      example: leadExample,
      run: (work, { body }) => captureLead(work, body),
    }),
    write({
      method: 'PUT',
      path: 'crm/lead/update',
      operation: 'updateLead',
      summary: 'Change the given members of a lead',
      permission: 'crm.lead.update',
      body: LeadUpdateBody,
      reply: LeadRecord,
      problems: [partyProblems.EMAIL_WRONG, crmProblems.LEAD_WRONG_STATE],
      example: { id: 1, preferredContactMethod: 'WHATSAPP', doNotShare: true },
      run: (work, { body }) => updateLead(work, body),
    }),
    write({
      method: 'PUT',
      path: 'crm/lead/convert/id/{id}',
      operation: 'convertLead',
      summary: 'Make a customer of a qualified lead, once',
      permission: 'crm.lead.convert',
      params: ById,
      body: ConvertBody,
      reply: LeadRecord,
      problems: [crmProblems.LEAD_WRONG_STATE, crmProblems.LEAD_HAS_DUPLICATES],
      run: (work, { params, body }) => convertLead(work, { ...body, id: params.id }, ports),
    }),
  ];
}

function leadReads(): readonly Route[] {
  return [
    read({
      path: 'crm/lead/id/{id}',
      operation: 'readLead',
      summary: 'One lead',
      permission: 'crm.lead.read',
      params: ById,
      reply: LeadRecord,
      run: (call, { params }) => readLead(call, params.id),
    }),
    list({
      path: 'crm/lead/list',
      operation: 'listLeads',
      summary: 'Leads, newest first',
      permission: 'crm.lead.read',
      query: LeadList,
      paging: PAGE_BS,
      reply: LeadRecord,
      run: (call, { query }) =>
        listLeads(call, { ...query, startsWith: query.q }, pageOf(query, PAGE_BS)),
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

function messageRoutes(ports: CrmPorts): readonly Route[] {
  return [
    write({
      method: 'PUT',
      path: 'crm/whatsapp/update',
      operation: 'updateWhatsAppMessage',
      summary: 'Change the given members of a WhatsApp message, and add attachments',
      permission: 'crm.whatsapp.update',
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
    read({
      path: 'crm/attachment/id/{id}',
      operation: 'readAttachment',
      summary: 'The content of an attachment, to be saved',
      permission: 'crm.attachment.read',
      params: ById,
      problems: [crmProblems.ATTACHMENT_UNAVAILABLE],
      run: (call, { params }) => readAttachment(call, params.id, ports),
    }),
  ];
}
