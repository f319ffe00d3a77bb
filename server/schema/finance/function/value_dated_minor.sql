-- Returns an account's posted money that is held because its value date has not been reached.
create or replace function value_dated_minor(of_account bigint) returns bigint
language sql stable as $$
  select coalesce(sum(h.amount_minor), 0)::bigint from cash_hold h
  where h.account_id = of_account and h.source_type = 'VALUE_DATE'
$$;
