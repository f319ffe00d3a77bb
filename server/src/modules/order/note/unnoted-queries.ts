// SQL for the fills of a customer that no contract note includes yet.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';

/** A trade date of an order whose note is missing or out of date. */
interface UnnotedDay {
  readonly orderId: bigint;
  readonly tradeDate: BusinessDate;
  /** The net amount of the note in force, in minor units; zero without one. */
  readonly notedMinor: bigint;
}

/**
 * Selects the trade dates up to a date that a customer's notes do not include, by order. Reads one
 * more than the limit.
 */
export function selectUnnotedDays(
  tx: Tx,
  customerId: bigint,
  date: BusinessDate,
): Promise<UnnotedDay[]> {
  return tx.query(sql`
    select d.order_id as "orderId", d.trade_date as "tradeDate",
      coalesce(n.net_minor, 0) as "notedMinor"
    from order_trade_day d
    join trade_order t on t.id = d.order_id
    left join contract_note n on n.id = d.contract_note_id and n.reversed_at is null
    where d.has_news and d.trade_date <= ${date} and t.customer_id = ${customerId}
    order by d.order_id, d.trade_date limit ${ORDER.unnotedDaysMax + 1}`);
}
