-- Benchmarks: indices with a level per day, and blends of indices.

create table benchmark (
  id bigint generated always as identity primary key,
  name text not null unique,
  label text not null,
  active boolean not null,
  -- The currency of an index's levels. For a blend, the currency in which it is usually shown.
  currency text not null,
  -- PRICE: the levels do not include dividends.
  return_type text not null check (return_type in ('TOTAL', 'PRICE')),
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('benchmark', 'id');

-- The indices of a blend with their weights, which add up to 100. An index has none.
create table benchmark_part (
  benchmark_id bigint not null references benchmark,
  index_id bigint not null references benchmark,
  percent numeric not null check (percent > 0 and percent <= 100),
  primary key (benchmark_id, index_id)
);
select hash_rows_of('benchmark_part', 'benchmark_id, index_id');
create index benchmark_part_by_index on benchmark_part (index_id);

create table benchmark_level (
  benchmark_id bigint not null references benchmark,
  level_date date not null,
  level numeric not null check (level > 0 and level <> 'NaN'),
  primary key (benchmark_id, level_date)
);
select hash_rows_of('benchmark_level', 'benchmark_id, level_date');

create sequence level_import_id increment by 50;

create table level_import (
  id bigint primary key,
  -- The order of imports, assigned while the benchmarks that they change are locked.
  position bigint generated always as identity,
  state text not null constraint level_import_state_known check (state in ('IMPORTED', 'UNDONE')),
  label text not null,
  -- [{header, member}] in file order. A column without a member is not read. Empty for JSON rows.
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('level_import', 'id');
create trigger level_import_is_audited after update on level_import for each row
  execute function note_change('*');

create table level_import_row (
  import_id bigint not null references level_import,
  row_no integer not null,
  -- The row as received.
  cells jsonb not null,
  verdict text not null constraint level_import_verdict_known check (verdict in
    ('IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED')),
  -- The reason why the row was refused, as a code and a message.
  code text,
  detail text,
  -- The level in the row, and the level that it replaced.
  benchmark_id bigint references benchmark,
  level_date date,
  level numeric,
  level_before numeric,
  -- UNDONE if undoing the import removed the row's level, KEPT if not.
  outcome text constraint level_import_outcome_known check (outcome in ('UNDONE', 'KEPT')),
  primary key (import_id, row_no),
  constraint level_row_is_judged check ((verdict = 'REFUSED') = (code is not null)),
  constraint level_row_has_its_level check (verdict = 'REFUSED'
    or num_nulls(benchmark_id, level_date, level) = 0),
  constraint level_row_has_the_one_before
    check ((verdict = 'REPLACED') = (level_before is not null))
);
select hash_rows_of('level_import_row', 'import_id, row_no');
create index level_import_row_by_level on level_import_row (benchmark_id, level_date);
