-- Holds on customers' money, and the release of money that arrived before its value date.

create table cash_hold (
  source_type text not null,
  source_id bigint not null,
  account_id bigint not null references account,
  amount_minor bigint not null check (amount_minor > 0),
  placed_at timestamptz not null default now(),
  primary key (source_type, source_id)
);
create index cash_hold_by_account on cash_hold (account_id);

-- The date through which value-dated money has been released. Postings take a shared lock on the
-- row and the end of day an exclusive one, so that no hold is set for a released day.
create table value_date_release (
  only_row boolean primary key default true check (only_row),
  released_through date
);
select hash_rows_of('value_date_release', 'only_row');
insert into value_date_release default values;
