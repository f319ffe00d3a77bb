-- Returns the current balance of a firm account: its balance at the last fold plus all lines posted
-- since.
create or replace function firm_balance(firm_account bigint) returns bigint
language sql stable as $$
  select b.balance_minor + coalesce((
    select sum(case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end * l.amount_minor)
    from journal_line l, ledger_fold_state s
    where l.account_id = a.id and l.account_version is null and l.journal_id > s.folded_journal_id
  ), 0)::bigint
  from account a join account_balance b on b.account_id = a.id where a.id = firm_account
$$;
