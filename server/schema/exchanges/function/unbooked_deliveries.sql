-- Returns the first `most` messages of a FIX session that are received but not booked yet, with
-- their bytes, in booking order. The function's settings leave PostgreSQL only one way to read
-- them: the partial index. Otherwise it might keep a plan made while the table was empty, and would
-- then scan the whole table even after it has grown.
create or replace function unbooked_deliveries(of_session integer, most integer)
returns table (message_id bigint, seq_num integer, refusal_kind text, refusal_text text,
  raw bytea, received_at timestamptz) language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off as $$
begin
  return query
    select d.message_id, d.seq_num, d.refusal_kind, d.refusal_text, m.raw, m.at
    from fix_delivery d join fix_message m on m.id = d.message_id
    where d.session_id = of_session and d.outcome is null
    order by d.session_id, d.position limit most;
end $$;
