-- Returns whether an order has a fill with this quantity and price. The whole key is looked up, as
-- in instructions_named.
create or replace function has_fill_alike(of_order bigint, of_quantity bigint, of_price numeric)
returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
begin
  return exists (
    select from execution_report r
    where r.order_id = of_order and r.kind = 'TRADE' and r.quantity = of_quantity
      and r.price = of_price);
end $$;
