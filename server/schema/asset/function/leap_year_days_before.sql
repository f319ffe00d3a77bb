-- Returns the number of days in leap years before a date, from year 1 on.
create or replace function leap_year_days_before(moment date) returns bigint
language plpgsql immutable as $$
declare
  y integer := extract(year from moment);
begin
  return ((y - 1) / 4 - (y - 1) / 100 + (y - 1) / 400) * 366
    + case when (y % 4 = 0 and y % 100 <> 0) or y % 400 = 0
        then moment - make_date(y, 1, 1) else 0 end;
end $$;
