-- Returns the gross interest from `start_on` to `until_on` (exclusive), rounded half-up to the
-- minor unit. Zero for an empty period. `compoundings` (per year) is null for simple interest.
-- interest.ts does the same calculation in TypeScript, and a test compares the two. The common day
-- counts are calculated here, because the planner inlines this function into the accrual statement.
-- A function call would cost several times as much as the calculation.
create or replace function term_interest(principal_minor bigint, rate numeric, start_on date,
  until_on date, day_count text, compoundings integer)
returns bigint language sql immutable as $$
  select (case
    when until_on <= start_on then 0
    when compoundings is null and day_count = 'ACT_365F' then
      div(2 * principal_minor * rate * (until_on - start_on) + 36500, 73000)
    when compoundings is null and day_count = 'ACT_360' then
      div(2 * principal_minor * rate * (until_on - start_on) + 36000, 72000)
    else term_interest_by_rule(principal_minor, rate, start_on, until_on, day_count, compoundings)
  end)::bigint
$$;
