-- Market: prices that exchanges send over their sessions, and how each session stands to it.

create table price_feed (
  session_name text primary key,
  exchange_id bigint not null references exchange,
  -- REFUSED: the exchange does not serve market data; prices come by import then.
  state text not null check (state in ('ASKED', 'LIVE', 'REFUSED')),
  -- What the exchange said when it refused.
  message_text text,
  since timestamptz not null,
  -- When prices came last, to within some seconds.
  heard_at timestamptz,
  -- The day that those prices were of; only those of the business date are taken over.
  told_date date
);
