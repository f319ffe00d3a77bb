-- The double-entry ledger. Amounts are minor units, debit positive and credit negative.
-- Balances are kept on the account's normal side, so that a customer's money reads as a positive number.

create sequence account_id increment by 50;
create sequence journal_id cache 1;

create table account (
  id bigint primary key,
  name text not null unique,
  label text not null,
  class text not null check (class in ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE')),
  acct_type text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  office_id bigint not null,
  customer_id bigint,
  -- Inline accounts are checked and versioned by each posting; the others are folded behind it.
  inline boolean not null,
  unsettled_account_id bigint references account,
  active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index account_by_customer on account (customer_id) where customer_id is not null;
create index account_by_office on account (office_id, currency);

create table account_balance (
  account_id bigint primary key references account,
  balance_minor bigint not null default 0,
  held_minor bigint not null default 0 check (held_minor >= 0),
  version bigint not null default 0,
  -- What must stay after holds; null lets the balance go anywhere.
  floor_minor bigint,
  constraint available_stays_above_floor
    check (floor_minor is null or balance_minor - held_minor >= floor_minor)
) with (fillfactor = 50);

create table journal (
  id bigint primary key,
  office_id bigint not null,
  transaction_date date not null,
  value_date date not null,
  narration text not null,
  source_type text not null,
  source_id bigint not null,
  reversal_of_id bigint unique references journal,
  created_by text not null,
  created_at timestamptz not null,
  transaction_id xid8 not null default pg_current_xact_id()
);
create index journal_by_source on journal (source_type, source_id);
create index journal_by_transaction on journal (transaction_id);

create table journal_line (
  journal_id bigint not null references journal,
  line_no smallint not null,
  account_id bigint not null references account,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- Order and running balance of inline accounts; those of the others stand in ledger_fold.
  account_version bigint,
  balance_minor bigint,
  primary key (journal_id, line_no)
);
create unique index journal_line_by_version on journal_line (account_id, account_version)
  where account_version is not null;
create index journal_line_by_account on journal_line (account_id, journal_id)
  where account_version is null;

create table ledger_fold (
  account_id bigint not null references account,
  account_version bigint not null,
  journal_id bigint not null,
  line_no smallint not null,
  balance_minor bigint not null,
  primary key (account_id, account_version)
);
create unique index ledger_fold_by_line on ledger_fold (journal_id, line_no);

-- Transactions below this one are folded; a journal is folded once, whatever order commits came in.
create table ledger_fold_state (
  only_row boolean primary key default true check (only_row),
  folded_below xid8 not null
);
insert into ledger_fold_state (folded_below) values (pg_current_xact_id());

create table cash_hold (
  source_type text not null,
  source_id bigint not null,
  account_id bigint not null references account,
  amount_minor bigint not null check (amount_minor > 0),
  placed_at timestamptz not null default now(),
  primary key (source_type, source_id)
);
create index cash_hold_by_account on cash_hold (account_id);

-- A journal's lines come in one statement, and each statement's journals must balance per currency.
create function refuse_unbalanced_journal() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_line group by journal_id, currency having sum(amount_minor) <> 0
  ) then
    raise exception 'a journal does not balance' using errcode = '23514', constraint = 'journal_balances';
  end if;
  return null;
end $$;
create trigger journal_balances after insert on journal_line
  referencing new table as new_line for each statement execute function refuse_unbalanced_journal();
create trigger journal_is_immutable before update or delete on journal
  for each row execute function refuse_change();
create trigger journal_line_is_immutable before update or delete on journal_line
  for each row execute function refuse_change();
create trigger ledger_fold_is_immutable before update or delete on ledger_fold
  for each row execute function refuse_change();

-- Posts journals, all or none. Each element of `drafts`: officeId, transactionDate, valueDate, narration,
-- sourceType, sourceId, reversalOfId, createdBy, createdAt, lines: [{accountId, amountMinor}].
-- Rows are locked in account order; the numbers are taken after the locks, so that number order and
-- version order of an account agree.
create function post_journals(drafts jsonb) returns table (ordinal integer, journal_id bigint)
language plpgsql as $$
declare
  ids bigint[];
begin
  perform from account_balance b
    join (
      select distinct (l ->> 'accountId')::bigint as id
      from jsonb_array_elements(drafts) d, jsonb_array_elements(d -> 'lines') l
    ) wanted on wanted.id = b.account_id
    join account a on a.id = b.account_id and a.inline
    order by b.account_id for update of b;

  select array_agg(nextval('journal_id')) into ids
    from generate_series(1, jsonb_array_length(drafts));

  insert into journal (id, office_id, transaction_date, value_date, narration, source_type, source_id,
      reversal_of_id, created_by, created_at)
    select ids[d.ordinality], (d.value ->> 'officeId')::bigint, (d.value ->> 'transactionDate')::date,
      (d.value ->> 'valueDate')::date, d.value ->> 'narration', d.value ->> 'sourceType',
      (d.value ->> 'sourceId')::bigint, (d.value ->> 'reversalOfId')::bigint, d.value ->> 'createdBy',
      (d.value ->> 'createdAt')::timestamptz
    from jsonb_array_elements(drafts) with ordinality d;

  with line as (
    select ids[d.ordinality] as journal_id, l.ordinality as line_no, a.id as account_id, a.currency,
      a.inline, (l.value ->> 'amountMinor')::bigint as amount_minor,
      case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end as side
    from jsonb_array_elements(drafts) with ordinality d,
      jsonb_array_elements(d.value -> 'lines') with ordinality l
    join account a on a.id = (l.value ->> 'accountId')::bigint
  ), placed as (
    select line.*, b.version + row_number() over per_account as account_version,
      b.balance_minor + sum(line.side * line.amount_minor) over per_account as balance_after
    from line left join account_balance b on b.account_id = line.account_id and line.inline
    window per_account as (partition by line.account_id order by line.journal_id, line.line_no)
  ), moved as (
    update account_balance b
      set balance_minor = last.balance_after, version = last.account_version
      from (
        select distinct on (account_id) account_id, balance_after, account_version
        from placed where inline order by account_id, account_version desc
      ) last
      where b.account_id = last.account_id
  )
  insert into journal_line
      (journal_id, line_no, account_id, currency, amount_minor, account_version, balance_minor)
    select p.journal_id, p.line_no, p.account_id, p.currency, p.amount_minor,
      case when p.inline then p.account_version end, case when p.inline then p.balance_after end
    from placed p;

  return query select n::integer, ids[n] from generate_series(1, coalesce(array_length(ids, 1), 0)) n;
end $$;
