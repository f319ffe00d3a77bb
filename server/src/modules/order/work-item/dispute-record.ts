// The dispute of a work item's trade, as the record of the item shows it.

import type { Instant } from '../../../platform/database/database.js';
import type { DisputeReason } from './dispute-reason.js';

/** The columns of a dispute beside those of its work item; all null if there is none. */
export interface DisputeColumns {
  readonly dk_reason: DisputeReason | null;
  readonly dispute_text: string | null;
  readonly dispute_state: 'QUEUED' | 'SENT' | 'REFUSED' | null;
  readonly dispute_session: string | null;
  readonly disputed_by: string | null;
  readonly disputed_at: Instant | null;
  readonly dispute_sent_at: Instant | null;
  readonly dispute_refusal: string | null;
}

/** The dispute for the wire; undefined if there is none. */
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
