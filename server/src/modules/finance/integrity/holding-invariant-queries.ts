// Numbered invariants of holdings: each is what its movements add up to, and each fill and each
// contract note in force has its movement.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// The position of a holding `h` by all its movements, and the position before `h.moved_on`. Every
// movement of that date may have been reversed. The movements of one holding are read at a time.
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
  from holding_positions(h.portfolio_id, h.security_id) p`;

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
      from holding h cross join lateral (${FOLDED}) f
      where (h.quantity, h.cost_minor, h.realised_gain_minor) is distinct from
          (f.quantity, f.cost_minor, f.realised_gain_minor)
        or (h.day_start_quantity, h.day_start_cost_minor, h.day_start_gain_minor) is distinct from
          (f.start_quantity, f.start_cost_minor, f.start_gain_minor)
        or coalesce(h.moved_on, '-infinity') < f.effective_date`,
  },
  {
    number: 31,
    name: 'Every fill and every contract note in force has moved its holding exactly once.',
    checked: sql`select count(*) from order_trade_day`,
    broken: sql`
      with moved as (
        select order_id, effective_date, abs(sum(quantity)) as quantity,
          sum(cost_minor - proceeds_minor) filter (where kind = 'CHARGES') as charges
        from (${IN_FORCE}) m where order_id is not null group by order_id, effective_date
      )
      select coalesce(d.order_id, m.order_id) as id,
        coalesce(d.trade_date, m.effective_date) || ': moved ' || coalesce(m.quantity, 0)
          || ', charges ' || coalesce(m.charges, 0) || ', not ' || coalesce(d.quantity, 0)
          || ', charges ' || coalesce(d.charges_minor, 0) as finding
      from (
        select d.order_id, d.trade_date, d.quantity, n.charges_minor
        from order_trade_day d left join contract_note n on n.id = d.contract_note_id
      ) d
      full join moved m on m.order_id = d.order_id and m.effective_date = d.trade_date
      where (coalesce(m.quantity, 0), coalesce(m.charges, 0))
        is distinct from (coalesce(d.quantity, 0), coalesce(d.charges_minor, 0))`,
  },
];
