// SQL for totals of the cash transactions that are waiting for a decision or for posting.

import type { Database, Instant } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';

/** The waiting transactions of one type and state in one currency. */
interface WaitingCashRow {
  readonly trans_type: string;
  readonly state: string;
  readonly currency: string;
  readonly count: bigint;
  readonly amount_minor: bigint;
  readonly oldest_at: Instant;
}

/** Adds up the waiting cash transactions of these offices. */
export function selectWaitingCash(
  on: Database,
  offices: readonly bigint[] | undefined,
): Promise<WaitingCashRow[]> {
  return on.query<WaitingCashRow>(sql`
    select t.trans_type, t.state, t.currency, count(*) as count,
      sum(t.amount_minor)::bigint as amount_minor, min(t.created_at) as oldest_at
    from cash_transaction t
    where t.state in ('PENDING', 'APPROVED') and ${inOffices(sql`t.office_id`, offices)}
    group by t.trans_type, t.state, t.currency
    order by t.trans_type, t.state, t.currency`);
}
