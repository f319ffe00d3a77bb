-- Fee schedules stored as data. Each row is a version that never changes. A later version
-- supersedes an earlier one from the later one's first day.

create table fee_schedule (
  -- Approvals of schedules are serialised, so the greatest id shows whether a cache is valid. See
  -- tariff-cache.ts.
  id bigint generated always as identity primary key,
  name text not null,
  version_no integer not null check (version_no > 0),
  label text not null,
  currency text not null,
  -- Null means all exchanges or all business offices.
  exchange_id bigint references exchange,
  office_id bigint references business_office,
  asset_classes text[] not null check (cardinality(asset_classes) > 0),
  -- The first and last trade date. Null means no limit.
  valid_from date,
  valid_to date,
  rules jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  unique (name, version_no),
  check (valid_from <= valid_to)
);
select hash_rows_of('fee_schedule', 'id');
create trigger fee_schedule_is_kept before update or delete on fee_schedule
  for each row execute function refuse_change();
create trigger fee_schedule_is_never_emptied before truncate on fee_schedule
  for each statement execute function refuse_change();
