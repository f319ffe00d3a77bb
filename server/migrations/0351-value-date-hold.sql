-- Money that counts from a later day than that of its posting: it is in the books at once, and held
-- until the business date that reaches its value date.

-- Through which date what came in was let go, or is being let go at this moment. Postings share the
-- row and the end of day takes it alone, so that nothing is held for a day that was let go.
create table value_date_release (
  only_row boolean primary key default true check (only_row),
  released_through date
);
insert into value_date_release default values;

-- What of an account is there and does not count yet.
create function value_dated_minor(of_account bigint) returns bigint language sql stable as $$
  select coalesce(sum(h.amount_minor), 0)::bigint from cash_hold h
  where h.account_id = of_account and h.source_type = 'VALUE_DATE'
$$;

-- What arrives with a cash transaction, and where; a receipt bears its fee. Nothing arrives with a
-- payment.
create function cash_arrival(t cash_transaction, out account_id bigint, out amount_minor bigint)
language sql immutable as $$
  select case t.trans_type
      when 'RECEIPT' then t.cash_account_id when 'TRANSFER' then t.counterparty_account_id end,
    greatest(0, case t.trans_type
      when 'RECEIPT' then t.amount_minor - t.fee_minor - t.early_withdrawal_minor
      when 'TRANSFER' then coalesce(t.converted_minor, t.amount_minor)
      else 0 end)
$$;

-- Of what was posted before. Where it was spent, its owner is below his floor until its day.
select set_hold('VALUE_DATE', id, account_id, amount_minor, true)
from (
  select t.id, a.account_id, a.amount_minor
  from cash_transaction t
  join journal j on j.id = t.journal_id
  join business_day d on j.value_date > d.business_date
  cross join lateral cash_arrival(t) a
  where t.state = 'POSTED' and a.amount_minor > 0
  order by a.account_id, t.id
) posted;
