-- Returns the stored reports of the given orders with the given ExecIDs, unsorted: for each pair,
-- the report with the ExecID or, if there is none, the reports that a user entered with the
-- exchange's own ExecID (null if there are none either). Rows are looked up by the whole key only,
-- as in instructions_named: with both ExecIDs in one condition, PostgreSQL would read all reports
-- of the order.
create or replace function reports_stored(of_exchange bigint, order_ids bigint[], exec_ids text[],
  given_ids text[])
returns setof execution_report language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  named record;
  given execution_report;
begin
  for named in
    select * from unnest(order_ids, exec_ids, given_ids) u(order_id, exec_id, given_id)
  loop
    return query select r.* from execution_report r
      where r.order_id = named.order_id and r.exec_id = named.exec_id;
    continue when found or named.given_id is null;
    -- Here the order is not part of the key, because few rows have the given ExecID.
    for given in
      select r.* from execution_report r
      where r.exchange_id = of_exchange and r.given_exec_id = named.given_id
    loop
      if given.order_id = named.order_id then
        return next given;
      end if;
    end loop;
  end loop;
end $$;
