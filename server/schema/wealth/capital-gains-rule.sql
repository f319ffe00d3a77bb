-- The taxation of capital gains, as reference data in dated versions.

create sequence capital_gains_rule_id increment by 50;

-- A version is in force from `valid_from` until the next one begins. If several versions begin on
-- one date, the latest is in force.
create table capital_gains_rule (
  id bigint primary key,
  -- The jurisdiction and the class of assets, such as NG/EQUITY.
  name text not null,
  version_no integer not null check (version_no > 0),
  valid_from date not null,
  -- The whole rule as proposed.
  body jsonb not null,
  unique (name, version_no)
);
select hash_rows_of('capital_gains_rule', 'id');
create index capital_gains_rule_by_date on capital_gains_rule (name, valid_from, version_no);
create trigger capital_gains_rule_is_append_only before update or delete on capital_gains_rule
  for each row execute function refuse_change();
