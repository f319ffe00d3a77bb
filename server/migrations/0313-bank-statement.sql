-- Bank statements that were imported, and the cash transactions that their lines are.

create sequence bank_statement_id increment by 50;

create table bank_statement (
  id bigint primary key,
  name text not null unique,
  -- The firm's account of that bank account: the contra account of cash transactions.
  account_id bigint not null references account,
  office_id bigint not null,
  currency text not null,
  file_name text,
  state text not null check (state in ('IMPORTED', 'UNDONE')),
  line_count integer not null,
  -- Lines of the file that an earlier import has.
  doubled_count integer not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);

create table bank_statement_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement,
  line_no integer not null,
  account_id bigint not null references account,
  office_id bigint not null,
  currency text not null,
  booked_on date not null,
  -- What came in is positive, what went out negative.
  amount_minor bigint not null check (amount_minor <> 0),
  reference text,
  description text,
  -- Equal lines of one file are different movements; the n-th of them is the n-th of every file.
  content_hash text not null,
  occurrence integer not null,
  transaction_id bigint constraint bank_line_is_one_transaction unique references cash_transaction,
  matched_by text,
  matched_at timestamptz,
  version bigint not null default 1,
  constraint bank_line_comes_once unique (account_id, content_hash, occurrence),
  constraint matched_by_somebody check ((transaction_id is null) = (matched_by is null))
);
create index bank_statement_line_by_statement on bank_statement_line (statement_id, line_no);
create index bank_statement_line_open on bank_statement_line (account_id, amount_minor)
  where transaction_id is null;
create index cash_transaction_not_cleared
  on cash_transaction (contra_account_id, amount_minor, id)
  where state = 'POSTED' and not bank_stmt_cleared;
