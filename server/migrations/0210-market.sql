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
  time_zone text not null
);

create table market_holiday (
  exchange_id bigint not null references exchange,
  holiday date not null,
  label text not null,
  primary key (exchange_id, holiday)
);

create table order_term (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  -- Tag 59 of FIX: 0 DAY, 1 GTC, 2 ATO, 3 IOC, 4 FOK, 6 GTD, 7 ATC.
  fix_time_in_force text not null,
  -- Days that a GTD or GTC order lives when the caller gives no end; null for the others.
  default_life_days integer
);

create table security (
  id bigint primary key,
  exchange_id bigint not null references exchange,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  security_type text not null check (security_type in ('EQUITY', 'BOND_NAT')),
  currency text not null,
  isin text,
  sector text,
  lot_size bigint not null default 1 check (lot_size > 0),
  shares_outstanding bigint,
  face_value numeric check (face_value > 0),
  coupon_rate numeric check (coupon_rate >= 0),
  maturity_date date,
  status text not null default 'TRADING' check (status in ('TRADING', 'SUSPENDED', 'HALTED')),
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);

create table security_price (
  security_id bigint primary key references security,
  previous_close numeric not null check (previous_close > 0 and previous_close <> 'NaN'),
  open numeric,
  high numeric,
  low numeric,
  last numeric not null check (last > 0 and last <> 'NaN'),
  volume bigint not null default 0,
  priced_at timestamptz not null
) with (fillfactor = 70);

create table security_price_day (
  security_id bigint not null references security,
  price_date date not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  volume bigint not null,
  primary key (security_id, price_date)
);
