// JSON writers that keep all digits of a bigint and a Decimal. One of them can pause.

import { LosslessNumber } from 'lossless-json';
import { assert } from '../assert.js';
import type { Sliced } from '../concurrency/turn.js';
import { Decimal } from '../money/decimal.js';

/** Number of pieces joined at a time. Joining all of them at the end would take too long. */
const JOINED_PIECES = 2_000;

/** Limits on the cache of quoted names. They are needed because callers can choose some names. */
const QUOTED = { names: 5_000, characters: 60 } as const;

/**
 * Writes a value as JSON. A bigint and a Decimal become plain digits. A value without a JSON
 * representation is omitted as a member, and becomes null as an item. Pauses after each object and
 * array. Returns undefined if the value itself has no representation.
 */
export function* writeExactly(value: unknown): Sliced<string | undefined> {
  const written = withoutMethod(value);
  if (!isNested(written)) return scalarText(written);
  const writer = new JsonWriter();
  yield* writer.nested(written);
  return writer.text();
}

/** Like `writeExactly`, without pauses, and faster. */
export function writeAtOnce(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return scalarText(value);
  const written = withoutMethod(value);
  if (!isNested(written)) return scalarText(written);
  return Array.isArray(written) ? arrayText(written) : objectText(Object(written));
}

function arrayText(items: readonly unknown[]): string {
  let text = '';
  let before = '[';
  for (const item of items) {
    text += before;
    text += writeAtOnce(item) ?? 'null';
    before = ',';
  }
  return before === '[' ? '[]' : `${text}]`;
}

function objectText(members: Readonly<Record<string, unknown>>): string {
  let text = '';
  let before = '{';
  for (const name of Object.keys(members)) {
    const member = writeAtOnce(members[name]);
    if (member === undefined) continue;
    text += before;
    text += quoted(name);
    text += member;
    before = ',';
  }
  return before === '{' ? '{}' : `${text}}`;
}

// Quoting the names of members would take almost half of the time, so the names that occur first
// are cached.
const quotedNames = new Map<string, string>();

// Returns a member's name in quotes, with the colon.
function quoted(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  const isKept = quotedNames.size < QUOTED.names && name.length <= QUOTED.characters;
  if (isKept) quotedNames.set(name, text);
  return text;
}

class JsonWriter {
  readonly #joined: string[] = [];
  #pieces: string[] = [];

  /** Returns the text written so far. */
  text(): string {
    this.#join();
    return this.#joined.join('');
  }

  /** Writes an array or an object. */
  nested(value: object): Sliced<void> {
    return Array.isArray(value) ? this.#array(value) : this.#object(Object(value));
  }

  *#array(items: readonly unknown[]): Sliced<void> {
    let before = '[';
    for (const item of items) {
      const written = withoutMethod(item);
      if (isNested(written)) {
        this.#pieces.push(before);
        yield* this.nested(written);
      } else {
        this.#add(before + (scalarText(written) ?? 'null'));
      }
      before = ',';
    }
    this.#add(items.length === 0 ? '[]' : ']');
    yield;
  }

  *#object(members: Readonly<Record<string, unknown>>): Sliced<void> {
    let before = '{';
    for (const name of Object.keys(members)) {
      const written = withoutMethod(members[name]);
      if (isNested(written)) {
        this.#pieces.push(before + quoted(name));
        yield* this.nested(written);
      } else {
        const text = scalarText(written);
        if (text === undefined) continue;
        this.#add(before + quoted(name) + text);
      }
      before = ',';
    }
    this.#add(before === '{' ? '{}' : '}');
    yield;
  }

  #add(piece: string): void {
    this.#pieces.push(piece);
    if (this.#pieces.length >= JOINED_PIECES) this.#join();
  }

  #join(): void {
    this.#joined.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

// True for an object that is not a number, such as a record.
function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isNumber(value);
}

function isNumber(value: object): value is Decimal | LosslessNumber {
  return value instanceof LosslessNumber || Decimal.isDecimal(value);
}

// Dates and similar objects define their own JSON value.
function withoutMethod(value: unknown): unknown {
  if (!isNested(value) || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? value.toJSON() : value;
}

function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return JSON.stringify(value);
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? 'null' : digitsOf(value);
    default:
      return undefined;
  }
}

function digitsOf(value: object): string {
  if (Decimal.isDecimal(value)) assert(value.isFinite(), 'JSON cannot represent NaN or infinity');
  return String(value);
}
