-- Prices of securities: the last price, a row for each day, and the price feeds of exchanges.

create table security_price (
  security_id bigint primary key references security,
  previous_close numeric not null check (previous_close > 0 and previous_close <> 'NaN'),
  open numeric check (open > 0 and open <> 'NaN'),
  high numeric check (high > 0 and high <> 'NaN'),
  low numeric check (low > 0 and low <> 'NaN'),
  last numeric not null check (last > 0 and last <> 'NaN'),
  volume bigint not null default 0 check (volume >= 0),
  -- The business date of the open, high, low and volume.
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

-- Every version of a close, and when it was stored. A trigger stores the versions of past dates.
-- When prices are rolled, the business date's bar becomes a close, and its version is stored.
create table security_price_version (
  id bigint generated always as identity primary key,
  security_id bigint not null references security,
  price_date date not null,
  -- Null: the bar was removed.
  close numeric check (close <> 'NaN'),
  volume bigint,
  recorded_at timestamptz not null default clock_timestamp()
);
create index security_price_version_by_date
  on security_price_version (security_id, price_date, id);
-- Rows are stored roughly in time order, so a BRIN index is enough, as for journal_by_recording.
create index security_price_version_by_recording on security_price_version
  using brin (recorded_at) with (pages_per_range = 32, autosummarize = on);
create trigger security_price_version_is_immutable
  before update or delete on security_price_version
  for each row execute function refuse_change();
create trigger security_price_version_stays before truncate on security_price_version
  for each statement execute function refuse_change();
create trigger security_price_day_has_versions after insert or delete or update of close, volume
  on security_price_day for each row execute function note_price_version();

create table price_feed (
  session_name text primary key,
  exchange_id bigint not null references exchange,
  -- REFUSED: the exchange sends no market data, so prices are imported.
  state text not null check (state in ('ASKED', 'LIVE', 'REFUSED')),
  -- The text of the exchange's refusal.
  message_text text,
  since timestamptz not null,
  -- When the last prices arrived, accurate to a few seconds.
  heard_at timestamptz,
  -- The date of the last prices. Only prices of the business date are stored.
  told_date date
);

-- The price adjustment for a corporate action on its ex-date. An earlier price is adjusted to
-- (price - amount) x factor. Prices of past dates are never rewritten.
create table price_adjustment (
  security_id bigint not null references security,
  ex_date date not null,
  event_name text not null,
  factor numeric not null default 1 check (factor > 0 and factor <> 'NaN'),
  amount numeric not null default 0 check (amount >= 0 and amount <> 'NaN'),
  -- The close before the ex-date, and the adjusted reference price. Null if the security had no
  -- price, or traded on the ex-date before the event was approved.
  close_before numeric check (close_before > 0),
  reference_price numeric check (reference_price > 0),
  -- The part of the amount that is a cash dividend. An order may be exempt from this part.
  dividend numeric not null default 0 check (dividend between 0 and amount),
  primary key (security_id, ex_date, event_name)
);
select hash_rows_of('price_adjustment', 'security_id, ex_date, event_name');
