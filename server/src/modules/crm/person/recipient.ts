// The recipients of messages and their addresses.

import { emailKey } from '../../../platform/address/email.js';
import {
  messagePhone,
  type PhoneCountries,
  phoneKey,
  phoneVariants,
} from '../../../platform/address/phone.js';
import type { Channel } from '../channel/channel.js';

export const RECIPIENT_KINDS = ['LEAD', 'CONTACT', 'CUSTOMER'] as const;

export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/**
 * A person who is sent a message. Address and consent are read when the message is queued and again
 * when it is sent.
 */
export interface Recipient {
  readonly kind: RecipientKind;
  readonly id: bigint;
}

/** A person's office and addresses. */
export interface Person extends Recipient {
  readonly officeId: bigint;
  /** Key of the e-mail address. Undefined if the person has no valid one. */
  readonly email: string | undefined;
  /** Phone number in E.164. Undefined if the person has none that receives messages. */
  readonly phone: string | undefined;
}

/** Returns a recipient's key for use in a map. */
export function keyOf({ kind, id }: Recipient): string {
  return `${kind} ${id}`;
}

/** Returns a person's address in a channel. */
export function addressOf(person: Person, channel: Channel): string | undefined {
  return channel === 'EMAIL' ? person.email : person.phone;
}

/**
 * Returns an address in the form used for sending: the key of an e-mail address, a phone number in
 * E.164, or a WhatsApp user id. Returns undefined if the string is not an address of the channel.
 */
export function normalAddress(
  channel: Channel,
  raw: string,
  { home }: PhoneCountries,
): string | undefined {
  if (channel === 'WHATSAPP' && isUserId(raw)) return raw;
  return channel === 'EMAIL' ? emailKey(raw) : messagePhone(raw, { home });
}

/**
 * Returns whether a string is a WhatsApp user id, which consists of a country and up to 128 letters
 * and digits. People with a WhatsApp user name have an id but can hide their phone number.
 */
export function isUserId(text: string): boolean {
  return /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/.test(text);
}

/** Returns an address in the form used to store and compare opt-outs. */
export function addressKey(channel: Channel, address: string): string {
  return channel === 'EMAIL' ? (emailKey(address) ?? address) : phoneKey(address);
}

/** Returns every form of an address that belongs to the same person as the given one. */
export function addressVariants(channel: Channel, address: string): readonly string[] {
  return channel === 'EMAIL' ? [addressKey(channel, address)] : phoneVariants(address);
}
