// Checks one message against the dictionary in a fixed order, and reports the first error.

import {
  type BeginString,
  dictionaryOf,
  FIRST_USER_TAG,
  groupShapeOf,
  hasRightFormat,
  isDefinedTag,
  isListedValue,
  opensUnknownGroup,
  REQUIRED_HEADER,
} from './dictionary.js';
import type { Field, FixMessage, GroupShape } from './message.js';
import { type FieldError, UNREADABLE } from './reject.js';
import { isAdminType, isHeaderTag, isTrailerTag } from './tag.js';

/**
 * How strictly messages are checked. `lenient` suits an exchange with its own dialect: it checks
 * structure, formats, and the required fields of session messages. `strict` also checks tags,
 * listed values and application messages.
 */
export interface Validation {
  readonly level: 'strict' | 'lenient';
  /** The accepted tags from 5000 up; `any` accepts all. */
  readonly userTags: 'any' | ReadonlySet<number>;
}

/** Returns the first error of a message, or undefined if it may be processed. */
export function validate(
  message: FixMessage,
  beginString: BeginString,
  validation: Validation,
): FieldError | undefined {
  const { unreadable } = message;
  if (unreadable !== undefined) return { reason: UNREADABLE, detail: unreadable };
  const tags = new Set(message.fields.map(([tag]) => tag));
  return (
    orderError(message.fields) ??
    typeError(message, beginString) ??
    requiredError(tags, requiredOf(message, beginString, validation)) ??
    (validation.level === 'strict'
      ? strictError(message, beginString, validation)
      : message.fields.map(valueError).find((error) => error !== undefined)) ??
    repetitionError(message.fields, validation)
  );
}

/**
 * Checks that the header comes first, then the body, then the trailer. A header field after the
 * first body field is an error.
 */
function orderError(fields: readonly Field[]): FieldError | undefined {
  let inBody = false;
  for (const [tag] of fields) {
    if (!isHeaderTag(tag)) inBody = true;
    else if (inBody) return { reason: 14, tag };
  }
  return undefined;
}

function typeError(message: FixMessage, beginString: BeginString): FieldError | undefined {
  const { msgType } = message;
  if (dictionaryOf(beginString).msgTypes.has(msgType) || /^U/.test(msgType)) return undefined;
  return { reason: 11 };
}

/**
 * Returns the required fields of a message; a lenient session requires them only in session
 * messages.
 */
function requiredOf(message: FixMessage, beginString: BeginString, { level }: Validation) {
  if (level === 'lenient' && !isAdminType(message.msgType)) return [];
  return dictionaryOf(beginString).rules.get(message.msgType)?.required ?? [];
}

function requiredError(
  tags: ReadonlySet<number>,
  required: readonly number[],
): FieldError | undefined {
  const missing = [...REQUIRED_HEADER, ...required].find((tag) => !tags.has(tag));
  return missing === undefined ? undefined : { reason: 1, tag: missing };
}

function strictError(
  message: FixMessage,
  beginString: BeginString,
  validation: Validation,
): FieldError | undefined {
  const isAdmin = isAdminType(message.msgType);
  const allowed = dictionaryOf(beginString).rules.get(message.msgType)?.allowed;
  for (const field of message.fields) {
    const [tag, value] = field;
    if (value === '') return { reason: 4, tag };
    if (tag >= FIRST_USER_TAG) {
      if (validation.userTags !== 'any' && !validation.userTags.has(tag)) return { reason: 0, tag };
      continue;
    }
    if (!isDefinedTag(beginString, tag, isAdmin)) return { reason: 0, tag };
    const inMessage = isHeaderTag(tag) || isTrailerTag(tag) || (allowed?.has(tag) ?? true);
    if (!inMessage) return { reason: 2, tag };
    const error = valueError(field);
    if (error !== undefined) return error;
    if (!isListedValue(tag, value)) return { reason: 5, tag };
  }
  return undefined;
}

function valueError([tag, value]: Field): FieldError | undefined {
  if (value === '') return { reason: 4, tag };
  return hasRightFormat(tag, value) ? undefined : { reason: 6, tag };
}

/**
 * Checks that a tag occurs twice only inside a repeating group, and that a group has as many
 * entries as its count. Some exchanges order the fields of an entry differently. That is harmless
 * when fields are read by tag, so only a strict session rejects it.
 */
function repetitionError(fields: readonly Field[], { level }: Validation): FieldError | undefined {
  if (fields.some(opensUnknownGroup)) return undefined;
  const seen = new Set<number>();
  for (let at = 0; at < fields.length; at += 1) {
    const [tag, value] = fields[at] ?? [0, ''];
    if (seen.has(tag)) return { reason: 13, tag };
    seen.add(tag);
    const shape = groupShapeOf(tag);
    if (shape === undefined) continue;
    const extent = groupExtent(fields, at + 1, shape);
    const misplaced = level === 'strict' ? misplacedMember(extent.members, shape) : undefined;
    if (misplaced !== undefined) return { reason: 15, tag: misplaced };
    if (String(extent.entries) !== value) return { reason: 16, tag };
    at += extent.members.length;
  }
  return undefined;
}

/** Returns the tag of the first field that is out of order. Inner groups may begin repeatedly. */
function misplacedMember(members: readonly Field[], shape: GroupShape): number | undefined {
  const order = [...shape.memberTags];
  let place = order.length;
  for (const [tag] of members) {
    const next = order.indexOf(tag);
    const begins = tag === shape.delimiterTag || (shape.innerDelimiterTags?.has(tag) ?? false);
    if (!begins && next <= place) return tag;
    place = next;
  }
  return undefined;
}

/** Returns the fields of a group, starting at an index, and the number of entries they form. */
function groupExtent(fields: readonly Field[], from: number, shape: GroupShape) {
  let entries = 0;
  let at = from;
  for (; at < fields.length; at += 1) {
    const tag = fields[at]?.[0] ?? 0;
    if (!shape.memberTags.has(tag)) break;
    if (tag === shape.delimiterTag) entries += 1;
  }
  return { entries, members: fields.slice(from, at) };
}
