// Recipients of messages: their kinds, addresses and flags.

import type { Channel } from '../channel/channel.js';
import { normalEmail, normalPhone } from './match.js';

export const RECIPIENT_KINDS = ['LEAD', 'CONTACT', 'CUSTOMER'] as const;

export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/**
 * A person to write to. The address and consent are read when the message is queued and again when
 * it is sent.
 */
export interface Recipient {
  readonly kind: RecipientKind;
  readonly id: bigint;
}

/** The facts about a person that are needed to send a message. */
export interface Person extends Recipient {
  readonly officeId: bigint;
  /** The normalised e-mail address; undefined if the person has no valid one. */
  readonly email: string | undefined;
  /** The phone number in E.164. */
  readonly phone: string | undefined;
  readonly emailOptOut: boolean;
  readonly smsOptOut: boolean;
}

/** Returns the key of a recipient for use in a map. */
export function keyOf({ kind, id }: Recipient): string {
  return `${kind} ${id}`;
}

/** Returns a person's address in a channel. */
export function addressOf(person: Person, channel: Channel): string | undefined {
  return channel === 'EMAIL' ? person.email : person.phone;
}

/**
 * Returns whether a text is a user id of WhatsApp: a country, and up to 128 letters and digits. A
 * person with a user name has an id but may show no phone number.
 */
export function isUserId(text: string): boolean {
  return /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/.test(text);
}

/** Returns the normalised form of an address; undefined for a text that cannot be an address. */
export function normalAddress(channel: Channel, raw: string): string | undefined {
  if (channel === 'WHATSAPP' && isUserId(raw)) return raw;
  if (channel !== 'EMAIL') return normalPhone(raw);
  const email = normalEmail(raw);
  return email !== undefined && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
    ? email
    : undefined;
}
