-- The changes of live orders by corporate actions on their ex-dates, once per event and order.

create table order_adjustment (
  order_id bigint not null references trade_order,
  event_name text not null,
  ex_date date not null,
  -- REQUESTED: the exchange was asked to replace the order. RESTATED: the exchange changes it
  -- itself. CANCELLED, CANCEL_REQUESTED: also later, because the event was cancelled.
  outcome text not null check (outcome in ('ADJUSTED', 'REQUESTED', 'RESTATED', 'CANCELLED',
    'CANCEL_REQUESTED', 'UNCHANGED')),
  -- The request to the exchange. If it rejects a replacement, the order is cancelled.
  cl_ord_id text,
  old_quantity bigint not null,
  old_limit_price numeric,
  old_stop_price numeric,
  new_quantity bigint,
  new_limit_price numeric,
  new_stop_price numeric,
  adjusted_at timestamptz not null,
  primary key (order_id, event_name)
);
select hash_rows_of('order_adjustment', 'order_id, event_name');
