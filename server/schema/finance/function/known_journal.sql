-- Returns the number up to which journals are known at a moment, found by bisection. Every report
-- uses it, so that all reports for one moment contain the same journals, even though concurrent
-- postings may be recorded in an order that differs from their numbers. The steps do not depend on
-- the data, so a past moment always gives the same answer.
create or replace function known_journal(moment timestamptz) returns bigint
language plpgsql stable as $$
declare
  known bigint := 0;
  step bigint := 1::bigint << 50;
  recorded timestamptz;
begin
  while step > 0 loop
    select j.recorded_at into recorded from journal j
      where j.id > 0 and j.id <= known + step order by j.id desc limit 1;
    if recorded is null or recorded <= moment then
      known := known + step;
    end if;
    step := step / 2;
  end loop;
  return known;
end $$;
