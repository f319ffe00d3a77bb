-- Imported bank statements with their balances, and the movements in the books that match their
-- lines.

create sequence bank_statement_id increment by 50;

create table bank_statement (
  id bigint primary key,
  name text not null unique,
  -- The ledger account of the bank account, used as the contra account of cash transactions.
  account_id bigint not null references account,
  office_id bigint not null,
  currency text not null,
  file_name text,
  -- REFUSED: the whole file was refused because of invalid rows, so the import has refused rows and
  -- no lines.
  state text not null check (state in ('IMPORTED', 'UNDONE', 'REFUSED')),
  line_count integer not null,
  -- The number of lines already contained in an earlier import.
  doubled_count integer not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  refused_count integer not null default 0,
  constraint refused_has_rows check ((state = 'REFUSED') = (refused_count > 0))
);
select hash_rows_of('bank_statement', 'id');
create trigger bank_statement_is_audited after update on bank_statement for each row
  execute function note_change('*');

-- An invalid row of a refused file, stored for the error file.
create table bank_statement_refused_row (
  statement_id bigint not null references bank_statement,
  -- The number of the error, because one row of a message may have several.
  fault_no integer not null,
  -- The number of the data row, from 1. For a message, the row in the file.
  row_no integer not null,
  -- The cells by column, as received. For a message, the statement, the element and its text.
  cells jsonb not null,
  -- The column of the invalid cell. Null for a message, or if the error is not in a single cell.
  wrong_column text,
  code text not null,
  detail text not null,
  primary key (statement_id, fault_no)
);
select hash_rows_of('bank_statement_refused_row', 'statement_id, fault_no');
create trigger bank_statement_refused_row_is_immutable before update or delete
  on bank_statement_refused_row for each row execute function refuse_change();
create trigger bank_statement_refused_row_stays before truncate on bank_statement_refused_row
  for each statement execute function refuse_change();

-- One of the bank's statements in an imported file, or a page of one.
create table bank_statement_page (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement,
  page_no integer not null,
  account_id bigint not null references account,
  office_id bigint not null,
  currency text not null,
  -- The number, sequence and opening balance as one string. Two imports may contain the same page.
  page_key text not null check (page_key <> ''),
  -- The bank's name for the bank account.
  bank_account text,
  number text,
  sequence text,
  opened_on date not null,
  -- Credit balances are positive.
  opening_minor bigint not null,
  closed_on date not null,
  closing_minor bigint not null,
  -- GAP if statements before this one are missing, OVERLAP if it covers days of an earlier
  -- statement.
  gap text check (gap in ('GAP', 'OVERLAP')),
  -- The closing balance of the previous page, if this page does not continue it.
  expected_minor bigint,
  unique (statement_id, page_no),
  constraint gap_has_expected_balance check ((gap is null) = (expected_minor is null))
);
select hash_rows_of('bank_statement_page', 'id');
create index bank_statement_page_by_close on bank_statement_page (account_id, closed_on);
create index bank_statement_page_by_key on bank_statement_page (account_id, page_key);
create index bank_statement_page_gap on bank_statement_page (office_id) where gap is not null;

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
  content_hash text not null,
  -- The key of the page that contains the line. Empty for a file without statements.
  page_key text not null,
  -- Numbers identical lines of one page, which are separate movements.
  occurrence integer not null,
  transaction_id bigint references cash_transaction,
  -- The journal that books a line without a counterpart. The line is matched once it is posted.
  manual_journal_id bigint unique references manual_journal,
  -- A journal that a person matched with the line, such as the other side of a transfer.
  journal_id bigint references journal,
  matched_by text,
  matched_at timestamptz,
  version bigint not null default 1,
  -- True if the line shows the reversal of its transaction. The bank shows both movements.
  of_reversal boolean not null default false,
  constraint bank_line_comes_once unique (account_id, content_hash, page_key, occurrence),
  constraint matched_by_somebody
    check ((transaction_id is null and journal_id is null) = (matched_by is null)),
  constraint matched_once check (transaction_id is null or journal_id is null),
  constraint bank_line_is_one_journal unique (account_id, journal_id),
  constraint bank_line_is_one_movement unique (transaction_id, of_reversal),
  constraint reversal_is_of_a_transaction check (not of_reversal or transaction_id is not null)
);
select hash_rows_of('bank_statement_line', 'id');
create index bank_statement_line_by_statement on bank_statement_line (statement_id, line_no);
create index bank_statement_line_open on bank_statement_line (account_id, amount_minor)
  where transaction_id is null;

create index bank_statement_line_by_page on bank_statement_line (account_id, page_key);

-- A line of an import that an earlier import already contains.
create table bank_statement_double (
  statement_id bigint not null references bank_statement,
  line_no integer not null,
  line_id bigint not null references bank_statement_line,
  primary key (statement_id, line_id)
);
select hash_rows_of('bank_statement_double', 'statement_id, line_id');
create index bank_statement_double_by_line on bank_statement_double (line_id);
