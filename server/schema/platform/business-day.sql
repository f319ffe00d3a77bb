-- The current business date.

-- The table has one row. Closing a day is a compare-and-set on its date.
create table business_day (
  only_row boolean primary key default true check (only_row),
  business_date date not null,
  changed_at timestamptz not null default now()
);
select hash_rows_of('business_day', 'only_row');
