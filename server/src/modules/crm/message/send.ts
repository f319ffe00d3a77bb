// Sends messages on request, by e-mail, text message or WhatsApp.

import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { checkEmail, checkMessagePhone } from '../../party/index.js';
import { listAttachments } from '../attachment/queries.js';
import type { Purpose, WhatsAppTemplate } from '../channel/channel.js';
import { homeOf } from '../person/home-country.js';
import { findPeople } from '../person/people.js';
import { isUserId, keyOf, RECIPIENT_KINDS, type Recipient } from '../person/recipient.js';
import { holdRelated } from '../person/related.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { idGiven, officeFor } from '../record.js';
import { refuseStoppedCampaign } from '../reference.js';
import { renderTemplate } from '../template/fill.js';
import { isSubjectKind } from '../template/subject.js';
import { phoneOfUser } from '../whatsapp/identity.js';
import type { MessageRow } from '../whatsapp/queries.js';
import { messageRows } from '../whatsapp/whatsapp.js';
import { shownMessage } from './list.js';
import { type QueuedMessage, queueMessage } from './message.js';
import type { AttachmentRef, NewMessage } from './new-message.js';
import { findAttachmentRefs } from './queries.js';
import type { EmailBody, SmsBody, WhatsAppSendBody } from './schema.js';

/**
 * Queues an e-mail. If a rule suppresses it, the reply is not an error but contains SUPPRESSED and
 * the rule. Refuses with INVALID_REQUEST (no text, or not exactly one recipient), with EMAIL_WRONG,
 * with UNKNOWN_REFERENCE for records that the caller cannot see, and if the template cannot be
 * used.
 */
export async function sendEmail(work: Work, body: EmailBody, ports: CrmPorts): Promise<Outcome> {
  const address = body.to === undefined ? undefined : checkEmail('to', body.to);
  const message = await plan(work, { ...body, channel: 'EMAIL', address }, ports);
  const attachments = await attachmentsOf(work, body.attachmentIds);
  return outcomeOf(work, await queueMessage(work, { ...message, attachments }));
}

/**
 * Queues a text message. Refuses for the same reasons as `sendEmail`, but with PHONE_WRONG instead
 * of EMAIL_WRONG.
 */
export async function sendSms(work: Work, body: SmsBody, ports: CrmPorts): Promise<Outcome> {
  const address =
    body.to === undefined ? undefined : checkMessagePhone('to', body.to, homeOf(work.context));
  const message = await plan(work, { ...body, channel: 'SMS', address }, ports);
  return outcomeOf(work, await queueMessage(work, message));
}

/**
 * Queues a WhatsApp message: an existing draft by its id, or a new message. Refuses for the same
 * reasons as `sendSms`; with MESSAGE_WRONG_STATE if the message is not a draft; with
 * CAMPAIGN_WRONG_STATE if the draft's campaign is paused or cancelled; and with
 * TOO_MANY_ATTACHMENTS because a WhatsApp message has at most one file.
 */
export async function sendWhatsApp(
  work: Work,
  body: WhatsAppSendBody,
  ports: CrmPorts,
): Promise<Outcome> {
  const draft = await lockDraft(work, idGiven(body.id));
  const named = withTemplateId(body);
  const given = draft === undefined ? named : withDraft(named, draft);
  const address = given.to === undefined ? undefined : await whatsappAddress(work, given.to);
  const message = await plan(work, { ...given, channel: 'WHATSAPP', address }, ports);
  const attachments = [
    ...(draft === undefined ? [] : await draftFiles(work, draft)),
    ...(await attachmentsOf(work, body.attachmentIds)),
  ];
  if (attachments.length > 1) {
    throw refuseMember(
      crmProblems.TOO_MANY_ATTACHMENTS,
      'attachmentIds',
      'has more than one file, but a WhatsApp message can have only one',
    );
  }
  const whatsappTemplate = templateOf(body) ?? message.whatsappTemplate;
  const whatsappDraftId = draft?.id;
  const whole = { ...message, whatsappTemplate, attachments, whatsappDraftId };
  return outcomeOf(
    work,
    await queueMessage(work, { ...whole, ...(await campaignOf(work, draft)) }),
  );
}

// A draft that refers to a campaign is included in the campaign's results. Like the campaign's own
// messages, it is marketing whatever its template's purpose, and it is not sent while the campaign
// is paused or cancelled.
async function campaignOf(
  { tx }: Work,
  draft: MessageRow | undefined,
): Promise<Pick<NewMessage, 'campaignId' | 'purpose'> | undefined> {
  if (draft?.campaign == null) return undefined;
  await refuseStoppedCampaign(tx, draft.campaign);
  return { campaignId: draft.campaign, purpose: 'MARKETING' };
}

// Clients of the original API use another name for `templateId`.
function withTemplateId(body: WhatsAppSendBody): WhatsAppSendBody {
  const [alias, own] = [idGiven(body.template), idGiven(body.templateId)];
  if (alias !== undefined && own !== undefined && alias !== own) {
    const detail = 'is another name for templateId, which has a different value';
    throw refuseMember(commonProblems.INVALID_REQUEST, 'template', detail);
  }
  const templateId = own ?? alias;
  return templateId === undefined ? body : { ...body, templateId };
}

// A user id is replaced with its phone number once WhatsApp has disclosed the number.
async function whatsappAddress(work: Work, to: string): Promise<string> {
  return isUserId(to)
    ? ((await phoneOfUser(work, to)) ?? to)
    : checkMessagePhone('to', to, homeOf(work.context));
}

interface SendRequest {
  readonly channel: NewMessage['channel'];
  readonly address: string | undefined;
  readonly recipientType?: Recipient['kind'];
  readonly recipientId?: bigint;
  readonly purpose?: Purpose;
  readonly subject?: string;
  readonly body?: string;
  readonly html?: string;
  readonly template?: bigint;
  readonly templateId?: bigint;
  readonly templateName?: string;
  readonly whatsappTemplate?: WhatsAppSendBody['whatsappTemplate'];
  readonly language?: string;
  readonly relatedTo?: NewMessage['relatedTo'];
  readonly relatedToId?: bigint;
  readonly notBefore?: string;
  readonly businessOfficeId?: bigint;
  readonly businessOfficeName?: string;
}

async function plan(work: Work, request: SendRequest, ports: CrmPorts): Promise<NewMessage> {
  const recipient = recipientOf(request);
  const officeId = await officeOf(work, request, recipient);
  const { channel, relatedTo, notBefore } = request;
  const reference = { relatedTo, relatedToId: idGiven(request.relatedToId) };
  const related = await holdRelated(work, { pointer: '', related: reference }, ports);
  return {
    ...{ channel, recipient, officeId, notBefore, ...related },
    ...(await contentOf(work, { request, recipient }, ports)),
  };
}

function recipientOf(request: SendRequest): NewMessage['recipient'] {
  const { recipientType: kind, address } = request;
  const id = idGiven(request.recipientId);
  if ((kind === undefined) !== (id === undefined)) {
    const missing = kind === undefined ? 'recipientType' : 'recipientId';
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      missing,
      'is required: recipientType and recipientId must be given together',
    );
  }
  if (kind !== undefined && id !== undefined) {
    if (address === undefined) return { kind, id };
    throw refuseMember(commonProblems.INVALID_REQUEST, 'to', 'is not allowed with a recipient');
  }
  if (address === undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'to',
      'is required, unless a recipient is given',
    );
  }
  return { address };
}

async function officeOf(
  work: Work,
  request: SendRequest,
  recipient: NewMessage['recipient'],
): Promise<bigint> {
  if ('address' in recipient) return officeFor(work, request);
  const person = (await findPeople(work.tx, [recipient])).get(keyOf(recipient));
  if (person === undefined || !seesOffice(work.principal, person.officeId)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'recipientId',
      `is not a ${recipient.kind} that you can see`,
    );
  }
  return person.officeId;
}

type Content = Pick<
  NewMessage,
  'purpose' | 'subject' | 'text' | 'html' | 'templateId' | 'templateVersion' | 'whatsappTemplate'
>;

async function contentOf(
  work: Work,
  {
    request,
    recipient,
  }: { readonly request: SendRequest; readonly recipient: NewMessage['recipient'] },
  ports: CrmPorts,
): Promise<Content> {
  const key = { id: idGiven(request.templateId), name: request.templateName };
  const { subject, body: text, html, purpose = 'SERVICE' } = request;
  if (key.id === undefined && key.name === undefined) {
    if (text !== undefined) return { purpose, subject, text, html };
    const { whatsappTemplate: approved } = request;
    if (approved !== undefined) return { purpose, subject, text: approvedText(approved), html };
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'body',
      'is required, unless a template is given',
    );
  }
  if (text !== undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'body', 'is not allowed with a template');
  }
  const member = idGiven(request.template) === undefined ? undefined : ('template' as const);
  const about = aboutOf(request, recipient);
  const use = { template: key, member, channel: request.channel, about };
  const user = { on: work.tx, principal: work.principal };
  const filled = await renderTemplate(user, { ...use, language: request.language }, ports);
  return { ...filled, subject: subject ?? filled.subject };
}

// WhatsApp inserts the text of an approved template itself, so our record contains only the
// template's name and parameters.
function approvedText({ name, language, parameters = [] }: ApprovedTemplate): string {
  return [`${name} (${language})`, ...parameters].join('\n');
}

type ApprovedTemplate = NonNullable<WhatsAppSendBody['whatsappTemplate']>;

function aboutOf(request: SendRequest, recipient: NewMessage['recipient']) {
  const id = idGiven(request.relatedToId);
  if (request.relatedTo !== undefined && id !== undefined && isSubjectKind(request.relatedTo)) {
    return { kind: request.relatedTo, id };
  }
  if ('kind' in recipient) return recipient;
  throw refuseMember(
    commonProblems.INVALID_REQUEST,
    'relatedToId',
    'is required, unless a recipient is given, because the template is filled in from that record',
  );
}

async function lockDraft(work: Work, id: bigint | undefined): Promise<MessageRow | undefined> {
  if (id === undefined) return undefined;
  const draft = await messageRows.lockVisible(work, { id });
  if (draft.direction === 'OUTBOUND' && draft.status === 'DRAFT') return draft;
  throw refusal(crmProblems.MESSAGE_WRONG_STATE, {
    detail: 'only a draft can be sent',
    args: [draft.status, 'QUEUED'],
  });
}

// Merges a request with its draft. The request's members take precedence. If the draft has no phone
// number but is about a person, it is sent to that person.
function withDraft(body: WhatsAppSendBody, draft: MessageRow): WhatsAppSendBody {
  const { related_to: kind, related_to_id: id } = draft;
  const person = RECIPIENT_KINDS.find((each) => each === kind);
  const to = body.to ?? draft.to_address ?? undefined;
  const said = body.recipientId !== undefined || to !== undefined;
  return {
    ...body,
    ...(to === undefined || body.recipientId !== undefined ? {} : { to }),
    ...(said || person === undefined || id === null
      ? {}
      : { recipientType: person, recipientId: id }),
    ...textOf(body, draft),
    ...(kind === null || id === null ? {} : { relatedTo: kind, relatedToId: id }),
    businessOfficeId: draft.office_id,
  };
}

// Returns the draft's text or, if it has none, its template. A text or template in the request
// takes precedence over the draft's template.
function textOf(body: WhatsAppSendBody, draft: MessageRow): Partial<WhatsAppSendBody> {
  if (body.body !== undefined) return {};
  if (draft.body !== null) return { body: draft.body };
  const isNamed = [idGiven(body.templateId), body.templateName, body.whatsappTemplate].some(
    (given) => given !== undefined,
  );
  return isNamed || draft.template === null ? {} : { templateId: draft.template };
}

function templateOf({ whatsappTemplate }: WhatsAppSendBody): WhatsAppTemplate | undefined {
  return whatsappTemplate && { parameters: [], ...whatsappTemplate };
}

async function draftFiles(work: Work, draft: MessageRow): Promise<readonly AttachmentRef[]> {
  const rows = await listAttachments(work.tx, [draft.id]);
  return attachmentsOf(
    work,
    rows.filter((row) => row.active).map((row) => row.id),
  );
}

async function attachmentsOf(
  work: Work,
  ids: readonly bigint[] = [],
): Promise<readonly AttachmentRef[]> {
  if (ids.length === 0) return [];
  const found = await findAttachmentRefs(work.tx, ids);
  return ids.map((id, index) => {
    const row = found.find((each) => each.attachmentId === id);
    if (row !== undefined && seesOffice(work.principal, row.officeId)) return row;
    const member = `attachmentIds/${index}`;
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      member,
      'is not an attachment that you can see',
    );
  });
}

async function outcomeOf(work: Work, queued: QueuedMessage): Promise<Outcome> {
  return {
    msgCode: `MESSAGE_${queued.status}`,
    id: queued.id,
    created: true,
    location: `crm/message/id/${queued.id}`,
    result: await shownMessage(work.tx, queued.id),
  };
}
