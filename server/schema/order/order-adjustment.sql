-- Changes that corporate actions make to live orders on their ex-dates, one per event and order.

create table order_adjustment (
  order_id bigint not null references trade_order,
  event_name text not null,
  ex_date date not null,
  -- REQUESTED: the exchange was asked to replace the order. RESTATED: the exchange changes the
  -- order itself. CANCELLED, CANCEL_REQUESTED: also used later if the event itself is cancelled.
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
  -- Set if the order was at an exchange under a code that the event changes. Once the exchange has
  -- cancelled it, it is entered again with the new terms as the order `reentered_as`, or not at all
  -- for the reason `reentry_refusal`.
  reenters boolean not null default false,
  reentered_as bigint references trade_order,
  reentry_refusal text,
  check (reenters or coalesce(reentered_as::text, reentry_refusal) is null),
  primary key (order_id, event_name)
);
create index order_adjustment_reenters on order_adjustment (event_name, order_id)
  where reenters and reentered_as is null and reentry_refusal is null;
select hash_rows_of('order_adjustment', 'order_id, event_name');
