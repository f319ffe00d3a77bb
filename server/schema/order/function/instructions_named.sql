-- The instructions to an exchange that have one of these ClOrdIDs, each once, in no order.
-- One look-up by the whole key for each ClOrdID, and no other way of reading is left: PostgreSQL
-- keeps the plan that it makes while the table is empty. Given all ClOrdIDs at once it would then
-- read every instruction of the exchange, and go on so while the table grows.
create or replace function instructions_named(of_exchange bigint, cl_ord_ids text[])
returns setof exchange_instruction language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  name text;
begin
  for name in select distinct n from unnest(cl_ord_ids) n loop
    return query select i.* from exchange_instruction i
      where i.exchange_id = of_exchange and i.cl_ord_id = name;
  end loop;
end $$;
