// How long messages are kept, and what is never removed: all that a counterparty may ask for again,
// and what waits to be booked.

import type { Database } from '../../../../platform/database/database.js';
import { sql } from '../../../../platform/database/sql.js';

/**
 * Removes messages older than an instant, at most so many. What we sent since both numbers last
 * began at 1 stays whatever its age: a ResendRequest may ask for all of it. So does what was heard
 * and is not booked yet.
 * @returns how many were removed
 */
export async function deleteOldMessages(
  db: Database,
  old: { readonly before: string; readonly rowsMax: number },
): Promise<number> {
  const rows = await db.query(sql`
    delete from fix_message where id in (
      select m.id from fix_message m join fix_session s on s.id = m.session_id
      where m.at < ${old.before}::timestamptz and (m.direction = 'IN' or m.roll < s.roll)
        and not exists (select from fix_delivery d where d.message_id = m.id and d.outcome is null)
      limit ${old.rowsMax})
    returning 1 as one`);
  return rows.length;
}
