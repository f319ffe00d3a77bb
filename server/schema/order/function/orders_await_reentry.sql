-- Returns whether any exchange order has ended on an earlier date, awaits re-entry, and is not held
-- back today. Each node polls every second and nearly always finds none. This check avoids the
-- statement that finds and locks such orders, which joins eight tables and is planned again each
-- time.
create or replace function orders_await_reentry() returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  today date;
begin
  select d.business_date into today from business_day d where d.only_row;
  return exists (
    select from exchange_order x
    where x.awaits_reentry and x.entered_on < today and x.held_back_on is distinct from today);
end $$;
