-- Exchange rates by date, with four-eyes approval: the price of one unit of the base currency in
-- the quote currency.

create table exchange_rate (
  id bigint generated always as identity primary key,
  name text not null unique,
  base_currency text not null,
  quote_currency text not null,
  rate_date date not null,
  rate numeric not null check (rate > 0 and rate <> 'NaN' and rate <> 'Infinity'),
  source text not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint exchange_rate_once_per_date unique (base_currency, quote_currency, rate_date),
  constraint exchange_rate_has_two_currencies check (base_currency <> quote_currency)
);
select hash_rows_of('exchange_rate', 'id');
create trigger exchange_rate_is_kept before delete on exchange_rate
  for each row execute function refuse_removal();
