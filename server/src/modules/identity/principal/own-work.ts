// The four-eyes rule: users cannot approve or reject their own work, or the work of their own API
// clients.

import type { Work } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { identityProblems } from '../problems.js';
import { isStored, mayBeOnePerson } from './person-queries.js';

/** The principal who made a record, according to its row. */
interface Made {
  readonly creator_kind: string;
  readonly creator_id: bigint;
}

/** Refuses with OWN_WORK if the caller, or one of the caller's API clients, made the record. */
export async function refuseOwnWork(work: Work, made: Made): Promise<void> {
  if (await isOwnWork(work, made)) throw refusal(identityProblems.OWN_WORK);
}

/** Returns whether the caller and the maker of a record may be the same person. */
export async function isOwnWork({ tx, principal }: Work, made: Made): Promise<boolean> {
  if (made.creator_kind === principal.kind && made.creator_id === principal.id) return true;
  if (!isStored(principal.kind) || !isStored(made.creator_kind)) return false;
  return mayBeOnePerson(tx, principal.id, made.creator_id);
}
