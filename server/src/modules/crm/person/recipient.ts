// Who messages go to: the addresses and flags of people, as they are at this moment.

import type { Channel } from '../channel/channel.js';
import { normalEmail, normalPhone } from './match.js';

export const RECIPIENT_KINDS = ['LEAD', 'CONTACT', 'CUSTOMER'] as const;

export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/** A record whose address and consent are read at queueing, and again at sending. */
export interface Recipient {
  readonly kind: RecipientKind;
  readonly id: bigint;
}

/** What sending needs to know of a person. */
export interface Person extends Recipient {
  readonly officeId: bigint;
  /** Normalised; undefined where there is none that could be one. */
  readonly email: string | undefined;
  /** E.164. */
  readonly phone: string | undefined;
  readonly emailOptOut: boolean;
  readonly smsOptOut: boolean;
}

/** A text by which a recipient is found again. */
export function keyOf({ kind, id }: Recipient): string {
  return `${kind} ${id}`;
}

/** The address of a person in a channel. */
export function addressOf(person: Person, channel: Channel): string | undefined {
  return channel === 'EMAIL' ? person.email : person.phone;
}

/** An address as it is compared and sent to; undefined for a text that can be none. */
export function normalAddress(channel: Channel, raw: string): string | undefined {
  if (channel !== 'EMAIL') return normalPhone(raw);
  const email = normalEmail(raw);
  return email !== undefined && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
    ? email
    : undefined;
}
