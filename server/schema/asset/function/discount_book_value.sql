-- Returns the straight-line book value on a day within the term, rounded half-up to the minor unit.
-- Null for an unknown day count. discount.ts does the same calculation in TypeScript, and a test
-- compares the two.
create or replace function discount_book_value(face_minor bigint, rate numeric, start_on date,
  matures_on date, day date, day_count text)
returns bigint language sql immutable as $$
  -- Integer division, so that nothing is rounded before the final half-up rounding.
  select div(2 * face_minor * (100 * basis - rate * (matures_on - day)) + 100 * basis, 200 * basis)
  from (select case day_count
      when 'ACT_365F' then 365
      when 'ACT_360' then 360
      when 'ACT_364' then 364
      when 'ACT_366_LEAP' then make_date(extract(year from start_on)::integer + 1, 1, 1)
        - make_date(extract(year from start_on)::integer, 1, 1)
    end::numeric) as year (basis)
$$;
