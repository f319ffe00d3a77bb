// SQL that changes holdings for entitlements: movements, reversals and deliveries.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { type EntitlingTerms, optionTable } from './amount-queries.js';

/** Reverses the movements of entitlements, and undoes the deliveries of their units. */
export async function reverseEntitlements(tx: Tx, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql`select reverse_movements('DELIVERY', ${[...ids]}::bigint[])`);
  await tx.query(sql`select reverse_movements('ENTITLEMENT', ${[...ids]}::bigint[])`);
}

/**
 * Stores the movements of entitlements `ids` of an event; see `movesOf` in `rule/amount.ts`.
 * Movements without an effect are left out.
 */
export async function moveEntitlements(
  tx: Tx,
  terms: EntitlingTerms,
  ids: readonly bigint[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql`
    with option as materialized (select * from ${optionTable(terms.options)}), given as (
      select e.*, t."ownKind", t."newKind", t."newSecurityId" is null as is_own,
        case when e.eligible_quantity < 0 then -1 else 1 end as side,
        case when t."costRule" in ('CARRIED', 'SOLD', 'REDUCED', 'RETURNED')
          then e.principal_minor else 0 end as sold_minor,
        t."newSecurityId"
      from entitlement e join option t on t.option = e.option_number
      where e.id = any(${[...ids]}::bigint[]) and t."ownKind" is not null
      offset 0
    ), valued as (
      select g.*, g.side * g.reinvested_minor + g.cost_moved_minor as added_minor,
        g.side * g.cash_in_lieu_minor as in_lieu_minor,
        g.side * g.cash_in_lieu_minor - g.fraction_cost_minor as fraction_gain_minor
      from given g offset 0
    ), move as (
      select v.id, v.portfolio_id, v.effective_date, m.* from valued v cross join lateral (values
        (1, ${terms.event.security_id}::bigint, v."ownKind",
          case when v.is_own then v.new_units else 0 end - v.old_units,
          case when v.is_own then v.added_minor else 0 end - v.cost_out_minor - v.cost_moved_minor,
          v.side * v.sold_minor, v.gain_minor - v.fraction_gain_minor,
          case when v.is_own then v.pending_units else 0 end),
        (2, v."newSecurityId", v."newKind", case when v.is_own then 0 else v.new_units end,
          case when v.is_own then 0 else v.added_minor end, 0, 0,
          case when v.is_own then 0 else v.pending_units end),
        (3, coalesce(v."newSecurityId", ${terms.event.security_id}), 'CASH_IN_LIEU', 0,
          -v.fraction_cost_minor, v.in_lieu_minor, v.fraction_gain_minor, 0)
      ) as m (line, security_id, kind, quantity, cost_minor, proceeds_minor, gain_minor, pending)
      where m.quantity <> 0 or m.cost_minor <> 0 or m.gain_minor <> 0
    )
    select move_holdings(jsonb_agg(jsonb_build_object('portfolioId', m.portfolio_id,
      'securityId', m.security_id, 'kind', m.kind, 'effectiveDate', m.effective_date,
      'currency', s.currency, 'sourceType', 'ENTITLEMENT', 'sourceId', m.id,
      'sourceLine', m.line, 'quantity', m.quantity, 'costMinor', m.cost_minor,
      'proceedsMinor', m.proceeds_minor, 'gainMinor', m.gain_minor, 'pendingQuantity', m.pending)))
    from move m join security s on s.id = m.security_id having count(*) > 0`);
}

/**
 * Selects entitlements of an event whose movements have become due, in id order, and marks them as
 * stored.
 */
export async function takeToMove(
  tx: Tx,
  { eventId, most }: { readonly eventId: bigint; readonly most: number },
  { through, at }: { readonly through: BusinessDate; readonly at: Instant },
): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    update entitlement set moved_at = ${at} where id in (
      select id from entitlement
      where corporate_action_id = ${eventId} and moved_at is null and effective_date <= ${through}
        and state in ('DUE', 'PAID', 'CLAIM')
        and (new_units <> 0 or old_units <> 0 or cost_out_minor <> 0 or gain_minor <> 0
          or reinvested_minor <> 0)
      order by id limit ${most} for no key update)
    returning id`);
  return rows.map(({ id }) => id);
}

/**
 * Delivers pending units of an event with effect from a date. Returns the number of entitlements.
 */
export async function deliverUnits(
  tx: Tx,
  { eventId, most }: { readonly eventId: bigint; readonly most: number },
  date: BusinessDate,
): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    with due as materialized (
      select e.id, e.portfolio_id, e.new_security_id, e.pending_units from entitlement e
      where e.corporate_action_id = ${eventId} and e.pending_units <> 0 and e.moved_at is not null
        and e.state not in ('SUPERSEDED', 'CANCELLED')
      order by e.id limit ${most} for no key update
    ), delivered as (
      update entitlement e set pending_units = 0, delivered_on = ${date}
      from due d where e.id = d.id
    ), moved as (
      select move_holdings(jsonb_agg(jsonb_build_object('portfolioId', d.portfolio_id,
        'securityId', d.new_security_id, 'kind', 'DELIVERY', 'effectiveDate', ${date}::date,
        'currency', s.currency, 'sourceType', 'DELIVERY', 'sourceId', d.id,
        'sourceLine', 1, 'quantity', 0, 'costMinor', 0, 'proceedsMinor', 0, 'gainMinor', 0,
        'pendingQuantity', -d.pending_units))) as done
      from due d join security s on s.id = d.new_security_id having count(*) > 0
    )
    select (select count(*) from due) as count from (select count(m.done) from moved m) done`);
  return Number(row?.count ?? 0n);
}

/**
 * Delivers pending units of an event's elections with effect from a date. Returns the number of
 * elections.
 */
export async function deliverElected(
  tx: Tx,
  { eventId, most }: { readonly eventId: bigint; readonly most: number },
  { date, by, at }: { readonly date: BusinessDate; readonly by: string; readonly at: Instant },
): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    with due as materialized (
      select e.id, e.portfolio_id, e.new_security_id, e.pending_units, e.deliveries from election e
      where e.corporate_action_id = ${eventId} and e.pending_units <> 0
      order by e.id limit ${most} for no key update
    ), delivered as (
      update election e set pending_units = 0, delivered_on = ${date},
        deliveries = e.deliveries + 1, version = e.version + 1, modified_by = ${by},
        modified_at = ${at}
      from due d where e.id = d.id
    ), moved as (
      select move_holdings(jsonb_agg(jsonb_build_object('portfolioId', d.portfolio_id,
        'securityId', d.new_security_id, 'kind', 'DELIVERY', 'effectiveDate', ${date}::date,
        'currency', s.currency, 'sourceType', 'ELECTION', 'sourceId', d.id,
        'sourceLine', d.deliveries + 1, 'quantity', 0, 'costMinor', 0, 'proceedsMinor', 0,
        'gainMinor', 0, 'pendingQuantity', -d.pending_units))) as done
      from due d join security s on s.id = d.new_security_id having count(*) > 0
    )
    select (select count(*) from due) as count from (select count(m.done) from moved m) done`);
  return Number(row?.count ?? 0n);
}
