// A JSON parser that keeps the digits of numbers, checks repeated members, and can pause. The
// runtime's parser does none of this, and is used here only for strings with escapes.

import { isDeepStrictEqual } from 'node:util';
import { LosslessNumber } from 'lossless-json';
import type { Sliced } from '../concurrency/turn.js';

/** The members of an object that is being read. */
type Members = Record<string, unknown>;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Characters that cannot occur literally in a string. */
const CONTROL_OR_ESCAPE = /[^\x20-\x5b\x5d-\uffff]/;
/**
 * How many characters of a string are scanned one by one. After that, the runtime's search finds
 * the end of the string.
 */
const WALKED_CHARACTERS = 64;
/** How many characters of a long string are processed between two pauses. */
const PIECE_CHARACTERS = 262_144;
/**
 * A repeated member with more values than this is refused, because comparing them would take too
 * long.
 */
const COMPARED_VALUES = 1_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/**
 * Parses one value and the surrounding white space. Numbers become LosslessNumbers. Pauses after
 * each object and array, and within long strings. The parser is recursive, so the caller must limit
 * the depth first.
 * @throws SyntaxError for text that is not JSON or that repeats a member with a different value
 */
export function parseExactly(text: string): Sliced<unknown> {
  return new JsonParser(text).whole();
}

class JsonParser {
  readonly #text: string;
  #at = 0;
  /** The end of the string that begins at `#at`, if the string is short. */
  #closing = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *whole(): Sliced<unknown> {
    const value = this.#isSmall() ? this.#small() : yield* this.#large();
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#unexpected('the end');
    return value;
  }

  // Checked before each value, because creating a generator costs more than reading a small value.
  #isSmall(): boolean {
    this.#skipBlanks();
    this.#values += 1;
    const code = this.#text.charCodeAt(this.#at);
    return code === QUOTE ? this.#endsSoon() : code !== OPENING_BRACE && code !== OPENING_BRACKET;
  }

  #small(): unknown {
    switch (this.#text.charCodeAt(this.#at)) {
      case QUOTE:
        return this.#shortText();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #large(): Sliced<unknown> {
    const code = this.#text.charCodeAt(this.#at);
    if (code === QUOTE) return this.#longText();
    return code === OPENING_BRACE ? this.#object() : this.#array();
  }

  *#object(): Sliced<Members> {
    const members: Members = {};
    this.#at += 1;
    if (this.#ends('}')) return members;
    do {
      this.#skipBlanks();
      const position = this.#at;
      if (this.#text.charCodeAt(position) !== QUOTE) throw this.#unexpected('the name of a member');
      const name = this.#endsSoon() ? this.#shortText() : yield* this.#longText();
      this.#skipBlanks();
      if (this.#text.charCodeAt(this.#at) !== COLON) throw this.#unexpected("':'");
      this.#at += 1;
      const before = this.#values;
      const value = this.#isSmall() ? this.#small() : yield* this.#large();
      if (!Object.hasOwn(members, name)) addMember(members, name, value);
      else if (this.#values - before > COMPARED_VALUES) throw duplicate(name, position);
      else if (!isDeepStrictEqual(members[name], value)) throw duplicate(name, position);
    } while (this.#goesOn('}'));
    yield;
    return members;
  }

  *#array(): Sliced<unknown[]> {
    const items: unknown[] = [];
    this.#at += 1;
    if (this.#ends(']')) return items;
    do items.push(this.#isSmall() ? this.#small() : yield* this.#large());
    while (this.#goesOn(']'));
    yield;
    return items;
  }

  #ends(closing: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== closing) return false;
    this.#at += 1;
    return true;
  }

  // Reads the character after a member or an item. Returns true for a comma and false for the end.
  #goesOn(closing: string): boolean {
    if (this.#ends(closing)) return false;
    if (this.#text.charCodeAt(this.#at) !== COMMA) throw this.#unexpected(`',' or '${closing}'`);
    this.#at += 1;
    return true;
  }

  // True if the string here is short and has no escapes.
  #endsSoon(): boolean {
    const start = this.#at + 1;
    for (let at = start; at < start + WALKED_CHARACTERS; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        this.#closing = at;
        return true;
      }
      if (code === BACKSLASH || code < 0x20) return false;
    }
    return false;
  }

  #shortText(): string {
    const start = this.#at + 1;
    this.#at = this.#closing + 1;
    return this.#text.slice(start, this.#closing);
  }

  *#longText(): Sliced<string> {
    const start = this.#at + 1;
    const end = yield* endOfText(this.#text, start);
    if (end >= this.#text.length) {
      throw new SyntaxError(`Unterminated string at position ${start - 1}`);
    }
    this.#at = end + 1;
    const read = this.#text.slice(start, end);
    return (yield* hasEscapes(read)) ? yield* readEscapes(read, start) : read;
  }

  #number(): LosslessNumber {
    NUMBER.lastIndex = this.#at;
    if (!NUMBER.test(this.#text)) throw this.#unexpected('a value');
    const digits = this.#text.slice(this.#at, NUMBER.lastIndex);
    this.#at = NUMBER.lastIndex;
    return new LosslessNumber(digits);
  }

  #word<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected('a value');
    this.#at += word.length;
    return value;
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #unexpected(expected: string): SyntaxError {
    const found = this.#text[this.#at];
    const given = found === undefined ? 'reached the end' : `got '${found}'`;
    return new SyntaxError(`Expected ${expected} but ${given} at position ${this.#at}`);
  }
}

// Assigning a member named `__proto__` directly would set the object's prototype.
function addMember(members: Members, name: string, value: unknown): void {
  if (name !== '__proto__') members[name] = value;
  else {
    const ordinary = { writable: true, enumerable: true, configurable: true };
    Object.defineProperty(members, name, { value, ...ordinary });
  }
}

function duplicate(name: string, position: number): SyntaxError {
  return new SyntaxError(`Duplicate key '${name.slice(0, 100)}' at position ${position}`);
}

function* hasEscapes(text: string): Sliced<boolean> {
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    if (CONTROL_OR_ESCAPE.test(text.slice(at, at + PIECE_CHARACTERS))) return true;
    yield;
  }
  return false;
}

function* readEscapes(text: string, start: number): Sliced<string> {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    pieces.push(readPiece(text.slice(at, end), start));
    at = end;
    yield;
  }
  return pieces.join('');
}

// Returns the end of a piece, which is never within an escape sequence.
function endOfPiece(text: string, start: number): number {
  let at = start;
  while (at < text.length && at < start + PIECE_CHARACTERS) {
    if (text.charCodeAt(at) !== BACKSLASH) at += 1;
    else at += text[at + 1] === 'u' ? 6 : 2;
  }
  return at;
}

function readPiece(text: string, start: number): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch (cause) {
    throw new SyntaxError(
      `Invalid control character or escape in the string at position ${start}`,
      {
        cause,
      },
    );
  }
}

// Returns the position of the closing quote, or the length of the text if there is none. Escapes
// are scanned one by one. After a stretch without escapes, the runtime's search takes over.
function* endOfText(text: string, start: number): Sliced<number> {
  let at = start;
  while (at < text.length) {
    for (const stop = at + WALKED_CHARACTERS; at < stop && at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code === BACKSLASH) at += 1;
    }
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let backslashes = 0;
    while (quote - backslashes > at && text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
    yield;
  }
  return text.length;
}
