// Invariants of every fund register: units in issue, holdings, lots, movements and orders must
// agree.

import type { Database } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';

/** Finds funds whose units in issue, holdings, lots or movements disagree. There must be none. */
export function selectRegisterFaults(
  on: Database,
): Promise<{ readonly fund_id: bigint; readonly finding: string }[]> {
  return on.query(sql`
    with held as (
      select h.id, h.fund_id, h.units,
        coalesce((select sum(l.units) from fund_lot l where l.holding_id = h.id), 0) as lots,
        coalesce((select sum(m.units) from fund_unit_movement m where m.holding_id = h.id), 0)
          as moved
      from fund_holding h
    )
    select fund_id, 'holding ' || id || ' differs from its lots or movements' as finding
    from held where units <> lots or units <> moved
    union all
    select r.fund_id, 'units in issue differ from the holdings' from fund_register r
    where r.units <> coalesce((select sum(held.units) from held where held.fund_id = r.fund_id), 0)
    union all
    select h.fund_id, 'holding ' || h.id || ' holds other units than its orders'
    from fund_holding h
    where h.held_units <> coalesce((select sum(t.held_units) from fund_transaction t
      where t.fund_id = h.fund_id and t.customer_id = h.customer_id
        and t.portfolio_name = h.portfolio_name and t.status in ('PENDING', 'APPROVED')), 0)`);
}
