// Measures JSON text byte by byte as it arrives and before it is parsed. Parsing and validation
// take time per value rather than per byte, so small text with many values is refused here.

/** The limits of JSON text. */
interface JsonLimits {
  readonly depthMax: number;
  /** Maximum members of one object. */
  readonly membersMax: number;
  /** Maximum items of one array. */
  readonly itemsMax: number;
  /** Maximum members and items of all objects and arrays. */
  readonly valuesMax: number;
  /** Maximum bytes outside strings, which are numbers, punctuation and white space. */
  readonly bareBytesMax: number;
}

/** The limit that the text exceeds. */
export type JsonExcess = 'TOO_DEEP' | 'TOO_MANY_MEMBERS' | 'TOO_MANY_ITEMS' | 'TOO_MANY_VALUES';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * How many bytes of a string are scanned one by one. After that, the runtime's search finds the end
 * of the string.
 */
const WALKED_BYTES = 256;

/**
 * Finds the first limit that UTF-8 text exceeds. Counts only up to that point, and does not check
 * whether the text is JSON. Too many bare bytes are reported as TOO_MANY_VALUES.
 */
export class JsonScan {
  readonly #limits: JsonLimits;
  /** The number of commas in the open object or array at each level, and the maximum number. */
  readonly #counts: Int32Array;
  readonly #mostAt: Int32Array;
  #depth = 0;
  #values = 1;
  #bareBytes = 0;
  #isInText = false;
  /** True if the last piece ended with a backslash that escapes the first byte of the next. */
  #isEscaped = false;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
    this.#counts = new Int32Array(limits.depthMax + 1);
    this.#mostAt = new Int32Array(limits.depthMax + 1);
  }

  /** Adds the next piece. Returns the limit that the text has exceeded. Undefined if none. */
  add(bytes: Buffer): JsonExcess | undefined {
    let at = this.#isInText ? this.#afterText(bytes, 0) : 0;
    const { bareBytesMax } = this.#limits;
    while (at < bytes.length) {
      const byte = bytes[at];
      at += 1;
      this.#bareBytes += 1;
      if (this.#bareBytes > bareBytesMax) return 'TOO_MANY_VALUES';
      if (byte === QUOTE) at = this.#afterText(bytes, at);
      else if (byte === COMMA) {
        const excess = this.#addValue();
        if (excess !== undefined) return excess;
      } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        const excess = this.#open(byte);
        if (excess !== undefined) return excess;
      } else if ((byte === CLOSING_BRACE || byte === CLOSING_BRACKET) && this.#depth > 0) {
        this.#depth -= 1;
      }
    }
    return undefined;
  }

  #addValue(): JsonExcess | undefined {
    const { membersMax, valuesMax } = this.#limits;
    this.#values += 1;
    const count = (this.#counts[this.#depth] ?? 0) + 1;
    this.#counts[this.#depth] = count;
    const most = this.#mostAt[this.#depth] ?? 0;
    if (count >= most && this.#depth > 0) {
      return most === membersMax ? 'TOO_MANY_MEMBERS' : 'TOO_MANY_ITEMS';
    }
    return this.#values > valuesMax ? 'TOO_MANY_VALUES' : undefined;
  }

  #open(byte: number): JsonExcess | undefined {
    const { depthMax, membersMax, itemsMax, valuesMax } = this.#limits;
    this.#depth += 1;
    this.#values += 1;
    if (this.#depth > depthMax) return 'TOO_DEEP';
    if (this.#values > valuesMax) return 'TOO_MANY_VALUES';
    this.#counts[this.#depth] = 0;
    this.#mostAt[this.#depth] = byte === OPENING_BRACE ? membersMax : itemsMax;
    return undefined;
  }

  // Returns the position after the closing quote of a string, or the end of the piece. Escapes are
  // scanned one by one. After a stretch without escapes, the runtime's search takes over, which is
  // fast but has a fixed cost per call.
  #afterText(bytes: Buffer, start: number): number {
    this.#isInText = true;
    let at = this.#isEscaped ? start + 1 : start;
    this.#isEscaped = false;
    while (at < bytes.length) {
      for (const stop = at + WALKED_BYTES; at < stop && at < bytes.length; at += 1) {
        const byte = bytes[at];
        if (byte === QUOTE) {
          this.#isInText = false;
          return at + 1;
        }
        if (byte === BACKSLASH) at += 1;
      }
      if (at >= bytes.length) break;
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote < 0 ? bytes.length : quote;
      let backslashes = 0;
      while (end - backslashes > at && bytes[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
      const isEscaped = backslashes % 2 === 1;
      if (quote >= 0 && !isEscaped) {
        this.#isInText = false;
        return quote + 1;
      }
      at = isEscaped ? end + 1 : end;
    }
    this.#isEscaped = at > bytes.length;
    return bytes.length;
  }
}
