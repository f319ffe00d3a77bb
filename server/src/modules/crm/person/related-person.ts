// Whom an activity or a timeline is about: a lead, a contact or a customer, as it is now.

import { seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { findPersonRow } from './queries.js';
import type { Recipient } from './recipient.js';
import { holdSuccessors } from './successor.js';

/** What others need to know of it. */
export interface RelatedPerson extends Recipient {
  readonly officeId: bigint;
  readonly doNotCall: boolean;
}

/** The record, or undefined. */
export async function findRelatedPerson(
  on: Database | Tx,
  { kind, id }: Recipient,
): Promise<RelatedPerson | undefined> {
  const row = await findPersonRow(on, { kind, id });
  return row && { kind, id, officeId: row.officeId, doNotCall: row.doNotCall };
}

/** As `findHeldPerson`; refuses UNKNOWN_REFERENCE by `relatedToId` where there is none. */
export async function holdRelatedPerson(work: Work, about: Recipient): Promise<RelatedPerson> {
  const person = await findHeldPerson(work, about);
  if (person !== undefined) return person;
  const detail = `is no ${about.kind} of this caller`;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'relatedToId', detail);
}

/**
 * The record to write something about, in the place of a converted lead its customer; undefined
 * for one that the caller does not see. A lead stays unconverted until the transaction ends, so
 * that its conversion moves what is written, too.
 */
export async function findHeldPerson(
  work: Work,
  about: Recipient,
): Promise<RelatedPerson | undefined> {
  const to = (await holdSuccessors(work.tx, [about]))(about);
  const [asked, meant] = [
    await findRelatedPerson(work.tx, about),
    to && (await findRelatedPerson(work.tx, { kind: to.kind, id: to.id })),
  ];
  const isSeen = [asked, meant ?? asked].every(
    (person) => person !== undefined && seesOffice(work.principal, person.officeId),
  );
  return isSeen ? (meant ?? asked) : undefined;
}
