-- Ledger accounts, their balances, and their movements by day. Balances are stored on the account's
-- normal side, so that a customer's money is a positive number.

create sequence account_id increment by 50;

create table account (
  id bigint primary key,
  name text not null unique,
  label text not null,
  class text not null check (class in ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE')),
  -- The code in the chart of accounts. Customers' accounts have one too.
  acct_type text not null,
  -- True if the account is client money: owed to customers, or held for them.
  client_money boolean not null default false,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  office_id bigint not null,
  customer_id bigint,
  -- True for customers' accounts: each posting checks the account, and gives its lines a version
  -- number and a running balance at once. For the firm's accounts (false), the fold does this later
  -- (see ledger_fold).
  inline boolean not null,
  unsettled_account_id bigint references account,
  active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  side smallint not null
    generated always as (case when class in ('ASSET', 'EXPENSE') then 1 else -1 end) stored
);
select hash_rows_of('account', 'id');
-- One cash account and one unsettled account per customer and currency.
create unique index account_of_customer on account (customer_id, currency, acct_type)
  where customer_id is not null;
create index account_by_office on account (office_id, id);
create unique index account_as_posted on account (id, currency, side, inline);
create trigger account_is_kept before delete on account
  for each row execute function refuse_removal();
create trigger account_stays before truncate on account
  for each statement execute function refuse_removal();

-- The balance of each account: the current one if the account is inline, otherwise the one at the
-- last fold, without the lines posted since.
create table account_balance (
  account_id bigint primary key,
  balance_minor bigint not null default 0,
  held_minor bigint not null default 0,
  version bigint not null default 0,
  -- The minimum that must remain after holds. Null: no minimum.
  floor_minor bigint,
  -- The amount by which forced postings have taken the account below its floor. Incoming money
  -- first reduces this amount, and cannot be spent until it is zero.
  forced_minor bigint not null default 0,
  -- Copies of the account's columns, kept equal by the foreign key. A posting therefore reads and
  -- updates only this row. `side` is 1 if debits increase the balance, otherwise -1.
  currency text not null,
  side smallint not null,
  inline boolean not null,
  constraint available_stays_above_floor
    check (floor_minor is null or balance_minor - held_minor >= floor_minor - forced_minor),
  constraint held_and_forced_are_not_negative
    check (held_minor >= 0 and forced_minor >= 0),
  constraint account_balance_is_of_account foreign key (account_id, currency, side, inline)
    references account (id, currency, side, inline)
) with (fillfactor = 50);

-- Movements of each account by date, from all journals that the fold has processed. Reports sum
-- these rows.
create table account_day (
  account_id bigint not null references account,
  transaction_date date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  line_count bigint not null,
  first_version bigint not null,
  last_version bigint not null,
  primary key (account_id, transaction_date)
) with (fillfactor = 80);

-- Corrections to account_day for reports by value date. A line whose value date differs from its
-- transaction date is subtracted on the transaction date and added on the value date. Most lines
-- need no row.
create table account_value_shift (
  account_id bigint not null references account,
  value_date date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  line_count bigint not null,
  first_version bigint not null,
  last_version bigint not null,
  primary key (account_id, value_date)
) with (fillfactor = 80);
