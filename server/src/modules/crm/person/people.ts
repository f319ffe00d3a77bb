// Reads people, each converted lead as its customer.

import type { Database, Tx } from '../../../platform/database/database.js';
import { keyOf, type Person, type Recipient } from './recipient.js';
import { readPeople } from './recipient-queries.js';
import { findSuccessors } from './successor.js';

/**
 * The people of these references, by the `keyOf` of the reference; who is not there any more is
 * absent. A converted lead is the customer that it became. What a customer and a contact of it
 * refuse holds for both where they have the address in common.
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
