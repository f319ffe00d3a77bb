-- Returns how many of an order's units were flagged cum, and how many ex, contrary to their trade
-- date.
create or replace function flagged_in_trade(of_order bigint, on_date date)
returns table (cum_quantity bigint, ex_quantity bigint) language sql stable as $$
  select coalesce(sum(abs(m.quantity)) filter (where e.cum_ex = 'CUM'), 0)::bigint,
    coalesce(sum(abs(m.quantity)) filter (where e.cum_ex = 'EX'), 0)::bigint
  from execution_report e
  join holding_movement m on m.source_type = 'EXECUTION' and m.source_id = e.id
  where e.order_id = of_order and e.cum_ex is not null and m.effective_date = on_date
    and m.reversal_of_id is null
    and not exists (select from holding_movement r where r.reversal_of_id = m.id)
$$;
