-- Returns the last version of an account that was known at a moment. It is found by bisection,
-- which takes about twenty look-ups in a million lines. Versions have the same order as journal
-- numbers.
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
