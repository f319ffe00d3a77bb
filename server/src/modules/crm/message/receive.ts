// What gateways hear: messages from outside become records, receipts move statuses forward.

import { type Static, Type } from '@sinclair/typebox';
import { assert } from '../../../platform/assert.js';
import type { Context, Work } from '../../../platform/context.js';
import { wireId, wireText } from '../../../platform/http/shape/wire.js';
import { codeOf } from '../../../platform/ids.js';
import { enqueue, type JobKind } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import type { PartyPorts } from '../../party/index.js';
import { applyConsent, suppressAddress } from '../consent/consent.js';
import { findByPhone, type PersonOfPhone } from '../consent/queries.js';
import { messageCreated } from '../event.js';
import { MESSAGE } from '../limits.js';
import { normalAddress } from '../person/recipient.js';
import { lockSuccessors } from '../person/successor.js';
import { insertMessage } from '../whatsapp/queries.js';
import { newMessageRow } from '../whatsapp/record.js';
import { messageReceived } from './event.js';
import type { IncomingMessage, MessageSink, Receipt } from './gateway.js';
import { keywordIn } from './keyword.js';
import { joinPart } from './part.js';
import { insertArrivedMessage } from './queries.js';
import {
  endByReceipt,
  firstOffice,
  insertArrival,
  insertReceipt,
  lockHandedOver,
  type NewArrival,
} from './receive-queries.js';
import { moveStatus } from './status.js';

/** Takes what gateways hear, each piece in a transaction of its own. */
export function messageSink(context: Context, party: PartyPorts): MessageSink {
  return {
    receive: (message) =>
      systemWork(context, `receive:${message.providerId}`.slice(0, 64), (work) =>
        receiveMessage(work, message, party),
      ),
    tell: (receipt) => systemWork(context, 'message-receipt', (work) => takeReceipt(work, receipt)),
  };
}

const mediaData = Type.Object({
  messageId: wireId(),
  mediaId: wireText(),
  mimeType: wireText(),
  fileName: Type.Optional(wireText()),
});

export type MediaData = Static<typeof mediaData>;

/** Fetches a file that lies at the provider, for a WhatsApp message that came in. */
export const fetchMedia: JobKind<typeof mediaData> = {
  name: 'whatsapp-media.fetch',
  data: mediaData,
  attemptsMax: MESSAGE.mediaAttemptsMax,
};

async function receiveMessage(
  work: Work,
  message: IncomingMessage,
  party: PartyPorts,
): Promise<void> {
  const { part } = message;
  const whole = part === undefined ? message : await joinPart(work.tx, message, part);
  if (whole !== undefined) await storeReceived(work, whole, party);
}

/** Stores a message that is whole, and heeds it where it is a word of consent. */
export async function storeReceived(
  work: Work,
  received: IncomingMessage,
  party: PartyPorts,
): Promise<void> {
  const message = { ...received, text: storable(received.text) };
  const address = normalAddress(message.channel, message.from) ?? message.from;
  const found = await findByPhone(work.tx, address, MESSAGE.peopleOfAddressMax);
  const people = await peopleNow(work, found);
  const [first] = people;
  const officeId = first?.office_id ?? (await firstOffice(work.tx));
  assert(officeId !== undefined, 'messages come in only where there is an office');
  const { ids } = work.context;
  const isWhatsApp = message.channel === 'WHATSAPP';
  const arrival: NewArrival = {
    id: await ids.next(work.tx, 'message_id'),
    officeId,
    whatsappMessageId: isWhatsApp ? await ids.next(work.tx, 'whatsapp_message_id') : null,
    person: first && { kind: first.kind, id: first.id },
    address,
    message,
  };
  if (!(await insertArrival(work.tx, arrival))) return;
  if (isWhatsApp) await storeWhatsApp(work, arrival);
  else await storeText(work, arrival);
  await heedKeyword(work, arrival, { people, party });
}

// Half a letter and the character zero, which no table holds, come from broken phones alone.
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}

// A lead may be converted between the look and the lock, and then is found as its customer.
async function peopleNow(work: Work, found: readonly PersonOfPhone[]) {
  const succession = await lockSuccessors(work.tx, found);
  return found.map((person): PersonOfPhone => {
    const to = succession(person);
    return to === undefined ? person : { ...to, office_id: to.officeId };
  });
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
  await insertMessage(work.tx, newMessageRow(work, body, { id, name: codeOf(id), officeId }));
  work.events.push(messageCreated({ id, officeId }, state));
  if (message.media === undefined) return;
  const { id: mediaId, mimeType, fileName } = message.media;
  await enqueue(work, fetchMedia, {
    data: { messageId: id, mediaId, mimeType, ...(fileName === undefined ? {} : { fileName }) },
    key: mediaId,
  });
}

// Said of the number, so it holds for everybody who has it.
async function heedKeyword(
  work: Work,
  { message, address, officeId }: NewArrival,
  of: {
    readonly people: readonly PersonOfPhone[];
    readonly party: PartyPorts;
  },
): Promise<void> {
  const keyword = keywordIn(message.text);
  if (keyword === undefined) return;
  const word = {
    ...({
      address,
      officeId,
      channel: message.channel,
      purpose: 'ALL',
      source: 'KEYWORD',
    } as const),
    ...({ granted: keyword === 'START', note: keyword, reason: 'KEYWORD' } as const),
  };
  if (of.people.length === 0) await applyConsent(work, word, of.party);
  for (const { kind, id, office_id } of of.people) {
    await applyConsent(work, { ...word, record: { kind, id }, officeId: office_id }, of.party);
  }
}

/** Returns whether the message is known. */
async function takeReceipt(work: Work, receipt: Receipt): Promise<boolean> {
  const message = await lockHandedOver(work.tx, receipt);
  if (message === undefined) return false;
  const { id, channel, address } = message;
  if (!(await insertReceipt(work.tx, { id, receipt, now: work.now }))) return true;
  await endByReceipt(work.tx, id, receipt.providerId ?? null);
  await moveStatus(work, message, { to: receipt.status, at: receipt.at });
  if (receipt.badAddress && address !== null) {
    await suppressAddress(work, { channel, address, purpose: 'ALL', reason: 'BOUNCED' });
  }
  return true;
}
