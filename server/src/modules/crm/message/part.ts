// Long text messages, which come in parts: kept until all of them are there, in whatever order.

import type { Tx } from '../../../platform/database/database.js';
import type { IncomingMessage, MessagePart } from '../channel/gateway.js';
import {
  deleteParts,
  insertPart,
  type KeptPart,
  lockParts,
  markJoined,
  type PartSet,
  partsOf,
} from './part-queries.js';

/**
 * Keeps a part. Answers the whole message when none is missing any more, once; nothing until then,
 * and for a part that comes again. Other words under the number of an earlier part begin another
 * message: what came of the former one is answered as far as it was not before.
 */
export async function joinPart(
  tx: Tx,
  message: IncomingMessage,
  { reference, total, number }: MessagePart,
): Promise<IncomingMessage | undefined> {
  const { channel, from, to, text, providerId } = message;
  const set: PartSet = { channel, from, to, reference, total };
  await lockParts(tx, set);
  const kept = await partsOf(tx, set);
  const earlier = kept.find((part) => part.number === number);
  if (earlier?.text === text) return undefined;
  if (earlier !== undefined) await deleteParts(tx, set);
  await insertPart(tx, set, { number, text, providerId });
  if (earlier !== undefined) return kept.some(isNew) ? brokenMessage(set, kept) : undefined;
  if (kept.length + 1 < total) return undefined;
  return joined(tx, set, wholeMessage);
}

/** What came of a message that is given up, each part with its place; undefined where none did. */
export async function joinRest(tx: Tx, set: PartSet): Promise<IncomingMessage | undefined> {
  return joined(tx, set, brokenMessage);
}

async function joined(
  tx: Tx,
  set: PartSet,
  messageOf: (set: PartSet, parts: readonly KeptPart[]) => IncomingMessage | undefined,
): Promise<IncomingMessage | undefined> {
  const parts = await partsOf(tx, set);
  await markJoined(tx, set);
  return messageOf(set, parts);
}

const isNew = (part: KeptPart): boolean => !part.joined;

function wholeMessage(set: PartSet, parts: readonly KeptPart[]): IncomingMessage | undefined {
  return messageOf(set, parts, parts.map(({ text }) => text).join(''));
}

function brokenMessage(set: PartSet, parts: readonly KeptPart[]): IncomingMessage | undefined {
  const lines = parts.map(({ number, text }) => `[${number}/${set.total}] ${text}`);
  return messageOf(set, parts, lines.join('\n'));
}

// Named by the part that came last, and as old as the one that came first.
function messageOf(
  { channel, from, to }: PartSet,
  parts: readonly KeptPart[],
  text: string,
): IncomingMessage | undefined {
  const inTime = [...parts].sort((one, other) => one.at.localeCompare(other.at));
  const [first, last] = [inTime.at(0), inTime.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { channel, from, to, text, at: first.at, providerId: last.providerId };
}
