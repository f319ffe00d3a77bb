-- What the books said when a business date closed: trial balance, and the proof of client money.

-- Debits and credits are net balances of accounts, added up by type, on the side where they stand.
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

create table closed_books (
  id bigint generated always as identity primary key,
  closing_date date not null,
  office_id bigint not null references business_office,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  -- What customers are owed, and what lies for them: at the clients' bank, and on the way through
  -- settlement or with the funds they deal in.
  owed_minor bigint not null,
  bank_minor bigint not null,
  settlement_minor bigint not null,
  constraint closed_books_once_per_date unique (closing_date, office_id, currency)
);
