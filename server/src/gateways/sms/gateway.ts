// Sends text messages over SMPP 3.4, in parts if they are long, and receives receipts and messages.

import smpp from 'smpp';
import {
  type Gateway,
  type MessageSink,
  type OutgoingMessage,
  type SendOutcome,
  smsPartsOf,
} from '../../modules/crm/index.js';
import type { PhoneCountries } from '../../platform/address/phone.js';
import { SMPP, type SmppPauses } from '../limits.js';
import { outcomeOfStatus } from './command-status.js';
import { smsDelivery } from './read.js';
import { openSmppLine, type SmppAnswer, type SmppLine, smppAddressOf } from './smpp-line.js';

interface SmsSettings {
  /** `smpp://name:password@host:2775`, or `ssmpp://…` for TLS. */
  readonly url: string;
  /** The sender shown on our messages: a number, a short code, or up to eleven letters. */
  readonly from: string;
  /** The country assumed for senders' numbers in national form. */
  readonly home: PhoneCountries['home'];
}

/** Returns the gateway for text messages. */
export function smsGateway(settings: SmsSettings, pauses: SmppPauses = SMPP): Gateway {
  return {
    channel: 'SMS',
    atOnceMax: SMPP.windowMax,
    open: async (tools, sink) => {
      const address = smppAddressOf(settings.url);
      const line = openSmppLine({
        address,
        tools,
        pauses,
        onDeliver: storing(sink, settings.home),
      });
      return {
        ready: () => line.bound(),
        send: (message, signal) => send(line, { message, from: settings.from }, signal),
        close: () => line.close(),
      };
    },
  };
}

interface Sending {
  readonly message: OutgoingMessage;
  readonly from: string;
}

async function send(line: SmppLine, sending: Sending, signal: AbortSignal): Promise<SendOutcome> {
  const { encoding, parts } = smsPartsOf(sending.message.text);
  if (parts.length > SMPP.partsMax) {
    return { kind: 'PERMANENT', reason: `${parts.length} parts, at most ${SMPP.partsMax}` };
  }
  let last: SendOutcome = { kind: 'PERMANENT', reason: 'no text' };
  for (const [index, text] of parts.entries()) {
    const members = submitOf(sending, { text, encoding, number: index + 1, total: parts.length });
    last = outcomeOf(await line.submit(members, signal));
    if (last.kind !== 'SENT') return last;
  }
  // The id of the last part identifies the message, because its receipt is sent once all parts have
  // arrived.
  return last;
}

interface Part {
  readonly text: string;
  readonly encoding: 'GSM_7' | 'UCS_2';
  readonly number: number;
  readonly total: number;
}

const TON = { international: 1, alphanumeric: 5, unknown: 0 } as const;
const NPI_ISDN = 1;
const UDH_INDICATOR = 0x40;
const CODING = { GSM_7: 0x00, UCS_2: 0x08 } as const;

function submitOf({ message, from }: Sending, part: Part): object {
  const { encodings } = smpp;
  const octets = (part.encoding === 'GSM_7' ? encodings.ASCII : encodings.UCS2).encode(part.text);
  const reference = Number(message.id % 65_536n);
  const isLong = part.total > 1;
  return {
    ...sourceOf(from),
    dest_addr_ton: TON.international,
    dest_addr_npi: NPI_ISDN,
    destination_addr: message.to.replace(/^\+/, ''),
    data_coding: CODING[part.encoding],
    // Requests one receipt per message.
    registered_delivery: part.number === part.total ? 1 : 0,
    user_message_reference: reference,
    ...(isLong ? { esm_class: UDH_INDICATOR } : {}),
    short_message: isLong ? { udh: headerOf(reference, part), message: octets } : octets,
  };
}

function sourceOf(from: string): object {
  const digits = from.replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) {
    return { source_addr_ton: TON.alphanumeric, source_addr_npi: 0, source_addr: from };
  }
  // A short code has no country code.
  const ton = from.startsWith('+') ? TON.international : TON.unknown;
  return { source_addr_ton: ton, source_addr_npi: NPI_ISDN, source_addr: digits };
}

// Builds the header of a part (GSM 03.40, 9.2.3.24.1). The reference is the same in every attempt,
// so that a phone can join the parts.
function headerOf(reference: number, { number, total }: Part): Buffer {
  return Buffer.from([0x05, 0x00, 0x03, reference % 256, total, number]);
}

function outcomeOf(answer: SmppAnswer): SendOutcome {
  if ('unsent' in answer) return { kind: 'UNAVAILABLE', reason: answer.unsent };
  if ('lost' in answer) return { kind: 'UNKNOWN', reason: answer.lost };
  const { command_status: status, message_id: providerId } = answer.pdu;
  return status === 0 ? { kind: 'SENT', providerId } : outcomeOfStatus(status);
}

/**
 * Returns a function that stores deliveries one after another, so that they keep their order, and
 * then triggers their processing.
 */
function storing(
  sink: MessageSink,
  home: PhoneCountries['home'],
): (octets: Buffer, session: string) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async (octets, session) => {
    const stored = last.then(() => sink.store(smsDelivery(octets, { session, home })));
    last = stored.catch(() => undefined);
    await sink.read(await stored);
  };
}
