// SQL for the commercial paper and bills that a customer has on a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { ASSET_POSITION } from '../limits.js';
import { SELECT_DISCOUNTED } from './queries.js';
import type { DiscountedRow } from './record.js';

/** An instrument with what is held of it on a date, in minor units. */
interface PaperPositionRow extends DiscountedRow {
  readonly held_face_minor: bigint;
  readonly held_cost_minor: bigint;
}

/**
 * Selects the instruments that are in force on a date by the ledger, with the face value and cost
 * held then: an end, and a part that ended, count from the date of their booking. Reads one row
 * more than the limit.
 */
export function selectPaperPositions(
  tx: Tx,
  customerId: bigint,
  date: BusinessDate,
): Promise<PaperPositionRow[]> {
  return tx.query(sql`
    select i.*, i.face_value_minor + later.face as held_face_minor,
      i.cost_minor + later.cost as held_cost_minor
    from (${SELECT_DISCOUNTED}
      where t.customer_id = ${customerId} and t.status <> 'PENDING' and t.start_date <= ${date}
        and t.termination_reason is distinct from 'CANCELLED') i
    cross join lateral (
      select coalesce(sum(c.face_minor) filter (where c.kind = 'PART_TERMINATION'
          and c.booked_date > ${date}), 0)::bigint as face,
        coalesce(sum(c.cost_minor) filter (where c.kind = 'PART_TERMINATION'
          and c.booked_date > ${date}), 0)::bigint as cost,
        coalesce(bool_or(c.kind in ('TERMINATION', 'MATURITY') and c.booked_date <= ${date}),
          false) as is_over
      from discounted_change c where c.instrument_id = i.id
    ) later
    where not later.is_over
    order by i.id limit ${ASSET_POSITION.rowsMax + 1}`);
}
