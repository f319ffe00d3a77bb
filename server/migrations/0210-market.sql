-- Market: exchanges, holidays, order terms, securities and their last prices.

create sequence exchange_id increment by 50;
create sequence order_term_id increment by 50;
create sequence security_id increment by 50;

create table exchange (
  id bigint primary key,
  name text not null unique,
  -- Codes under which old clients know the exchange.
  aliases text[] not null default '{}',
  label text not null,
  active boolean not null default true,
  currency text not null,
  time_zone text not null,
  -- Closed days of the week by ISO 8601: 6 is Saturday, 7 is Sunday.
  weekend smallint[] not null default '{6,7}',
  -- Names the content of the calendar: whoever has read it under this name need not read it again.
  calendar_version uuid not null default gen_random_uuid(),
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  modified_by text not null default 'system',
  modified_at timestamptz not null default now()
);

create table market_holiday (
  exchange_id bigint not null references exchange,
  holiday date not null,
  label text not null,
  primary key (exchange_id, holiday)
);

create function renew_calendar_version() returns trigger language plpgsql as $$
begin
  update exchange set calendar_version = gen_random_uuid();
  return null;
end $$;
create trigger market_holiday_renews_calendar after insert or update or delete on market_holiday
  for each statement execute function renew_calendar_version();

create table order_term (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  -- Tag 59 of FIX: 0 DAY, 1 GTC, 2 ATO, 3 IOC, 4 FOK, 6 GTD, 7 ATC.
  fix_time_in_force text not null check (fix_time_in_force in ('0', '1', '2', '3', '4', '6', '7')),
  -- Days that a GTD or GTC order lives when the caller gives no end; null for the others.
  default_life_days integer check (default_life_days > 0),
  -- The most days that the house lets an order of this term live; null: as any other.
  longest_life_days integer check (longest_life_days >= default_life_days),
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  modified_by text not null default 'system',
  modified_at timestamptz not null default now()
);

create table security (
  id bigint primary key,
  exchange_id bigint not null references exchange,
  name text not null constraint security_name_is_unique unique,
  label text not null,
  active boolean not null default true,
  security_type text not null check (security_type in ('EQUITY', 'BOND_NAT')),
  currency text not null,
  isin text constraint security_isin_is_unique unique,
  sector text,
  lot_size bigint not null default 1 check (lot_size > 0),
  shares_outstanding bigint check (shares_outstanding > 0),
  face_value numeric check (face_value > 0 and face_value <> 'NaN'),
  coupon_rate numeric check (coupon_rate >= 0 and coupon_rate <> 'NaN'),
  maturity_date date,
  status text not null default 'TRADING' check (status in ('TRADING', 'SUSPENDED', 'HALTED')),
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index security_by_exchange on security (exchange_id, id);

create table security_price (
  security_id bigint primary key references security,
  previous_close numeric not null check (previous_close > 0 and previous_close <> 'NaN'),
  open numeric check (open > 0 and open <> 'NaN'),
  high numeric check (high > 0 and high <> 'NaN'),
  low numeric check (low > 0 and low <> 'NaN'),
  last numeric not null check (last > 0 and last <> 'NaN'),
  volume bigint not null default 0 check (volume >= 0),
  -- The business date that open, high, low and volume belong to.
  price_date date not null,
  priced_at timestamptz not null
) with (fillfactor = 70);

create table security_price_day (
  security_id bigint not null references security,
  price_date date not null,
  open numeric not null check (open <> 'NaN'),
  high numeric not null check (high <> 'NaN'),
  low numeric not null check (low <> 'NaN'),
  close numeric not null check (close <> 'NaN'),
  volume bigint not null,
  primary key (security_id, price_date)
) with (fillfactor = 80);
