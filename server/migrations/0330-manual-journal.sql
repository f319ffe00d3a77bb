-- Journals made by hand, which wait for a second person, and imports of many of them.

create sequence manual_journal_id increment by 50;

create table manual_journal (
  id bigint primary key,
  state text not null check (state in ('PENDING', 'POSTED', 'REJECTED', 'CANCELLED')),
  office_id bigint not null references business_office,
  -- Null: the business date on which it is approved.
  transaction_date date,
  value_date date,
  narration text not null,
  reference text,
  -- Made by a caller who may post into a soft-closed period.
  adjusting boolean not null,
  -- The journal that it undoes.
  reverses_journal_id bigint references journal,
  journal_id bigint unique references journal,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint manual_journal_posted check ((state = 'POSTED') = (journal_id is not null))
);
-- A second reversal of a journal finds the first, while it waits and once it is posted.
create unique index manual_journal_reverses_once on manual_journal (reverses_journal_id)
  where state in ('PENDING', 'POSTED');
create index manual_journal_by_state on manual_journal (state, id);

-- Written with the journal and never changed: the second person approves what the first made.
create table manual_journal_line (
  manual_journal_id bigint not null references manual_journal,
  line_no smallint not null,
  account_id bigint not null references account,
  amount_minor bigint not null check (amount_minor <> 0),
  narration text,
  primary key (manual_journal_id, line_no)
);
create trigger manual_journal_line_is_immutable before update or delete on manual_journal_line
  for each row execute function refuse_change();
create trigger manual_journal_line_stays before truncate on manual_journal_line
  for each statement execute function refuse_change();

create sequence journal_import_id increment by 50;

create table journal_import (
  id bigint primary key,
  -- REFUSED: rows of it were refused, so nothing of it can be posted.
  state text not null check (state in
    ('REFUSED', 'PENDING', 'POSTED', 'REJECTED', 'CANCELLED', 'UNDO_PENDING', 'UNDONE')),
  office_id bigint not null references business_office,
  label text not null,
  -- Of the rows as they came, so that the same file is recognised.
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
  modified_at timestamptz not null
);
create index journal_import_by_fingerprint on journal_import (fingerprint, id);

create table journal_import_row (
  import_id bigint not null references journal_import,
  row_no integer not null,
  -- The row as it came, for the error file.
  cells jsonb not null,
  -- Null for a row that is accepted.
  code text,
  detail text,
  -- What of an accepted row will be booked; a journal is all rows of one key.
  journal_key text not null,
  transaction_date date,
  value_date date,
  narration text,
  account_id bigint references account,
  amount_minor bigint,
  primary key (import_id, row_no),
  constraint row_is_judged check ((code is null) = (account_id is not null))
);
create trigger journal_import_row_is_immutable before update or delete on journal_import_row
  for each row execute function refuse_change();
create trigger journal_import_row_stays before truncate on journal_import_row
  for each statement execute function refuse_change();
