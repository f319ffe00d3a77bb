-- A bank shows a transaction that was taken back on two lines: what it booked, and what it booked
-- back.

alter table bank_statement_line
  -- The line is what took its transaction back.
  add column of_reversal boolean not null default false,
  drop constraint bank_line_is_one_transaction,
  add constraint bank_line_is_one_movement unique (transaction_id, of_reversal),
  add constraint reversal_is_of_a_transaction check (not of_reversal or transaction_id is not null);

create index cash_transaction_reversed on cash_transaction (contra_account_id, amount_minor, id)
  where state = 'REVERSED';
