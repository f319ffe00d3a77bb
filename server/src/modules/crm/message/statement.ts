// Finds the records with an address, and applies consent statements to all of them.

import { assert } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import type { PartyPorts } from '../../party/index.js';
import type { Channel } from '../channel/channel.js';
import type { ProviderStatement } from '../channel/inbound.js';
import { applyConsent } from '../consent/consent.js';
import type { ConsentPurpose, ConsentSource, SuppressionReason } from '../consent/kind.js';
import { findByPhone, hasLaterOpposite, type PersonOfPhone } from '../consent/queries.js';
import { MESSAGE } from '../limits.js';
import { homeOf } from '../person/home-country.js';
import { firstOffice } from '../person/queries.js';
import { normalAddress } from '../person/recipient.js';
import { lockSuccessors } from '../person/successor.js';
import { learnIdentity, phoneOfUser } from '../whatsapp/identity.js';
import { lastPersonOf } from './receive-queries.js';

/** The other party to a message: its address and the records with this address. */
export interface Correspondent {
  readonly address: string;
  readonly people: readonly PersonOfPhone[];
  readonly officeId: bigint;
}

/**
 * Finds the records of a sender by phone number, even if only the sender's user id was received. If
 * no number is known for a user id, returns the person linked to its last message.
 */
export async function correspondentOf(
  work: Work,
  { channel, from }: { readonly channel: Channel; readonly from: string },
): Promise<Correspondent> {
  const phone = from.startsWith('+')
    ? normalAddress(channel, from, homeOf(work.context))
    : await phoneOfUser(work, from);
  const address = phone ?? from;
  const found =
    phone === undefined && channel === 'WHATSAPP'
      ? await lastPersonOf(work.tx, address)
      : await findByPhone(work.tx, address, MESSAGE.peopleOfAddressMax);
  const people = await peopleNow(work, found);
  const officeId = people[0]?.office_id ?? (await firstOffice(work.tx));
  assert(officeId !== undefined, 'a firm that receives messages has an office');
  return { address, people, officeId };
}

// Replaces leads with their customers if they were converted before this transaction locked them.
async function peopleNow(work: Work, found: readonly PersonOfPhone[]) {
  const succession = await lockSuccessors(work.tx, found);
  return found.map((person): PersonOfPhone => {
    const to = succession(person);
    return to === undefined ? person : { ...to, office_id: to.officeId };
  });
}

/** A statement with its content, origin and time. */
export interface SaidBy {
  readonly channel: Channel;
  readonly granted: boolean;
  readonly purpose: ConsentPurpose;
  readonly source: ConsentSource;
  readonly reason: SuppressionReason;
  readonly note?: string | undefined;
  readonly statedAt?: Instant | undefined;
}

/**
 * Applies a statement to an address and to every record with that address. Providers do not
 * guarantee any order, so a later statement may already contradict this one. In that case, returns
 * false.
 */
export async function stateConsent(
  work: Work,
  { sender, said }: { readonly sender: Correspondent; readonly said: SaidBy },
  party: PartyPorts,
): Promise<boolean> {
  const { address, people, officeId } = sender;
  const { channel, purpose, granted, statedAt } = said;
  if (
    statedAt !== undefined &&
    (await hasLaterOpposite(work.tx, { channel, purpose, address, granted, statedAt }))
  ) {
    return false;
  }
  const statement = { ...said, address, officeId };
  if (people.length === 0) await applyConsent(work, statement, party);
  for (const { kind, id, office_id } of people) {
    await applyConsent(work, { ...statement, record: { kind, id }, officeId: office_id }, party);
  }
  return true;
}

/** Applies a statement that a person made in the provider's settings. */
export async function receiveStatement(
  work: Work,
  statement: ProviderStatement,
  party: PartyPorts,
): Promise<{ readonly applied: boolean; readonly officeId: bigint }> {
  const { channel, granted, at, detail, identity } = statement;
  if (identity !== undefined) await learnIdentity(work, identity);
  const sender = await correspondentOf(work, statement);
  const said: SaidBy = {
    ...{ channel, granted, purpose: 'MARKETING', source: 'PROVIDER_SETTING' },
    ...{ reason: 'UNSUBSCRIBED', note: detail, statedAt: at },
  };
  const applied = await stateConsent(work, { sender, said }, party);
  return { applied, officeId: sender.officeId };
}

/** A provider's refusal to deliver our marketing, because the person has blocked it there. */
interface MarketingRefusal {
  readonly channel: Channel;
  readonly address: string;
  readonly note: string | undefined;
  readonly statedAt?: Instant | undefined;
}

/** Withdraws marketing consent for an address that the provider refuses to deliver marketing to. */
export async function refuseMarketing(
  work: Work,
  { channel, address, note, statedAt }: MarketingRefusal,
  party: PartyPorts,
): Promise<void> {
  const sender = await correspondentOf(work, { channel, from: address });
  const said: SaidBy = {
    ...{ channel, granted: false, purpose: 'MARKETING', reason: 'UNSUBSCRIBED' },
    ...{ source: 'PROVIDER', note, statedAt },
  };
  await stateConsent(work, { sender, said }, party);
}
