-- Sets the number of a holding's units on hold for a record other than an order. Zero releases
-- them. Locks the holding. Returns false and changes nothing if too few units are free.
create or replace function set_unit_hold(of_source_type text, of_source_id bigint,
  of_portfolio_id bigint, of_security_id bigint, units bigint
) returns boolean language plpgsql as $$
declare
  before bigint;
begin
  perform from holding h
    where h.portfolio_id = of_portfolio_id and h.security_id = of_security_id for no key update;
  if not found then
    return units = 0;
  end if;
  select coalesce(max(x.quantity), 0) into before from holding_hold x
    where x.source_type = of_source_type and x.source_id = of_source_id
      and x.portfolio_id = of_portfolio_id and x.security_id = of_security_id;
  update holding h set held_quantity = h.held_quantity + units - before
    where h.portfolio_id = of_portfolio_id and h.security_id = of_security_id
      and (units <= before or available_units(h) >= units - before);
  if not found then
    return false;
  end if;
  if units = 0 then
    delete from holding_hold x
      where x.source_type = of_source_type and x.source_id = of_source_id
        and x.portfolio_id = of_portfolio_id and x.security_id = of_security_id;
  else
    insert into holding_hold (portfolio_id, security_id, source_type, source_id, quantity)
      values (of_portfolio_id, of_security_id, of_source_type, of_source_id, units)
      on conflict (source_type, source_id, portfolio_id, security_id)
      do update set quantity = excluded.quantity;
  end if;
  return true;
end $$;
