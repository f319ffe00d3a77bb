// The person that an activity or a timeline is about: a lead, a contact or a customer.

import { seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { findPersonRow } from './queries.js';
import type { Recipient } from './recipient.js';
import { holdSuccessors } from './successor.js';

/** Data about a person for activities and timelines. */
export interface RelatedPerson extends Recipient {
  readonly officeId: bigint;
  readonly doNotCall: boolean;
}

/** Finds the record, if it exists. */
export async function findRelatedPerson(
  on: Database | Tx,
  { kind, id }: Recipient,
): Promise<RelatedPerson | undefined> {
  const row = await findPersonRow(on, { kind, id });
  return row && { kind, id, officeId: row.officeId, doNotCall: row.doNotCall };
}

/**
 * Like `findHeldPerson`, but refuses with UNKNOWN_REFERENCE for `relatedToId` if there is no
 * result.
 */
export async function holdRelatedPerson(work: Work, about: Recipient): Promise<RelatedPerson> {
  const person = await findHeldPerson(work, about);
  if (person !== undefined) return person;
  const detail = `is not a ${about.kind} that you can see`;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'relatedToId', detail);
}

/**
 * Finds the person that a new record is about. A converted lead is replaced with its customer.
 * Returns undefined if the caller cannot see the record. Locks a lead FOR SHARE, so that it is not
 * converted before this transaction commits.
 */
export async function findHeldPerson(
  work: Work,
  about: Recipient,
): Promise<RelatedPerson | undefined> {
  const to = (await holdSuccessors(work.tx, [about]))(about);
  const [requested, successor] = [
    await findRelatedPerson(work.tx, about),
    to && (await findRelatedPerson(work.tx, { kind: to.kind, id: to.id })),
  ];
  const isSeen = [requested, successor ?? requested].every(
    (person) => person !== undefined && seesOffice(work.principal, person.officeId),
  );
  return isSeen ? (successor ?? requested) : undefined;
}
