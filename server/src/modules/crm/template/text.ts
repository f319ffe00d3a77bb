// The template language: variables in double braces, sections that depend on a value, and one
// section that is repeated for each record. Nothing else is allowed, so every stored text can be
// rendered.

import mustache from 'mustache';
import { singleLine } from '../../../platform/address/name.js';
import { nearestWord } from '../../../platform/nearest-word.js';
import type { Values } from './subject.js';

/** Name of the section that is repeated for each record in a message. */
const EACH = 'notices';

/** The form of a text. HTML: values are escaped. LINE: values are kept on one line. */
type TextForm = 'HTML' | 'TEXT' | 'LINE';

/** The reason why a text is not a valid template. */
interface TextError {
  readonly kind: 'MALFORMED' | 'UNKNOWN_VARIABLE';
  readonly detail: string;
}

/** Returns the first error in a text of this form, or undefined. */
export function errorOf(
  text: string,
  known: ReadonlySet<string>,
  form: TextForm,
): TextError | undefined {
  const tags = tagsOf(text);
  if ('refused' in tags) return { kind: 'MALFORMED', detail: tags.refused };
  const misused = misuseOfEach(tags, form);
  if (misused !== undefined) return { kind: 'MALFORMED', detail: misused };
  for (const { type, name } of tags) {
    if (name === EACH) continue;
    if (!ALLOWED.has(type)) {
      const detail = `has the tag ${type}${name}: only variables and sections are allowed`;
      return { kind: 'MALFORMED', detail };
    }
    if (!known.has(name)) return { kind: 'UNKNOWN_VARIABLE', detail: unknown(name, known) };
  }
  return undefined;
}

// Checks the repeated section. It is rendered once per record, so nesting would multiply the
// output. Other sections are rendered at most once, because their values are strings.
function misuseOfEach(tags: readonly Tag[], form: TextForm): string | undefined {
  const types = tags.filter(({ name }) => name === EACH).map(({ type }) => type);
  if (types.some((type) => type !== '#')) return `must use ${EACH} as a section: {{#${EACH}}}`;
  if (types.length > 1) return `has the section ${EACH} more than once`;
  if (types.length > 0 && form === 'LINE') {
    return `has the section ${EACH}, which is not allowed in a subject`;
  }
  return undefined;
}

/** Returns the error detail for an unknown variable, with the most similar known one. */
export function unknown(name: string, known: ReadonlySet<string>): string {
  const nearest = nearestWord(name, known);
  return `has no variable ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/** Returns the names of the variables in a text, without duplicates. */
export function variablesIn(text: string): readonly string[] {
  const tags = tagsOf(text);
  const names = 'refused' in tags ? [] : tags.map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== EACH);
}

/** Returns whether a text contains the section that is repeated for each record. */
export function listsEach(text: string): boolean {
  const tags = tagsOf(text);
  return !('refused' in tags) && tags.some(({ name }) => name === EACH);
}

/**
 * Fills in a valid text for one or more records. Outside the repeated section, values come from the
 * first record. A variable without a value is rendered as empty.
 */
export function fillText(text: string, all: readonly Values[], form: TextForm): string {
  // Missing values are set explicitly, so that the renderer does not use the first record's values
  // instead.
  const names = all.flatMap((values) => Object.keys(values));
  const lacking = Object.fromEntries(names.map((name) => [name, '']));
  // Inside the section, its own name has an empty value, so that it is not rendered again.
  const each = all.map((values) => ({ ...nested({ ...lacking, ...values }), [EACH]: '' }));
  const view = { ...nested(all[0] ?? {}), [EACH]: each };
  const filled = writer().render(text, view, undefined, {
    escape: form === 'HTML' ? mustache.escape : String,
  });
  return form === 'LINE' ? singleLine(filled).replaceAll(/\s+/g, ' ').trim() : filled;
}

interface Tag {
  readonly type: string;
  readonly name: string;
}

const ALLOWED: ReadonlySet<string> = new Set(['name', '#', '^']);
/** Tokens that need no check: plain text and comments. */
const PLAIN: ReadonlySet<unknown> = new Set(['text', '!']);

function tagsOf(text: string): readonly Tag[] | { readonly refused: string } {
  try {
    return flatten(writer().parse(text));
  } catch (error) {
    const said = error instanceof Error ? error.message : 'it cannot be parsed';
    return { refused: `has a syntax error: ${said}` };
  }
}

// Lists all tags in a text. A token is [type, name, start, end]; a section also contains its inner
// tokens.
function flatten(tokens: unknown): Tag[] {
  if (!Array.isArray(tokens)) return [];
  return tokens.flatMap((token: unknown) => {
    if (!Array.isArray(token) || PLAIN.has(token[0])) return [];
    return [{ type: String(token[0]), name: String(token[1]) }, ...flatten(token[4])];
  });
}

// Creates a new writer for each text, because the cache of a shared writer would grow with every
// template version.
function writer() {
  return new mustache.Writer();
}

/**
 * Nests values by the parts of their names, because `customer.firstName` is looked up as a member
 * of `customer`.
 */
function nested(values: Values): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const groups: Record<string, Record<string, string>> = {};
  for (const [name, value] of Object.entries(values)) {
    const [group = '', member = ''] = name.split('.');
    groups[group] = { ...groups[group], [member]: value };
  }
  return groups;
}
