-- Exchanges, their holidays, and whether trading is around the clock.

create sequence exchange_id increment by 50;

create table exchange (
  id bigint primary key,
  name text not null unique,
  -- Former codes, in upper case. Old clients may still send them.
  aliases text[] not null default '{}',
  label text not null,
  active boolean not null default true,
  currency text not null,
  time_zone text not null,
  -- Days of the week on which the exchange is closed, numbered as in ISO 8601: 6 is Saturday, 7 is
  -- Sunday.
  weekend smallint[] not null default '{6,7}',
  -- The version of the calendar. A cached calendar is valid as long as this value is unchanged.
  calendar_version uuid not null default gen_random_uuid(),
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  modified_by text not null default 'system',
  modified_at timestamptz not null default now(),
  -- The version of the market rules. Cached rules are valid as long as this value is unchanged.
  rules_version uuid not null default gen_random_uuid()
);
select hash_rows_of('exchange', 'id');

create table market_holiday (
  exchange_id bigint not null references exchange,
  holiday date not null,
  label text not null,
  primary key (exchange_id, holiday)
);
select hash_rows_of('market_holiday', 'exchange_id, holiday');
create trigger market_holiday_renews_calendar after insert or update or delete on market_holiday
  for each statement execute function renew_calendar_version();

-- True if trading is around the clock, as in a demonstration. The server sets this at each start.
create table market_mode (
  is_only boolean primary key default true check (is_only),
  around_the_clock boolean not null
);
