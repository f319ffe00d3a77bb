-- Market rules by date: trading hours, price increments, daily limits, lots, settlement days.

create table market_rule (
  exchange_id bigint not null references exchange,
  asset_class text not null check (asset_class in ('EQUITY', 'BOND')),
  rule text not null check (rule in
    ('TRADING_PHASES', 'PRICE_TICK', 'PRICE_BAND', 'LOT_SIZE', 'ORDER_LIFE',
      'SETTLEMENT_LAG', 'ENTITLEMENT')),
  -- The row is in force from this date until the day before the next row for the same exchange,
  -- asset class and rule.
  valid_from date not null,
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  primary key (exchange_id, asset_class, rule, valid_from)
);
select hash_rows_of('market_rule', 'exchange_id, asset_class, rule, valid_from');
create trigger market_rule_renews_version after insert or update or delete on market_rule
  for each statement execute function renew_rules_version();
