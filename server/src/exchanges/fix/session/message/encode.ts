// Encodes fields as bytes: BeginString and BodyLength first, the checksum last.

import { assert } from '../../../../platform/assert.js';
import type { Field } from './message.js';
import { DATA_TAG_BY_LENGTH_TAG, TAG } from './tag.js';

const SOH = '\u0001';
const DATA_TAGS: ReadonlySet<number> = new Set(DATA_TAG_BY_LENGTH_TAG.values());

/**
 * Encodes one message.
 * @param beginString the value of tag 8.
 * @param fields everything from MsgType on, without the CheckSum, in wire order. A value never
 * contains the separator, except in a data field, which must follow its length field. Characters
 * outside the single-byte range become `?`, because FIX strings are ASCII.
 */
export function encode(beginString: string, fields: readonly Field[]): Buffer {
  assert(fields[0]?.[0] === TAG.MsgType, 'a FIX message begins with its MsgType');
  let body = '';
  for (const [tag, value] of fields) body += `${tag}=${checkedValue(tag, value)}${SOH}`;
  const text = `8=${beginString}${SOH}9=${body.length}${SOH}${body}`;
  const bytes = Buffer.allocUnsafe(text.length + 7);
  bytes.write(text, 0, 'latin1');
  const sum = checksum(bytes.subarray(0, text.length));
  bytes.write(`10=${sum}${SOH}`, text.length, 'latin1');
  return bytes;
}

/** Returns the sum of all bytes modulo 256 as three digits: the value of tag 10. */
export function checksum(bytes: Buffer): string {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return String(sum & 255).padStart(3, '0');
}

function checkedValue(tag: number, value: string): string {
  assert(value !== '', `FIX tag ${tag} has no value`);
  assert(DATA_TAGS.has(tag) || !value.includes(SOH), `FIX tag ${tag} contains the separator`);
  return value.replace(/[\u0100-\uffff]/g, '?');
}
