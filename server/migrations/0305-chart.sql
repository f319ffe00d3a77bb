-- The chart of accounts and the account that each line of an entry is booked to, as data. Both are
-- changed under four eyes.

create table ledger_code (
  id bigint generated always as identity primary key,
  code text not null unique,
  label text not null,
  class text not null check (class in ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE')),
  -- The total of records that are kept elsewhere, such as deposits.
  control boolean not null,
  -- Whether journals made by hand may use it.
  by_hand boolean not null,
  client_money boolean not null,
  -- Accounts of customers: each posting checks and numbers them; the firm's are folded behind.
  inline boolean not null,
  -- One account for each name below it: FUND:CONTROL has FUND:CONTROL:CHMMF.
  family boolean not null,
  active boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);

create table account_mapping (
  id bigint generated always as identity primary key,
  -- What is booked, and which side of it: TRADE and CLEARING.
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

-- Grows with every change of the two, so that a transaction learns in one look-up whether what its
-- process remembers still stands.
create table chart_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into chart_state default values;
