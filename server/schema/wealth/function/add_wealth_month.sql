-- Creates the snapshots' partitions for a date's month if they are missing. Each is created
-- separately and then attached, so that readers and writers of other months are not blocked.
create or replace function add_wealth_month(of_date date) returns void language plpgsql as $$
declare
  first_day constant date := date_trunc('month', of_date);
  kind text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('countinghouse wealth month'));
  foreach kind in array array['wealth_day', 'wealth_line'] loop
    part := kind || to_char(first_day, '_YYYY_MM');
    if to_regclass(part) is null then
      execute format('create table %I (like %I including all)', part, kind);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', kind, part,
        first_day, (first_day + interval '1 month')::date);
    end if;
  end loop;
end $$;
