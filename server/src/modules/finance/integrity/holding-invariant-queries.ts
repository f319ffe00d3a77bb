// Numbered invariants of holdings: each equals the sum of its movements, and each fill and each
// contract note in force has its movement.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// Finds holdings whose only movement is an opening balance of bought units, which needs no fold.
// After positions are taken over from another system, most holdings are of this kind.
const OPENED: Sql = sql`
  select portfolio_id, security_id, min(effective_date) as effective_date,
    min(quantity) as quantity, min(cost_minor) as cost_minor
  from holding_movement group by portfolio_id, security_id
  having count(*) = 1 and bool_and(source_type = 'OPENING' and quantity > 0)`;

// The position of a holding `h`, computed from all its movements, and the position before
// `h.moved_on`. All movements of that date may have been reversed. Reads the movements of one
// holding at a time.
const FOLDED: Sql = sql`
  select max(p.effective_date) as effective_date,
    coalesce((array_agg(p.quantity order by p.effective_date desc))[1], 0) as quantity,
    coalesce((array_agg(p.cost_minor order by p.effective_date desc))[1], 0) as cost_minor,
    coalesce((array_agg(p.realised_gain_minor order by p.effective_date desc))[1], 0)
      as realised_gain_minor,
    coalesce((array_agg(p.quantity order by p.effective_date desc)
      filter (where p.effective_date < h.moved_on))[1], 0) as start_quantity,
    coalesce((array_agg(p.cost_minor order by p.effective_date desc)
      filter (where p.effective_date < h.moved_on))[1], 0) as start_cost_minor,
    coalesce((array_agg(p.realised_gain_minor order by p.effective_date desc)
      filter (where p.effective_date < h.moved_on))[1], 0) as start_gain_minor
  from (
    select effective_date, quantity, cost_minor, realised_gain_minor
    from holding_positions(h.portfolio_id, h.security_id) where o.quantity is null
    union all
    select o.effective_date, o.quantity, o.cost_minor, 0 where o.quantity is not null
  ) p`;

// Movements that are not reversed and reverse nothing.
const IN_FORCE: Sql = sql`
  select m.* from holding_movement m
  where m.reversal_of_id is null
    and not exists (select from holding_movement r where r.reversal_of_id = m.id)`;

export const HOLDING_INVARIANTS: readonly Invariant[] = [
  {
    number: 30,
    name: 'Every holding is the sum of its movements at average cost.',
    checked: sql`select count(*) from holding_movement`,
    broken: sql`
      select h.portfolio_id as id, 'security ' || h.security_id || ': ' || h.quantity || ' at '
        || h.cost_minor || ', gain ' || h.realised_gain_minor || ' is not ' || f.quantity || ' at '
        || f.cost_minor || ', gain ' || f.realised_gain_minor || ', or its day starts wrong'
        as finding
      from holding h left join (${OPENED}) o using (portfolio_id, security_id)
      cross join lateral (${FOLDED}) f
      where (h.quantity, h.cost_minor, h.realised_gain_minor) is distinct from
          (f.quantity, f.cost_minor, f.realised_gain_minor)
        or (h.day_start_quantity, h.day_start_cost_minor, h.day_start_gain_minor) is distinct from
          (f.start_quantity, f.start_cost_minor, f.start_gain_minor)
        or coalesce(h.moved_on, '-infinity') < f.effective_date
      union all
      select h.portfolio_id, 'security ' || h.security_id || ': pending ' || h.pending_quantity
        || ' is not ' || coalesce(m.pending, 0)
      from holding h left join (
        select portfolio_id, security_id, sum(pending_quantity) as pending
        from holding_movement where pending_quantity <> 0 group by 1, 2
      ) m using (portfolio_id, security_id)
      where h.pending_quantity <> coalesce(m.pending, 0)`,
  },
  {
    number: 31,
    name:
      'Every fill and every contract note in force has moved its holding exactly once, ' +
      'or never if a custodian settles it.',
    checked: sql`select count(*) from contract_note where reversed_at is null`,
    broken: sql`
      with in_force as (${IN_FORCE})
      select t.id, 'moved ' || coalesce(m.units, 0) || ' of ' || t.quantity_filled as finding
      from trade_order t left join (
        select order_id, abs(sum(quantity)) as units from in_force group by order_id
      ) m on m.order_id = t.id
      where case when t.custodian_settles then 0 else t.quantity_filled end
        <> coalesce(m.units, 0)
      union all
      select m.order_id, 'movement ' || m.id || ' is not its execution'
      from in_force m left join execution_report e on e.id = m.source_id
      where m.source_type = 'EXECUTION'
        and (e.order_id, e.quantity) is distinct from (m.order_id, abs(m.quantity))
      union all
      select coalesce(n.order_id, m.order_id), coalesce(n.trade_date, m.effective_date)
        || ': charges ' || coalesce(m.cost_minor - m.proceeds_minor, 0) || ' are not '
        || coalesce(n.charges_minor, 0)
      from (
        select * from contract_note where reversed_at is null and charges_minor <> 0
          and not custodian_settles
      ) n
      full join (select * from in_force where source_type = 'CONTRACT_NOTE') m
        on m.source_id = n.id
      where (n.order_id, n.trade_date, n.charges_minor) is distinct from
        (m.order_id, m.effective_date, m.cost_minor - m.proceeds_minor)`,
  },
];
