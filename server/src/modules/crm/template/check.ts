// Checks templates before they are stored. The texts must be complete for the channel and use only
// known variables.

import type { ProblemKind } from '../../../platform/http/reply/problem.js';
import { commonProblems, type Problem, refusal } from '../../../platform/http/reply/problem.js';
import type { Channel } from '../channel/channel.js';
import { crmProblems } from '../problems.js';
import type { Texts } from './queries.js';
import type { Content } from './schema.js';
import { type SubjectKind, variablesOf } from './subject.js';
import { errorOf, unknown } from './text.js';

/** The texts of a template with its channel and kind of record. */
interface TemplateCheck {
  readonly channel: Channel;
  readonly relatedTo: SubjectKind;
  readonly texts: Texts;
}

const LANGUAGE = /^[a-z]{2,3}(-[A-Z]{2})?$/;
const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

/** The text members of a template, with the form of each. */
const TEXTS = [
  ['subject', 'LINE'],
  ['text', 'TEXT'],
  ['html', 'HTML'],
] as const;

/** Returns the code of a template as stored. Refuses with INVALID_REQUEST. */
export function templateCode(name: string): string {
  const code = name.trim().toUpperCase();
  if (CODE.test(code)) return code;
  const detail = 'must have only letters, digits, dots, dashes and underscores';
  throw refuse(commonProblems.INVALID_REQUEST, 'name', detail);
}

/**
 * Checks the texts of a template. Refuses with TEMPLATE_REFUSED, TEMPLATE_MALFORMED and
 * TEMPLATE_VARIABLE_UNKNOWN.
 */
export function refuseWrongTexts({ channel, relatedTo, texts }: TemplateCheck): void {
  refuseWrongLanguages(texts);
  const known = new Set(variablesOf(relatedTo).map(({ name }) => name));
  texts.contents.forEach((content, index) => {
    const at = `contents/${index}`;
    refuseWrongShape(channel, content, at);
    for (const [member, form] of TEXTS) {
      const error = errorOf(content[member] ?? '', known, form);
      if (error === undefined) continue;
      const kind =
        error.kind === 'MALFORMED'
          ? crmProblems.TEMPLATE_MALFORMED
          : crmProblems.TEMPLATE_VARIABLE_UNKNOWN;
      throw refuse(kind, `${at}/${member}`, error.detail);
    }
    content.whatsappParameters?.forEach((name, place) => {
      if (known.has(name)) return;
      const member = `${at}/whatsappParameters/${place}`;
      throw refuse(crmProblems.TEMPLATE_VARIABLE_UNKNOWN, member, unknown(name, known));
    });
  });
}

function refuseWrongLanguages({ contents, default_language }: Texts): void {
  const languages = contents.map(({ language }) => language);
  languages.forEach((language, index) => {
    const member = `contents/${index}/language`;
    if (!LANGUAGE.test(language))
      throw refuseText(member, 'must be a language tag, such as en or fr-CA');
    if (languages.indexOf(language) < index) throw refuseText(member, 'appears twice');
  });
  if (!languages.includes(default_language)) {
    throw refuseText('defaultLanguage', 'does not match the language of any entry in contents');
  }
}

const EMAIL_ONLY = ['subject', 'html'] as const;
const WHATSAPP_ONLY = ['whatsappName', 'whatsappLanguage', 'whatsappParameters'] as const;

function refuseWrongShape(channel: Channel, content: Content, at: string): void {
  const strange = [
    ...(channel === 'EMAIL' ? [] : EMAIL_ONLY),
    ...(channel === 'WHATSAPP' ? [] : WHATSAPP_ONLY),
  ].find((member) => content[member] !== undefined);
  if (strange !== undefined) throw refuseText(`${at}/${strange}`, `is not allowed for ${channel}`);
  const needed = channel === 'EMAIL' ? 'subject' : 'whatsappName';
  if (channel === 'SMS' || content[needed] !== undefined) return;
  throw refuseText(`${at}/${needed}`, `is required for ${channel}`);
}

function refuseText(member: string, detail: string): Problem {
  return refuse(crmProblems.TEMPLATE_REFUSED, member, detail);
}

function refuse(kind: ProblemKind, member: string, detail: string): Problem {
  return refusal(kind, {
    detail: `${member} ${detail}`,
    args: [member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}
