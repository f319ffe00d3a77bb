// SQL for the history of lead states, which is shown in timelines.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { LeadRow } from './queries.js';
import type { LeadStatus } from './state.js';

/**
 * A lead after a state change, with its previous state. The previous state is undefined for a new
 * lead.
 */
interface LeadStep {
  readonly before?: LeadStatus;
  readonly after: Pick<LeadRow, 'id' | 'status' | 'modified_at' | 'modified_by'>;
}

/** Stores an entry for each lead whose state has changed. */
export async function recordLeadSteps(tx: Tx, steps: readonly LeadStep[]): Promise<void> {
  const rows = steps.flatMap(({ before, after }) =>
    before === after.status
      ? []
      : {
          lead_id: after.id,
          previous_status: before ?? null,
          status: after.status,
          at: after.modified_at,
          by: after.modified_by,
        },
  );
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into lead_step (lead_id, previous_status, status, at, by)
    select s.lead_id, s.previous_status, s.status, s.at, s.by
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as s (lead_id bigint, previous_status text,
      status text, at timestamptz, by text)`);
}
