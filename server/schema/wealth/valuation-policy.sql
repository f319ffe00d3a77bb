-- The policies for valuing customers' assets, as reference data in dated versions.

create sequence valuation_policy_id increment by 50;

-- A version is in force from `valid_from` until the next one begins. If several versions begin on
-- one date, the latest is in force. An office's policy overrides the house policy.
create table valuation_policy (
  id bigint primary key,
  -- HOUSE, or OFFICE/ followed by the office's code when the policy was stored.
  name text not null,
  office_id bigint references business_office,
  version_no integer not null check (version_no > 0),
  valid_from date not null,
  -- The whole policy as proposed.
  body jsonb not null,
  -- When the version was approved, by the database's clock.
  recorded_at timestamptz not null default clock_timestamp(),
  unique (name, version_no),
  constraint valuation_policy_is_of_house_or_office
    check ((name = 'HOUSE') = (office_id is null))
);
select hash_rows_of('valuation_policy', 'id');
create trigger valuation_policy_is_append_only before update or delete on valuation_policy
  for each row execute function refuse_change();
