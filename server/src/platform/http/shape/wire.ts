// The members of requests, which accept the various forms that real clients send ("10", "True",
// epoch milliseconds). A wire field converts them to one exact type, or refuses the value.

import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { AMOUNT } from '../../../limits.js';
import type { BusinessDate } from '../../calendar/business-date.js';
import { parseBusinessDate } from '../../calendar/business-date.js';
import { isSmallNumber, parseInstant, parseOrderDate } from '../../calendar/wire-date.js';
import type { Instant } from '../../database/database.js';
import { LosslessNumber } from '../../json/json.js';
import { Decimal } from '../../money/decimal.js';

export type WireKind =
  | 'id'
  | 'integer'
  | 'decimal'
  | 'text'
  | 'flag'
  | 'date'
  | 'instant'
  | 'orderDate'
  | 'choice';

export interface WireOptions {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly least?: number;
  readonly most?: number;
  readonly longest?: number;
  readonly choices?: readonly string[];
  /** True for a string that must not contain control characters, such as a line feed. */
  readonly isOneLine?: boolean;
  /** True for a code, which may be in any letter case and is stored in upper case. */
  readonly isCode?: boolean;
  /** True for the code of a record in an optional member: 0 means "not given", as for ids. */
  readonly isReference?: boolean;
}

/** Maximum number of characters of a string in a request, unless its schema sets another limit. */
export const TEXT_LENGTH_MAX = 255;

function field<Value>(wire: WireKind, options: WireOptions): TUnsafe<Value> {
  return Type.Unsafe<Value>({ ...options, wire });
}

/**
 * A record id: a whole number, as a number or a string. Zero means "not given" in optional members.
 */
export const wireId = (options: WireOptions = {}): TUnsafe<bigint> => field('id', options);
/** A small whole number, such as a page or a tenure in days. */
export const wireInteger = (options: WireOptions = {}): TUnsafe<number> =>
  field('integer', options);
/** An amount, price, rate or quantity: at most 15 significant digits, read exactly. */
export const wireDecimal = (options: WireOptions = {}): TUnsafe<Decimal> =>
  field('decimal', options);
/** A string of at most `longest` characters (default TEXT_LENGTH_MAX), without NUL characters. */
export const wireText = (options: WireOptions = {}): TUnsafe<string> => field('text', options);
/**
 * The code of a security, a currency or another record whose codes are stored in upper case. It may
 * be in any letter case, with spaces around it.
 */
export const wireCode = (options: WireOptions = {}): TUnsafe<string> =>
  field('text', { ...options, isCode: true });
/**
 * The code of a record in an optional member. Old clients that do not know whether a member is an
 * id or a code send 0 for "not given", so 0 is read as absent.
 */
export const wireReference = (options: WireOptions = {}): TUnsafe<string> =>
  field('text', { ...options, isReference: true });
/** A boolean, which may also be "true", "False", and so on. */
export const wireFlag = (options: WireOptions = {}): TUnsafe<boolean> => field('flag', options);
/**
 * Marks a read's parameter as the id or code of an existing record of this kind. See
 * `request/filter.ts`.
 */
export function naming<Parameter extends TSchema>(kind: string, parameter: Parameter): Parameter {
  return { ...parameter, names: kind };
}
/**
 * A calendar day, yyyy-MM-dd. The date part of a timestamp is used. In an optional member, the
 * timestamp 0 means "not given".
 */
export const wireDate = (options: WireOptions = {}): TUnsafe<BusinessDate> =>
  field('date', options);
/**
 * An instant: ISO 8601 with any offset, a plain date (midnight UTC), or epoch milliseconds. In an
 * optional member, the timestamp 0 means "not given".
 */
export const wireInstant = (options: WireOptions = {}): TUnsafe<Instant> =>
  field('instant', options);
/**
 * An instant that old clients may also send as MM/dd/yyyy or dd/MM/yyyy, with each possible
 * interpretation.
 */
export interface OrderDate {
  readonly dayFirst: Instant;
  readonly monthFirst: Instant;
}

/**
 * An instant, or a date with slashes. The business office determines the order of day and month.
 */
export const wireOrderDate = (options: WireOptions = {}): TUnsafe<OrderDate> =>
  field('orderDate', options);
/** One of a fixed set of words, in upper or lower case. */
export function wireChoice<const Choice extends string>(
  choices: readonly Choice[],
  options: WireOptions = {},
): TUnsafe<Choice> {
  return field('choice', { ...options, choices });
}

/**
 * An object whose unknown members are ignored, for operations called by clients of the original
 * API.
 */
export function openObject<Members extends Record<string, TSchema>>(members: Members) {
  return Type.Object(members, { additionalProperties: true });
}

/**
 * The query of an operation that has no parameters in the original API. Unknown parameters are
 * ignored, because that API's clients send some.
 */
export const anyQuery = Type.Object({}, { additionalProperties: true });

/** An object that is refused if it has unknown members, for our own new operations. */
export function closedObject<Members extends Record<string, TSchema>>(members: Members) {
  return Type.Object(members, { additionalProperties: false });
}

/**
 * A body with one of several shapes. It is accepted without validation. The operation determines
 * the shape and reads the body. The documentation lists all the shapes.
 */
export function anyBody(variants: readonly TSchema[]): TUnsafe<Readonly<Record<string, unknown>>> {
  return Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', variants });
}

/** The outcome of reading one member. Without a value, the member means "not given". */
export type Reading = { readonly value?: unknown } | { readonly refused: string };

type Reader = (raw: unknown, options: WireOptions) => Reading;

// Clients of the original API send 0 for unused members of any type.
const ZERO = '0';

const DECIMAL_TEXT = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;

function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw.trim();
  if (raw instanceof LosslessNumber) return raw.value;
  return undefined;
}

function readDecimal(raw: unknown, options: WireOptions): Reading {
  const text = textOf(raw);
  if (text === undefined || text.length > AMOUNT.textLengthMax || !DECIMAL_TEXT.test(text)) {
    return { refused: 'must be a number' };
  }
  const value = new Decimal(text);
  if (value.precision(true) > AMOUNT.digitsMax || value.decimalPlaces() > AMOUNT.digitsMax) {
    return { refused: `must have at most ${AMOUNT.digitsMax} significant digits` };
  }
  return withinBounds(value, options) ?? { value: value.isZero() ? new Decimal(0) : value };
}

function withinBounds(value: Decimal, options: WireOptions): Reading | undefined {
  if (options.least !== undefined && value.lt(options.least)) {
    return { refused: `must be at least ${options.least}` };
  }
  if (options.most !== undefined && value.gt(options.most)) {
    return { refused: `must be at most ${options.most}` };
  }
  return undefined;
}

function readWhole(raw: unknown, options: WireOptions): Decimal | { readonly refused: string } {
  const reading = readDecimal(raw, options);
  if ('refused' in reading) return { refused: reading.refused };
  const value = reading.value;
  return Decimal.isDecimal(value) && value.isInteger()
    ? value
    : { refused: 'must be a whole number' };
}

// Control characters, and the two separators that also end a line.
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

function readText(raw: unknown, options: WireOptions): Reading {
  const text = raw instanceof LosslessNumber ? raw.value : raw;
  if (typeof text !== 'string') return { refused: 'must be text' };
  if (text.includes('\u0000')) return { refused: 'must not contain a NUL character' };
  if (!text.isWellFormed()) return { refused: 'must be well-formed Unicode' };
  if (options.isOneLine === true && CONTROL.test(text)) {
    return { refused: 'must not contain control characters' };
  }
  const longest = options.longest ?? TEXT_LENGTH_MAX;
  if (text.length > longest) return { refused: `must have at most ${longest} characters` };
  if (options.isReference === true && text.trim() === ZERO) return {};
  return { value: options.isCode === true ? text.trim().toUpperCase() : text };
}

// A client that sends seconds needs to know that milliseconds are expected.
function noDate(text: string, otherwise: string): string {
  return isSmallNumber(text) ? `${otherwise}, or milliseconds since 1970, not seconds` : otherwise;
}

// A number is not a flag, because clients of the original API send 0 for an absent value.
const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...(['true', 'yes', 'y'] as const).map((word) => [word, true] as const),
  ...(['false', 'no', 'n'] as const).map((word) => [word, false] as const),
]);

const readers: Readonly<Record<WireKind, Reader>> = {
  decimal: readDecimal,
  text: readText,
  id: (raw, options) => {
    const whole = readWhole(raw, { least: 0, ...options });
    return 'refused' in whole ? whole : { value: BigInt(whole.toFixed()) };
  },
  integer: (raw, options) => {
    const whole = readWhole(raw, { least: 0, most: 2_147_483_647, ...options });
    return 'refused' in whole ? whole : { value: whole.toNumber() };
  },
  flag: (raw) => {
    if (typeof raw === 'boolean') return { value: raw };
    const word = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
    const value = FLAG_WORDS.get(word);
    return value === undefined ? { refused: 'must be true or false' } : { value };
  },
  date: (raw) => {
    const text = textOf(raw) ?? '';
    if (text === ZERO) return {};
    const day =
      parseBusinessDate(text) ?? parseBusinessDate((parseInstant(text) ?? '').slice(0, 10));
    return day === undefined
      ? { refused: noDate(text, 'must be a date, yyyy-MM-dd') }
      : { value: day };
  },
  instant: (raw) => {
    const text = textOf(raw) ?? '';
    if (text === ZERO) return {};
    const instant = parseInstant(text);
    return instant === undefined
      ? { refused: noDate(text, 'must be an ISO 8601 timestamp') }
      : { value: instant };
  },
  orderDate: (raw) => {
    const text = textOf(raw) ?? '';
    if (text === ZERO) return {};
    const dayFirst = parseOrderDate(text, 'DAY_FIRST');
    const monthFirst = parseOrderDate(text, 'MONTH_FIRST');
    return dayFirst === undefined || monthFirst === undefined
      ? { refused: noDate(text, 'must be a date or timestamp') }
      : { value: { dayFirst, monthFirst } };
  },
  choice: (raw, options) => {
    const word = typeof raw === 'string' ? raw.trim().toUpperCase() : '';
    const choices = options.choices ?? [];
    return choices.includes(word)
      ? { value: word }
      : { refused: `must be one of ${choices.join(', ')}` };
  },
};

/**
 * Returns whether a member is the word null, which programs write into a query for a value that
 * they do not have. In a string, the word could be the value itself.
 */
export function isNullWord(kind: WireKind, raw: unknown): boolean {
  return kind !== 'text' && kind !== 'choice' && textOf(raw)?.toLowerCase() === 'null';
}

/** Reads a raw member according to its kind. */
export function readWire(kind: WireKind, raw: unknown, options: WireOptions): Reading {
  return readers[kind](raw, options);
}
