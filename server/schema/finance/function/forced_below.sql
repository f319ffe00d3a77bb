-- Returns how far an account is forced below its floor after a change that leaves it `lack` below.
-- A forced change covers all of `lack`. Any other change covers no more than before, so that the
-- check on the floor refuses it.
create or replace function forced_below(lack bigint, forced_before bigint, forced boolean)
returns bigint language sql immutable as $$
  select case when forced then greatest(0, lack) else least(forced_before, greatest(0, lack)) end
$$;
