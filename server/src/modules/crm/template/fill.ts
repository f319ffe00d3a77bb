// Fills in templates, for a preview or for a message.

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
import { findTemplate, findTexts, type Template, type TemplateKey } from './queries.js';
import type { Content } from './schema.js';
import { sampleValues, type Values } from './subject.js';
import { readSubject, type Subject, type SubjectReference } from './subject-facts.js';
import { visibleTemplate } from './template.js';
import { fillText, listsEach, variablesIn } from './text.js';

/** The texts of a filled-in template. */
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
  /** Variables without a value. */
  readonly missing: readonly string[];
}

/** Fills in a template in the best available language. */
export function fillTemplate(
  template: Template,
  values: Values,
  language: string | undefined,
): FilledTemplate {
  return fillContent(template, [values], contentIn(template, language));
}

/**
 * Fills in a template for several records in one message. If the template has no repeated section,
 * the whole text is repeated for each record. The subject line is filled in with the first record.
 */
export function fillForAll(
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
  const filled = present(first, 'a message is about a record');
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

// Returns the texts in the best available language. For example, `fr-CA` falls back to `fr`, and
// then to the default language.
function contentIn(
  { contents, default_language }: Template,
  language: string | undefined,
): Content {
  const wanted = [language, language?.split('-')[0], default_language];
  const found = wanted.flatMap((language) =>
    contents.filter((content) => content.language === language),
  );
  return present(found[0], 'a template has a text in its default language');
}

// Replaces an empty parameter, which the provider would reject.
const NO_VALUE = '-';

function whatsappTemplateOf(content: Content, values: Values): WhatsAppTemplate | undefined {
  if (content.whatsappName === undefined) return undefined;
  return {
    name: content.whatsappName,
    language: content.whatsappLanguage ?? content.language,
    parameters: (content.whatsappParameters ?? []).map((name) => values[name] ?? NO_VALUE),
  };
}

/** The template to fill in, and the record that provides the values. */
interface TemplateUse {
  readonly template: TemplateKey;
  readonly channel: Channel;
  readonly about: SubjectReference;
  readonly language?: string | undefined;
  /** Request member that refers to the template. Default: templateId or templateName. */
  readonly member?: 'template' | undefined;
}

/** The caller who fills in a template, and the database connection to use. */
interface TemplateUser {
  readonly on: Database | Tx;
  readonly principal: Principal;
}

/**
 * Fills in a template for the caller's message. Refuses with UNKNOWN_REFERENCE (a template or
 * record that the caller cannot see), TEMPLATE_INACTIVE and TEMPLATE_NOT_FITTING (another channel
 * or record kind).
 */
export async function renderTemplate(
  { on, principal }: TemplateUser,
  use: TemplateUse,
  ports: CrmPorts,
): Promise<FilledTemplate> {
  const { member = use.template.id === undefined ? 'templateName' : 'templateId' } = use;
  const template = await findTemplate(on, { ...use.template, offices: principal.offices });
  if (template === undefined || !seesScope(principal, template.office_id)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      member,
      'is not a template that you can see',
    );
  }
  if (!template.active) {
    throw refuseMember(crmProblems.TEMPLATE_INACTIVE, member, 'is inactive');
  }
  if (template.channel !== use.channel || template.related_to !== use.about.kind) {
    const own = `${template.channel} and ${template.related_to} records`;
    const wanted = `${use.channel} and ${use.about.kind} records`;
    const detail = `must be a template for ${wanted}, not for ${own}`;
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
    const detail = `is not a ${about.kind} that you can see`;
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'relatedToId', detail);
  }
  return subject;
}

/** A request for a preview. */
interface PreviewRequest {
  readonly relatedToId?: bigint;
  readonly language?: string;
  readonly v?: number;
}

/**
 * Fills in a template with the values of a record or with sample values. Nothing is sent. Refuses
 * with DOCUMENT_NOT_FOUND (the template or its version) and UNKNOWN_REFERENCE.
 */
export async function previewTemplate(
  call: Call,
  wish: PreviewRequest & { readonly id: bigint },
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
  const texts = await findTexts(call.db, { id: template.id, number });
  if (texts === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return { ...template, ...texts, content_version: number };
}
