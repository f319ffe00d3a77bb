-- Returns the number of the first order in a chain of references, for ClOrdLinkID (583). Null if
-- the order refers to no other. At most 100 references are followed.
create or replace function first_order_name(of_order bigint) returns text
language sql stable parallel safe as $$
  with recursive chain(id, name, earlier, depth) as (
    select t.id, t.name, t.reference_order_id, 0 from trade_order t where t.id = of_order
    union all
    select t.id, t.name, t.reference_order_id, c.depth + 1
    from chain c join trade_order t on t.id = c.earlier
    where c.depth < 100
  ) select name from chain where depth > 0 order by depth desc limit 1
$$;
