-- Returns the fills of the given orders that a user entered without the exchange's ExecID,
-- unsorted. Each order is looked up separately, as in instructions_named.
create or replace function nameless_fills(order_ids bigint[])
returns setof execution_report language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  one_order bigint;
begin
  for one_order in select distinct n from unnest(order_ids) n loop
    return query select r.* from execution_report r
      where r.order_id = one_order and r.kind = 'TRADE' and r.unmatched_report_id is not null
        and r.given_exec_id is null;
  end loop;
end $$;
