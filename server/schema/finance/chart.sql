-- The chart of accounts, and the account that each entry line is posted to. Both are stored as
-- data, and changes need four-eyes approval.

create table ledger_code (
  id bigint generated always as identity primary key,
  code text not null unique,
  label text not null,
  class text not null check (class in ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE')),
  -- True if the balance is the total of records in other tables, such as deposits.
  control boolean not null,
  -- True if manual journals may use it.
  by_hand boolean not null,
  client_money boolean not null,
  -- True for customers' accounts: each posting checks the account, and gives its lines a version
  -- number and a running balance at once. For the firm's accounts (false), the fold does this later
  -- (see ledger_fold).
  inline boolean not null,
  -- True if there is one account per name below the code, such as FUND:CONTROL:CHMMF below
  -- FUND:CONTROL.
  family boolean not null,
  active boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('ledger_code', 'id');

create table account_mapping (
  id bigint generated always as identity primary key,
  -- The entry, and the line within it, such as TRADE and CLEARING.
  entry text not null,
  line text not null,
  label text not null,
  code text not null references ledger_code (code),
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  unique (entry, line)
);
select hash_rows_of('account_mapping', 'id');

-- Incremented by every change to the chart or the mapping. A process needs only one look-up to
-- check whether its cache is valid.
create table chart_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into chart_state default values;
