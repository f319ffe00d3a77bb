// SQL for the portfolios that customers transferred units into or out of.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Holders } from '../../party/index.js';

/**
 * Selects the portfolios with units transferred in or out after one date, up to and including
 * another.
 */
export async function selectBringing(
  tx: Tx,
  { customerIds }: Holders,
  { after, to }: { readonly after: BusinessDate; readonly to: BusinessDate },
): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select distinct p.id
    from portfolio p join holding_movement m on m.portfolio_id = p.id
    where p.customer_id = any(${[...customerIds]}::bigint[])
      and m.kind in ('OPENING', 'TRANSFER_IN', 'TRANSFER_OUT')
      and m.effective_date > ${after} and m.effective_date <= ${to}
    order by p.id`);
  return rows.map(({ id }) => id);
}
