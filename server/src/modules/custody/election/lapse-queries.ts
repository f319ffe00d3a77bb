// SQL that ends rights not taken up, ends the elections of cancelled events, and settles elections
// once their units have moved.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { EndedRights } from '../../order/index.js';
import type { EventKind } from '../rule/kind.js';

interface EventKey {
  readonly id: bigint;
  readonly kind: EventKind;
}

// SQL condition: the depository has credited the shares of a take-up for which no allotment is
// expected.
const IS_TAKEN_UP: Sql = sql`(e.state = 'INSTRUCTED' and e.additional_quantity = 0
  and e.pending_units = 0)`;

// SQL condition: the rights in holding `h` have lapsed under an event, which is the call on them.
function hasLapsed(eventId: Sql): Sql {
  return sql`exists (select from election l
    where l.corporate_action_id = ${eventId} and l.portfolio_id = h.portfolio_id
      and l.is_default_lapse and l.state = 'LAPSED')`;
}

/**
 * Selects the events with rights or elections to end: calls on rights that are past their deadline
 * and whose rights are no longer traded (including calls for which too many rights have lapsed),
 * events with elections that are waiting for entitlements, and cancelled events with elections.
 */
export function selectToLapse(
  on: Database,
  { now, next }: { readonly now: Instant; readonly next: BusinessDate },
): Promise<EventKey[]> {
  return on.query<EventKey>(sql`
    select a.id, a.kind from corporate_action a join security s on s.id = a.security_id
    where a.progress <> 'CLOSED' and (
      a.status = 'CONFIRMED' and a.kind = 'EXRI' and a.progress <> 'OPEN' and a.deadline <= ${now}
        and coalesce(s.tradable_to, '-infinity') < ${next}
        and exists (select from holding h
          where h.security_id = a.security_id
            and (h.quantity > h.held_quantity or h.quantity < 0 and ${hasLapsed(sql`a.id`)}))
      or a.kind = 'EXRI' and exists (select from election e
        where e.corporate_action_id = a.id and ${IS_TAKEN_UP})
      or a.kind <> 'EXRI' and exists (select from election e
        where e.corporate_action_id = a.id and (e.state = 'INSTRUCTED' or exists (
          select from holding_hold x where x.source_type = 'ELECTION' and x.source_id = e.id)))
      or a.status = 'CANCELLED' and exists (select from election e
        where e.corporate_action_id = a.id and (e.state = 'SUBMITTED' or a.kind = 'EXRI'
          and (e.state in ('INSTRUCTED', 'SETTLED', 'PART_SETTLED')
            or e.is_default_lapse and e.state = 'LAPSED')))
      or a.status = 'CONFIRMED' and a.deadline > ${now} and exists (select from election e
        where e.corporate_action_id = a.id and e.is_default_lapse and e.state = 'LAPSED'))
    order by a.ex_date, a.id`);
}

/** An election that ends. */
export interface EndedRow {
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly option_number: number;
  readonly quantity: bigint;
  readonly additional_quantity: bigint;
  readonly cash_account_id: bigint | null;
  readonly held_minor: bigint;
}

const ENDED: Sql = sql`e.id, e.portfolio_id, e.customer_id, e.office_id, e.option_number,
  e.quantity, e.additional_quantity, e.cash_account_id, e.held_minor`;

/** Selects pending elections of an event, in id order. The caller has locked the event. */
export function selectWaiting(tx: Tx, eventId: bigint, most: number): Promise<EndedRow[]> {
  return tx.query<EndedRow>(sql`
    select ${ENDED} from election e
    where e.corporate_action_id = ${eventId} and e.state = 'SUBMITTED'
    order by e.id limit ${most}`);
}

/**
 * Selects, in id order, elections that are not settled or still have units on hold, although their
 * entitlements have moved all their units.
 */
export function selectCarriedOut(
  tx: Tx,
  eventId: bigint,
  { through, most }: { readonly through: BusinessDate; readonly most: number },
): Promise<(EndedRow & { readonly taken: bigint; readonly state: string })[]> {
  return tx.query(sql`
    select ${ENDED}, e.state, coalesce(t.old_units, 0)::bigint as taken
    from election e
    join corporate_action a on a.id = e.corporate_action_id
    join corporate_action_option o on o.corporate_action_id = a.id and o.number = e.option_number
    left join entitlement t on t.corporate_action_id = e.corporate_action_id
      and t.portfolio_id = e.portfolio_id and t.option_number = e.option_number
      and t.state not in ('SUPERSEDED', 'CANCELLED')
    where e.corporate_action_id = ${eventId}
      and (a.status = 'CANCELLED' or coalesce(a.payment_date, a.ex_date) <= ${through})
      and (e.state = 'INSTRUCTED' or exists (
        select from holding_hold x where x.source_type = 'ELECTION' and x.source_id = e.id))
      and (a.status = 'CANCELLED' or o.type in ('NOAC', 'LAPS')
        or t.id is not null and (t.effective_date is null or t.moved_at is not null
          or t.old_units = 0 and t.new_units = 0))
    order by e.id limit ${most}`);
}

/** Selects the settled elections of a call on rights, in id order. */
export function selectTakenUp(tx: Tx, eventId: bigint, most: number): Promise<EndedRow[]> {
  return tx.query<EndedRow>(sql`
    select ${ENDED} from election e
    where e.corporate_action_id = ${eventId} and ${IS_TAKEN_UP} order by e.id limit ${most}`);
}

/** Stores the outcome of instructed elections. */
export async function storeSettled(
  tx: Tx,
  ids: readonly bigint[],
  { state, by, at }: { readonly state: string; readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update election set state = ${state}, version = version + 1, modified_by = ${by},
      modified_at = ${at}
    where id = any(${[...ids]}::bigint[]) and state = 'INSTRUCTED'`);
}

/**
 * Rights that lapse, with their security, the underlying share, and the option under which the
 * lapse is recorded.
 */
interface Lapsing {
  readonly eventId: bigint;
  readonly rightId: bigint;
  /** The share from which the cost of the rights was split off; null if unknown. */
  readonly shareId: bigint | null;
  readonly option: number;
  readonly date: BusinessDate;
  readonly most: number;
}

/**
 * Removes lapsed rights that portfolios hold and have not put on sale, and stores a LAPSED election
 * for each portfolio. Adds the cost of the rights to the holding of the share; without such a
 * holding, the cost is a loss. The caller has locked the event.
 */
export function lapseRights(
  tx: Tx,
  lapsing: Lapsing,
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<EndedRow[]> {
  const { eventId, rightId, shareId, option, date, most } = lapsing;
  return tx.query<EndedRow>(sql`
    with due as materialized (
      select h.portfolio_id, p.customer_id, p.office_id, h.quantity - h.held_quantity as units,
        ratio_of(h.cost_minor, h.quantity - h.held_quantity, h.quantity)::bigint as part,
        s.currency, coalesce(x.quantity, 0) > 0 as has_share
      from holding h
      join portfolio p on p.id = h.portfolio_id
      join security s on s.id = h.security_id
      left join holding x on x.portfolio_id = h.portfolio_id and x.security_id = ${shareId}
      where h.security_id = ${rightId} and h.quantity > h.held_quantity
      order by h.portfolio_id limit ${most} for no key update of h
    ), numbered as materialized (
      select d.*, row_number() over (order by d.portfolio_id) - 1 as place from due d
    ), block as materialized (
      select b.no, nextval('election_id') as first
      from generate_series(0, (select max(place) from numbered) / 50) as b (no)
    ), lapsed as (
      insert into election as e (id, corporate_action_id, option_number, portfolio_id, customer_id,
        office_id, state, quantity, elected_quantity, currency, is_default_lapse, instructed_at,
        created_by, created_at, modified_by, modified_at)
      select b.first + n.place % 50, ${eventId}, ${option}, n.portfolio_id, n.customer_id,
        n.office_id, 'LAPSED', n.units, n.units, n.currency, true, ${at}, ${by}, ${at}, ${by}, ${at}
      from numbered n join block b on b.no = n.place / 50
      returning ${ENDED}
    ), move as (
      select l.id, l.portfolio_id, m.*, n.currency
      from lapsed l join numbered n using (portfolio_id)
      cross join lateral (values
        (1, ${rightId}::bigint, -n.units, -n.part, case when n.has_share then 0 else -n.part end),
        (2, ${shareId}::bigint, 0, case when n.has_share then n.part else 0 end, 0)
      ) as m (line, security_id, quantity, cost_minor, gain_minor)
      where m.quantity <> 0 or m.cost_minor <> 0
    ), moved as (
      select move_holdings(jsonb_agg(jsonb_build_object('portfolioId', m.portfolio_id,
        'securityId', m.security_id, 'kind', 'LAPSE', 'effectiveDate', ${date}::date,
        'currency', m.currency, 'sourceType', 'ELECTION', 'sourceId', m.id,
        'sourceLine', m.line, 'quantity', m.quantity, 'costMinor', m.cost_minor,
        'proceedsMinor', 0, 'gainMinor', m.gain_minor, 'pendingQuantity', 0))) as done
      from move m having count(*) > 0
    )
    select l.* from lapsed l, (select count(done) from moved) done order by l.id`);
}

/**
 * Restores lapsed rights, because the deadline was extended or the call was cancelled. Returns
 * their elections.
 */
export function reviveRights(tx: Tx, eventId: bigint, stamp: RevivalStamp): Promise<EndedRow[]> {
  return revive(tx, { eventId, which: sql`true` }, stamp);
}

/**
 * Restores lapsed rights to portfolios that are short of them because of a late, busted or
 * corrected fill. The remaining rights can then lapse again. Returns their elections.
 */
export function reviveShort(
  tx: Tx,
  { eventId, rightId }: Pick<Lapsing, 'eventId' | 'rightId'>,
  stamp: RevivalStamp,
): Promise<EndedRow[]> {
  const which = sql`exists (select from holding h
    where h.portfolio_id = o.portfolio_id and h.security_id = ${rightId} and h.quantity < 0)`;
  return revive(tx, { eventId, which }, stamp);
}

/** A position in rights that have ended, and the call on them. */
export interface EndedPosition extends EndedRights {
  readonly eventId: bigint;
}

/** A page of positions: the maximum number, and the last position of the previous page. */
interface EndedPage {
  readonly now: Instant;
  readonly next: BusinessDate;
  readonly most: number;
  readonly after: Pick<EndedPosition, 'eventId' | 'portfolioId'> | undefined;
}

/**
 * Selects positions in rights that no step can close: the portfolio took up more rights than it
 * has, or still has units after the call was closed. Newest calls first, then by portfolio.
 */
export function selectEndedRights(
  on: Database | Tx,
  { now, next, most, after }: EndedPage,
): Promise<EndedPosition[]> {
  return on.query<EndedPosition>(sql`
    select h.portfolio_id as "portfolioId", h.security_id as "securityId", h.quantity,
      a.id as "eventId", a.name as "eventName"
    from corporate_action a
    join security s on s.id = a.security_id
    join holding h on h.security_id = a.security_id
    where a.status = 'CONFIRMED' and a.kind = 'EXRI' and a.progress <> 'OPEN'
      and a.deadline <= ${now} and coalesce(s.tradable_to, '-infinity') < ${next}
      and (h.quantity < 0 or a.progress = 'CLOSED' and h.quantity > h.held_quantity)
      and (${after?.eventId ?? null}::bigint is null or a.id < ${after?.eventId ?? null}
        or a.id = ${after?.eventId ?? null} and h.portfolio_id > ${after?.portfolioId ?? null})
    order by a.id desc, h.portfolio_id limit ${most}`);
}

interface RevivalStamp {
  readonly by: string;
  readonly at: Instant;
  readonly most: number;
}

/** The SQL condition that selects the lapsed elections `o` of an event to undo. */
interface Revival {
  readonly eventId: bigint;
  readonly which: Sql;
}

async function revive(
  tx: Tx,
  { eventId, which }: Revival,
  { by, at, most }: RevivalStamp,
): Promise<EndedRow[]> {
  const rows = await tx.query<EndedRow>(sql`
    update election e set state = 'CANCELLED', version = version + 1, modified_by = ${by},
      modified_at = ${at}
    where id in (
      select o.id from election o
      where o.corporate_action_id = ${eventId} and o.is_default_lapse and o.state = 'LAPSED'
        and ${which}
      order by o.id limit ${most})
    returning ${ENDED}`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.query(sql`select reverse_movements('ELECTION', ${ids}::bigint[])`);
  return rows;
}
