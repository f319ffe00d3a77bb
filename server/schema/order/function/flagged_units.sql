-- Returns the units by which trades flagged contrary to their date change a holding's entitlement
-- on an ex-date: units bought cum on or after it, less units sold cum, plus units sold ex before
-- it, less units bought ex. A flag affects the ex-dates within 30 days of its trade.
create or replace function flagged_units(
  of_portfolio bigint, of_security bigint, ex_date date
) returns bigint language sql stable as $$
  select case when not exists (select from execution_report where cum_ex is not null) then 0
    else (
      select coalesce(sum(case e.cum_ex when 'CUM' then m.quantity else -m.quantity end), 0)::bigint
      from holding_movement m join execution_report e on e.id = m.source_id
      where m.portfolio_id = of_portfolio and m.security_id = of_security
        and m.source_type = 'EXECUTION' and m.reversal_of_id is null
        and m.effective_date > ex_date - 30 and m.effective_date < ex_date + 30
        and e.cum_ex = case when m.effective_date >= ex_date then 'CUM' else 'EX' end
        and not exists (select from holding_movement r where r.reversal_of_id = m.id)
    ) end
$$;
