// Customers who are already known: those who share a phone number, an e-mail address, an
// identifier, or name and birth date.

import { type CustomerMarks, type CustomerMatch, selectMatches } from './match-queries.js';
import { type CustomerSource, identifierIndex, queriedBy } from './secret.js';

/**
 * Active customers of these offices (undefined: all) with one of the marks, the surest matches
 * first.
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
