-- Rules of a market by date: its trading hours, price increments, daily limits, lots, and when
-- trades settle.

-- Names the content of the rules: whoever has read them under this name need not read them again.
alter table exchange add column rules_version uuid not null default gen_random_uuid();

create table market_rule (
  exchange_id bigint not null references exchange,
  asset_class text not null check (asset_class in ('EQUITY', 'BOND')),
  rule text not null check (rule in
    ('TRADING_PHASES', 'PRICE_TICK', 'PRICE_BAND', 'LOT_SIZE', 'ORDER_LIFE',
      'SETTLEMENT_LAG')),
  -- The row counts from this date to the day before the rule's next one.
  valid_from date not null,
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  primary key (exchange_id, asset_class, rule, valid_from)
);

create function renew_rules_version() returns trigger language plpgsql as $$
begin
  update exchange set rules_version = gen_random_uuid();
  return null;
end $$;
create trigger market_rule_renews_version after insert or update or delete on market_rule
  for each statement execute function renew_rules_version();

-- Whether hours around the clock count, as in a demonstration; each start of the server says it.
create table market_mode (
  is_only boolean primary key default true check (is_only),
  around_the_clock boolean not null
);
