-- Limits by customer group, per order and per customer and day.

create table order_limit (
  id bigint generated always as identity primary key,
  -- Null: the limits for all groups that have no limits of their own in this currency.
  group_id bigint references customer_group,
  currency text not null,
  -- The maximum units per order, value per order, and value of a customer's purchases per day.
  -- Null: the limit for all groups applies, if there is one.
  quantity_most bigint check (quantity_most > 0),
  value_most_minor bigint check (value_most_minor > 0),
  day_value_most_minor bigint check (day_value_most_minor > 0),
  constraint order_limit_is_unique unique nulls not distinct (group_id, currency)
);
select hash_rows_of('order_limit', 'id');
