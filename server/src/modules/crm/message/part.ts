// Joins the parts of long text messages, which may arrive in any order.

import type { Tx } from '../../../platform/database/database.js';
import type { IncomingMessage, MessagePart } from '../channel/inbound.js';
import {
  deleteParts,
  insertPart,
  lockParts,
  markJoined,
  type PartSet,
  partsOf,
  type StoredPart,
} from './part-queries.js';

/**
 * Stores a part. Returns the whole message when its last part arrives; otherwise, and for
 * duplicates, returns undefined. A part whose number has already arrived with a different text
 * starts another message. The parts of the previous message are then returned, unless they have
 * been returned already.
 */
export async function joinPart(
  tx: Tx,
  message: IncomingMessage,
  { reference, total, number }: MessagePart,
): Promise<IncomingMessage | undefined> {
  const { channel, from, to, text, providerId } = message;
  const set: PartSet = { channel, from, to, reference, total };
  await lockParts(tx, set);
  const stored = await partsOf(tx, set);
  const earlier = stored.find((part) => part.number === number);
  if (earlier?.text === text) return undefined;
  if (earlier !== undefined) await deleteParts(tx, set);
  await insertPart(tx, set, { number, text, providerId });
  if (earlier !== undefined) return stored.some(isNew) ? brokenMessage(set, stored) : undefined;
  if (stored.length + 1 < total) return undefined;
  return joined(tx, set, wholeMessage);
}

/**
 * Joins the parts of an incomplete message, each marked with its number. Returns undefined if there
 * are none.
 */
export async function joinRest(tx: Tx, set: PartSet): Promise<IncomingMessage | undefined> {
  return joined(tx, set, brokenMessage);
}

async function joined(
  tx: Tx,
  set: PartSet,
  messageOf: (set: PartSet, parts: readonly StoredPart[]) => IncomingMessage | undefined,
): Promise<IncomingMessage | undefined> {
  const parts = await partsOf(tx, set);
  await markJoined(tx, set);
  return messageOf(set, parts);
}

const isNew = (part: StoredPart): boolean => !part.joined;

function wholeMessage(set: PartSet, parts: readonly StoredPart[]): IncomingMessage | undefined {
  return messageOf(set, parts, parts.map(({ text }) => text).join(''));
}

function brokenMessage(set: PartSet, parts: readonly StoredPart[]): IncomingMessage | undefined {
  const lines = parts.map(({ number, text }) => `[${number}/${set.total}] ${text}`);
  return messageOf(set, parts, lines.join('\n'));
}

// Builds the message, with the provider's id from the last part and the time from the first part.
function messageOf(
  { channel, from, to }: PartSet,
  parts: readonly StoredPart[],
  text: string,
): IncomingMessage | undefined {
  const inTime = [...parts].sort((one, other) => one.at.localeCompare(other.at));
  const [first, last] = [inTime.at(0), inTime.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { channel, from, to, text, at: first.at, providerId: last.providerId };
}
