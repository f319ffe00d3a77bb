// What a template must be before it is saved: whole for its channel, and naming what there is.

import type { ProblemKind } from '../../../platform/http/reply/problem.js';
import { commonProblems, type Problem, refusal } from '../../../platform/http/reply/problem.js';
import type { Channel } from '../channel/channel.js';
import { crmProblems } from '../problems.js';
import type { Words } from './queries.js';
import type { Content } from './schema.js';
import { type SubjectKind, variablesOf } from './subject.js';
import { faultOf, unknown } from './text.js';

/** The words of a template, and what they are for. */
interface TemplateCheck {
  readonly channel: Channel;
  readonly relatedTo: SubjectKind;
  readonly words: Words;
}

const LANGUAGE = /^[a-z]{2,3}(-[A-Z]{2})?$/;
const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

/** The texts of a template and their forms. */
const TEXTS = [
  ['subject', 'LINE'],
  ['text', 'TEXT'],
  ['html', 'HTML'],
] as const;

/** The code of a template as it is kept. Refuses INVALID_REQUEST. */
export function templateCode(name: string): string {
  const code = name.trim().toUpperCase();
  if (CODE.test(code)) return code;
  const detail = 'a code has letters, digits, dots, dashes and underscores';
  throw refuse(commonProblems.INVALID_REQUEST, 'name', detail);
}

/** Refuses TEMPLATE_REFUSED, TEMPLATE_MALFORMED and TEMPLATE_VARIABLE_UNKNOWN. */
export function refuseWrongWords({ channel, relatedTo, words }: TemplateCheck): void {
  refuseWrongLanguages(words);
  const known = new Set(variablesOf(relatedTo).map(({ name }) => name));
  words.contents.forEach((content, index) => {
    const at = `contents/${index}`;
    refuseWrongShape(channel, content, at);
    for (const [member, form] of TEXTS) {
      const fault = faultOf(content[member] ?? '', known, form);
      if (fault === undefined) continue;
      const kind =
        fault.kind === 'MALFORMED'
          ? crmProblems.TEMPLATE_MALFORMED
          : crmProblems.TEMPLATE_VARIABLE_UNKNOWN;
      throw refuse(kind, `${at}/${member}`, fault.detail);
    }
    content.whatsappParameters?.forEach((name, place) => {
      if (known.has(name)) return;
      const member = `${at}/whatsappParameters/${place}`;
      throw refuse(crmProblems.TEMPLATE_VARIABLE_UNKNOWN, member, unknown(name, known));
    });
  });
}

function refuseWrongLanguages({ contents, default_language }: Words): void {
  const languages = contents.map(({ language }) => language);
  languages.forEach((language, index) => {
    const member = `contents/${index}/language`;
    if (!LANGUAGE.test(language)) throw refuseWords(member, 'is no language, as en or fr-CA');
    if (languages.indexOf(language) < index) throw refuseWords(member, 'stands there twice');
  });
  if (!languages.includes(default_language)) {
    throw refuseWords('defaultLanguage', 'is none of the languages of the contents');
  }
}

const EMAIL_ONLY = ['subject', 'html'] as const;
const WHATSAPP_ONLY = ['whatsappName', 'whatsappLanguage', 'whatsappParameters'] as const;

function refuseWrongShape(channel: Channel, content: Content, at: string): void {
  const strange = [
    ...(channel === 'EMAIL' ? [] : EMAIL_ONLY),
    ...(channel === 'WHATSAPP' ? [] : WHATSAPP_ONLY),
  ].find((member) => content[member] !== undefined);
  if (strange !== undefined) throw refuseWords(`${at}/${strange}`, `is not for ${channel}`);
  const needed = channel === 'EMAIL' ? 'subject' : 'whatsappName';
  if (channel === 'SMS' || content[needed] !== undefined) return;
  throw refuseWords(`${at}/${needed}`, `is needed for ${channel}`);
}

function refuseWords(member: string, detail: string): Problem {
  return refuse(crmProblems.TEMPLATE_REFUSED, member, detail);
}

function refuse(kind: ProblemKind, member: string, detail: string): Problem {
  return refusal(kind, {
    detail: `${member} ${detail}`,
    args: [member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}
