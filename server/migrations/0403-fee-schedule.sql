-- Order: fee schedules as data. Every row is a version, never changed; one made later takes over
-- from its first day on.

create table fee_schedule (
  -- Decisions on schedules go one after the other, so the greatest id tells whether there is a new
  -- one: see tariff-store.ts.
  id bigint generated always as identity primary key,
  name text not null,
  version_no integer not null check (version_no > 0),
  label text not null,
  currency text not null,
  -- Null: every exchange, every business office.
  exchange_id bigint references exchange,
  office_id bigint references business_office,
  asset_classes text[] not null check (cardinality(asset_classes) > 0),
  -- First and last trade date; null: open.
  valid_from date,
  valid_to date,
  rules jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  unique (name, version_no),
  check (valid_from <= valid_to)
);
create trigger fee_schedule_is_kept before update or delete on fee_schedule
  for each row execute function refuse_change();

create trigger fee_schedule_is_never_emptied before truncate on fee_schedule
  for each statement execute function refuse_change();

alter table contract_note add constraint contract_note_used_a_tariff
  foreign key (tariff_name, tariff_version) references fee_schedule (name, version_no);
