// Events: rows of the outbox, written in the transaction of what they tell.

import type { Tx } from '../database/database.js';
import { sql } from '../database/sql.js';
import { toJson } from '../json/json.js';

/** What happened, without personal data beyond ids. Type is `noun.past-participle`. */
export interface DomainEvent {
  readonly type: string;
  readonly subjectId: bigint;
  readonly officeId?: bigint | undefined;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Stores events; they become visible to readers only when the transaction commits. */
export async function storeEvents(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(sql`
    insert into outbox_event (type, subject_id, office_id, data)
    select e.type, e."subjectId", e."officeId", coalesce(e.data, '{}')
    from jsonb_to_recordset(${toJson(events)}::jsonb)
      as e(type text, "subjectId" bigint, "officeId" bigint, data jsonb)`);
}
