-- Returns how far an account may be below its floor after a change that leaves it `lack` below. A
-- forced change allows all of `lack`. Any other change can only reduce what was allowed before, so
-- the check on the floor refuses a change that would take the account lower.
create or replace function forced_below(lack bigint, forced_before bigint, forced boolean)
returns bigint language sql immutable as $$
  select case when forced then greatest(0, lack) else least(forced_before, greatest(0, lack)) end
$$;
