// The dispute of a work item's trade, as shown in the item's record.

import type { DisputeColumns } from './queries.js';

/** Returns the record of the dispute; undefined if there is none. */
export function disputeRecord(row: DisputeColumns): object | undefined {
  if (row.dk_reason === null) return undefined;
  return {
    dkReason: row.dk_reason,
    text: row.dispute_text ?? undefined,
    state: row.dispute_state,
    sessionName: row.dispute_session,
    requestedBy: row.disputed_by,
    requestedDttm: row.disputed_at,
    sentDttm: row.dispute_sent_at ?? undefined,
    refusal: row.dispute_refusal ?? undefined,
  };
}
