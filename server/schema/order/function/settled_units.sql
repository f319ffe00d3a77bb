-- Returns a holding's units that had settled before a date: the position on the issuer's register
-- at the close of the day before. A fill settles on the settlement date of its contract note, so
-- sold units are included until then. A fill without a note has not settled. Opening units and the
-- effects of corporate actions settle on their own dates.
create or replace function settled_units(
  of_portfolio bigint, of_security bigint, before_date date
) returns bigint language sql stable as $$
  select (
    select coalesce(sum(m.quantity), 0)::bigint
    from holding_movement m
    where m.portfolio_id = of_portfolio and m.security_id = of_security
      and m.effective_date < before_date
      and (m.order_id is null or exists (select from contract_note n
        where n.order_id = m.order_id and n.trade_date = m.effective_date
          and n.reversed_at is null and n.settlement_date < before_date))
  )
$$;
