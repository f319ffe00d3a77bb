// Reads people. Converted leads are replaced with their customers.

import type { Database, Tx } from '../../../platform/database/database.js';
import { keyOf, type Person, type Recipient } from './recipient.js';
import { readPeople } from './recipient-queries.js';
import { findSuccessors } from './successor.js';

/**
 * Finds the people for the given references, keyed by each reference's `keyOf`. Leaves out people
 * who no longer exist, and replaces converted leads with their customers.
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
