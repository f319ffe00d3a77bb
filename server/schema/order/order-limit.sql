-- Limits of one order and of a customer's day, by customer group.

create table order_limit (
  id bigint generated always as identity primary key,
  -- Null: the limits of all groups that have no value of their own in this currency.
  group_id bigint references customer_group,
  currency text not null,
  -- Maxima: units of one order, value of one order, value of a customer's purchases of a day. Null:
  -- the limit of all groups applies, or none.
  quantity_most bigint check (quantity_most > 0),
  value_most_minor bigint check (value_most_minor > 0),
  day_value_most_minor bigint check (day_value_most_minor > 0),
  constraint order_limit_is_unique unique nulls not distinct (group_id, currency)
);
select hash_rows_of('order_limit', 'id');
