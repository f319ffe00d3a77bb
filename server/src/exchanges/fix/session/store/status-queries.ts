// SQL for session statuses, used by the API and the command line on any node.

import type { Database } from '../../../../platform/database/database.js';
import { sql } from '../../../../platform/database/sql.js';
import type { Phase } from '../state.js';
import type { SessionStatus } from './status.js';

/** A stored status and the node that owns the session. */
interface StoredStatus extends SessionStatus {
  readonly sessionId: number;
  readonly owner: string | null;
  /** True if an operator keeps the session logged out. */
  readonly held: boolean;
}

const SESSIONS_MAX = 500;

/** Reads all sessions in the database, whichever node runs them, for the API and the CLI. */
export async function readStatuses(db: Database): Promise<StoredStatus[]> {
  const rows = await db.query<StatusRow>(sql`
    select id, begin_string, sender_comp_id, target_comp_id, qualifier, phase, next_out_seq_num,
      next_in_seq_num, roll, rolled_at, last_in_at, last_out_at, gap_from, owner, held,
      heart_bt_int_seconds, (
        select count(*) from fix_delivery d where d.session_id = s.id and d.outcome is null
      ) as unbooked
    from fix_session s order by id limit ${SESSIONS_MAX}`);
  return rows.map((row) => ({
    sessionId: row.id,
    sessionKey: {
      beginString: row.begin_string,
      senderCompId: row.sender_comp_id,
      targetCompId: row.target_comp_id,
      qualifier: row.qualifier,
    },
    phase: row.phase,
    nextOut: row.next_out_seq_num,
    nextIn: row.next_in_seq_num,
    roll: row.roll,
    rolledAt: row.rolled_at,
    lastInAt: row.last_in_at,
    lastOutAt: row.last_out_at,
    gapFrom: row.gap_from,
    queued: 0,
    unbooked: row.unbooked,
    heartBtIntSeconds: row.heart_bt_int_seconds,
    owner: row.owner,
    held: row.held,
  }));
}

interface StatusRow {
  readonly id: number;
  readonly begin_string: string;
  readonly sender_comp_id: string;
  readonly target_comp_id: string;
  readonly qualifier: string;
  readonly phase: Phase;
  readonly next_out_seq_num: number;
  readonly next_in_seq_num: number;
  readonly roll: number;
  readonly rolled_at: string;
  readonly last_in_at: string | null;
  readonly last_out_at: string | null;
  readonly gap_from: number | null;
  readonly owner: string | null;
  readonly held: boolean;
  readonly heart_bt_int_seconds: number | null;
  readonly unbooked: bigint;
}
