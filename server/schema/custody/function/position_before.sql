-- Returns a holding's units and cost at the close of the day before a date, as known now. If the
-- holding has not moved since, they are read from its row. The cost is computed only if
-- `needs_cost`, and is 0 otherwise.
create or replace function position_before(h holding, before_date date, needs_cost boolean)
returns table (quantity bigint, cost_minor bigint) language sql stable as $$
  select h.quantity - coalesce(m.quantity, 0)::bigint,
    case
      when not needs_cost then 0
      when h.moved_on is null or h.moved_on < before_date then h.cost_minor
      when m.first_on >= h.moved_on then h.day_start_cost_minor
      else coalesce((
        select p.cost_minor from holding_positions(h.portfolio_id, h.security_id) p
        where p.effective_date < before_date order by p.effective_date desc limit 1), 0)
    end
  from (
    select sum(m.quantity) as quantity, min(m.effective_date) as first_on
    from holding_movement m
    where m.portfolio_id = h.portfolio_id and m.security_id = h.security_id
      and m.effective_date >= before_date and h.moved_on >= before_date
  ) m
$$;
