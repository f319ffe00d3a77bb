// WhatsApp user ids and their phone numbers.

import type { Work } from '../../../platform/context.js';
import type { SenderIdentity } from '../channel/inbound.js';
import { insertIdentity, phoneOf, releasePhone } from './identity-queries.js';

/**
 * Stores the phone number of a user id. A number belongs to the user id that it was last received
 * with.
 */
export async function learnIdentity(work: Work, identity: SenderIdentity): Promise<void> {
  if (identity.phone !== undefined) await releasePhone(work.tx, identity);
  await insertIdentity(work.tx, identity);
}

/** Returns the phone number of a user id, or undefined if it is not known. */
export async function phoneOfUser({ tx }: Work, userId: string): Promise<string | undefined> {
  return phoneOf(tx, userId);
}
