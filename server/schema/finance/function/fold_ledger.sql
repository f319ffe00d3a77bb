-- Folds up to `most` journal numbers whose journals can no longer change: gives each line of a firm
-- account its version and balance in journal order, and adds every line to account_day. Returns the
-- count of folded numbers, which is zero if another session is folding or there is nothing new.
-- Refuses to run in a transaction that has already written (SQLSTATE 25001). Each line is folded
-- exactly once: an advisory lock lets only one session fold at a time, and a number is folded only
-- when every transaction that took a number up to it has ended.
create or replace function fold_ledger(most bigint) returns bigint language plpgsql as $$
declare
  taken bigint;
  me xid8;
  state ledger_fold_state;
  upto bigint;
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'the fold runs in a transaction of its own' using errcode = '25001';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('countinghouse ledger fold')) then
    return 0;
  end if;
  -- Read before this transaction gets its id, so that every transaction that took one of these
  -- numbers has a lower id.
  select case when s.is_called then s.last_value else 0 end into taken from journal_id s;
  select * into state from ledger_fold_state;
  if taken = state.folded_journal_id then
    return 0;
  end if;
  me := pg_current_xact_id();
  upto := state.folded_journal_id;
  if state.candidate_before <= pg_snapshot_xmin(pg_current_snapshot()) then
    upto := least(state.candidate_journal_id, state.folded_journal_id + most);
  end if;

  with line as materialized (
    select l.journal_id, l.line_no, l.account_id, l.amount_minor, l.account_version,
      j.transaction_date, j.value_date, a.inline,
      case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end as side
    from journal_line l
    join journal j on j.id = l.journal_id
    join account a on a.id = l.account_id
    where l.journal_id > state.folded_journal_id and l.journal_id <= upto
  ), placed as materialized (
    select line.journal_id, line.line_no, line.account_id, line.amount_minor, line.transaction_date,
      line.value_date,
      b.version + row_number() over per_account as account_version,
      b.balance_minor + sum(line.side * line.amount_minor) over per_account as balance_minor
    from line join account_balance b on b.account_id = line.account_id
    where not line.inline
    window per_account as (partition by line.account_id order by line.journal_id, line.line_no)
  ), folded as (
    insert into ledger_fold (account_id, account_version, journal_id, line_no, balance_minor)
      select p.account_id, p.account_version, p.journal_id, p.line_no, p.balance_minor from placed p
  ), moved as (
    update account_balance b
      set balance_minor = last.balance_minor, version = last.account_version
      from (
        select distinct on (account_id) account_id, balance_minor, account_version
        from placed order by account_id, account_version desc
      ) last
      where b.account_id = last.account_id
  ), versioned as materialized (
    select account_id, transaction_date, value_date, amount_minor, account_version
      from line where inline
    union all
    select account_id, transaction_date, value_date, amount_minor, account_version from placed
  ), shifted as (
    insert into account_value_shift as shift (account_id, value_date, debit_minor, credit_minor,
        line_count, first_version, last_version)
      select v.account_id, to_date.day, sum(to_date.sign * greatest(v.amount_minor, 0)),
        sum(to_date.sign * greatest(-v.amount_minor, 0)), sum(to_date.sign),
        min(v.account_version), max(v.account_version)
      from versioned v
      cross join lateral (values (v.value_date, 1), (v.transaction_date, -1)) to_date (day, sign)
      where v.value_date <> v.transaction_date
      group by v.account_id, to_date.day
      on conflict (account_id, value_date) do update set
        debit_minor = shift.debit_minor + excluded.debit_minor,
        credit_minor = shift.credit_minor + excluded.credit_minor,
        line_count = shift.line_count + excluded.line_count,
        first_version = least(shift.first_version, excluded.first_version),
        last_version = greatest(shift.last_version, excluded.last_version)
  )
  insert into account_day as day (account_id, transaction_date, debit_minor, credit_minor,
      line_count, first_version, last_version)
    select v.account_id, v.transaction_date, sum(greatest(v.amount_minor, 0)),
      sum(greatest(-v.amount_minor, 0)), count(*), min(v.account_version), max(v.account_version)
    from versioned v
    group by v.account_id, v.transaction_date
    on conflict (account_id, transaction_date) do update set
      debit_minor = day.debit_minor + excluded.debit_minor,
      credit_minor = day.credit_minor + excluded.credit_minor,
      line_count = day.line_count + excluded.line_count,
      first_version = least(day.first_version, excluded.first_version),
      last_version = greatest(day.last_version, excluded.last_version);

  -- Replaces a candidate that has been used, or whose transaction ids are from another server.
  if state.candidate_before is null or upto = state.candidate_journal_id
    or state.candidate_before > me
  then
    state.candidate_journal_id := taken;
    state.candidate_before := me;
  end if;
  update ledger_fold_state set folded_journal_id = upto,
    candidate_journal_id = state.candidate_journal_id, candidate_before = state.candidate_before;
  return upto - state.folded_journal_id;
end $$;
