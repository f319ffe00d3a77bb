// Reads people; a converted lead is replaced by its customer.

import type { Database, Tx } from '../../../platform/database/database.js';
import { keyOf, type Person, type Recipient } from './recipient.js';
import { readPeople } from './recipient-queries.js';
import { findSuccessors } from './successor.js';

/**
 * The people of these references, by the `keyOf` of the reference, without those that no longer
 * exist. A converted lead is replaced by its customer. An opt-out of a customer also applies to its
 * contacts with the same address, and the other way round.
 */
export async function findPeople(
  on: Database | Tx,
  recipients: readonly Recipient[],
): Promise<ReadonlyMap<string, Person>> {
  if (recipients.length === 0) return new Map();
  const succession = await findSuccessors(on, recipients);
  const meant = recipients.map((each): Recipient => succession(each) ?? each);
  const people = await readPeople(on, meant);
  return new Map(
    recipients.flatMap((each, index) => {
      const person = people.get(keyOf(meant[index] ?? each));
      return person === undefined ? [] : [[keyOf(each), person] as const];
    }),
  );
}
