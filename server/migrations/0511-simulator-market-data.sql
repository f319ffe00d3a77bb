-- The simulated exchange: who wants to hear the prices of which security, and what was told last.

create table simulator_market_data (
  exchange    text not null,
  member      text not null,
  symbol      text not null,
  request_id  text not null,
  -- The figures that were told last; null until the first time.
  told        text,
  primary key (exchange, member, symbol),
  foreign key (exchange, symbol) references simulator_security
);
