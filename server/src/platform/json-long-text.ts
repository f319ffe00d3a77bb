// Long plain texts in JSON, such as files in base64: lifted out before parsing and put back after.
// The lossless parser reads a text character by character, three seconds for one of 15 MB in which
// no other request is served; the runtime's own search finds its end in milliseconds.

import { randomUUID } from 'node:crypto';

/** Texts at least this long are lifted out. */
const LONG_CHARACTERS = 4_096;
/** What needs no unescaping: printable ASCII without the backslash. */
const NEEDS_PARSING = /[^\x20-\x5b\x5d-\x7e]/;
// Nobody outside of this process can know it, so no text of a client is taken for a stand-in.
const MARK = `long-text:${randomUUID()}:`;

interface LiftedJson {
  /** The JSON with a short text in the place of each long one; equal texts get equal stand-ins. */
  readonly text: string;
  /** Puts the long text back where a parsed value is a stand-in. */
  readonly restore: (value: unknown) => unknown;
}

/** Lifts long texts out of JSON, or undefined when there is nothing to lift. */
export function liftLongTexts(json: string): LiftedJson | undefined {
  if (json.length < LONG_CHARACTERS) return undefined;
  const texts: string[] = [];
  const known = new Map<string, string>();
  const pieces: string[] = [];
  let copied = 0;
  for (let open = json.indexOf('"'); open >= 0; ) {
    const close = closingQuote(json, open);
    if (close < 0) break;
    const isLong = close - open > LONG_CHARACTERS && !isName(json, close);
    const text = isLong ? json.slice(open + 1, close) : '';
    if (text !== '' && !NEEDS_PARSING.test(text)) {
      const standIn = known.get(text) ?? `"${MARK}${texts.push(text) - 1}"`;
      known.set(text, standIn);
      pieces.push(json.slice(copied, open), standIn);
      copied = close + 1;
    }
    open = json.indexOf('"', close + 1);
  }
  if (texts.length === 0) return undefined;
  pieces.push(json.slice(copied));
  return { text: pieces.join(''), restore: restorerOf(texts) };
}

// The name of a member is followed by a colon; only values are put back.
function isName(json: string, close: number): boolean {
  let after = close + 1;
  while (' \t\r\n'.includes(json[after] ?? '.')) after += 1;
  return json[after] === ':';
}

// A quote after an odd number of backslashes belongs to the text.
function closingQuote(json: string, open: number): number {
  for (let at = json.indexOf('"', open + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

function restorerOf(texts: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    return texts[Number(value.slice(MARK.length))] ?? value;
  };
}
