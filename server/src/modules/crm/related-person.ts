// Whom an activity or a timeline is about: a lead, a contact or a customer, as it is now.

import { seesOffice, type Work } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { commonProblems, refuseMember } from '../../platform/http/problem.js';
import type { Recipient } from './recipient.js';

/** What others need to know of it. */
export interface RelatedPerson extends Recipient {
  readonly officeId: bigint;
  readonly doNotCall: boolean;
}

interface PersonRow {
  readonly officeId: bigint;
  readonly doNotCall: boolean;
  readonly customerId: bigint | null;
}

/** The record, or undefined. */
export async function findRelatedPerson(
  on: Database | Tx,
  { kind, id }: Recipient,
): Promise<RelatedPerson | undefined> {
  const row = await rowOf(on, { kind, id });
  return row && { kind, id, officeId: row.officeId, doNotCall: row.doNotCall };
}

/**
 * The record to write something about, in the place of a converted lead its customer. A lead stays
 * unconverted until the transaction ends, so that its conversion moves what is written here, too.
 * Refuses UNKNOWN_REFERENCE by `relatedToId` for one that the caller does not see.
 */
export async function holdRelatedPerson(work: Work, about: Recipient): Promise<RelatedPerson> {
  if (about.kind === 'LEAD') {
    await work.tx.query(sql`select from lead where id = ${about.id} for share`);
  }
  const row = await rowOf(work.tx, about);
  if (row === undefined || !seesOffice(work.principal, row.officeId)) {
    const detail = `is no ${about.kind} of this caller`;
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'relatedToId', detail);
  }
  if (about.kind === 'LEAD' && row.customerId !== null) {
    return holdRelatedPerson(work, { kind: 'CUSTOMER', id: row.customerId });
  }
  return { ...about, officeId: row.officeId, doNotCall: row.doNotCall };
}

async function rowOf(on: Database | Tx, { kind, id }: Recipient): Promise<PersonRow | undefined> {
  const [row] = await on.query<PersonRow>(
    kind === 'LEAD'
      ? sql`select office_id as "officeId", do_not_call as "doNotCall",
          converted_customer_id as "customerId" from lead where id = ${id}`
      : kind === 'CONTACT'
        ? sql`select office_id as "officeId", do_not_call as "doNotCall",
            null::bigint as "customerId" from contact where id = ${id}`
        : sql`select office_id as "officeId",
            coalesce((details ->> 'doNotCall')::boolean, false) as "doNotCall",
            null::bigint as "customerId" from customer where id = ${id}`,
  );
  return row;
}
