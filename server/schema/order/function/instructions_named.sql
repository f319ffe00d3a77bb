-- Returns the instructions to an exchange with the given ClOrdIDs, each once, unsorted. Each
-- ClOrdID is looked up by the whole key, so that PostgreSQL has only one possible plan. Otherwise
-- PostgreSQL might keep a plan made while the table was empty. With all ClOrdIDs in one condition,
-- such a plan would read every instruction to the exchange even after the table has grown.
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
