// Four eyes: no user decides on their own work, or on the work of an API client of theirs.

import type { Work } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { identityProblems } from '../problems.js';
import { isStored, mayBeOnePerson } from './person-queries.js';

/** Who made a record, from the columns of its row. */
interface Made {
  readonly creator_kind: string;
  readonly creator_id: bigint;
}

/** Refuses OWN_WORK if the caller, or an API client of the caller, made the record. */
export async function refuseOwnWork(work: Work, made: Made): Promise<void> {
  if (await isOwnWork(work, made)) throw refusal(identityProblems.OWN_WORK);
}

/** Whether the caller and the maker of a record may be one person. */
export async function isOwnWork({ tx, principal }: Work, made: Made): Promise<boolean> {
  if (made.creator_kind === principal.kind && made.creator_id === principal.id) return true;
  if (!isStored(principal.kind) || !isStored(made.creator_kind)) return false;
  return mayBeOnePerson(tx, principal.id, made.creator_id);
}
