-- Market discount rates for issues of bills and types of commercial paper.

-- Versions of rates. For each issue and date, the latest version is in force. A version without a
-- rate removes the rate.
create table market_yield (
  id bigint generated always as identity primary key,
  type_id bigint not null references discounted_instrument_type,
  yield_date date not null,
  -- The rate, in percent of the face value per year.
  rate numeric check (rate <> 'NaN' and rate >= 0),
  recorded_at timestamptz not null default clock_timestamp()
);
select hash_rows_of('market_yield', 'id');
create index market_yield_by_date on market_yield (type_id, yield_date, id);
create index market_yield_by_recording on market_yield using brin (recorded_at)
  with (pages_per_range = 16, autosummarize = on);
create trigger market_yield_is_append_only before update or delete on market_yield
  for each row execute function refuse_change();
create trigger market_yield_is_never_emptied before truncate on market_yield
  for each statement execute function refuse_change();

create sequence market_yield_import_id increment by 50;

create table market_yield_import (
  id bigint primary key,
  -- The order of imports, assigned while no other import can change rates.
  position bigint generated always as identity,
  state text not null
    constraint market_yield_import_state_known check (state in ('IMPORTED', 'UNDONE')),
  label text not null,
  -- [{header, member}] in file order. A column without a member is not read. Empty for JSON rows.
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('market_yield_import', 'id');
create trigger market_yield_import_is_audited after update on market_yield_import for each row
  execute function note_change('*');

create table market_yield_import_row (
  import_id bigint not null references market_yield_import,
  row_no integer not null,
  -- The row as received.
  cells jsonb not null,
  verdict text not null constraint market_yield_import_verdict_known check (verdict in
    ('IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED')),
  -- The reason why the row was refused, as a code and a message.
  code text,
  detail text,
  -- The row's rate, and the rate that it replaced.
  type_id bigint references discounted_instrument_type,
  yield_date date,
  rate numeric,
  rate_before numeric,
  -- UNDONE if undoing the import removed the row's rate, KEPT if not.
  outcome text constraint market_yield_import_outcome_known check (outcome in ('UNDONE', 'KEPT')),
  primary key (import_id, row_no),
  constraint market_yield_row_is_judged check ((verdict = 'REFUSED') = (code is not null)),
  constraint market_yield_row_has_its_rate check (verdict = 'REFUSED'
    or num_nulls(type_id, yield_date, rate) = 0),
  constraint market_yield_row_has_the_one_before
    check ((verdict = 'REPLACED') = (rate_before is not null))
);
select hash_rows_of('market_yield_import_row', 'import_id, row_no');
create index market_yield_import_row_by_rate on market_yield_import_row (type_id, yield_date);
