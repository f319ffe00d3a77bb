-- Why a cash transaction was rejected, or kept when its reversal had been asked for.

alter table cash_transaction add column decision_reason text;

-- The few that wait to be reversed.
create index cash_transaction_reversal_asked on cash_transaction (id)
  where reversal_asked_kind is not null and state = 'POSTED';
