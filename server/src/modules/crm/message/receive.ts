// Stores incoming messages and updates the status of outgoing ones from receipts.

import { assert } from '../../../platform/assert.js';
import type { Context, Work } from '../../../platform/context.js';
import { codeOf } from '../../../platform/ids.js';
import { enqueue } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import type { PartyPorts } from '../../party/index.js';
import type { IncomingMessage, MessageSink, Receipt } from '../channel/gateway.js';
import { applyConsent, suppressAddress } from '../consent/consent.js';
import { findByPhone, type PersonOfPhone } from '../consent/queries.js';
import { MESSAGE } from '../limits.js';
import { firstOffice } from '../person/queries.js';
import { normalAddress } from '../person/recipient.js';
import { lockSuccessors } from '../person/successor.js';
import { messageCreated } from '../whatsapp/event.js';
import { fetchMedia } from '../whatsapp/media.js';
import { insertMessage } from '../whatsapp/queries.js';
import { newMessageRow } from '../whatsapp/record.js';
import { messageReceived } from './event.js';
import { keywordIn } from './keyword.js';
import { joinPart } from './part.js';
import {
  endByReceipt,
  insertArrival,
  insertArrivedMessage,
  insertReceipt,
  lockOutgoing,
  type NewArrival,
} from './receive-queries.js';
import { moveStatus } from './status.js';

/** Returns the sink for gateways. It stores each message or receipt in its own transaction. */
export function messageSink(context: Context, party: PartyPorts): MessageSink {
  return {
    receive: (message) =>
      systemWork(context, `receive:${message.providerId}`.slice(0, 64), (work) =>
        receiveMessage(work, message, party),
      ),
    receiveReceipt: (receipt) =>
      systemWork(context, 'message-receipt', (work) => takeReceipt(work, receipt)),
  };
}

async function receiveMessage(
  work: Work,
  message: IncomingMessage,
  party: PartyPorts,
): Promise<void> {
  const { part } = message;
  const whole = part === undefined ? message : await joinPart(work.tx, message, part);
  if (whole !== undefined) await storeReceived(work, whole, party);
}

/**
 * Stores a complete message. If the text is an opt-out or opt-in keyword, also changes the consent.
 */
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
  assert(officeId !== undefined, 'a firm that receives messages has an office');
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
  await applyKeyword(work, arrival, { people, party });
}

// Makes a text storable: PostgreSQL stores neither lone surrogates nor the null character. Only
// broken phones send them.
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}

// Replaces each lead that was converted before this transaction locked it with its customer.
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

// Applies a keyword to the phone number, and therefore to every record with this number.
async function applyKeyword(
  work: Work,
  { message, address, officeId }: NewArrival,
  of: {
    readonly people: readonly PersonOfPhone[];
    readonly party: PartyPorts;
  },
): Promise<void> {
  const keyword = keywordIn(message.text);
  if (keyword === undefined) return;
  const statement = {
    ...({
      address,
      officeId,
      channel: message.channel,
      purpose: 'ALL',
      source: 'KEYWORD',
    } as const),
    ...({ granted: keyword === 'START', note: keyword, reason: 'KEYWORD' } as const),
  };
  if (of.people.length === 0) await applyConsent(work, statement, of.party);
  for (const { kind, id, office_id } of of.people) {
    await applyConsent(work, { ...statement, record: { kind, id }, officeId: office_id }, of.party);
  }
}

/** Applies a receipt and returns whether its message is known. */
async function takeReceipt(work: Work, receipt: Receipt): Promise<boolean> {
  const message = await lockOutgoing(work.tx, receipt);
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
