-- Rules for a cash account: overdraft, minimum balance, lien and debit limits. The first three
-- determine the floor in account_balance, which the ledger enforces.

create table cash_account_rule (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references account,
  overdraft_minor bigint not null check (overdraft_minor >= 0),
  minimum_minor bigint not null check (minimum_minor >= 0),
  lien_minor bigint not null check (lien_minor >= 0),
  lien_reason text,
  max_no_of_debits integer check (max_no_of_debits > 0),
  early_withdrawal_rate numeric check (early_withdrawal_rate > 0 and early_withdrawal_rate <= 100),
  locked_until date,
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint overdraft_or_minimum check (overdraft_minor = 0 or minimum_minor = 0)
);
select hash_rows_of('cash_account_rule', 'id');
