-- Market: imports of price history, kept with their rows so that they can be taken back.

create sequence price_import_id increment by 50;

create table price_import (
  id bigint primary key,
  -- The order in which imports came by, under the locks of the prices that they touch.
  position bigint generated always as identity,
  state text not null constraint price_import_state_known check (state in ('IMPORTED', 'UNDONE')),
  label text not null,
  -- [{header, member}] in the order of the file; without a member: not read. Empty for JSON rows.
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);

create table price_import_row (
  import_id bigint not null references price_import,
  row_no integer not null,
  -- The row as it came.
  cells jsonb not null,
  verdict text not null constraint price_import_verdict_known check (verdict in
    ('IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED')),
  -- Why it is refused: a code, and words.
  code text,
  detail text,
  -- The bar of the row, {open, high, low, close, volume}, and the one that it took the place of.
  security_id bigint references security,
  price_date date,
  bar jsonb,
  bar_before jsonb,
  -- What became of it when the import was taken back.
  outcome text constraint price_import_outcome_known check (outcome in ('UNDONE', 'KEPT')),
  primary key (import_id, row_no),
  constraint row_is_judged check ((verdict = 'REFUSED') = (code is not null)),
  constraint row_has_its_bar check ((security_id is not null) = (bar is not null)
    and (price_date is not null) = (bar is not null)
    and (bar is not null or verdict = 'REFUSED')),
  constraint replaced_has_the_one_before check ((verdict = 'REPLACED') = (bar_before is not null))
);
create index price_import_row_by_bar on price_import_row (security_id, price_date);

create trigger price_import_is_audited after update on price_import for each row
  execute function note_change('*');
