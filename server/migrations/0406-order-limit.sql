-- What one order and one customer's day may come to, by customer group; and orders for a value.

create table order_limit (
  id bigint generated always as identity primary key,
  -- Null: every group without limits of its own in this currency, member by member.
  group_id bigint references customer_group,
  currency text not null,
  -- Units of one order; value of one order; value of a customer's buys of a day. Null: the limit
  -- for every group, or none.
  quantity_most bigint check (quantity_most > 0),
  value_most_minor bigint check (value_most_minor > 0),
  day_value_most_minor bigint check (day_value_most_minor > 0),
  constraint order_limit_is_unique unique nulls not distinct (group_id, currency)
);

-- The value that an order was given for, where it was given for one; its quantity follows from it.
alter table trade_order add column value_asked_minor bigint check (value_asked_minor > 0),
  add constraint value_order_has_value
    check ((order_base = 'VALUE') = (value_asked_minor is not null));

-- A customer's buys of a day, for the limit on them.
create index trade_order_buys_of_day on trade_order (customer_id, business_date)
  where order_type = 'BUY';
