// Measures a JSON text byte by byte before it is parsed. Parsing and validation take time per
// value, not per byte, so a small text with many values is refused here.

/** The limits of a JSON text. */
interface JsonLimits {
  readonly depthMax: number;
  /** Members of one object. */
  readonly membersMax: number;
  /** Items of one array. */
  readonly itemsMax: number;
  /** Members and items of all objects and arrays. */
  readonly valuesMax: number;
  /** Bytes outside texts: numbers, punctuation and white space. */
  readonly bareBytesMax: number;
}

/** The limit that a text exceeds. */
type JsonExcess = 'TOO_DEEP' | 'TOO_MANY_MEMBERS' | 'TOO_MANY_ITEMS' | 'TOO_MANY_VALUES';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Bytes of a text that are scanned one by one before the runtime's search looks for its end. */
const WALKED_BYTES = 256;

/**
 * Returns the first limit that a UTF-8 text exceeds; undefined if none. Counts only up to that
 * point, and does not check whether the text is JSON. Exceeding `bareBytesMax` is reported as
 * TOO_MANY_VALUES.
 */
export function excessOf(bytes: Buffer, limits: JsonLimits): JsonExcess | undefined {
  const { membersMax, itemsMax } = limits;
  const counts = new Int32Array(limits.depthMax + 1);
  const mostAt = new Int32Array(limits.depthMax + 1);
  let depth = 0;
  let values = 1;
  let textBytes = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (at - textBytes > limits.bareBytesMax) return 'TOO_MANY_VALUES';
    if (byte === QUOTE) {
      const end = endOfText(bytes, at + 1);
      textBytes += end - at;
      at = end;
    } else if (byte === COMMA) {
      values += 1;
      const count = (counts[depth] ?? 0) + 1;
      counts[depth] = count;
      if (count >= (mostAt[depth] ?? 0) && depth > 0) {
        return mostAt[depth] === membersMax ? 'TOO_MANY_MEMBERS' : 'TOO_MANY_ITEMS';
      }
      if (values > limits.valuesMax) return 'TOO_MANY_VALUES';
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1;
      values += 1;
      if (depth > limits.depthMax) return 'TOO_DEEP';
      if (values > limits.valuesMax) return 'TOO_MANY_VALUES';
      counts[depth] = 0;
      mostAt[depth] = byte === OPENING_BRACE ? membersMax : itemsMax;
    } else if ((byte === CLOSING_BRACE || byte === CLOSING_BRACKET) && depth > 0) depth -= 1;
  }
  return undefined;
}

// Returns the position of a text's closing quote, or the end of the bytes. Escapes are scanned one
// by one; after a stretch without escapes, the runtime's search takes over, which is fast but has a
// fixed cost per call.
function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length) {
    for (const stop = at + WALKED_BYTES; at < stop; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE || byte === undefined) return at;
      if (byte === BACKSLASH) at += 1;
    }
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return bytes.length;
    let backslashes = 0;
    while (quote - backslashes > at && bytes[quote - 1 - backslashes] === BACKSLASH) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
  }
  return bytes.length;
}
