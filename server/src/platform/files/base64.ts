// Strict base64: computes the size before decoding and accepts only the canonical form.

import { othersTurn } from '../concurrency/turn.js';

/**
 * Returns how many bytes a base64 text decodes to, without decoding it; undefined if it is
 * malformed.
 */
export function base64Size(text: string): number | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/**
 * Number of characters decoded before other requests get a turn. Four characters encode three
 * bytes.
 */
const SLICE_CHARACTERS = 1_048_576;

/**
 * Decodes RFC 4648 base64 with padding, without line breaks, and with its unused bits zero. Returns
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
