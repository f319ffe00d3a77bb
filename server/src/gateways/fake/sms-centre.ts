// A fake SMS centre on the loopback address. It accepts messages and sends receipts and replies.

import type { AddressInfo } from 'node:net';
import smpp, { type Pdu, type Session, type SmppText } from 'smpp';
import { smsPartsOf } from '../../modules/crm/index.js';

/** A text message, or one part of it, as the fake received it. */
export interface ReceivedSms {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly coding: number;
  /** The part's position, such as `2/3`; undefined for a whole message. */
  readonly part: string | undefined;
  /** The sender's own reference, which reveals duplicates. */
  readonly reference: number | undefined;
  readonly wantsReceipt: boolean;
}

/** A message from a phone, or a part of a long one. */
interface PhoneMessage {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly part?: PhonePart;
}

/**
 * How a centre marks a part: with a header that has an 8-bit or 16-bit reference, or with
 * parameters.
 */
export interface PhonePart {
  readonly by: 'HEADER_8' | 'HEADER_16' | 'PARAMETERS';
  readonly reference: number;
  readonly number: number;
  readonly total: number;
}

export interface FakeSmsCentre {
  readonly url: string;
  /**
   * Sends a message from a phone to the bound session, in parts if it is long. Returns true if it
   * was accepted.
   */
  fromPhone(message: PhoneMessage): Promise<boolean>;
  /** Sends a receipt as text, in the format that most centres use. */
  sendReceipt(receipt: {
    readonly messageId: string;
    readonly to: string;
    readonly state: string;
    readonly asParameters?: boolean;
  }): Promise<boolean>;
  /** Sends a delivery with these members, as a deliver_sm or a data_sm. */
  deliver(members: object, command?: DeliveryCommand): Promise<boolean>;
  /** Closes all connections. */
  hangUp(): void;
  close(): Promise<void>;
}

type DeliveryCommand = 'deliver_sm' | 'data_sm';

interface FakeSmsCentreParts {
  readonly systemId: string;
  readonly password: string;
  /** Stores the message. Resolves to 0, or to the command status that rejects the message. */
  readonly onMessage: (message: ReceivedSms) => Promise<number>;
  /** Returns the id of the next message. */
  readonly nextId: () => string;
  /** If true, every message that requests a receipt gets one that reports delivery. */
  readonly deliversAll: boolean;
}

const RECEIPT = 0x04;
const WRONG_PASSWORD = 0x0e;

/** Starts the centre on a free port. */
export async function startFakeSmsCentre(parts: FakeSmsCentreParts): Promise<FakeSmsCentre> {
  const bound = new Set<Session>();
  let lastReference = 0;
  const nextReference = () => {
    lastReference = (lastReference + 1) % 256;
    return lastReference;
  };
  const server = smpp.createServer((session) => serve(session, { parts, bound }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(server.address());
  const user = `${encodeURIComponent(parts.systemId)}:${encodeURIComponent(parts.password)}`;
  return {
    url: `smpp://${user}@127.0.0.1:${port}`,
    fromPhone: async (message) => {
      for (const one of sentAs(message, nextReference)) {
        if (!(await deliver(bound, deliveryOf(one)))) return false;
      }
      return true;
    },
    sendReceipt: (receipt) => deliver(bound, receiptOf(receipt)),
    deliver: (members, command) => deliver(bound, members, command),
    hangUp: () => {
      for (const session of bound) session.destroy();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of bound) session.destroy();
      await closed;
    },
  };
}

interface Serving {
  readonly parts: FakeSmsCentreParts;
  readonly bound: Set<Session>;
}

function serve(session: Session, serving: Serving): void {
  const { parts, bound } = serving;
  session.on('error', () => session.destroy());
  session.on('close', () => bound.delete(session));
  session.on('bind_transceiver', (pdu: Pdu) => {
    const known = pdu.system_id === parts.systemId && pdu.password === parts.password;
    session.send(pdu.response(known ? {} : { command_status: WRONG_PASSWORD }));
    if (known) bound.add(session);
    else session.close();
  });
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response());
    session.close();
  });
  session.on('submit_sm', (pdu: Pdu) => void take(session, pdu, serving));
}

const NOT_STORED = 0x64;

async function take(session: Session, pdu: Pdu, { parts, bound }: Serving): Promise<void> {
  const message = receivedOf(pdu, parts.nextId());
  const status = await parts.onMessage(message).catch(() => NOT_STORED);
  const { messageId, to } = message;
  session.send(pdu.response(status === 0 ? { message_id: messageId } : { command_status: status }));
  if (status !== 0 || !message.wantsReceipt || !parts.deliversAll) return;
  await deliver(bound, receiptOf({ messageId, to, state: 'DELIVRD' }));
}

function receivedOf(pdu: Pdu, messageId: string): ReceivedSms {
  return {
    messageId,
    from: pdu.source_addr ?? '',
    to: pdu.destination_addr ?? '',
    text: textOf(pdu),
    coding: pdu.data_coding ?? 0,
    part: partOf(pdu),
    reference: pdu.user_message_reference,
    wantsReceipt: (pdu.registered_delivery ?? 0) !== 0,
  };
}

function textOf({ short_message: text }: Pdu): string {
  const message: SmppText['message'] | undefined = typeof text === 'string' ? text : text?.message;
  return typeof message === 'string' ? message : (message?.toString('latin1') ?? '');
}

// Our gateway marks parts with a header that has a one-octet reference.
function partOf({ short_message: text }: Pdu): string | undefined {
  const element = typeof text === 'string' ? undefined : text?.udh?.[0];
  return element === undefined ? undefined : `${element[4]}/${element[3]}`;
}

// Encodes a message as phones do: each part contains its number.
function sentAs(message: PhoneMessage, nextReference: () => number): readonly PhoneMessage[] {
  const { parts } = smsPartsOf(message.text);
  if (message.part !== undefined || parts.length === 1) return [message];
  const shared = { by: 'HEADER_8', reference: nextReference(), total: parts.length } as const;
  return parts.map((text, index) => ({
    ...message,
    text,
    part: { ...shared, number: index + 1 },
  }));
}

const UDH_INDICATOR = 0x40;
const UCS_2 = 0x08;

function deliveryOf({ from, to, text, part }: PhoneMessage): object {
  const who = { source_addr: from, destination_addr: to };
  if (part === undefined) return { ...who, short_message: text };
  const { reference, number, total } = part;
  if (part.by === 'PARAMETERS') {
    const named = { sar_msg_ref_num: reference, sar_segment_seqnum: number };
    return { ...who, short_message: text, ...named, sar_total_segments: total };
  }
  const octets =
    part.by === 'HEADER_8'
      ? [0x05, 0x00, 0x03, reference % 256, total, number]
      : [0x06, 0x08, 0x04, Math.floor(reference / 256), reference % 256, total, number];
  const isSmall = smsPartsOf(text).encoding === 'GSM_7';
  const message = (isSmall ? smpp.encodings.ASCII : smpp.encodings.UCS2).encode(text);
  const short_message = { udh: Buffer.from(octets), message };
  return { ...who, esm_class: UDH_INDICATOR, data_coding: isSmall ? 0 : UCS_2, short_message };
}

function receiptOf(receipt: {
  readonly messageId: string;
  readonly to: string;
  readonly state: string;
  readonly asParameters?: boolean;
}): object {
  const states = ['', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN'];
  const { messageId, to, state } = receipt;
  const dates = 'submit date:2601011200 done date:2601011201';
  const words = `id:${messageId} sub:001 dlvrd:001 ${dates} stat:${state} err:000 text:`;
  return {
    ...{ esm_class: RECEIPT, source_addr: to },
    ...(receipt.asParameters
      ? { receipted_message_id: messageId, message_state: states.indexOf(state), short_message: '' }
      : { short_message: words }),
  };
}

// Sends to the first bound session only, as a centre does if a customer has several sessions.
function deliver(
  bound: ReadonlySet<Session>,
  members: object,
  command: DeliveryCommand = 'deliver_sm',
): Promise<boolean> {
  const [session] = bound;
  if (session === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    session.once('close', gone);
    session[command](members, (answer) => {
      session.removeListener('close', gone);
      resolve(answer.command_status === 0);
    });
  });
}

function addressOf(address: AddressInfo | string | null): { readonly port: number } {
  return typeof address === 'object' && address !== null ? address : { port: 0 };
}
