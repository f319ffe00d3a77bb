// SQL for the demonstration clock.

import type { Principal } from '../../../platform/context.js';
import type { Database, Instant } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

interface ClockMove {
  readonly principal: Principal;
  readonly requestId: string;
  readonly at: Instant;
  readonly daysClosed: number;
}

/** Stores the audit entry for a change of the business date. */
export async function insertClockMove(
  db: Database,
  { principal, requestId, at, daysClosed }: ClockMove,
): Promise<void> {
  await db.query(sql`
    insert into audit_entry (at, principal_kind, principal_id, principal_name, operation,
      subject_id, msg_code, request_id)
    values (${at}, ${principal.kind}, ${principal.id}, ${principal.name},
      'moveSystemClock', ${BigInt(daysClosed)}, 'BUSINESS_DATE_MOVED', ${requestId})`);
}
