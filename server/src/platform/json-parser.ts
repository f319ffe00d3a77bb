// A parser of JSON that keeps numbers as their digits and judges repeated members. The runtime's
// own parser does neither; it reads the texts with escapes here.

import { isDeepStrictEqual } from 'node:util';
import { LosslessNumber } from 'lossless-json';

/** Members of an object that is being read. */
type Members = Record<string, unknown>;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What a text cannot hold as it is. */
const CONTROL_OR_ESCAPE = /[^\x20-\x5b\x5d-\uffff]/;
/** Characters of a text that are walked one by one before the runtime searches for its end. */
const WALKED_CHARACTERS = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Reads one value and the white space around it; a number becomes a LosslessNumber. Recurses, so
 * the caller limits the depth before.
 * @throws SyntaxError for text that is not JSON, or repeats a member with another value
 */
export function parseExactly(text: string): unknown {
  return new JsonParser(text).whole();
}

class JsonParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value();
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#unexpected('the end');
    return value;
  }

  #value(): unknown {
    this.#skipBlanks();
    switch (this.#text.charCodeAt(this.#at)) {
      case QUOTE:
        return this.#string();
      case 0x7b:
        return this.#object();
      case 0x5b:
        return this.#array();
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

  #object(): Members {
    const members: Members = {};
    this.#at += 1;
    if (this.#ends('}')) return members;
    do {
      this.#skipBlanks();
      const position = this.#at;
      if (this.#text.charCodeAt(position) !== QUOTE) throw this.#unexpected('the name of a member');
      const name = this.#string();
      this.#skipBlanks();
      if (this.#text.charCodeAt(this.#at) !== COLON) throw this.#unexpected("':'");
      this.#at += 1;
      const value = this.#value();
      if (!Object.hasOwn(members, name)) addMember(members, name, value);
      else if (!isDeepStrictEqual(members[name], value)) throw duplicate(name, position);
    } while (this.#goesOn('}'));
    return members;
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    if (this.#ends(']')) return items;
    do items.push(this.#value());
    while (this.#goesOn(']'));
    return items;
  }

  #ends(closing: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== closing) return false;
    this.#at += 1;
    return true;
  }

  // After a member or an item: true for a comma, false for the end.
  #goesOn(closing: string): boolean {
    if (this.#ends(closing)) return false;
    if (this.#text.charCodeAt(this.#at) !== COMMA) throw this.#unexpected(`',' or '${closing}'`);
    this.#at += 1;
    return true;
  }

  #string(): string {
    const start = this.#at + 1;
    const text = this.#text;
    for (let at = start; at < start + WALKED_CHARACTERS; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return text.slice(start, at);
      }
      if (code === BACKSLASH || code < 0x20) break;
    }
    const end = endOfText(text, start);
    if (end >= text.length) throw new SyntaxError(`A text has no end, from position ${start - 1}`);
    this.#at = end + 1;
    const read = text.slice(start, end);
    return CONTROL_OR_ESCAPE.test(read) ? readEscapes(read, start) : read;
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

// Plain assignment of this name would set the prototype of the object.
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

function readEscapes(text: string, start: number): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch (cause) {
    throw new SyntaxError(`A control character or wrong escape in the text at position ${start}`, {
      cause,
    });
  }
}

// Where the closing quote is, or the length. Escapes are walked; what has none for a while is
// searched by the runtime.
function endOfText(text: string, start: number): number {
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
  }
  return text.length;
}
