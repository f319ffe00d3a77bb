// Checks the users that work is assigned to.

import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { activeUsers } from './queries.js';

/** Refuses with UNKNOWN_REFERENCE if the id does not belong to an active user of the office. */
export async function refuseUnknownUser(
  tx: Tx,
  given: { readonly id: bigint; readonly officeId: bigint; readonly member: string },
): Promise<void> {
  const { id, officeId, member } = given;
  if ((await activeUsers(tx, { ids: [id], officeId })).has(id)) return;
  const detail = 'is not an active user of the business office';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
}
