// The language of templates: variables in double braces, sections that show where one has a value,
// and one section that comes once for each record. Nothing else, so that what is saved can be
// rendered.

import mustache from 'mustache';
import { nearestWord } from '../../../platform/nearest-word.js';
import type { Values } from './subject.js';

/** The section that comes once for each record that a message speaks of. */
const EACH = 'notices';

/** The form of a text: HTML escapes what is filled in, a line keeps it on one line. */
type TextForm = 'HTML' | 'TEXT' | 'LINE';

/** Why a text is no template. */
interface TextFault {
  readonly kind: 'MALFORMED' | 'UNKNOWN_VARIABLE';
  readonly detail: string;
}

/** The first fault of a text of this form, or undefined. */
export function faultOf(
  text: string,
  known: ReadonlySet<string>,
  form: TextForm,
): TextFault | undefined {
  const tags = tagsOf(text);
  if ('refused' in tags) return { kind: 'MALFORMED', detail: tags.refused };
  const misused = misuseOfEach(tags, form);
  if (misused !== undefined) return { kind: 'MALFORMED', detail: misused };
  for (const { type, name } of tags) {
    if (name === EACH) continue;
    if (!TAKEN.has(type)) {
      const detail = `has the tag ${type}${name}: only variables and sections are taken`;
      return { kind: 'MALFORMED', detail };
    }
    if (!known.has(name)) return { kind: 'UNKNOWN_VARIABLE', detail: unknown(name, known) };
  }
  return undefined;
}

// Each such section multiplies what is in it by the number of records, so that one in another would
// multiply the multiplied. Other sections come once: their values are strings.
function misuseOfEach(tags: readonly Tag[], form: TextForm): string | undefined {
  const types = tags.filter(({ name }) => name === EACH).map(({ type }) => type);
  if (types.some((type) => type !== '#')) return `has ${EACH}, which is a section: {{#${EACH}}}`;
  if (types.length > 1) return `has the section ${EACH} more than once`;
  if (types.length > 0 && form === 'LINE') return `has the section ${EACH}, and is only one line`;
  return undefined;
}

/** Says that there is no such variable, and which one was likely meant. */
export function unknown(name: string, known: ReadonlySet<string>): string {
  const nearest = nearestWord(name, known);
  return `has no variable ${name}${nearest === undefined ? '' : `; perhaps ${nearest} is meant`}`;
}

/** The variables that a text names, each once. */
export function variablesIn(text: string): readonly string[] {
  const tags = tagsOf(text);
  const names = 'refused' in tags ? [] : tags.map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== EACH);
}

/** Whether a text has the section that comes once for each record. */
export function listsEach(text: string): boolean {
  const tags = tagsOf(text);
  return !('refused' in tags) && tags.some(({ name }) => name === EACH);
}

/**
 * Fills a text that has no fault, about one record or several ones; outside of its section for each
 * it speaks of the first. A variable without a value shows nothing.
 */
export function fillText(text: string, all: readonly Values[], form: TextForm): string {
  // What one record lacks must not be looked up in the first one.
  const names = all.flatMap((values) => Object.keys(values));
  const lacking = Object.fromEntries(names.map((name) => [name, '']));
  // Nor may the section be found within itself, where it would come again.
  const each = all.map((values) => ({ ...nested({ ...lacking, ...values }), [EACH]: '' }));
  const view = { ...nested(all[0] ?? {}), [EACH]: each };
  const filled = writer().render(text, view, undefined, {
    escape: form === 'HTML' ? mustache.escape : String,
  });
  return form === 'LINE' ? filled.replaceAll(/\s+/g, ' ').trim() : filled;
}

interface Tag {
  readonly type: string;
  readonly name: string;
}

const TAKEN: ReadonlySet<string> = new Set(['name', '#', '^']);
/** Tokens that stand for nothing to check: plain text and comments. */
const PLAIN: ReadonlySet<unknown> = new Set(['text', '!']);

function tagsOf(text: string): readonly Tag[] | { readonly refused: string } {
  try {
    return flatten(writer().parse(text));
  } catch (error) {
    const said = error instanceof Error ? error.message : 'it cannot be read';
    return { refused: `is no template: ${said}` };
  }
}

// A token is [type, name, start, end] and, of a section, the tokens within.
function flatten(tokens: unknown): Tag[] {
  if (!Array.isArray(tokens)) return [];
  return tokens.flatMap((token: unknown) => {
    if (!Array.isArray(token) || PLAIN.has(token[0])) return [];
    return [{ type: String(token[0]), name: String(token[1]) }, ...flatten(token[4])];
  });
}

// One for each text: its cache goes with it, where a shared one would grow with every version.
function writer() {
  return new mustache.Writer();
}

/** `customer.firstName` is looked up as a member of a member. */
function nested(values: Values): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const groups: Record<string, Record<string, string>> = {};
  for (const [name, value] of Object.entries(values)) {
    const [group = '', member = ''] = name.split('.');
    groups[group] = { ...groups[group], [member]: value };
  }
  return groups;
}
