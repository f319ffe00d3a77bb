-- Approval policies for cash transactions, and the approvals given.

-- The most specific policy applies. A policy for the office takes precedence over one for all
-- offices, and then a policy for the type over one for all types.
create table cash_approval_policy (
  id bigint generated always as identity primary key,
  name text not null unique,
  label text not null,
  currency text not null,
  office_id bigint,
  trans_type text check (trans_type in ('RECEIPT', 'PAYMENT', 'TRANSFER')),
  active boolean not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('cash_approval_policy', 'id');
create unique index cash_approval_policy_of_its_scope
  on cash_approval_policy (currency, office_id, trans_type) nulls not distinct where active;

-- How many people must approve transactions of at least each amount. Zero: the maker's own right to
-- approve is enough.
create table cash_approval_band (
  policy_id bigint not null references cash_approval_policy,
  from_minor bigint not null check (from_minor >= 0),
  approvals integer not null check (approvals >= 0),
  -- Roles that may approve. Empty: every user with the permission.
  roles text[] not null,
  primary key (policy_id, from_minor)
);
select hash_rows_of('cash_approval_band', 'policy_id, from_minor');

create table cash_transaction_approval (
  transaction_id bigint not null references cash_transaction,
  approver_kind text not null,
  approver_id bigint not null,
  approver_name text not null,
  -- The fingerprint of the approved entry.
  fingerprint text not null,
  approved_at timestamptz not null,
  primary key (transaction_id, approver_kind, approver_id, fingerprint)
);
select hash_rows_of('cash_transaction_approval',
  'transaction_id, approver_kind, approver_id, fingerprint');
create trigger cash_transaction_approval_is_kept before update or delete
  on cash_transaction_approval for each row execute function refuse_change();
create trigger cash_transaction_approval_stays before truncate
  on cash_transaction_approval for each statement execute function refuse_change();
