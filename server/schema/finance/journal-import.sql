-- Imports of manual journals, with their rows.

create sequence journal_import_id increment by 50;

create table journal_import (
  id bigint primary key,
  -- REFUSED: some rows were refused, so the import cannot be posted.
  state text not null check (state in
    ('REFUSED', 'PENDING', 'POSTED', 'REJECTED', 'CANCELLED', 'UNDO_PENDING', 'UNDONE')),
  office_id bigint not null references business_office,
  label text not null,
  -- The hash of the received rows, which identifies a file that is sent again.
  fingerprint text not null,
  row_count integer not null,
  refused_count integer not null,
  journal_count integer not null,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamptz,
  undo_kind text,
  undo_id bigint,
  undo_by text,
  undo_decided_by text,
  undo_decided_at timestamptz,
  decision_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- [{header, member}] in file order. A column without a member is not read. Empty for JSON rows.
  columns jsonb not null default '[]'
);
select hash_rows_of('journal_import', 'id');
create index journal_import_by_fingerprint on journal_import (fingerprint, id);
create trigger journal_import_is_audited after update on journal_import for each row
  execute function note_change('*');

create table journal_import_row (
  import_id bigint not null references journal_import,
  row_no integer not null,
  -- The row as received, for the error file.
  cells jsonb not null,
  -- Null for an accepted row.
  code text,
  detail text,
  -- The posting of an accepted row. Rows with the same key form one journal.
  journal_key text not null,
  transaction_date date,
  value_date date,
  narration text,
  account_id bigint references account,
  amount_minor bigint,
  -- How the line affects the customer's return. Null means FLOW.
  performance_kind text check (performance_kind in ('FLOW', 'INCOME', 'FEE', 'TAX')),
  primary key (import_id, row_no),
  constraint row_is_judged check ((code is null) = (account_id is not null))
);
select hash_rows_of('journal_import_row', 'import_id, row_no');
create trigger journal_import_row_is_immutable before update or delete on journal_import_row
  for each row execute function refuse_change();
create trigger journal_import_row_stays before truncate on journal_import_row
  for each statement execute function refuse_change();
