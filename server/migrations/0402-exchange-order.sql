-- Order: the exchange orders of a customer's order that outlives a trading day, and the sessions.

-- What was entered at an exchange for an order of a lasting term (GTC, GTD). One follows the other;
-- trade_order.entry_no is the present one. Written when an adapter takes the entry.
create table exchange_order (
  order_id bigint not null references trade_order,
  entry_no smallint not null check (entry_no > 0),
  -- The business date on which it was entered, and the last one that the exchange keeps it.
  entered_on date not null,
  last_day date not null check (last_day >= entered_on),
  quantity bigint not null check (quantity > 0),
  -- Its part of the order's fills as booked, and as the exchange counted it last (CumQty).
  quantity_filled bigint not null default 0,
  cum_quantity bigint,
  fix_order_status text not null,
  -- When the exchange said that it works no more, or when its order ended without that word; until
  -- then its fate is open.
  ended_at timestamptz,
  -- It has ended, and its order lives on: to be entered again on a later day.
  awaits_reentry boolean not null default false,
  -- The business date whose price limits exclude the order: it is not entered on that day.
  held_back_on date,
  primary key (order_id, entry_no)
);
create index exchange_order_open on exchange_order (last_day, order_id) where ended_at is null;
create index exchange_order_awaiting on exchange_order (order_id) where awaits_reentry;

-- Whether a session is logged on, as the adapter that holds it says again and again.
create table exchange_connection (
  session_name text primary key,
  logged_on boolean not null,
  -- Since when it is so, and when it was said last: an adapter that was killed says nothing.
  since timestamptz not null,
  seen_at timestamptz not null
);
