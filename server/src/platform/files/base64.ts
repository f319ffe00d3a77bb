// Strict base64. Computes the size before decoding, and accepts only the canonical form.

import { othersTurn } from '../concurrency/turn.js';

/**
 * Returns the number of bytes that base64 text decodes to, without decoding it. Undefined if the
 * text is malformed.
 */
export function base64Size(text: string): number | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/**
 * Number of characters decoded before other requests are served. Four characters encode three
 * bytes.
 */
const SLICE_CHARACTERS = 1_048_576;

// Line breaks, tabs and spaces, including the percent-encoded form that some clients send. That
// form is unambiguous, because base64 does not use the percent sign.
const BREAKS = /[\r\n\t ]|%(?:20|0a|0d)/gi;

/**
 * Removes the line breaks that Java and Android insert in base64, after every 76 characters and at
 * the end. They may also be `%20`, `%0A` or `%0D`.
 */
export async function withoutLineBreaks(text: string): Promise<string> {
  const kept: string[] = [];
  let start = 0;
  while (start < text.length) {
    if (start > 0) await othersTurn();
    const end = wholeEnd(text, start + SLICE_CHARACTERS);
    kept.push(text.slice(start, end).replaceAll(BREAKS, ''));
    start = end;
  }
  return kept.join('');
}

// Ends a slice before an escape sequence rather than within it.
function wholeEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const cut = text.slice(end - 2, end).indexOf('%');
  return cut < 0 ? end : end - 2 + cut;
}

/**
 * Decodes RFC 4648 base64 with padding, without line breaks, and with zero for unused bits. Returns
 * undefined for anything else. Node's decoder skips unknown characters, so the result is encoded
 * again and compared.
 */
export async function decodeBase64(text: string): Promise<Buffer | undefined> {
  const size = base64Size(text);
  if (size === undefined) return undefined;
  const bytes = Buffer.allocUnsafe(size);
  let written = 0;
  for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
    if (start > 0) await othersTurn();
    const slice = text.slice(start, start + SLICE_CHARACTERS);
    const decoded = bytes.write(slice, written, 'base64');
    if (bytes.toString('base64', written, written + decoded) !== slice) return undefined;
    written += decoded;
  }
  return written === size ? bytes : undefined;
}
