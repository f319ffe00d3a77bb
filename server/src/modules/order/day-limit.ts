// The limit on what a customer may buy in a day, over all their orders.

import { present } from '../../platform/assert.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { refuseMember } from '../../platform/http/problem.js';
import { formatMoney } from '../../platform/money/money.js';
import { orderProblems } from './problems.js';
import type { OrderRow } from './record.js';

/** A buy as it counts towards the limit. */
type DayBuy = Pick<OrderRow, 'id' | 'order_type' | 'customer_id' | 'currency' | 'business_date'>;

/**
 * Refuses DAY_VALUE_LIMIT_EXCEEDED when this buy and the customer's others of its business date
 * would be worth more than the limit: live ones as a whole, ended ones as far as they were filled.
 * Call it after the buy's hold is set: that locks the customer's account, so that of two buys at
 * once the later one sees the earlier.
 */
export async function requireDayLimit(
  tx: Tx,
  buy: DayBuy,
  value: { readonly minor: bigint; readonly mostMinor: bigint | undefined },
): Promise<void> {
  if (buy.order_type !== 'BUY' || value.mostMinor === undefined) return;
  const [row] = await tx.query<{ others: bigint }>(sql`
    select coalesce(sum(case
        when order_status in ('BOOKED', 'EXECUTING') then order_value_minor
        else ceil(order_value_minor::numeric * quantity_filled / quantity)
      end), 0)::bigint as others
    from trade_order
    where customer_id = ${buy.customer_id} and business_date = ${buy.business_date}
      and order_type = 'BUY' and currency = ${buy.currency} and id <> ${buy.id}`);
  const { others } = present(row, 'a sum has a row');
  if (others + value.minor <= value.mostMinor) return;
  const most = formatMoney({ minor: value.mostMinor, currency: buy.currency });
  const detail = `buys of ${buy.business_date} may be worth at most ${most} together`;
  throw refuseMember(orderProblems.DAY_VALUE_LIMIT_EXCEEDED, 'quantityRequested', detail);
}
