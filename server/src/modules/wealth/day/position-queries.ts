// SQL that stores the positions of many customers at the last close of a month.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { type DayBatch, linesOf } from './line-queries.js';

/**
 * Stores the positions of a batch whose quantity or value is new or differs from the previous
 * version. A closed position is stored as a version with zero.
 */
export async function storePositions(tx: Tx, batch: DayBatch): Promise<void> {
  const { date, knownAt } = batch;
  await tx.query(sql`
    with ${linesOf(batch)},
    present as (
      select customer_id, portfolio_id, currency, class, subject_type, subject_id,
        sum(quantity) as quantity,
        case when count(minor) = count(*) then sum(minor)::bigint end as value_minor
      from line group by 1, 2, 3, 4, 5, 6
    ), before as materialized (
      select distinct on (w.customer_id, w.portfolio_id, w.currency, w.class, w.subject_type,
        w.subject_id) w.*
      from own join wealth_line w on w.customer_id = own.customer_id and w.value_date = ${date}
      order by w.customer_id, w.portfolio_id, w.currency, w.class, w.subject_type, w.subject_id,
        w.version_no desc
    )
    insert into wealth_line (customer_id, portfolio_id, currency, value_date, class, subject_type,
      subject_id, version_no, quantity, value_minor, known_at)
    select customer_id, portfolio_id, currency, ${date}, class, subject_type, subject_id,
      coalesce(b.version_no, 0) + 1,
      case when p.customer_id is null then 0 else p.quantity end,
      case when p.customer_id is null then 0 else p.value_minor end, ${knownAt}::timestamptz
    from present p
    full join before b using (customer_id, portfolio_id, currency, class, subject_type, subject_id)
    where b.customer_id is null
      or case when p.customer_id is null then (b.quantity, b.value_minor) is distinct from (0, 0)
        else (b.quantity, b.value_minor) is distinct from (p.quantity, p.value_minor) end
    order by customer_id, portfolio_id, class, subject_id`);
}
