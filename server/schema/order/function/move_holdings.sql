-- Stores movements of corporate actions and transfers, and brings their holdings up to date. Each
-- element of `moves` has portfolioId, securityId, kind, effectiveDate, currency, sourceType,
-- sourceId, sourceLine, quantity, costMinor, proceedsMinor, gainMinor and pendingQuantity. A
-- transfer also has acquiredOn and costKnown. Missing holdings are created. Locks the holdings, in
-- order of portfolio and security. Refuses a cause that has already moved the holding (23505,
-- `holding_movement_has_one_cause`).
create or replace function move_holdings(moves jsonb) returns void language plpgsql as $$
declare
  late_portfolios bigint[];
  late_securities bigint[];
  late_dates date[];
begin
  insert into holding (portfolio_id, security_id)
    select distinct m."portfolioId", m."securityId"
    from jsonb_to_recordset(moves) as m ("portfolioId" bigint, "securityId" bigint)
    order by 1, 2
    on conflict (portfolio_id, security_id) do nothing;
  perform from holding h where (h.portfolio_id, h.security_id) in (
      select m."portfolioId", m."securityId"
      from jsonb_to_recordset(moves) as m ("portfolioId" bigint, "securityId" bigint))
    order by h.portfolio_id, h.security_id for no key update;
  insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, proceeds_minor, gain_minor, pending_quantity, currency, source_type, source_id,
      source_line, acquired_on, cost_known)
    select m."portfolioId", m."securityId", m.kind, m."effectiveDate", m.quantity, m."costMinor",
      m."proceedsMinor", m."gainMinor", m."pendingQuantity", m.currency, m."sourceType",
      m."sourceId", m."sourceLine", m."acquiredOn", coalesce(m."costKnown", true)
    from jsonb_to_recordset(moves) as m ("portfolioId" bigint, "securityId" bigint,
      kind text, "effectiveDate" date, quantity bigint, "costMinor" bigint, "proceedsMinor" bigint,
      "gainMinor" bigint, "pendingQuantity" bigint, currency text, "sourceType" text,
      "sourceId" bigint, "sourceLine" integer, "acquiredOn" date, "costKnown" boolean)
    order by m."portfolioId", m."securityId", m."effectiveDate", m."sourceId", m."sourceLine";
  -- A movement later than all others of its holding is added to it. Otherwise the holding is folded
  -- again. The cost of transferred units follows from the fold.
  with moved as (
    select m."portfolioId" as portfolio_id, m."securityId" as security_id,
      min(m."effectiveDate") as first_on, max(m."effectiveDate") as last_on,
      sum(m.quantity)::bigint as quantity, sum(m."costMinor")::bigint as cost_minor,
      sum(m."gainMinor")::bigint as gain_minor,
      sum(m."pendingQuantity")::bigint as pending_quantity,
      bool_and(m."sourceType" <> 'TRANSFER') as has_facts
    from jsonb_to_recordset(moves) as m ("portfolioId" bigint, "securityId" bigint,
      "effectiveDate" date, quantity bigint, "costMinor" bigint, "gainMinor" bigint,
      "pendingQuantity" bigint, "sourceType" text)
    group by 1, 2
  ), placed as (
    select m.*,
      m.has_facts and m.first_on = m.last_on
        and m.first_on > coalesce(h.moved_on, '-infinity') as is_last
    from moved m join holding h using (portfolio_id, security_id)
  ), added as (
    update holding h set pending_quantity = h.pending_quantity + p.pending_quantity,
      quantity = h.quantity + case when p.is_last then p.quantity else 0 end,
      cost_minor = h.cost_minor + case when p.is_last then p.cost_minor else 0 end,
      realised_gain_minor =
        h.realised_gain_minor + case when p.is_last then p.gain_minor else 0 end,
      moved_on = case when p.is_last then p.first_on else h.moved_on end,
      day_start_quantity = case when p.is_last then h.quantity else h.day_start_quantity end,
      day_start_cost_minor = case when p.is_last then h.cost_minor else h.day_start_cost_minor end,
      day_start_gain_minor =
        case when p.is_last then h.realised_gain_minor else h.day_start_gain_minor end
    from placed p
    where h.portfolio_id = p.portfolio_id and h.security_id = p.security_id
    returning h.portfolio_id
  )
  select array_agg(p.portfolio_id), array_agg(p.security_id), array_agg(p.first_on)
    into late_portfolios, late_securities, late_dates
    from placed p where not p.is_last and exists (select from added);
  perform refold_holdings(late_portfolios, late_securities, late_dates);
end $$;
