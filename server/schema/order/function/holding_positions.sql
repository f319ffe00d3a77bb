-- Returns the position of a holding at the end of each date on which it moved, as known at a given
-- moment: the sum of its movements by date and id, at average cost. On each date, corporate
-- actions come first, because they apply to the position at the close of the previous day. The gain
-- is net of the charges of sales. `rule/holding-fold.ts` does the same for the last movements, and
-- a test compares the two. `since` and the amounts are a known position before a date, from which
-- the computation starts. The last units that are removed take the remaining cost. A negative
-- quantity is a short position, whose cost is minus its proceeds.
create or replace function holding_positions(
  of_portfolio bigint, of_security bigint, known_at timestamptz default 'infinity',
  since date default '-infinity', since_quantity bigint default 0,
  since_cost_minor bigint default 0, since_gain_minor bigint default 0
)
returns table (effective_date date, quantity bigint, cost_minor bigint, realised_gain_minor bigint,
  has_sale boolean)
language plpgsql stable as $$
declare
  moved record;
  units bigint;
  leaving bigint;
  part bigint;
begin
  quantity := since_quantity;
  cost_minor := since_cost_minor;
  realised_gain_minor := since_gain_minor;
  for moved in
    select m.effective_date as on_date, m.quantity as units, m.amount_minor as amount,
      m.gain_minor as gain, m.of_event, m.at_cost
    from movements_in_force(of_portfolio, of_security, since, known_at) m
    order by m.effective_date, not m.of_event, m.id
  loop
    if moved.on_date is distinct from effective_date then
      if effective_date is not null then
        return next;
      end if;
      effective_date := moved.on_date;
      has_sale := false;
    end if;
    if moved.of_event then
      cost_minor := cost_minor + moved.amount;
      realised_gain_minor := realised_gain_minor + moved.gain;
    elsif moved.units = 0 then
      realised_gain_minor := realised_gain_minor + moved.gain;
      if quantity > 0 then
        cost_minor := cost_minor + moved.amount;
      else
        realised_gain_minor := realised_gain_minor - moved.amount;
      end if;
    elsif moved.units > 0 then
      -- Units that cover a short position close it at the price of its sale.
      units := least(moved.units, greatest(-quantity, 0));
      if units > 0 then
        part := share_of(moved.amount, units, moved.units);
        leaving := share_of(cost_minor, units, -quantity);
        realised_gain_minor := realised_gain_minor - leaving - part;
        cost_minor := cost_minor - leaving - part;
      end if;
      cost_minor := cost_minor + moved.amount;
    else
      -- Units sold in excess of the holding become a short position at their sale price.
      has_sale := true;
      units := least(-moved.units, greatest(quantity, 0));
      part := case units when 0 then 0 else share_of(moved.amount, units, -moved.units) end;
      leaving := case units when 0 then 0 else share_of(cost_minor, units, quantity) end;
      realised_gain_minor :=
        realised_gain_minor + case when moved.at_cost then 0 else part - leaving end;
      cost_minor := cost_minor - leaving - (moved.amount - part);
    end if;
    quantity := quantity + moved.units;
  end loop;
  if effective_date is not null then
    return next;
  end if;
end $$;
