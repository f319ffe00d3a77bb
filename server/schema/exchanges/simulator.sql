-- The simulated exchange: all state that it needs after a crash. Several exchanges can share a
-- database.

-- A version is never used twice, even after a rollback, so that a node detects a stale cache.
create sequence simulator_version_seq;

create table simulator_market (
  exchange      text primary key,
  version       bigint not null default nextval('simulator_version_seq'),
  -- The last number given to an order, an execution or a place in the queue. Numbers are never
  -- reused.
  last_number   bigint not null default 0,
  step          bigint not null default 0,
  -- The trading phase of each security class.
  phases        jsonb not null default '{"EQUITY": "CLOSED", "BOND": "CLOSED"}',
  closed_date   date
);

-- Prices are whole ten-thousandths of the currency.
create table simulator_security (
  exchange        text not null references simulator_market,
  symbol          text not null,
  asset_class     text not null check (asset_class in ('EQUITY', 'BOND')),
  tick            bigint not null check (tick > 0),
  -- The maximum distance of a price from the previous close, in hundredths of a percent.
  band_points     bigint not null check (band_points > 0),
  previous_close  bigint not null check (previous_close > 0),
  last            bigint not null check (last > 0),
  open            bigint,
  high            bigint,
  low             bigint,
  volume          bigint not null default 0 check (volume >= 0),
  halted          boolean not null default false,
  changed_at      timestamptz not null,
  primary key (exchange, symbol)
);

create table simulator_order (
  exchange       text not null references simulator_market,
  order_id       text not null,
  member         text not null,
  cl_ord_id      text not null,
  symbol         text not null,
  side           text not null check (side in ('BUY', 'SELL')),
  order_type     text not null,
  price          bigint,
  quantity       bigint not null check (quantity > 0),
  filled         bigint not null check (filled >= 0 and filled <= quantity),
  -- The sum of price times quantity over all fills, from which the average price is computed.
  value          bigint not null check (value >= 0),
  time_in_force  text not null,
  expire_date    date,
  account        text,
  status         text not null,
  priority       bigint not null,
  business_date  date not null,
  changed_at     timestamptz not null,
  do_not_reduce  boolean not null default false,
  primary key (exchange, order_id)
);
create index simulator_order_live on simulator_order (exchange, priority)
  where status in ('NEW', 'PARTIALLY_FILLED');
-- The exchange comes last in this and other indexes. While a table is small, the planner might
-- choose an index that begins with the exchange for any look-up by key, keep the plan, and read the
-- whole table once it has grown.
create index simulator_order_member on simulator_order (member, business_date, exchange);

-- Every used ClOrdID with its order, for as long as the order exists. `order_id` is null if the
-- order was refused.
create table simulator_client_order (
  exchange   text not null references simulator_market,
  member     text not null,
  cl_ord_id  text not null,
  order_id   text,
  used_at    timestamptz not null,
  primary key (exchange, member, cl_ord_id)
);
create index simulator_client_order_by_order on simulator_client_order (order_id, exchange);

-- One row per customer side of a trade, with its last corrected price and quantity.
create table simulator_execution (
  exchange  text not null references simulator_market,
  exec_id   text not null,
  trade_id  text not null,
  order_id  text not null,
  price     bigint not null check (price > 0),
  quantity  bigint not null check (quantity > 0),
  busted    boolean not null default false,
  at        timestamptz not null,
  primary key (exchange, exec_id),
  foreign key (exchange, order_id) references simulator_order
);
create index simulator_execution_order on simulator_execution (order_id, exchange);
create index simulator_execution_trade on simulator_execution (trade_id, exchange);

-- Trades disputed by members (35=Q), for the operator of the exchange.
create table simulator_dispute (
  exchange      text not null references simulator_market,
  exec_id       text not null,
  order_id      text not null,
  member        text not null,
  -- DKReason (127) and Text (58) of the message.
  reason        text not null,
  message_text  text,
  at            timestamptz not null,
  primary key (exchange, exec_id)
);
create index simulator_dispute_by_order on simulator_dispute (order_id, exchange);

-- Reports that have no number yet in their member firm's session.
create table simulator_report (
  id        bigint generated always as identity primary key,
  exchange  text not null references simulator_market,
  member    text not null,
  message   jsonb not null
);
create index simulator_report_member on simulator_report (exchange, member, id);

create table simulator_market_data (
  exchange    text not null,
  member      text not null,
  symbol      text not null,
  request_id  text not null,
  -- The last prices that were sent. Null before any were sent.
  told        text,
  primary key (exchange, member, symbol),
  foreign key (exchange, symbol) references simulator_security
);
