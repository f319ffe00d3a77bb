-- Returns the lines of an account that the fold has not processed yet. Versions and balances of
-- firm accounts are provisional, because a journal with a lower number may still commit. Each line
-- looks up its own journal. Otherwise the planner would estimate that a third of the account is
-- new, and would read all journals at once.
create or replace function ledger_tail(tail_account bigint)
returns table (journal_id bigint, line_no smallint, amount_minor bigint, account_version bigint,
  balance_minor bigint, transaction_date date, value_date date, recorded_at timestamptz)
language sql stable as $$
  select l.journal_id, l.line_no, l.amount_minor, l.account_version, l.balance_minor,
    j.transaction_date, j.value_date, j.recorded_at
  from journal_line l
  cross join lateral (select * from journal where id = l.journal_id limit 1) j
  where l.account_id = tail_account and l.account_version > coalesce(
    (select max(d.last_version) from account_day d where d.account_id = tail_account), 0)
    and exists (select from account a where a.id = tail_account and a.inline)
  union all
  select l.journal_id, l.line_no, l.amount_minor,
    b.version + row_number() over (order by l.journal_id, l.line_no),
    b.balance_minor
      + (sum(case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end * l.amount_minor)
        over (order by l.journal_id, l.line_no))::bigint,
    j.transaction_date, j.value_date, j.recorded_at
  from account a
  join account_balance b on b.account_id = a.id
  cross join ledger_fold_state s
  join journal_line l on l.account_id = a.id and l.account_version is null
    and l.journal_id > s.folded_journal_id
  cross join lateral (select * from journal where id = l.journal_id limit 1) j
  where a.id = tail_account and not a.inline
$$;
