-- Customers' cash transactions: receipts, payments and transfers, with four-eyes approval.

create sequence cash_transaction_id increment by 50;

create table cash_transaction (
  id bigint primary key,
  name text not null unique,
  active boolean not null default true,
  state text not null
    check (state in ('PENDING', 'APPROVED', 'POSTED', 'REJECTED', 'CANCELLED', 'REVERSED')),
  office_id bigint not null,
  batch_name text,
  -- The row number in the batch, and the hash of the row's content.
  batch_row integer,
  batch_row_hash text,
  transaction_at timestamptz not null,
  -- Null: the booking date.
  value_at timestamptz,
  trans_type text not null check (trans_type in ('RECEIPT', 'PAYMENT', 'TRANSFER')),
  trans_method text not null,
  customer_id bigint not null,
  cash_account_id bigint not null references account,
  currency text not null,
  amount_minor bigint not null constraint cash_amount_is_positive check (amount_minor > 0),
  description text,
  reference text,
  -- As requested: an amount for FLAT, a percentage for PERCENT. `fee_minor` is the resulting
  -- amount.
  processing_fees numeric constraint processing_fees_is_a_number
    check (processing_fees <> 'NaN' and processing_fees >= 0),
  processing_fee_type text check (processing_fee_type in ('FLAT', 'PERCENT')),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  fee_account_id bigint references account,
  contra_account_id bigint references account,
  counterparty_account_id bigint references account,
  -- For a conversion, the amount that the other account receives in its currency, and the quoted
  -- rate, which is the price of one unit of the rate's base currency.
  converted_minor bigint check (converted_minor > 0),
  exchange_rate numeric check (exchange_rate > 0 and exchange_rate <> 'NaN'),
  exchange_rate_base text,
  exchange_rate_date date,
  early_withdrawal_rate numeric check (early_withdrawal_rate <> 'NaN'),
  -- The charge if the debit exceeds the allowed number, or if the account is still locked.
  early_withdrawal_minor bigint not null default 0 check (early_withdrawal_minor >= 0),
  early_withdrawal_account_id bigint references account,
  max_no_of_debits integer,
  -- The number of the account's earlier debits in the same month.
  no_of_executed_debits integer not null default 0,
  bank_stmt_cleared boolean not null default false,
  corp_action boolean not null default false,
  processor_response text,
  transaction_processor text,
  payment_gateway_id bigint references payment_gateway,
  -- The maker and the checker as principals, because user names can change.
  creator_kind text not null,
  creator_id bigint not null,
  -- The approval policy in force when the transaction was created: how many people must approve,
  -- and who may.
  approval_policy text,
  approval_policy_version integer,
  approvals_needed integer not null default 1 check (approvals_needed > 0),
  approver_roles text[] not null default '{}',
  approved_by bigint,
  approved_at timestamptz,
  -- The fingerprint of the approved entry. Only this entry can be posted.
  journal_fingerprint text,
  reversal_asked_kind text,
  reversal_asked_id bigint,
  reversal_asked_by text,
  reversal_asked_at timestamptz,
  journal_id bigint unique,
  reversal_journal_id bigint unique,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  decision_reason text,
  -- True if the caller named the account, false if it came from the account mapping. Null if there
  -- is no account or its origin is unknown.
  contra_named boolean,
  fee_named boolean,
  -- The booking date that the client requested. Null: the business date of the posting.
  requested_date date,
  -- Tax withheld from a receipt, its class, and who withholds it. Null: the receipt is not taxed
  -- income.
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  tax_account_id bigint references account,
  tax_class text,
  tax_withheld_by text check (tax_withheld_by in ('FIRM', 'ISSUER')),
  -- The agent whose commission is paid by the receipt.
  agent_name text references agent (name),
  constraint tax_has_its_account check (
    (tax_minor > 0) = (tax_account_id is not null)
    and (tax_class is null) = (tax_withheld_by is null)
    and (tax_minor = 0 or trans_type = 'RECEIPT' and tax_withheld_by = 'FIRM')),
  constraint posted_has_its_journal
    check ((state in ('POSTED', 'REVERSED')) = (journal_id is not null)),
  constraint reversed_has_its_journal
    check ((state = 'REVERSED') = (reversal_journal_id is not null)),
  constraint approved_has_its_entry check (
    state not in ('APPROVED', 'POSTED', 'REVERSED') or journal_fingerprint is not null),
  constraint conversion_is_whole check (
    num_nulls(converted_minor, exchange_rate, exchange_rate_base, exchange_rate_date) in (0, 4)),
  constraint conversion_is_a_transfer check (converted_minor is null or trans_type = 'TRANSFER'),
  constraint transfer_has_two_accounts
    check ((trans_type = 'TRANSFER') = (counterparty_account_id is not null))
);
select hash_rows_of('cash_transaction', 'id');
create index cash_transaction_by_account on cash_transaction (cash_account_id, id);
create index cash_transaction_by_office on cash_transaction (office_id, id);
create index cash_transaction_waiting on cash_transaction (id)
  where state in ('PENDING', 'APPROVED');
create index cash_transaction_by_batch on cash_transaction (batch_name, id)
  where batch_name is not null;
create index cash_transaction_by_agent on cash_transaction (agent_name, id)
  where agent_name is not null;
create unique index cash_transaction_by_batch_row
  on cash_transaction (batch_name, batch_row, office_id) where batch_row is not null;
create index cash_transaction_not_cleared
  on cash_transaction (contra_account_id, amount_minor, id)
  where state = 'POSTED' and not bank_stmt_cleared;
-- Used to find the few transactions that await a reversal.
create index cash_transaction_reversal_asked on cash_transaction (id)
  where reversal_asked_kind is not null and state = 'POSTED';
create index cash_transaction_reversed on cash_transaction (contra_account_id, amount_minor, id)
  where state = 'REVERSED';
create index cash_transaction_in_time on cash_transaction (customer_id, created_at, id)
  where state in ('POSTED', 'REVERSED');
-- A gateway notification that arrives twice credits the customer only once.
create unique index cash_transaction_by_payment_reference
  on cash_transaction (payment_gateway_id, reference) where payment_gateway_id is not null;
create trigger cash_transaction_is_kept before delete on cash_transaction
  for each row execute function refuse_removal();
create trigger cash_transaction_is_audited after update on cash_transaction for each row
  execute function note_change('*');
