// A FIX message as an ordered list of fields, with its getters and a builder.

import { SECRET_TAGS } from './tag.js';

/** One field: tag number and value. A value is a byte string (latin1), exactly as on the wire. */
export type Field = readonly [tag: number, value: string];

/** A received message: all its fields in wire order, from BeginString to CheckSum. */
export interface FixMessage {
  readonly beginString: string;
  readonly msgType: string;
  readonly fields: readonly Field[];
  /**
   * Set if the bytes could not be separated into fields. The fields are then only the readable part
   * and must not be booked.
   */
  readonly unreadable?: string;
}

/** A message to be sent: the session adds the header, the number and the trailer. */
export interface OutboundMessage {
  readonly msgType: string;
  readonly body: readonly Field[];
  /** Header fields in addition to the session's own, for example PossResend or DeliverToCompID. */
  readonly header?: readonly Field[];
}

/** Returns the first value of a tag, or undefined. */
export function fieldOf(message: FixMessage, tag: number): string | undefined {
  for (const [at, value] of message.fields) if (at === tag) return value;
  return undefined;
}

/**
 * Returns the value as a whole number; undefined if it is missing or contains anything but digits.
 */
export function integerOf(message: FixMessage, tag: number): number | undefined {
  const value = fieldOf(message, tag);
  if (value === undefined || !/^\d{1,15}$/.test(value)) return undefined;
  return Number(value);
}

/** The largest message number supported here: the maximum of a PostgreSQL integer. */
export const SEQ_NUM_MAX = 2_147_483_647;

/** Returns true only for Y: a missing flag means N in every version of FIX. */
export function flagOf(message: FixMessage, tag: number): boolean {
  return fieldOf(message, tag) === 'Y';
}

/**
 * The wire format of a repeating group: its count, the field that begins an entry, and all fields
 * of an entry.
 */
export interface GroupShape {
  readonly countTag: number;
  readonly delimiterTag: number;
  /** The fields of an entry, in wire order. */
  readonly memberTags: ReadonlySet<number>;
  /** The first fields of groups nested inside an entry. Each may occur repeatedly. */
  readonly innerDelimiterTags?: ReadonlySet<number>;
}

/**
 * Returns the entries of a repeating group, each an ordered list of fields. An entry begins at the
 * delimiter and ends at the next delimiter or at the first field that does not belong to the group.
 */
export function groupOf(message: FixMessage, shape: GroupShape): readonly (readonly Field[])[] {
  const entries: Field[][] = [];
  let at = message.fields.findIndex(([tag]) => tag === shape.countTag) + 1;
  if (at === 0) return entries;
  for (; at < message.fields.length; at += 1) {
    const field = message.fields[at];
    if (field === undefined || !shape.memberTags.has(field[0])) break;
    if (field[0] === shape.delimiterTag) entries.push([field]);
    else entries.at(-1)?.push(field);
  }
  return entries;
}

/** An optional value; undefined omits the field. */
export type BodyValue = string | number | bigint | boolean | undefined;

/**
 * Builds an outbound message from pairs in the given order. `undefined` omits a field; a boolean
 * becomes Y or N. Repeating groups are built by writing their fields one after the other.
 */
export function outbound(
  msgType: string,
  body: readonly (readonly [tag: number, value: BodyValue])[],
  header: readonly Field[] = [],
): OutboundMessage {
  const fields: Field[] = [];
  for (const [tag, value] of body) {
    if (value === undefined) continue;
    fields.push([tag, typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value)]);
  }
  return { msgType, body: fields, header };
}

/**
 * Formats the message as one line for logs and screens, with | as separator and passwords hidden.
 */
export function readable(message: FixMessage): string {
  return message.fields
    .map(([tag, value]) => `${tag}=${SECRET_TAGS.has(tag) ? '***' : value}`)
    .join('|');
}
