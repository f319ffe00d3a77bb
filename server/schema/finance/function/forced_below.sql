-- Returns the amount by which an account may be forced below its floor after a change that leaves
-- it `lack` below. After a forced change, this is all of `lack`. No other change can increase the
-- amount, so the check on the floor refuses a change that would.
create or replace function forced_below(lack bigint, forced_before bigint, forced boolean)
returns bigint language sql immutable as $$
  select case when forced then greatest(0, lack) else least(forced_before, greatest(0, lack)) end
$$;
