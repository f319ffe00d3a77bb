-- Returns all executions about the same fills as the given pairs of order and ExecID: each fill,
-- its corrections and busts, and corrections and busts that refer to these, unsorted. A row that
-- belongs to two pairs is returned twice. A report that has one of the ExecIDs but is not an
-- execution is also returned, with a null kind. Few fills have corrections. Rows are looked up by
-- the whole key only, as in instructions_named, because PostgreSQL would plan a join over the
-- ExecIDs as a scan of all rows of the order.
create or replace function executions_about(order_ids bigint[], exec_ids text[])
returns setof execution_report language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  named record;
  execution execution_report;
  ids text[];
  place integer;
  this text;
  other text;
begin
  for named in
    select distinct u.order_id, u.exec_id from unnest(order_ids, exec_ids) u(order_id, exec_id)
  loop
    ids := array[named.exec_id];
    place := 1;
    while place <= cardinality(ids) loop
      this := ids[place];
      select r.* into execution from execution_report r
        where r.order_id = named.order_id and r.exec_id = this;
      if execution.kind is not null or (place = 1 and execution.id is not null) then
        return next execution;
      end if;
      if execution.kind <> 'TRADE' and execution.exec_ref_id <> all (ids) then
        ids := ids || execution.exec_ref_id;
      end if;
      for other in
        select r.exec_id from execution_report r
        where r.order_id = named.order_id and r.exec_ref_id = this
          and r.kind in ('CORRECT', 'CANCEL')
      loop
        if other <> all (ids) then
          ids := ids || other;
        end if;
      end loop;
      place := place + 1;
    end loop;
  end loop;
end $$;
