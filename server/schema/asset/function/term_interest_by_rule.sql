-- Returns the gross interest for any day count, simple or compound. See term_interest. An unknown
-- day count raises case_not_found (SQLSTATE 20000).
create or replace function term_interest_by_rule(principal_minor bigint, rate numeric,
  start_on date, until_on date, day_count text, compoundings integer)
returns bigint language plpgsql immutable as $$
declare
  days numeric;
  year_days numeric;
  leap numeric;
  start_day integer := extract(day from start_on);
  end_day integer := extract(day from until_on);
begin
  if until_on <= start_on then
    return 0;
  end if;
  days := until_on - start_on;
  case day_count
    when 'ACT_365F' then year_days := 365;
    when 'ACT_360' then year_days := 360;
    when 'ACT_364' then year_days := 364;
    when 'ACT_366_LEAP' then
      year_days := make_date(extract(year from start_on)::integer + 1, 1, 1)
        - make_date(extract(year from start_on)::integer, 1, 1);
    when 'ACT_ACT_ISDA' then
      leap := leap_year_days_before(until_on) - leap_year_days_before(start_on);
      days := (days - leap) * 366 + leap * 365;
      year_days := 365 * 366;
    when 'THIRTY_360', 'THIRTY_E_360' then
      start_day := least(start_day, 30);
      if day_count = 'THIRTY_E_360' or start_day = 30 then
        end_day := least(end_day, 30);
      end if;
      days := 360 * (extract(year from until_on) - extract(year from start_on))
        + 30 * (extract(month from until_on) - extract(month from start_on)) + end_day - start_day;
      year_days := 360;
  end case;
  if compoundings is null then
    -- Integer division, so that nothing is rounded before the final half-up rounding.
    return div(2 * principal_minor * rate * days + 100 * year_days, 200 * year_days);
  end if;
  -- A quotient has the scale of its dividend, which is forty decimals here. Rounding it to twenty
  -- turns near-ties back into exact ties.
  return round(round(principal_minor * (exp(round(compoundings * days, 40) / year_days
    * ln(1 + round(rate, 40) / (100 * compoundings))) - 1), 20));
end $$;
