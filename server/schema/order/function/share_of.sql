-- Returns the part of an amount that belongs to `units` out of `of_units`, rounded half-up to the
-- minor unit. The last units take the remainder, so the parts add up to the whole amount.
create or replace function share_of(amount_minor bigint, units bigint, of_units bigint)
returns bigint language sql immutable as $$
  select case when units = of_units then amount_minor else (sign(amount_minor::numeric)
    * div(2 * abs(amount_minor::numeric) * units + of_units, 2 * of_units::numeric))::bigint end
$$;
