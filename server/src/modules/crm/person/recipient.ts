// Recipients of messages: their kinds, addresses and flags.

import type { Channel } from '../channel/channel.js';
import { normalEmail, normalPhone } from './match.js';

export const RECIPIENT_KINDS = ['LEAD', 'CONTACT', 'CUSTOMER'] as const;

export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/** A record to write to; its address and consent are read when queueing and when sending. */
export interface Recipient {
  readonly kind: RecipientKind;
  readonly id: bigint;
}

/** The facts about a person that sending needs. */
export interface Person extends Recipient {
  readonly officeId: bigint;
  /** Normalised; undefined without a valid address. */
  readonly email: string | undefined;
  /** E.164. */
  readonly phone: string | undefined;
  readonly emailOptOut: boolean;
  readonly smsOptOut: boolean;
}

/** The key of a recipient in a map. */
export function keyOf({ kind, id }: Recipient): string {
  return `${kind} ${id}`;
}

/** The address of a person in a channel. */
export function addressOf(person: Person, channel: Channel): string | undefined {
  return channel === 'EMAIL' ? person.email : person.phone;
}

/** The normalised form of an address; undefined for a text that cannot be an address. */
export function normalAddress(channel: Channel, raw: string): string | undefined {
  if (channel !== 'EMAIL') return normalPhone(raw);
  const email = normalEmail(raw);
  return email !== undefined && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
    ? email
    : undefined;
}
