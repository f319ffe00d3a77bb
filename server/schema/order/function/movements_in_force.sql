-- Returns the movements of a holding that are in force, as known at a moment (default: now).
-- Reversed movements and reversals are omitted. Charges are distributed over the fills of their
-- order and date by quantity, with the largest-remainder method. Charges without fills have a
-- separate row, with no units. `amount_minor` is the cost of incoming units, and the net proceeds
-- of outgoing units. Charges of a sale without fills are a negative `gain_minor`. For a corporate
-- action (`of_event`), units, cost and gain are as stored; `amount_minor` is the amount added to
-- the cost. Outgoing units with `at_cost` realise no gain.
create or replace function movements_in_force(
  of_portfolio bigint, of_security bigint, since date, known_at timestamptz
)
returns table (id bigint, effective_date date, quantity bigint, amount_minor bigint,
  gain_minor bigint, of_event boolean, at_cost boolean)
language sql stable as $$
  with counted as (
    select m.id, m.effective_date, m.kind, m.order_id, m.quantity, m.cost_minor, m.proceeds_minor,
      m.gain_minor, m.source_type not in ('EXECUTION', 'CONTRACT_NOTE', 'OPENING', 'TRANSFER')
        as of_event
    from holding_movement m
    where m.portfolio_id = of_portfolio and m.security_id = of_security
      and m.effective_date >= since and m.reversal_of_id is null and m.recorded_at <= known_at
      and not exists (select from holding_movement r
        where r.reversal_of_id = m.id and r.recorded_at <= known_at)
  ), grouped as (
    select c.*,
      coalesce(sum(c.cost_minor - c.proceeds_minor) filter (where c.kind = 'CHARGES') over fills, 0)
        as charges,
      coalesce(sum(abs(c.quantity)) filter (where c.kind in ('BUY', 'SELL')) over fills, 0) as units
    from counted c window fills as (partition by c.order_id, c.effective_date)
  ), shared as (
    select g.*, div(abs(g.charges) * abs(g.quantity), g.units) as share,
      row_number() over (fills order by mod(abs(g.charges) * abs(g.quantity), g.units) desc, g.id)
        as place,
      abs(g.charges) - sum(div(abs(g.charges) * abs(g.quantity), g.units)) over fills as remainder
    from grouped g where g.kind in ('BUY', 'SELL') and g.charges <> 0
    window fills as (partition by g.order_id, g.effective_date)
  )
  select s.id, s.effective_date, s.quantity, (s.cost_minor + s.proceeds_minor
    + sign(s.quantity) * sign(s.charges)
      * (s.share + case when s.place <= s.remainder then 1 else 0 end))::bigint,
    0, false, false
  from shared s
  union all
  select g.id, g.effective_date, g.quantity,
    case when g.quantity < 0 and not g.of_event then g.proceeds_minor else g.cost_minor end,
    case when g.kind = 'CHARGES' then g.proceeds_minor else g.gain_minor end, g.of_event,
    g.kind = 'TRANSFER_OUT'
  from grouped g
  where case when g.kind in ('BUY', 'SELL') then g.charges = 0
    when g.kind = 'CHARGES' then g.units = 0 else true end
$$;
