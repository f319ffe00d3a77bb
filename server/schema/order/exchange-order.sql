-- Orders sent to an exchange on behalf of trade orders, and the exchange connections.

-- The exchange orders of a long-lived trade order (GTC, GTD), entered one after another.
-- trade_order.entry_no is the current one. A row is written when an adapter takes the entry.
create table exchange_order (
  order_id bigint not null references trade_order,
  entry_no smallint not null check (entry_no > 0),
  -- The business date of the entry, and the last date on which the exchange keeps the order.
  entered_on date not null,
  last_day date not null check (last_day >= entered_on),
  quantity bigint not null check (quantity > 0),
  -- The filled quantity of this exchange order, as booked here and as in the exchange's last
  -- CumQty.
  quantity_filled bigint not null default 0,
  cum_quantity bigint,
  fix_order_status text not null,
  -- When the exchange reported the end of the order, or when the trade order ended without such a
  -- report. Null while the outcome is open.
  ended_at timestamptz,
  -- True if this exchange order has ended while its trade order is live. The trade order must then
  -- be entered again on a later day.
  awaits_reentry boolean not null default false,
  -- The business date on which the order is not entered, because it is outside the day's price
  -- limits.
  held_back_on date,
  primary key (order_id, entry_no)
);
select hash_rows_of('exchange_order', 'order_id, entry_no');
create index exchange_order_open on exchange_order (last_day, order_id) where ended_at is null;
create index exchange_order_awaiting on exchange_order (order_id) where awaits_reentry;

-- Requests to an exchange. Adapters send those that are QUEUED. The table contains every ClOrdID
-- that an order has used.
create table exchange_instruction (
  id bigint generated always as identity primary key,
  exchange_id bigint not null references exchange,
  order_id bigint not null references trade_order,
  -- The number of the exchange order, and the session that carries it.
  entry_no smallint not null default 1,
  session_name text not null default 'unrouted',
  kind text not null check (kind in ('NEW', 'CANCEL', 'REPLACE', 'STATUS')),
  cl_ord_id text not null,
  orig_cl_ord_id text,
  -- WITHHELD: too old to send again, so it is unknown whether the request arrived.
  state text not null check (state in ('QUEUED', 'SENT', 'WITHHELD', 'WITHDRAWN')),
  -- The terms that a REPLACE requests. They become the order's terms once the exchange accepts.
  quantity bigint check (quantity > 0),
  limit_price numeric check (limit_price > 0 and limit_price <> 'NaN'),
  worst_price numeric check (worst_price > 0 and worst_price <> 'NaN'),
  worst_accrued numeric check (worst_accrued >= 0 and worst_accrued <> 'NaN'),
  order_term_id bigint references order_term,
  order_end_date timestamptz,
  expire_date date,
  trade_dates_max integer check (trade_dates_max > 0),
  -- The terms sent to the exchange: this exchange order's quantity and last day.
  told_quantity bigint,
  told_last_day date,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- True if a REPLACE requests that prices stay unchanged after a cash dividend.
  do_not_adjust boolean,
  unique (exchange_id, cl_ord_id),
  constraint replacement_has_terms check (kind <> 'REPLACE' or quantity is not null
    and worst_price is not null and worst_accrued is not null and order_term_id is not null
    and expire_date is not null and trade_dates_max is not null and do_not_adjust is not null)
);
select hash_rows_of('exchange_instruction', 'id');
create index exchange_instruction_queued on exchange_instruction (session_name, id)
  where state = 'QUEUED';
create index exchange_instruction_by_order on exchange_instruction (order_id);
-- Used to find requests after a given time. Rows are stored roughly in time order, so a BRIN index
-- is enough and adds almost nothing to the cost of an order.
create index exchange_instruction_by_time on exchange_instruction using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);

-- The connection state of each session. The adapter that owns the session updates it periodically.
create table exchange_connection (
  session_name  text        primary key,
  -- The session's name in the protocol, such as `FIX.4.4:BROKER->NGX`.
  protocol_name text        not null,
  state         text        not null check (state in ('CONNECTING', 'REFUSED',
                              'LOGGED_OUT_BY_OPERATOR', 'OUTSIDE_HOURS', 'LOGGED_ON', 'STOPPED')),
  logged_on     boolean     not null generated always as (state = 'LOGGED_ON') stored,
  host          text        not null,
  port          integer     not null,
  -- The number of consecutive connection attempts without a logon, and why the last one failed or
  -- ended.
  attempts      integer     not null,
  last_error    text,
  -- When the session last logged on or off, and when the row was last updated. A killed adapter
  -- updates nothing, so an old row is stale.
  since         timestamptz not null,
  seen_at       timestamptz not null,
  -- The session's roll (the number of its resets) when the status of all orders at the exchange was
  -- last requested.
  asked_roll    integer
);
