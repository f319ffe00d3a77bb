// Finds existing customers with the same phone number, e-mail address, identifier, or name and
// birth date.

import { type CustomerMarks, type CustomerMatch, selectMatches } from './match-queries.js';
import { type CustomerSource, identifierIndex, queriedBy } from './secret.js';

/**
 * Finds customers in the given offices (undefined for all) that have one of the keys, most reliable
 * matches first. Leaves out closed customers.
 */
export async function matchCustomers(
  source: CustomerSource,
  marks: CustomerMarks,
  offices: readonly bigint[] | undefined,
): Promise<readonly CustomerMatch[]> {
  const { vault } = source.context;
  const digests = marks.identifiers.map((each) => identifierIndex(vault, each));
  return selectMatches(queriedBy(source), { ...marks, digests }, offices);
}
