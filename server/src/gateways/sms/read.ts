// Reads deliveries from SMS centres: messages from phones, receipts, and intermediate notices.

import { createHash } from 'node:crypto';
import type { Delivery, Reading, StoredItem } from '../../modules/crm/index.js';
import type { PhoneCountries } from '../../platform/address/phone.js';
import { textOf } from './alphabet.js';
import { senderOf } from './number.js';
import { smsPartOf } from './part.js';
import { PduUnreadable, readPdu, type SmsDelivery, TAG } from './pdu.js';
import { readSmsReceipt } from './receipt.js';

const SEQUENCE = { start: 12, end: 16 } as const;

/**
 * Returns a PDU as a delivery. The digest excludes the sequence number, which changes when a
 * delivery is repeated.
 */
export function smsDelivery(
  body: Buffer,
  { session, home }: { readonly session: string; readonly home: PhoneCountries['home'] },
): Delivery {
  const digest = createHash('sha256')
    .update(body.subarray(0, SEQUENCE.start))
    .update(body.subarray(SEQUENCE.end))
    .digest('hex');
  return {
    channel: 'SMS',
    body,
    digest,
    session,
    items: [{ sender: orderedBy(body, home) ?? digest }],
  };
}

// Returns the key within which deliveries keep their order: the id of a receipt's message, or the
// source of a message.
function orderedBy(body: Buffer, home: PhoneCountries['home']): string | undefined {
  try {
    const delivery = readPdu(body);
    if (!isReceipt(delivery)) return senderOf(delivery.source, { home });
    return readSmsReceipt(delivery)?.id;
  } catch (error) {
    if (error instanceof PduUnreadable) return undefined;
    throw error;
  }
}

// Types of delivery in the ESM class (SMPP 3.4, 5.2.12).
const TYPE_BITS = 0x3c;
const TYPE = { receipt: 0x04, phoneAck: 0x08, intermediate: 0x20 } as const;

// Some centres mark a receipt only by its parameters, which phones cannot send.
function isReceipt({ esmClass, parameters }: SmsDelivery): boolean {
  const type = esmClass & TYPE_BITS;
  if (type === TYPE.receipt || type === TYPE.intermediate) return true;
  return (type === 0 || type === TYPE.phoneAck) && parameters.has(TAG.receiptedMessageId);
}

/** Returns a reader of deliveries. National numbers belong to the home country. */
export function smsReader(home: PhoneCountries['home']): (item: StoredItem) => Reading {
  return (item) => readSms(item, { home });
}

function readSms({ body }: StoredItem, countries: PhoneCountries): Reading {
  if (body === null) return { kind: 'UNREADABLE', reason: 'NO_PDU: the item has no octets' };
  try {
    const delivery = readPdu(body);
    return isReceipt(delivery)
      ? readReceipt(delivery, countries)
      : readMessage(delivery, { body, countries });
  } catch (error) {
    if (!(error instanceof PduUnreadable)) throw error;
    return { kind: 'UNREADABLE', reason: `PDU_UNREADABLE: ${error.message}` };
  }
}

function readReceipt(delivery: SmsDelivery, countries: PhoneCountries): Reading {
  const receipt = readSmsReceipt(delivery);
  if (receipt === undefined) {
    return { kind: 'UNREADABLE', reason: 'NO_ID: the receipt has no message id' };
  }
  const { id, otherIds, state, status, isKnownState, detail } = receipt;
  if ((delivery.esmClass & TYPE_BITS) === TYPE.intermediate) {
    return { kind: 'NOTICE', reason: `INTERMEDIATE: ${state || 'no state'} of message ${id}` };
  }
  if (!isKnownState) {
    return { kind: 'UNREADABLE', reason: `UNKNOWN_STATE: "${state}" of message ${id}` };
  }
  if (status === undefined) {
    return { kind: 'NOTICE', reason: `NOT_FINAL: message ${id} is ${state}` };
  }
  const address = senderOf(delivery.source, countries);
  return {
    kind: 'RECEIPT',
    receipt: {
      ...{ channel: 'SMS', providerId: id, otherIds, status, detail },
      address: address.startsWith('+') ? address : undefined,
    },
  };
}

// SMPP assigns no id to messages from phones. A digest of the octets, including their sequence
// number, identifies the message within its connection, so the item is stored once.
function readMessage(
  delivery: SmsDelivery,
  { body, countries }: { readonly body: Buffer; readonly countries: PhoneCountries },
): Reading {
  return {
    kind: 'MESSAGE',
    message: {
      channel: 'SMS',
      providerId: createHash('sha256').update(body).digest('hex').slice(0, 32),
      from: senderOf(delivery.source, countries),
      to: delivery.destination.text,
      text: textOf(delivery),
      part: smsPartOf(delivery),
    },
  };
}
