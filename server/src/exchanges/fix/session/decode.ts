// Bytes of one frame to a message, or the reason why the frame is garbled.

import { checksum } from './encode.js';
import { FIX_LIMIT } from './limit.js';
import type { Field, FixMessage } from './message.js';
import { DATA_TAG_BY_LENGTH_TAG, TAG } from './tag.js';

const SOH = '\u0001';
const TRAILER_BYTES = 7;
/** `8=FIXT.1.1|9=65536|35=1|` fits well. */
const HEAD_BYTES = 48;

/** A message, or why there is none: garbled messages are ignored and never counted. */
export type Decoded =
  | { readonly message: FixMessage; readonly garbled?: undefined }
  | { readonly message?: undefined; readonly garbled: string };

/** Whether a frame ends with the checksum of its bytes. */
export function hasChecksum(frame: Buffer): boolean {
  return checksumFault(frame) === undefined;
}

/** True for a frame of MsgType 1, by its first bytes: it is not decoded. */
export function isTestRequest(frame: Buffer): boolean {
  const head = frame.toString('latin1', 0, HEAD_BYTES).replaceAll(SOH, '|');
  return /^8=[^|]*\|9=\d+\|35=1\|/.test(head);
}

function checksumFault(frame: Buffer): string | undefined {
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
 * Decodes a frame: checksum, length, first three tags, and the shape `tag=value` of every field.
 */
export function decode(frame: Buffer): Decoded {
  const fault = checksumFault(frame);
  if (fault !== undefined) return { garbled: fault };
  const trailerAt = frame.length - TRAILER_BYTES;
  const text = frame.toString('latin1');
  const fields = parseFields(text);
  if (typeof fields === 'string') return { garbled: fields };
  const [begin, length, type] = fields;
  if (begin?.[0] !== TAG.BeginString || length?.[0] !== TAG.BodyLength) {
    return { garbled: 'first three tags out of order' };
  }
  if (type?.[0] !== TAG.MsgType) return { garbled: 'first three tags out of order' };
  const bodyAt = begin[1].length + length[1].length + 6;
  if (length[1] !== String(trailerAt - bodyAt)) return { garbled: 'wrong body length' };
  return { message: { beginString: begin[1], msgType: type[1], fields } };
}

/** All fields, or a sentence when one of them has no readable tag. */
function parseFields(text: string): readonly Field[] | string {
  const fields: Field[] = [];
  let dataTag: number | undefined;
  let dataLength = 0;
  for (let at = 0; at < text.length; ) {
    const equals = text.indexOf('=', at);
    const tagText = equals < 0 ? '' : text.slice(at, equals);
    if (!/^-?\d{1,9}$/.test(tagText)) return 'a field without a tag';
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
