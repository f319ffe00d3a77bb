// Numbered invariants of corporate actions: the right holders are entitled, and holdings have moved
// by exactly the units, cost and gain of the entitlements in force.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

const IN_FORCE: Sql = sql`state not in ('SUPERSEDED', 'CANCELLED')`;

// Entitlement movements that have not been reversed and are not reversals themselves.
const MOVED: Sql = sql`
  select m.source_id, sum(m.quantity) filter (where m.source_type = 'ENTITLEMENT') as quantity,
    sum(m.cost_minor) as cost_minor, sum(m.gain_minor) as gain_minor,
    sum(m.pending_quantity) as pending
  from holding_movement m
  where m.source_type in ('ENTITLEMENT', 'DELIVERY') and m.reversal_of_id is null
    and not exists (select from holding_movement r where r.reversal_of_id = m.id)
  group by m.source_id`;

// Each holder's entitled units. A movement that is recorded later is included the next time
// entitlements are computed.
const ENTITLED: Sql = sql`
  select e.corporate_action_id, e.portfolio_id, sum(e.eligible_quantity) as units,
    min(e.recorded_at) as recorded_at
  from entitlement e where e.${IN_FORCE} group by 1, 2`;

// Corporate actions that entitle every holder for all units held.
const FOR_ALL: Sql = sql`a.participation = 'MAND' and a.status <> 'CANCELLED'
  and a.progress in ('ENTITLED', 'PART_PAID', 'PAID') and a.entitled_version = a.terms_version
  and a.kind not in ('EXRI', 'CHAN', 'DLST', 'DFLT')
  and (a.kind <> 'INTR' or a.register_basis = 'TRADED')`;

export const ENTITLEMENT_INVARIANTS: readonly Invariant[] = [
  {
    number: 32,
    name:
      'The held units of every holding are the sum of the units of its sell orders and ' +
      'its holds.',
    checked: sql`select count(*) from holding`,
    broken: sql`
      select h.portfolio_id as id, 'security ' || h.security_id || ': held ' || h.held_quantity
        || ' is not ' || coalesce(o.units, 0) + coalesce(x.units, 0) as finding
      from holding h
      left join (
        select t.portfolio_id, t.security_id,
          sum(greatest(t.quantity_pending, i.quantity - t.quantity_filled)) as units
        from trade_order t left join exchange_instruction i on i.exchange_id = t.exchange_id
          and i.cl_ord_id = t.pending_cl_ord_id and i.kind = 'REPLACE'
        where t.order_type = 'SELL' and t.order_status in ('BOOKED', 'EXECUTING')
          and not t.custodian_settles
        group by 1, 2
      ) o using (portfolio_id, security_id)
      left join (
        select portfolio_id, security_id, sum(quantity) as units from holding_hold group by 1, 2
      ) x using (portfolio_id, security_id)
      where h.held_quantity <> coalesce(o.units, 0) + coalesce(x.units, 0)`,
  },
  {
    number: 33,
    name: 'Every holder of a corporate action was entitled on the units held before the ex-date.',
    checked: sql`select count(*) from entitlement where ${IN_FORCE}`,
    broken: sql`
      with entitled as materialized (${ENTITLED})
      select a.id, 'portfolio ' || h.portfolio_id || ': ' || coalesce(e.units, 0) || ' of '
        || b.quantity as finding
      from corporate_action a
      join holding h on h.security_id = a.security_id
      cross join lateral (
        select p.quantity + case when a.register_basis = 'TRADED'
            and a.kind in ('DVCA', 'DVSE', 'DVOP', 'DRIP', 'BONU', 'RHDI')
          then flagged_units(h.portfolio_id, h.security_id, a.ex_date) else 0 end as quantity
        from position_before(h, a.ex_date, false) p
      ) b
      left join entitled e on e.corporate_action_id = a.id and e.portfolio_id = h.portfolio_id
      where ${FOR_ALL} and coalesce(e.units, 0) <> b.quantity and not exists (
        select from holding_movement m
        where m.portfolio_id = h.portfolio_id and m.security_id = h.security_id
          and m.effective_date < a.ex_date and m.recorded_at > coalesce(e.recorded_at, (
            select min(f.recorded_at) from entitlement f where f.corporate_action_id = a.id),
            '-infinity'))
      and not exists (
        select from trade_order t join execution_report f on f.order_id = t.id
        where t.portfolio_id = h.portfolio_id and t.security_id = h.security_id
          and coalesce(f.cum_ex_at, case when f.cum_ex is not null then f.received_at end)
            > coalesce(e.recorded_at, '-infinity'))
      union all
      select e.id, e.new_units || ' units and ' || e.fraction || ' for ' || e.eligible_quantity
      from entitlement e
      join corporate_action a on a.id = e.corporate_action_id
      join corporate_action_option o on o.corporate_action_id = a.id and o.number = e.option_number
      where e.${IN_FORCE} and e.terms_version = a.terms_version and o.new_units is not null
        and o.fractions in ('RDDN', 'CINL') and e.eligible_quantity <> 0
        and a.kind in ('BONU', 'DVSE', 'SPLF', 'SPLR', 'RHDI', 'SOFF', 'MRGR', 'EXOF')
        and (abs(e.new_units), e.fraction) is distinct from (
          div(abs(e.eligible_quantity::numeric) * o.new_units, o.old_units),
          div(mod(abs(e.eligible_quantity::numeric) * o.new_units, o.old_units) * 1000000000000,
            o.old_units) / 1000000000000)`,
  },
  {
    number: 34,
    name: 'Holdings have moved by the units, cost and gain of the entitlements in force.',
    checked: sql`select count(*) from entitlement where moved_at is not null`,
    broken: sql`
      with moved as materialized (${MOVED})
      select coalesce(e.id, m.source_id) as id, 'moved ' || coalesce(m.quantity, 0) || ' at '
        || coalesce(m.cost_minor, 0) || ', gain ' || coalesce(m.gain_minor, 0) || ', pending '
        || coalesce(m.pending, 0) as finding
      from (select * from entitlement where ${IN_FORCE} and moved_at is not null) e
      full join moved m on m.source_id = e.id
      where e.id is null
        or (coalesce(m.quantity, 0), coalesce(m.cost_minor, 0), coalesce(m.gain_minor, 0),
            coalesce(m.pending, 0))
          is distinct from (e.new_units - e.old_units,
            sign(e.eligible_quantity) * e.reinvested_minor - e.cost_out_minor
              - e.fraction_cost_minor,
            e.gain_minor, e.pending_units)`,
  },
  {
    number: 35,
    name: 'The rounding of a corporate action is at most half a minor unit for each entitlement.',
    checked: sql`select count(*) from event_funding`,
    broken: sql`
      select f.corporate_action_id as id, 'rounded ' || f.rounding_minor || ' ' || f.currency
        as finding
      from event_funding f
      where abs(f.rounding_minor) > (
        select (count(*) + 1) / 2 from entitlement e
        where e.corporate_action_id = f.corporate_action_id and e.office_id = f.office_id
          and e.currency = f.currency and e.${IN_FORCE})`,
  },
  {
    number: 36,
    name:
      'Only the last revision of an entitlement is in force, and every payment has one ' + 'cause.',
    checked: sql`select count(*) from entitlement`,
    broken: sql`
      select e.id, 'revision ' || e.revision || ' has a later one' as finding
      from entitlement e
      where e.${IN_FORCE} and exists (
        select from entitlement l
        where l.corporate_action_id = e.corporate_action_id and l.portfolio_id = e.portfolio_id
          and l.option_number = e.option_number and l.revision > e.revision)
      union all
      select min(e.id), 'journal ' || e.journal_id || ' pays ' || count(*)
      from entitlement e where e.journal_id is not null
      group by e.journal_id having count(*) > 1
      union all
      select e.id, 'paid without a journal'
      from entitlement e
      where e.state = 'PAID' and e.route = 'FIRM' and e.journal_id is null
        and e.net_minor - e.reinvested_minor + e.cash_in_lieu_minor <> (
          select sum(p.paid_minor) from entitlement p
          where p.corporate_action_id = e.corporate_action_id and p.portfolio_id = e.portfolio_id
            and p.option_number = e.option_number)`,
  },
];
