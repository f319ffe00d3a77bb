-- Folds holdings again after movements that were not the last in order. `from_dates` contains the
-- earliest date of such a movement for each holding. If this is the holding's last date with
-- movements, only that date is read. The holdings must be locked.
create or replace function refold_holdings(
  portfolio_ids bigint[], security_ids bigint[], from_dates date[]
) returns void language sql as $$
  update holding h set quantity = f.quantity, cost_minor = f.cost_minor,
    realised_gain_minor = f.realised_gain_minor, moved_on = coalesce(f.effective_date, s.moved_on),
    sold_on = f.sold_on, day_start_quantity = f.day_start_quantity,
    day_start_cost_minor = f.day_start_cost_minor, day_start_gain_minor = f.day_start_gain_minor
  from unnest(portfolio_ids, security_ids, from_dates) k (portfolio_id, security_id, from_date)
  cross join lateral (
    select coalesce(max(w.moved_on), '-infinity') as since, max(w.moved_on) as moved_on,
      coalesce(sum(w.day_start_quantity), 0)::bigint as quantity,
      coalesce(sum(w.day_start_cost_minor), 0)::bigint as cost_minor,
      coalesce(sum(w.day_start_gain_minor), 0)::bigint as gain_minor
    from holding w
    where w.portfolio_id = k.portfolio_id and w.security_id = k.security_id
      and k.from_date >= w.moved_on
  ) s
  cross join lateral (
    select p.effective_date, p.quantity, p.cost_minor, p.realised_gain_minor,
      max(p.effective_date) filter (where p.has_sale) over () as sold_on,
      lag(p.quantity, 1, s.quantity) over dates as day_start_quantity,
      lag(p.cost_minor, 1, s.cost_minor) over dates as day_start_cost_minor,
      lag(p.realised_gain_minor, 1, s.gain_minor) over dates as day_start_gain_minor
    from holding_positions(k.portfolio_id, k.security_id, 'infinity', s.since, s.quantity,
      s.cost_minor, s.gain_minor) p
    window dates as (order by p.effective_date)
    union all
    select null, s.quantity, s.cost_minor, s.gain_minor, null, s.quantity, s.cost_minor,
      s.gain_minor
    order by 1 desc nulls last limit 1
  ) f
  where h.portfolio_id = k.portfolio_id and h.security_id = k.security_id
$$;
