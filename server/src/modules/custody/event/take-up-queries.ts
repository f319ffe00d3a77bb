// SQL for the take-up of rights, used to check whether a rights issue can be cancelled.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/**
 * Returns the amount, in minor units, that customers at an office have paid for rights and that has
 * not been refunded.
 */
export async function selectPaidIn(
  tx: Tx,
  eventId: bigint,
  part: { readonly office_id: bigint; readonly currency: string },
): Promise<bigint> {
  const [row] = await tx.query<{ minor: bigint }>(sql`
    select coalesce(sum(e.paid_minor - e.refunded_minor), 0)::bigint as minor from election e
    where e.corporate_action_id = ${eventId} and e.office_id = ${part.office_id}
      and e.currency = ${part.currency}`);
  return row?.minor ?? 0n;
}

/**
 * Returns whether an event has less money at an office than its customers have paid in, because
 * the registrar was paid from it.
 */
export async function isRegistrarPaid(tx: Tx, eventId: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    select from election e
    left join event_funding f on f.corporate_action_id = e.corporate_action_id
      and f.office_id = e.office_id and f.currency = e.currency
    where e.corporate_action_id = ${eventId}
    group by e.office_id, e.currency, f.received_minor, f.paid_minor, f.rounding_minor
    having sum(e.paid_minor - e.refunded_minor)
      > coalesce(f.received_minor - f.paid_minor - f.rounding_minor, 0)
    limit 1`);
  return rows.length > 0;
}

/** Returns whether rights that an event distributed were taken up, or have lapsed. */
export async function areRightsUsed(tx: Tx, distributionId: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    select from corporate_action d
    join corporate_action c on c.kind = 'EXRI'
      and (c.id = d.linked_event_id or c.linked_event_id = d.id)
    join election e on e.corporate_action_id = c.id
    where d.id = ${distributionId} and (e.is_default_lapse and e.state = 'LAPSED'
      or e.state in ('INSTRUCTED', 'SETTLED', 'PART_SETTLED')
        and e.quantity > 0 and e.paid_minor > 0)
    limit 1`);
  return rows.length > 0;
}
