-- Returns the trade dates of the given orders, unsorted. Each order is looked up separately, as in
-- instructions_named.
create or replace function trade_days_of(order_ids bigint[])
returns setof order_trade_day language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  one_order bigint;
begin
  for one_order in select distinct n from unnest(order_ids) n loop
    return query select d.* from order_trade_day d where d.order_id = one_order;
  end loop;
end $$;
