-- Returns `amount * part / of_all`, rounded half-up to a whole number, or 0 if `of_all` is 0.
-- Unlike a division, it is exact for decimals of any length.
create or replace function ratio_of(amount numeric, part numeric, of_all numeric)
returns numeric language sql immutable as $$
  select case when of_all = 0 then 0 else sign(amount)
    * div(2 * abs(amount) * part + of_all, 2 * of_all) end
$$;
