// Filling in templates: for a preview, and for a message that is about to be queued.

import { present } from '../../../platform/assert.js';
import type { Principal } from '../../../platform/context.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Channel, Purpose, WhatsAppTemplate } from '../channel/channel.js';
import { smsSizeOf } from '../channel/sms-segment.js';
import { seesScope } from '../person/office-scope.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { findTemplate, findWords, type Template, type TemplateKey } from './queries.js';
import type { Content } from './schema.js';
import { sampleValues, type Values } from './subject.js';
import { readSubject, type Subject, type SubjectReference } from './subject-facts.js';
import { visibleTemplate } from './template.js';
import { fillText, listsEach, variablesIn } from './text.js';

/** What a template says of one record. */
interface FilledTemplate {
  readonly templateId: bigint;
  readonly templateVersion: number;
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly language: string;
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
  readonly whatsappTemplate: WhatsAppTemplate | undefined;
  /** Variables that have no value. */
  readonly missing: readonly string[];
}

/** Fills in the words of a template in the nearest language that it has. */
export function fillTemplate(
  template: Template,
  values: Values,
  language: string | undefined,
): FilledTemplate {
  return fillContent(template, [values], contentIn(template, language));
}

/**
 * Does the same for several records in one message. Where the template has no section for each of
 * them, the words for each are put one below the other. The subject is that of the first.
 */
export function fillTogether(
  template: Template,
  all: readonly Values[],
  language: string | undefined,
): FilledTemplate {
  const content = contentIn(template, language);
  const isList = [content.text, content.html].every(
    (each) => each === undefined || listsEach(each),
  );
  if (isList) return fillContent(template, all, content);
  const [first, ...others] = all.map((values) => fillContent(template, [values], content));
  const filled = present(first, 'a message speaks of a record');
  const html = [filled, ...others].flatMap((each) => each.html ?? []);
  return {
    ...filled,
    text: [filled, ...others].map(({ text }) => text).join('\n\n—\n\n'),
    html: html.length === 0 ? undefined : html.join('\n<hr>\n'),
  };
}

function fillContent(template: Template, all: readonly Values[], content: Content): FilledTemplate {
  const [values = {}] = all;
  const { subject, text, html } = content;
  const named = [
    ...[subject, text, html].flatMap((each) => variablesIn(each ?? '')),
    ...(content.whatsappParameters ?? []),
  ];
  return {
    templateId: template.id,
    templateVersion: template.content_version,
    channel: template.channel,
    purpose: template.purpose,
    language: content.language,
    subject: subject && fillText(subject, all, 'LINE'),
    text: fillText(text, all, 'TEXT'),
    html: html && fillText(html, all, 'HTML'),
    whatsappTemplate: whatsappTemplateOf(content, values),
    missing: [...new Set(named)].filter((name) => values[name] === undefined),
  };
}

// `fr-CA` is content with `fr`, and the default language is better than nothing.
function contentIn({ contents, default_language }: Template, wish: string | undefined): Content {
  const wanted = [wish, wish?.split('-')[0], default_language];
  const found = wanted.flatMap((language) =>
    contents.filter((content) => content.language === language),
  );
  return present(found[0], 'a template has words in its default language');
}

// The provider refuses an empty parameter.
const NO_VALUE = '-';

function whatsappTemplateOf(content: Content, values: Values): WhatsAppTemplate | undefined {
  if (content.whatsappName === undefined) return undefined;
  return {
    name: content.whatsappName,
    language: content.whatsappLanguage ?? content.language,
    parameters: (content.whatsappParameters ?? []).map((name) => values[name] ?? NO_VALUE),
  };
}

/** Which template is filled in for which record. */
interface TemplateUse {
  readonly template: TemplateKey;
  readonly channel: Channel;
  readonly about: SubjectReference;
  readonly language?: string | undefined;
}

/** Where a template is filled in: by whom, and on which connection. */
interface TemplateUser {
  readonly on: Database | Tx;
  readonly principal: Principal;
}

/**
 * Fills in a template for a message of the caller. Refuses UNKNOWN_REFERENCE (a template or a
 * record that the caller does not see), TEMPLATE_INACTIVE and TEMPLATE_NOT_FITTING (another
 * channel or kind of record).
 */
export async function renderTemplate(
  { on, principal }: TemplateUser,
  use: TemplateUse,
  ports: CrmPorts,
): Promise<FilledTemplate> {
  const member = use.template.id === undefined ? 'templateName' : 'templateId';
  const template = await findTemplate(on, { ...use.template, offices: principal.offices });
  if (template === undefined || !seesScope(principal, template.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'is no template of this caller');
  }
  if (!template.active) {
    throw refuseMember(crmProblems.TEMPLATE_INACTIVE, member, 'is not used any more');
  }
  if (template.channel !== use.channel || template.related_to !== use.about.kind) {
    const detail = `is for ${template.channel} about ${template.related_to}`;
    throw refuseMember(crmProblems.TEMPLATE_NOT_FITTING, member, detail);
  }
  const subject = await visibleSubject({ on, principal }, use.about, ports);
  return fillTemplate(template, subject.values, use.language);
}

async function visibleSubject(
  { on, principal }: TemplateUser,
  about: SubjectReference,
  ports: CrmPorts,
): Promise<Subject> {
  const subject = await readSubject(on, about, ports);
  const { officeId } = subject ?? {};
  if (subject === undefined || (officeId !== undefined && !seesOffice(principal, officeId))) {
    const detail = `is no ${about.kind} of this caller`;
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'relatedToId', detail);
  }
  return subject;
}

/** What a preview is asked for. */
interface PreviewWish {
  readonly relatedToId?: bigint;
  readonly language?: string;
  readonly v?: number;
}

/**
 * A template as it would read, of a record or of samples; nothing is sent. Refuses
 * DOCUMENT_NOT_FOUND (the template, or a version that it does not have) and UNKNOWN_REFERENCE.
 */
export async function previewTemplate(
  call: Call,
  wish: PreviewWish & { readonly id: bigint },
  ports: CrmPorts,
): Promise<object> {
  const template = await versionOf(call, await visibleTemplate(call, wish.id), wish.v);
  const kind = template.related_to;
  const values = wish.relatedToId
    ? (
        await visibleSubject(
          { on: call.db, principal: call.principal },
          { kind, id: wish.relatedToId },
          ports,
        )
      ).values
    : sampleValues(kind);
  const filled = fillTemplate(template, values, wish.language);
  const { whatsappTemplate: whatsapp } = filled;
  return {
    channel: filled.channel,
    contentVersion: filled.templateVersion,
    language: filled.language,
    subject: filled.subject,
    text: filled.text,
    html: filled.html,
    whatsappName: whatsapp?.name,
    whatsappLanguage: whatsapp?.language,
    whatsappParameters: whatsapp?.parameters,
    missing: filled.missing,
    sms: filled.channel === 'SMS' ? smsSizeOf(filled.text) : undefined,
  };
}

async function versionOf(call: Call, template: Template, number = 0): Promise<Template> {
  if (number === 0 || number === template.content_version) return template;
  const words = await findWords(call.db, { id: template.id, number });
  if (words === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return { ...template, ...words, content_version: number };
}
