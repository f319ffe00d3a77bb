-- Closed periods, and the state of the books when a business date closed.

-- The dates, inclusive, through which the books are closed. A soft-closed period accepts only
-- journals with `intoSoftClosed`, and a hard-closed period accepts none. Both dates advance by
-- whole months.
create table period_closing (
  only_row boolean primary key default true check (only_row),
  soft_closed_through date,
  hard_closed_through date,
  constraint hard_closed_is_soft_closed
    check (hard_closed_through is null or hard_closed_through <= soft_closed_through)
);
select hash_rows_of('period_closing', 'only_row');
insert into period_closing default values;

-- Debits and credits are net account balances, summed by account type.
create table closed_trial_balance (
  closing_date date not null,
  office_id bigint not null references business_office,
  acct_type text not null,
  class text not null,
  currency text not null,
  account_count bigint not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  primary key (closing_date, office_id, currency, class, acct_type)
);
select hash_rows_of('closed_trial_balance', 'closing_date, office_id, currency, class, acct_type');

create table closed_books (
  id bigint generated always as identity primary key,
  closing_date date not null,
  office_id bigint not null references business_office,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  -- The money owed to customers, and the money held for them: at the clients' bank, in settlement,
  -- or with the funds that they invest in.
  owed_minor bigint not null,
  bank_minor bigint not null,
  settlement_minor bigint not null,
  constraint closed_books_once_per_date unique (closing_date, office_id, currency)
);
select hash_rows_of('closed_books', 'id');
