// SQL that stores entitlements and their revisions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { CorporateActionRow } from '../record/queries.js';
import { type EntitlingTerms, entitlementsNow } from './amount-queries.js';

/** A range of portfolios, after the first id and up to the second. */
export interface PortfolioRange {
  readonly after: bigint;
  readonly through: bigint;
}

/** A range of portfolios with the number of those that hold the security. */
export interface HolderRange extends PortfolioRange {
  readonly count: number;
}

/** Divides the next portfolios that hold a security into ranges of at most `most`, in order. */
export async function nextHolders(
  on: Database,
  securityId: bigint,
  {
    after,
    most,
    ranges,
  }: { readonly after: bigint; readonly most: number; readonly ranges: number },
): Promise<HolderRange[]> {
  const rows = await on.query<{ through: bigint; count: bigint }>(sql`
    select max(h.portfolio_id) as through, count(*) as count from (
      select portfolio_id, (row_number() over (order by portfolio_id) - 1) / ${most} as part
      from holding
      where security_id = ${securityId} and portfolio_id > ${after}
      order by portfolio_id limit ${most * ranges}
    ) h group by h.part order by h.part`);
  return rows.map(({ through, count }, index) => ({
    after: rows[index - 1]?.through ?? after,
    through,
    count: Number(count),
  }));
}

/** An entitlement that was created, withdrawn or changed to another state. */
export interface ChangedRow {
  readonly change: 'MADE' | 'REPLACED' | 'ENDED';
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly option_number: number;
  readonly revision: number;
  readonly eligible_quantity: bigint;
  readonly new_units: bigint;
  readonly state: string;
  /**
   * True if the entitlement's movements are stored in this transaction, or were stored before it
   * ended.
   */
  readonly moves: boolean;
}

const CHANGED: Sql = sql`id, portfolio_id, customer_id, office_id, option_number, revision,
  eligible_quantity, new_units, state, moved_at is not null as moves`;

const IN_FORCE: Sql = sql`state not in ('SUPERSEDED', 'CANCELLED')`;

function within(alias: Sql, eventId: bigint, { after, through }: PortfolioRange): Sql {
  return sql`${alias}.corporate_action_id = ${eventId}
    and ${alias}.portfolio_id > ${after} and ${alias}.portfolio_id <= ${through}`;
}

// The columns in which revisions can differ. The route is not among them, because a paid
// entitlement keeps its route.
function amounts(row: Sql): Sql {
  return sql`(${row}.eligible_quantity, ${row}.cost_before_minor, ${row}.currency,
    ${row}.gross_minor, ${row}.principal_minor, ${row}.tax_minor, ${row}.withheld_minor,
    ${row}.tax_reclaim_minor, ${row}.net_minor, ${row}.reinvested_minor, ${row}.new_units,
    ${row}.new_security_id, ${row}.fraction, ${row}.cash_in_lieu_minor,
    ${row}.fraction_cost_minor, ${row}.old_units, ${row}.cost_moved_minor,
    ${row}.cost_out_minor, ${row}.gain_minor, ${row}.effective_date)`;
}

// The computed entitlements, joined with the entitlements in force `k`. An entitlement whose
// position has become empty is revised to an empty one. The planner cannot estimate the rows of
// either side and would choose a nested loop for an anti join, but a full join is always hashed.
function compared(terms: EntitlingTerms, range: PortfolioRange): Sql {
  return sql`
    known as materialized (
      select e.* from entitlement e
      where ${within(sql`e`, terms.event.id, range)} and e.${IN_FORCE}
    ), target as (
      select coalesce(c.portfolio_id, k.portfolio_id) as portfolio_id,
        coalesce(c.option_number, k.option_number) as option_number,
        coalesce(c.customer_id, k.customer_id) as customer_id,
        coalesce(c.office_id, k.office_id) as office_id, coalesce(c.route, k.route) as route,
        coalesce(c.eligible_quantity, 0) as eligible_quantity,
        coalesce(c.cost_before_minor, 0) as cost_before_minor,
        coalesce(c.currency, k.currency) as currency, coalesce(c.gross_minor, 0) as gross_minor,
        coalesce(c.principal_minor, 0) as principal_minor, coalesce(c.tax_minor, 0) as tax_minor,
        coalesce(c.withheld_minor, 0) as withheld_minor,
        coalesce(c.tax_reclaim_minor, 0) as tax_reclaim_minor,
        coalesce(c.net_minor, 0) as net_minor, coalesce(c.reinvested_minor, 0) as reinvested_minor,
        coalesce(c.new_units, 0) as new_units, c.new_security_id,
        coalesce(c.fraction, 0) as fraction,
        coalesce(c.cash_in_lieu_minor, 0) as cash_in_lieu_minor,
        coalesce(c.fraction_cost_minor, 0) as fraction_cost_minor,
        coalesce(c.old_units, 0) as old_units, coalesce(c.cost_moved_minor, 0) as cost_moved_minor,
        coalesce(c.cost_out_minor, 0) as cost_out_minor, coalesce(c.gain_minor, 0) as gain_minor,
        coalesce(c.state, 'NOTHING_DUE') as state, c.effective_date,
        coalesce(c.is_pending, false) as is_pending, k.id as old_id, k.state as old_state,
        k.route as old_route, ${amounts(sql`k`)} as old_amounts, k.delivered_on,
        case when k.moved_at is null then 0 else k.new_units - k.pending_units end as credited
      from computed c full join known k
        on k.portfolio_id = c.portfolio_id and k.option_number = c.option_number
      offset 0
    ), compared as materialized (
      select c.*, c.old_id is null or ${amounts(sql`c`)} is distinct from c.old_amounts
        or c.old_state in ('PROVISIONAL', 'DUE', 'DEFAULTED') and c.old_route <> c.route
        as is_revised
      from target c
    )`;
}

/**
 * Creates the entitlements of portfolios under the terms in force, and revises existing ones that
 * now differ. Unchanged ones keep their revision, but their state follows the event's status.
 * Returns the changes.
 * @param movesThrough the caller stores movements up to this date now
 */
export function storeEntitlements(
  tx: Tx,
  terms: EntitlingTerms,
  stored: PortfolioRange & { readonly movesThrough: BusinessDate; readonly at: Instant },
): Promise<ChangedRow[]> {
  const { event } = terms;
  const holders = sql`h.portfolio_id > ${stored.after} and h.portfolio_id <= ${stored.through}`;
  return tx.query<ChangedRow>(sql`
    with ${entitlementsNow(terms, holders)}, ${compared(terms, stored)}, replaced as (
      update entitlement e set state = 'SUPERSEDED', ${CHANGED_NOW} from compared c
      where e.id = c.old_id and c.is_revised
      returning ${qualified(sql`e`)}
    ), restated as (
      update entitlement e set state = c.state, terms_version = ${event.terms_version},
        ${CHANGED_NOW}
      from compared c
      where e.id = c.old_id and not c.is_revised and c.state <> e.state
        and e.state in ('PROVISIONAL', 'DUE', 'DEFAULTED')
    ), numbered as materialized (
      select c.*, row_number() over (order by c.portfolio_id, c.option_number) - 1 as place,
        -- Later parts of this statement must see that the previous revision is no longer in force.
        (select count(*) from replaced) as replaced
      from compared c where c.is_revised
    ), block as materialized (
      select b.no, nextval('entitlement_id') as first
      from generate_series(0, (select max(place) from numbered) / 50) as b (no)
    ), made as (
      insert into entitlement (id, corporate_action_id, option_number, portfolio_id, revision,
        customer_id, office_id, state, terms_version, eligible_quantity, cost_before_minor,
        currency, gross_minor, principal_minor, tax_minor, withheld_minor, tax_reclaim_minor,
        net_minor, reinvested_minor, new_units, new_security_id, fraction, cash_in_lieu_minor,
        fraction_cost_minor, old_units, cost_moved_minor, cost_out_minor, gain_minor, route,
        effective_date, moved_at, pending_units, delivered_on, counted_from, recorded_at)
      select b.first + n.place % 50, ${event.id}, n.option_number, n.portfolio_id,
        coalesce((select max(x.revision) from entitlement x
          where x.corporate_action_id = ${event.id} and x.portfolio_id = n.portfolio_id
            and x.option_number = n.option_number), 0) + 1,
        n.customer_id, n.office_id, n.state, ${event.terms_version}, n.eligible_quantity,
        n.cost_before_minor, n.currency, n.gross_minor, n.principal_minor, n.tax_minor,
        n.withheld_minor, n.tax_reclaim_minor, n.net_minor, n.reinvested_minor, n.new_units,
        n.new_security_id, n.fraction, n.cash_in_lieu_minor, n.fraction_cost_minor, n.old_units,
        n.cost_moved_minor, n.cost_out_minor, n.gain_minor, n.route, n.effective_date,
        case when n.effective_date <= ${stored.movesThrough} and (n.new_units <> 0
          or n.old_units <> 0 or n.cost_out_minor <> 0 or n.gain_minor <> 0
          or n.reinvested_minor <> 0) then ${stored.at}::timestamptz end,
        case when n.is_pending then greatest(0, n.new_units - n.credited) else 0 end,
        case when n.is_pending and n.new_units > 0 and n.new_units <= n.credited
          then n.delivered_on end,
        least(a.ex_date, a.payment_date, n.effective_date), statement_timestamp()
      from numbered n join block b on b.no = n.place / 50
        join corporate_action a on a.id = ${event.id}
      returning ${CHANGED}
    )
    select 'MADE' as change, m.* from made m
    union all
    select 'REPLACED', r.* from replaced r`);
}

// SQL: appends the current time and the previous state to the history of an entitlement `e`.
const CHANGED_NOW: Sql = sql`
  state_times = e.state_times || statement_timestamp(), states_before = e.states_before || e.state`;

function qualified(row: Sql): Sql {
  return sql`${row}.id, ${row}.portfolio_id, ${row}.customer_id, ${row}.office_id,
    ${row}.option_number, ${row}.revision, ${row}.eligible_quantity, ${row}.new_units,
    ${row}.state, ${row}.moved_at is not null as moves`;
}

/** Ends the entitlements of portfolios, and returns them. */
export function endEntitlements(
  tx: Tx,
  { eventId, state }: { readonly eventId: bigint; readonly state: 'CANCELLED' | 'SUPERSEDED' },
  range: PortfolioRange,
): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(sql`
    update entitlement e set state = ${state}, ${CHANGED_NOW}
    where ${within(sql`e`, eventId, range)} and e.${IN_FORCE}
    returning 'ENDED' as change, ${CHANGED}`);
}

/** Stores the progress of an event's entitlements, and the version of the terms used. */
export async function storeEntitled(
  tx: Tx,
  event: Pick<CorporateActionRow, 'id' | 'progress' | 'entitled_version'>,
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update corporate_action set progress = ${event.progress},
      entitled_version = ${event.entitled_version}, version = version + 1, modified_by = ${by},
      modified_at = ${at}
    where id = ${event.id}`);
}

/**
 * Selects the events whose entitlements are created or recomputed on a date, by ex-date. A
 * cancelled or postponed event is selected as long as it has entitlements.
 */
export function selectEntitling(
  on: Database | Tx,
  date: BusinessDate,
): Promise<CorporateActionRow[]> {
  return on.query<CorporateActionRow>(sql`
    select a.* from corporate_action a
    where a.progress <> 'CLOSED' and case
      when a.status = 'CANCELLED' or a.ex_date > ${date} then a.progress <> 'OPEN' and exists (
        select from entitlement e where e.corporate_action_id = a.id and e.${IN_FORCE})
      else true end
    order by a.ex_date, a.id`);
}

/**
 * Selects the entitled events that come after another event by ex-date, in securities whose
 * positions depend on that event's movements.
 */
export function selectDependent(
  on: Database | Tx,
  { securityIds, after }: { readonly securityIds: readonly bigint[]; readonly after: BusinessDate },
): Promise<CorporateActionRow[]> {
  return on.query<CorporateActionRow>(sql`
    select a.* from corporate_action a
    where a.security_id = any(${[...securityIds]}::bigint[]) and a.ex_date > ${after}
      and a.progress not in ('OPEN', 'CLOSED') and a.status <> 'CANCELLED'
    order by a.ex_date, a.id`);
}

/** Counts the holders of the events to entitle on a date. */
export function countEntitling(date: BusinessDate): Sql {
  return sql`select count(*) as count from corporate_action a join holding h using (security_id)
    where a.progress <> 'CLOSED' and a.ex_date <= ${date} and a.status <> 'CANCELLED'`;
}
