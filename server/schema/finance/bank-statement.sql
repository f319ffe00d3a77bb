-- Imported bank statements, and the cash transactions that match their lines.

create sequence bank_statement_id increment by 50;

create table bank_statement (
  id bigint primary key,
  name text not null unique,
  -- The bank account's ledger account, which is the contra account of cash transactions.
  account_id bigint not null references account,
  office_id bigint not null,
  currency text not null,
  file_name text,
  state text not null check (state in ('IMPORTED', 'UNDONE')),
  line_count integer not null,
  -- The number of lines that were already in an earlier import.
  doubled_count integer not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('bank_statement', 'id');
create trigger bank_statement_is_audited after update on bank_statement for each row
  execute function note_change('*');

create table bank_statement_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement,
  line_no integer not null,
  account_id bigint not null references account,
  office_id bigint not null,
  currency text not null,
  booked_on date not null,
  -- Receipts are positive, payments negative.
  amount_minor bigint not null check (amount_minor <> 0),
  reference text,
  description text,
  -- Identical lines in one file are different movements. The n-th identical line in one file is the
  -- n-th in every file.
  content_hash text not null,
  occurrence integer not null,
  transaction_id bigint references cash_transaction,
  matched_by text,
  matched_at timestamptz,
  version bigint not null default 1,
  -- Whether the line shows the reversal of its transaction; the bank shows both.
  of_reversal boolean not null default false,
  constraint bank_line_comes_once unique (account_id, content_hash, occurrence),
  constraint matched_by_somebody check ((transaction_id is null) = (matched_by is null)),
  constraint bank_line_is_one_movement unique (transaction_id, of_reversal),
  constraint reversal_is_of_a_transaction check (not of_reversal or transaction_id is not null)
);
select hash_rows_of('bank_statement_line', 'id');
create index bank_statement_line_by_statement on bank_statement_line (statement_id, line_no);
create index bank_statement_line_open on bank_statement_line (account_id, amount_minor)
  where transaction_id is null;

create table bank_statement_double (
  statement_id bigint not null references bank_statement,
  line_no integer not null,
  content_hash text not null,
  occurrence integer not null,
  primary key (statement_id, content_hash, occurrence)
);
select hash_rows_of('bank_statement_double', 'statement_id, content_hash, occurrence');
create index bank_statement_double_by_line on bank_statement_double (content_hash, occurrence);
