// Decodes the bytes of one frame into a message, or returns why the frame is garbled.

import { FIX_LIMIT } from '../limits.js';
import { checksum } from './encode.js';
import { type Field, type FixMessage, integerOf } from './message.js';
import { DATA_TAG_BY_LENGTH_TAG, TAG } from './tag.js';

const SOH = '\u0001';
const TRAILER_BYTES = 7;
/** Accepts a sign, so that `-1` is read as a tag, although no such tag exists. */
const TAG_NUMBER = /^-?\d{1,9}$/;
/** Long enough for `8=FIXT.1.1|9=65536|35=1|`. */
const HEAD_BYTES = 48;

/**
 * A decoded message, or the reason why the frame is garbled. A garbled message is ignored and its
 * number is not recorded; `remains` is its readable part.
 */
export type Decoded =
  | { readonly message: FixMessage; readonly garbled?: undefined }
  | { readonly message?: undefined; readonly garbled: string; readonly remains?: FixMessage };

/** Returns true if a frame ends with the checksum of its bytes. */
export function hasChecksum(frame: Buffer): boolean {
  return checksumError(frame) === undefined;
}

/** Returns true for a frame with MsgType 1. Reads only its first bytes, without decoding it. */
export function isTestRequest(frame: Buffer): boolean {
  const head = frame.toString('latin1', 0, HEAD_BYTES).replaceAll(SOH, '|');
  return /^8=[^|]*\|9=\d+\|35=1\|/.test(head);
}

function checksumError(frame: Buffer): string | undefined {
  const trailerAt = frame.length - TRAILER_BYTES;
  if (trailerAt < 0) return 'too short';
  const trailer = frame.toString('latin1', trailerAt);
  if (!trailer.endsWith(SOH) || !/^10=\d{3}$/.test(trailer.slice(0, -1))) {
    return 'no checksum at the end';
  }
  const isRight = trailer.slice(3, -1) === checksum(frame.subarray(0, trailerAt));
  return isRight ? undefined : 'bad checksum';
}

/**
 * Decodes a frame. A frame is garbled, as the FIX specification defines it, if its checksum or
 * length is wrong or its first three tags are out of order. If a frame is correct in these respects
 * and has a number, but its fields cannot be separated, the result is a message with `unreadable`.
 */
export function decode(frame: Buffer): Decoded {
  const text = frame.toString('latin1');
  const error = checksumError(frame);
  if (error !== undefined) return garbled(error, text);
  const parsed = parseFields(text);
  const fields = typeof parsed === 'string' ? readableFields(text) : parsed;
  const [begin, length, type] = fields;
  if (begin?.[0] !== TAG.BeginString || length?.[0] !== TAG.BodyLength) {
    return garbled('first three tags out of order', text);
  }
  if (type?.[0] !== TAG.MsgType) return garbled('first three tags out of order', text);
  const bodyAt = begin[1].length + length[1].length + 6;
  if (length[1] !== String(frame.length - TRAILER_BYTES - bodyAt)) {
    return garbled('wrong body length', text);
  }
  const message = { beginString: begin[1], msgType: type[1], fields };
  const isTooLong = frame.length > FIX_LIMIT.messageBytes;
  const unreadable = typeof parsed === 'string' ? parsed : isTooLong ? 'too many bytes' : undefined;
  if (unreadable === undefined) return { message };
  const isNumbered = integerOf(message, TAG.MsgSeqNum) !== undefined;
  return isNumbered ? { message: { ...message, unreadable } } : garbled(unreadable, text);
}

function garbled(reason: string, text: string): Decoded {
  const fields = readableFields(text);
  const valueIn = (tag: number) => fields.find(([at]) => at === tag)?.[1];
  const beginString = valueIn(TAG.BeginString);
  if (beginString === undefined) return { garbled: reason };
  const msgType = valueIn(TAG.MsgType) ?? '';
  return { garbled: reason, remains: { beginString, msgType, fields, unreadable: reason } };
}

/**
 * Splits text at the separators and returns the parts that have a tag. Data fields are not treated
 * specially.
 */
function readableFields(text: string): readonly Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < text.length && fields.length < FIX_LIMIT.fieldsPerMessage; ) {
    const separator = text.indexOf(SOH, at);
    const end = separator < 0 ? text.length : separator;
    const pair = text.slice(at, end);
    const equals = pair.indexOf('=');
    const tagText = pair.slice(0, Math.max(equals, 0));
    if (TAG_NUMBER.test(tagText)) fields.push([Number(tagText), pair.slice(equals + 1)]);
    at = end + 1;
  }
  return fields;
}

/** Parses all fields, or returns an error text if one of them has no readable tag. */
function parseFields(text: string): readonly Field[] | string {
  const fields: Field[] = [];
  let dataTag: number | undefined;
  let dataLength = 0;
  for (let at = 0; at < text.length; ) {
    const equals = text.indexOf('=', at);
    const tagText = equals < 0 ? '' : text.slice(at, equals);
    if (!TAG_NUMBER.test(tagText)) return 'a field without a tag';
    const tag = Number(tagText);
    const end = tag === dataTag ? equals + 1 + dataLength : text.indexOf(SOH, equals + 1);
    if (end < 0 || text[end] !== SOH) return 'a field without an end';
    const value = text.slice(equals + 1, end);
    fields.push([tag, value]);
    if (fields.length > FIX_LIMIT.fieldsPerMessage) return 'too many fields';
    dataTag = /^\d{1,9}$/.test(value) ? DATA_TAG_BY_LENGTH_TAG.get(tag) : undefined;
    dataLength = dataTag === undefined ? 0 : Number(value);
    at = end + 1;
  }
  return fields;
}
