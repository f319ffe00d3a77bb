// SQL for lists of the stock record.

import type { Static } from '@sinclair/typebox';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { ORDER } from '../limits.js';
import type { CumEx } from '../record/exchange-report.js';
import type { MovementFilterQuery } from './movement-schema.js';

/** A movement with the names of its portfolio and its security. */
export interface MovementRow {
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly portfolio_name: string;
  readonly security_name: string;
  readonly kind: string;
  readonly effective_date: BusinessDate;
  readonly quantity: bigint;
  readonly cost_minor: bigint;
  readonly proceeds_minor: bigint;
  readonly pending_quantity: bigint;
  /** The gain from a corporate action. For a sale, the gain is computed from the cost instead. */
  readonly gain_minor: bigint;
  readonly currency: string;
  readonly acquired_on: BusinessDate | null;
  readonly cost_known: boolean;
  readonly order_id: bigint | null;
  /**
   * CUM or EX for a fill that was traded contrary to the rule for its trade date; otherwise null.
   */
  readonly cum_ex: CumEx | null;
  readonly source_type: string;
  readonly source_id: bigint;
  readonly reversal_of_id: bigint | null;
  readonly is_reversed: boolean;
  readonly recorded_at: Instant;
}

const NAMED: Sql = sql`
  holding_movement m
  join portfolio p on p.id = m.portfolio_id
  join security s on s.id = m.security_id`;

/** SQL condition: the movements that match the filters and that the caller may see. */
export function movementsWhere(
  { principal }: Pick<Call, 'principal'>,
  query: Static<typeof MovementFilterQuery> & { readonly securityId: bigint | undefined },
): Sql {
  return joinSql(
    [
      inOffices(sql`p.office_id`, principal.offices),
      ...(query.p === undefined ? [] : [sql`m.portfolio_id = ${query.p}`]),
      ...(query.securityId === undefined ? [] : [sql`s.id = ${query.securityId}`]),
      ...(query.orderId === undefined ? [] : [sql`m.order_id = ${query.orderId}`]),
      ...(query.kind === undefined ? [] : [sql`m.kind = ${query.kind}`]),
      ...(query.sd === undefined ? [] : [sql`m.effective_date >= ${query.sd}`]),
      ...(query.ed === undefined ? [] : [sql`m.effective_date <= ${query.ed}`]),
      ...(query.asOf === undefined ? [] : [sql`m.recorded_at <= ${query.asOf}`]),
    ],
    ' and ',
  );
}

function selectMovements(where: Sql, asOf: Instant | undefined): Sql {
  return sql`
    select m.*, p.name as portfolio_name, s.name as security_name,
      case when m.source_type = 'EXECUTION' then (
        select e.cum_ex from execution_report e where e.id = m.source_id) end as cum_ex, exists (
      select from holding_movement r where r.reversal_of_id = m.id
        and r.recorded_at <= ${asOf ?? 'infinity'}::timestamptz) as is_reversed
    from ${NAMED} where ${where}`;
}

/** The movements to list, and the time after which recorded movements are ignored. */
interface Listed {
  readonly where: Sql;
  readonly asOf: Instant | undefined;
}

/** Reads a page of movements, newest first, plus one row if there is a next page. */
export function selectMovementPage(
  on: Database | Tx,
  page: PageRequest,
  { where, asOf }: Listed,
): Promise<MovementRow[]> {
  return on.query<MovementRow>(sql`${selectMovements(where, asOf)}
      and (${page.after}::bigint is null or m.id < ${page.after}::bigint)
    order by m.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the movements that match a condition. */
export function countMovements(on: Database | Tx, where: Sql): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from ${NAMED} where ${where}`);
}

/** Reads the newest matching movements, optionally only those with a lower id. */
export function selectMovementsBelow(
  tx: Tx,
  { where, asOf }: Listed,
  below: bigint | null,
): Promise<MovementRow[]> {
  return tx.query<MovementRow>(sql`${selectMovements(where, asOf)}
      and (${below}::bigint is null or m.id < ${below}::bigint)
    order by m.id desc limit ${ORDER.exportedAtOnce}`);
}
