// The end of sessions before their time: by their holder, an administrator, or a stolen token.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { storeEvents } from '../../../platform/events/queries.js';

/**
 * Ends the sessions that are not over, and tells of each.
 * @param which the condition on `auth_session` that picks them
 * @returns how many there were
 */
export async function endSessions(tx: Tx, which: Sql, now: Instant): Promise<number> {
  const ended = await tx.query<{ session: string; principalId: bigint }>(sql`
    update auth_session set revoked_at = ${now} where revoked_at is null and ${which}
    returning id::text as session, principal_id as "principalId"`);
  await storeEvents(
    tx,
    ended.map(({ session, principalId }) => ({
      type: 'session.ended',
      subjectId: principalId,
      data: { session },
    })),
  );
  return ended.length;
}
