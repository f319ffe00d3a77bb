-- Returns the label of the portfolio with this code, for records that show it. Null if there is no
-- such portfolio.
create or replace function portfolio_label(code text) returns text language sql stable as $$
  select p.label from portfolio p where p.name = code
$$;
