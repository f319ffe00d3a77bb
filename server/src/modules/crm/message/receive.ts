// Stores incoming messages, applies receipts to outgoing messages, and applies the consent
// statements in both.

import type { Work } from '../../../platform/context.js';
import { codeOf } from '../../../platform/ids.js';
import { enqueue } from '../../../platform/jobs/job.js';
import type { PartyPorts } from '../../party/index.js';
import type { IncomingMessage, Receipt } from '../channel/inbound.js';
import { suppressAddress } from '../consent/consent.js';
import { MESSAGE } from '../limits.js';
import { messageCreated } from '../whatsapp/event.js';
import { learnIdentity } from '../whatsapp/identity.js';
import { fetchMedia } from '../whatsapp/media.js';
import { insertMessage } from '../whatsapp/queries.js';
import { newMessageRow } from '../whatsapp/record.js';
import { messageReceived } from './event.js';
import { keywordIn } from './keyword.js';
import { joinPart } from './part.js';
import { endPause, pauseChannel, requeueRefused } from './pause-queries.js';
import {
  endByReceipt,
  insertArrival,
  insertArrivedMessage,
  insertReceipt,
  lockOutgoing,
  type NewArrival,
  type OutgoingRow,
} from './receive-queries.js';
import {
  type Correspondent,
  correspondentOf,
  refuseMarketing,
  type SaidBy,
  stateConsent,
} from './statement.js';
import { moveBackToQueue, moveStatus } from './status.js';

/** The result of an item in a delivery. */
export type Effect =
  | {
      readonly done: true;
      readonly transportId?: bigint;
      readonly officeId?: bigint;
      readonly reason?: string;
    }
  | { readonly done: false; readonly reason: string; readonly transportId?: bigint }
  /** The message that the receipt refers to is not known yet. */
  | { readonly done: 'LATER'; readonly reason: string };

/** Stores a message or one part of it. Does nothing if it is already stored. */
export async function receiveMessage(
  work: Work,
  message: IncomingMessage,
  party: PartyPorts,
): Promise<Effect> {
  const { part } = message;
  if (part === undefined) return storeReceived(work, message, party);
  const whole = await joinPart(work.tx, message, part);
  if (whole !== undefined) return storeReceived(work, whole, party);
  return { done: true, reason: `part ${part.number} of ${part.total}` };
}

/** Stores a complete message. If the text is an opt-out or opt-in keyword, also changes consent. */
export async function storeReceived(
  work: Work,
  received: IncomingMessage,
  party: PartyPorts,
): Promise<Effect> {
  const message = { ...received, text: storable(received.text) };
  if (message.identity !== undefined) await learnIdentity(work, message.identity);
  const sender = await correspondentOf(work, message);
  const arrival = await arrivalOf(work, message, sender);
  if (!(await insertArrival(work.tx, arrival))) {
    return { done: false, reason: 'REPEATED: the message is already stored' };
  }
  const isWhatsApp = arrival.whatsappMessageId !== null;
  if (isWhatsApp) await storeWhatsApp(work, arrival);
  else await storeText(work, arrival);
  await applyKeyword(work, { message, sender }, party);
  return { done: true, transportId: arrival.id, officeId: arrival.officeId };
}

// Removes lone surrogates and null characters, which PostgreSQL cannot store. Only faulty phones
// send them.
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}

async function arrivalOf(
  work: Work,
  message: IncomingMessage,
  { people, address, officeId }: Correspondent,
): Promise<NewArrival> {
  const { ids } = work.context;
  const [first] = people;
  const isWhatsApp = message.channel === 'WHATSAPP';
  return {
    id: await ids.next(work.tx, 'message_id'),
    officeId,
    whatsappMessageId: isWhatsApp ? await ids.next(work.tx, 'whatsapp_message_id') : null,
    person: first && { kind: first.kind, id: first.id },
    address,
    message,
  };
}

async function storeText(work: Work, arrival: NewArrival): Promise<void> {
  const { id, officeId, message } = arrival;
  await insertArrivedMessage(work, { ...arrival, name: codeOf(id) });
  const facts = { channel: message.channel, direction: 'INBOUND', status: 'IN_PROGRESS' };
  work.events.push(messageReceived({ id, officeId }, facts));
}

async function storeWhatsApp(work: Work, arrival: NewArrival): Promise<void> {
  const { officeId, message, person, address } = arrival;
  const id = arrival.whatsappMessageId ?? 0n;
  const state = { direction: 'INBOUND', status: 'IN_PROGRESS' } as const;
  const about = person === undefined ? {} : { relatedTo: person.kind, relatedToId: person.id };
  const body = {
    ...{ ...state, ...about, from: address, to: message.to, startDttm: message.at ?? work.now },
    ...(message.text === '' ? {} : { body: message.text }),
  };
  const row = newMessageRow(work, body, { id, name: codeOf(id), officeId });
  await insertMessage(work.tx, { ...row, received: message.received ?? { type: 'text' } });
  work.events.push(messageCreated({ id, officeId }, state));
  if (message.media === undefined) return;
  const { id: mediaId, mimeType, fileName } = message.media;
  await enqueue(work, fetchMedia, {
    data: { messageId: id, mediaId, mimeType, ...(fileName === undefined ? {} : { fileName }) },
    key: mediaId,
  });
}

async function applyKeyword(
  work: Work,
  { message, sender }: { readonly message: IncomingMessage; readonly sender: Correspondent },
  party: PartyPorts,
): Promise<void> {
  const chosen = message.choice === undefined ? undefined : keywordIn(message.choice);
  const keyword = keywordIn(message.stated ?? message.text) ?? chosen;
  if (keyword === undefined) return;
  const { granted, purpose, word } = keyword;
  const said: SaidBy = {
    ...{ channel: message.channel, granted, purpose, note: word, reason: 'KEYWORD' },
    source: message.choice === undefined ? 'KEYWORD' : 'BUTTON',
    statedAt: message.at,
  };
  await stateConsent(work, { sender, said }, party);
}

/** Applies a receipt. The status of its message moves forward or stays the same. */
export async function takeReceipt(
  work: Work,
  receipt: Receipt,
  party: PartyPorts,
): Promise<Effect> {
  const message = await lockOutgoing(work.tx, receipt);
  if (message === undefined) {
    return { done: 'LATER', reason: 'UNKNOWN_MESSAGE: no message with this id was sent' };
  }
  const { id, channel, address, officeId } = message;
  if (receipt.channelUnavailable) return waitForChannel(work, message, receipt);
  if (!(await insertReceipt(work.tx, { id, receipt, now: work.now }))) {
    return { done: false, transportId: id, reason: 'REPEATED: this status is already stored' };
  }
  await endByReceipt(work.tx, id, receipt.providerId ?? null);
  await endPause(work.tx, id);
  await moveStatus(work, message, { to: receipt.status, at: receipt.at });
  if (receipt.badAddress && address !== null) {
    await suppressAddress(work, { channel, address, purpose: 'ALL', reason: 'BOUNCED' });
  }
  if (receipt.refusesMarketing && address !== null) {
    const { at: statedAt, detail: note } = receipt;
    await refuseMarketing(work, { channel, address, note, statedAt }, party);
  }
  return { done: true, transportId: id, officeId };
}

// Puts the message back in the queue and pauses the channel, as after an attempt with the outcome
// UNAVAILABLE. A receipt for an earlier attempt changes nothing.
async function waitForChannel(
  work: Work,
  message: OutgoingRow,
  { providerId, detail = '' }: Receipt,
): Promise<Effect> {
  const { id, channel, officeId, state } = message;
  if (state === 'SENDING') {
    return { done: 'LATER', reason: 'SENDING: the outcome of the attempt is not stored yet' };
  }
  const reason = detail.replaceAll('\u0000', '').slice(0, MESSAGE.reasonCharactersMax);
  if (!(await requeueRefused(work.tx, { id, providerId: providerId ?? null, reason }))) {
    return { done: false, transportId: id, reason: 'OUTDATED: the message is no longer SENT' };
  }
  await moveBackToQueue(work, message);
  await pauseChannel(work.tx, channel, reason);
  work.context.log.warn({ channel }, 'a provider refuses messages that it has already accepted');
  return { done: true, transportId: id, officeId, reason: `UNAVAILABLE: ${reason}` };
}
