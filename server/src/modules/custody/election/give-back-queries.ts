// SQL that refunds customers and returns their rights when a call on rights is cancelled.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { EndedRow } from './lapse-queries.js';

/** An election that was carried out, with its payment in minor units. */
export interface CarriedOutRow extends EndedRow {
  readonly currency: string;
  readonly account_office_id: bigint | null;
  /** The amount that the customer paid and that has not been refunded. */
  readonly due_minor: bigint;
  /** The journal that debited the money; null if an allotment has posted a second journal. */
  readonly reversible_journal_id: bigint | null;
}

/**
 * Selects the carried-out elections of a call on rights, in id order. An election is left out while
 * its cash account is closed or its office lacks the money. The caller has locked the event.
 */
export function selectToGiveBack(tx: Tx, eventId: bigint, most: number): Promise<CarriedOutRow[]> {
  return tx.query<CarriedOutRow>(sql`
    with carried_out as (
      select e.*, e.paid_minor - e.refunded_minor as due_minor,
        sum(e.paid_minor - e.refunded_minor) over (partition by e.office_id, e.currency) as part
      from election e
      where e.corporate_action_id = ${eventId}
        and e.state in ('INSTRUCTED', 'SETTLED', 'PART_SETTLED')
    )
    select e.id, e.portfolio_id, e.customer_id, e.office_id, e.option_number, e.quantity,
      e.additional_quantity, e.cash_account_id, e.held_minor, e.currency,
      c.office_id as account_office_id, e.due_minor,
      case when e.allotment_journal_id is null then e.journal_id end as reversible_journal_id
    from carried_out e
    left join account c on c.id = e.cash_account_id
    left join event_funding f on f.corporate_action_id = e.corporate_action_id
      and f.office_id = e.office_id and f.currency = e.currency
    where e.due_minor = 0
      or c.active and f.received_minor - f.paid_minor - f.rounding_minor >= e.part
    order by e.id limit ${most}`);
}

/** The journal that refunded the money of an election; null if there was none. */
interface GivenBack {
  readonly id: bigint;
  readonly journalId: bigint | null;
}

/**
 * Reverses the movements of elections, marks them as cancelled, and stores the refunded amounts.
 */
export async function storeGivenBack(
  tx: Tx,
  rows: readonly GivenBack[],
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.query(sql`select reverse_movements('ELECTION', ${ids}::bigint[])`);
  await tx.query(sql`
    update election e set state = 'CANCELLED', refunded_minor = e.paid_minor, new_units = 0,
      pending_units = 0, new_security_id = null, reversal_journal_id = r."journalId",
      version = e.version + 1, modified_by = ${by}, modified_at = ${at}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id bigint, "journalId" bigint)
    where e.id = r.id`);
}
