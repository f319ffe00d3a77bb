-- What was known at a moment is one set of journals for every report: those up to a number. Two
-- transactions that post at once may record in another order than that of their numbers, and then
-- the lines of an account that were recorded by a moment are no range of its versions.

-- The number up to which journals count as known at a moment, by halving. The steps are the same
-- for every caller, so that a moment of which all is recorded always answers the same.
create function known_journal(moment timestamptz) returns bigint
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

-- The last version of an account that was known at a moment, by halving: about twenty look-ups in a
-- million lines. The order of versions is that of the numbers of journals.
create or replace function version_known_at(known_account bigint, moment timestamptz) returns bigint
language plpgsql stable as $$
declare
  last_known constant bigint := known_journal(moment);
  is_inline boolean;
  low bigint := 0;
  high bigint;
  folded bigint;
  middle bigint;
  number bigint;
begin
  select a.inline, b.version into is_inline, folded
    from account a join account_balance b on b.account_id = a.id where a.id = known_account;
  high := folded;
  while low < high loop
    middle := (low + high + 1) / 2;
    if is_inline then
      select l.journal_id into number from journal_line l
        where l.account_id = known_account and l.account_version = middle;
    else
      select f.journal_id into number from ledger_fold f
        where f.account_id = known_account and f.account_version = middle;
    end if;
    if number <= last_known then low := middle; else high := middle - 1; end if;
  end loop;
  if low = folded and not is_inline then
    low := low
      + (select count(*) from ledger_tail(known_account) t where t.journal_id <= last_known);
  end if;
  return low;
end $$;
