-- The fills, corrections and busts of these orders, in no order.
-- One look-up for each order, as in instructions_named. A list sorted by id would be read from the
-- whole primary key while the table is planned as empty, so the caller sorts.
create or replace function booked_executions(order_ids bigint[])
returns setof execution_report language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  one_order bigint;
begin
  for one_order in select distinct n from unnest(order_ids) n loop
    return query select r.* from execution_report r
      where r.order_id = one_order and r.kind is not null;
  end loop;
end $$;
