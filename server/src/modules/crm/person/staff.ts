// The users whom work is given to.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';

/** Of these, the users who may log in and who see the records of the office. */
export async function activeUsers(
  tx: Tx,
  { ids, officeId }: { readonly ids: readonly bigint[]; readonly officeId: bigint },
): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from principal
    where kind = 'user' and active and id = any(${ids}::bigint[])
      and (office_ids is null or ${officeId} = any(office_ids))`);
  return new Set(rows.map(({ id }) => id));
}

/** Refuses UNKNOWN_REFERENCE for somebody who is not such a user. */
export async function refuseUnknownUser(
  tx: Tx,
  given: { readonly id: bigint; readonly officeId: bigint; readonly member: string },
): Promise<void> {
  const { id, officeId, member } = given;
  if ((await activeUsers(tx, { ids: [id], officeId })).has(id)) return;
  const detail = 'is no active user of the business office';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
}
