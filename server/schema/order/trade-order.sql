-- Customers' trade orders.

create sequence trade_order_id increment by 50;

create table trade_order (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  portfolio_id bigint not null references portfolio,
  security_id bigint not null references security,
  exchange_id bigint not null references exchange,
  order_term_id bigint not null references order_term,
  cash_account_id bigint not null references account,
  currency text not null,
  business_date date not null,
  order_type text not null check (order_type in ('BUY', 'SELL')),
  price_type text not null check (price_type in ('MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT')),
  order_base text not null check (order_base in ('QUANTITY', 'VALUE')),
  order_origin text not null,
  order_date timestamptz not null,
  order_start_date timestamptz,
  order_end_date timestamptz,
  expire_date date,
  quantity bigint not null check (quantity > 0),
  limit_price numeric check (limit_price > 0 and limit_price <> 'NaN'),
  stop_price numeric check (stop_price > 0 and stop_price <> 'NaN'),
  -- When the last price reached the stop price. A stop order is not sent earlier.
  triggered_at timestamptz,
  instrument_type text not null,
  description text,
  reference_order_id bigint,
  settlement_instructions text,
  commission_group_name text not null,
  -- The custodian of the order, and the portfolio's account there when the order was placed.
  custodian_name text,
  custodian_account text,
  agent_name text,
  system_generated boolean not null default false,
  quantity_filled bigint not null default 0,
  quantity_pending bigint not null,
  -- The part of quantity_filled that was filled by earlier exchange orders.
  filled_elsewhere bigint not null default 0,
  average_price numeric,
  -- The price used to hold money for unfilled units: the limit, or the upper end of the day's price
  -- limits.
  worst_price numeric not null check (worst_price > 0 and worst_price <> 'NaN'),
  -- The maximum accrued interest of a bond, per 100 of face value, on the settlement date of a
  -- fill. Zero for a share.
  worst_accrued numeric not null default 0 check (worst_accrued >= 0 and worst_accrued <> 'NaN'),
  order_status text not null
    check (order_status in ('BOOKED', 'EXECUTING', 'EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED')),
  fix_order_status text not null default 'NA',
  resting_fix_status text not null default 'NA',
  fix_message text,
  status_at timestamptz not null,
  cl_ord_id text not null,
  pending_cl_ord_id text,
  exchange_order_id text,
  -- The number of the current exchange order, and the session that carries it.
  entry_no smallint not null default 1,
  session_name text not null default 'unrouted',
  -- The maximum number of dates, up to its last day, on which the order may be filled. Each date
  -- has its own contract note.
  trade_dates_max integer not null default 1 check (trade_dates_max > 0),
  -- The order's value without charges: the fills at their prices and, while the order is live, the
  -- open quantity at worst_price.
  order_value_minor bigint not null,
  -- The sum of the net amounts on the contract notes in force. Added to open_total_minor, it gives
  -- the order's total.
  noted_total_minor bigint not null default 0,
  -- For a buy, the maximum amount still to be paid, which is held. For a sell, the minimum amount
  -- still to be received. Includes the charges of all future notes. After the order has ended, this
  -- is the amount for the fills without a note.
  open_total_minor bigint not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The requested value of an order placed by value. Its quantity is computed from it.
  value_asked_minor bigint check (value_asked_minor > 0),
  -- The face value of a unit when the order's trades settle. Null for a share. A partial redemption
  -- changes the face value of the bond, but not that of earlier trades.
  face_value numeric check (face_value > 0 and face_value <> 'NaN'),
  -- The user who chose a commission group other than the customer's own for the order. Null: no
  -- user did.
  commission_overridden_by text,
  -- True if the order's prices stay unchanged on the ex-date of a cash dividend (FIX: do not
  -- reduce).
  do_not_adjust boolean not null default false,
  -- True if the custodian settles trades itself. The order then holds none of the customer's money
  -- or units, and its fills are not in the stock record.
  custodian_settles boolean not null default false,
  constraint settling_custodian_is_named
    check (not custodian_settles or custodian_name is not null),
  constraint value_order_has_value
    check ((order_base = 'VALUE') = (value_asked_minor is not null))
) with (fillfactor = 80);
select hash_rows_of('trade_order', 'id');
create index trade_order_by_portfolio on trade_order (portfolio_id, id);
create index trade_order_by_customer on trade_order (customer_id, id);
create index trade_order_by_reference on trade_order (reference_order_id, id)
  where reference_order_id is not null;
create index trade_order_by_office on trade_order (office_id, id);
create index trade_order_held_back on trade_order (security_id)
  where order_status = 'BOOKED' and stop_price is not null and triggered_at is null;
create index trade_order_live on trade_order (session_name, id)
  where order_status in ('BOOKED', 'EXECUTING');
-- Used to check the limit on a customer's purchases per day.
create index trade_order_buys_of_day on trade_order (customer_id, business_date)
  where order_type = 'BUY';
