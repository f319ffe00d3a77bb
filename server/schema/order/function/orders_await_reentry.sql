-- Whether an exchange order has ended on an earlier date, is to be entered again, and is not held
-- back today. The statement that finds and locks such orders joins eight tables and is planned anew
-- each time; each node polls every second, and nearly always there are none.
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
