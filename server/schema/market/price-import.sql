-- Imports of price history with their rows, so that an import can be undone.

create sequence price_import_id increment by 50;

create table price_import (
  id bigint primary key,
  -- The order of imports, assigned while the prices that they change are locked.
  position bigint generated always as identity,
  state text not null constraint price_import_state_known check (state in ('IMPORTED', 'UNDONE')),
  label text not null,
  -- [{header, member}] in file order. A column without a member is not read. Empty for JSON rows.
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('price_import', 'id');
create trigger price_import_is_audited after update on price_import for each row
  execute function note_change('*');

create table price_import_row (
  import_id bigint not null references price_import,
  row_no integer not null,
  -- The row as received.
  cells jsonb not null,
  verdict text not null constraint price_import_verdict_known check (verdict in
    ('IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED')),
  -- The reason why the row was refused, as a code and a message.
  code text,
  detail text,
  -- The row's bar {open, high, low, close, volume}, and the bar that it replaced.
  security_id bigint references security,
  price_date date,
  bar jsonb,
  bar_before jsonb,
  -- UNDONE if undoing the import removed the row's bar, KEPT if not.
  outcome text constraint price_import_outcome_known check (outcome in ('UNDONE', 'KEPT')),
  primary key (import_id, row_no),
  constraint row_is_judged check ((verdict = 'REFUSED') = (code is not null)),
  constraint row_has_its_bar check ((security_id is not null) = (bar is not null)
    and (price_date is not null) = (bar is not null)
    and (bar is not null or verdict = 'REFUSED')),
  constraint replaced_has_the_one_before check ((verdict = 'REPLACED') = (bar_before is not null))
);
select hash_rows_of('price_import_row', 'import_id, row_no');
create index price_import_row_by_bar on price_import_row (security_id, price_date);
