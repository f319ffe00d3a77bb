-- Undoes the movements in force of the given causes and computes their holdings again. Locks the
-- holdings, in order of portfolio and security. A cause without movements in force is ignored.
create or replace function reverse_movements(of_source_type text, of_source_ids bigint[])
returns void language plpgsql as $$
declare
  portfolios bigint[];
  securities bigint[];
  first_dates date[];
begin
  perform from holding h where (h.portfolio_id, h.security_id) in (
      select m.portfolio_id, m.security_id from holding_movement m
      where m.source_type = of_source_type and m.source_id = any(of_source_ids))
    order by h.portfolio_id, h.security_id for no key update;
  with undone as (
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, proceeds_minor, gain_minor, pending_quantity, currency, order_id, source_type,
      source_id, source_line, reversal_of_id, acquired_on, cost_known)
    select m.portfolio_id, m.security_id, m.kind, m.effective_date, -m.quantity, -m.cost_minor,
      -m.proceeds_minor, -m.gain_minor, -m.pending_quantity, m.currency, m.order_id, m.source_type,
      m.source_id, m.source_line, m.id, m.acquired_on, m.cost_known
    from holding_movement m
    where m.source_type = of_source_type and m.source_id = any(of_source_ids)
      and m.reversal_of_id is null
      and not exists (select from holding_movement r where r.reversal_of_id = m.id)
    order by m.portfolio_id, m.security_id, m.id
    returning portfolio_id, security_id, effective_date, pending_quantity
  ), moved as (
    select u.portfolio_id, u.security_id, min(u.effective_date) as first_on,
      sum(u.pending_quantity)::bigint as pending_quantity
    from undone u group by 1, 2
  ), less as (
    update holding h set pending_quantity = h.pending_quantity + m.pending_quantity
    from moved m where h.portfolio_id = m.portfolio_id and h.security_id = m.security_id
      and m.pending_quantity <> 0
  )
  select array_agg(m.portfolio_id), array_agg(m.security_id), array_agg(m.first_on)
    into portfolios, securities, first_dates from moved m;
  perform refold_holdings(portfolios, securities, first_dates);
end $$;
