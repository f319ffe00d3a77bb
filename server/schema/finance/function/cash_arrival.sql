-- Returns the account that a cash transaction credits, and the amount. The fee is deducted from a
-- receipt. For a payment, the account is null and the amount zero.
create or replace function cash_arrival(t cash_transaction, out account_id bigint,
  out amount_minor bigint)
language sql immutable as $$
  select case t.trans_type
      when 'RECEIPT' then t.cash_account_id when 'TRANSFER' then t.counterparty_account_id end,
    greatest(0, case t.trans_type
      when 'RECEIPT' then t.amount_minor - t.fee_minor - t.early_withdrawal_minor
      when 'TRANSFER' then coalesce(t.converted_minor, t.amount_minor)
      else 0 end)
$$;
