// SQL for the blotter: filters, sort order and pages. The file export uses the same filters.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { requireCurrency } from '../../../platform/http/request/currency.js';
import { requireExchange, requireSecurity } from '../../market/index.js';
import { requireAgent, requireCustodian, requireSeenOffice } from '../../party/index.js';
import { marketGate } from '../exchange/market-gate.js';
import { waitOf } from '../exchange/wait-queries.js';
import { ORDER } from '../limits.js';
import type { OrderRow } from '../record/order.js';
import { ORDER_TOTAL, SELECT_ORDER } from '../record/queries.js';
import type { BlotterSummaryQuery, PortfolioOrdersQuery } from '../schema.js';

/** The default sort order. */
export const NEWEST_FIRST = sql`t.id desc`;

/** A condition on orders, and the sort order. */
export interface SortedWhere {
  readonly where: Sql;
  readonly by: Sql;
}

const SORT_COLUMNS: ReadonlyMap<string, Sql> = new Map([
  ['id', sql`t.id`],
  ['securityName', sql`s.name`],
  ['customerLabel', sql`c.label`],
  ['quantityRequested', sql`t.quantity`],
  ['orderTotal', ORDER_TOTAL],
  ['statusDate', sql`t.status_at`],
]);

/** Returns the sort order for the parameter `sort`. Refuses an unknown value. */
export function orderBy(sort: string): Sql {
  const isDescending = sort.startsWith('-');
  const column = SORT_COLUMNS.get(isDescending ? sort.slice(1) : sort);
  if (column === undefined) {
    const known = [...SORT_COLUMNS.keys()].join(', ');
    const why = `must be one of ${known}, optionally preceded by a minus sign`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'sort', why);
  }
  return isDescending ? sql`${column} desc, t.id desc` : sql`${column}, t.id`;
}

/** SQL condition: the orders that match the blotter's filters. */
export async function blotterWhere(
  call: Call,
  query: Static<typeof BlotterSummaryQuery>,
): Promise<Sql> {
  return joinSql(
    [
      inOffices(sql`t.office_id`, call.principal.offices),
      ...(query.customerId === undefined ? [] : [sql`t.customer_id = ${query.customerId}`]),
      ...(await namedWhere(call, query)),
      ...(query.status === undefined ? [] : [sql`t.order_status = ${query.status}`]),
      ...(query.waitingFor === undefined
        ? []
        : [sql`${waitOf(await marketGate(call.db, call.now))} = ${query.waitingFor}`]),
      ...(query.side === undefined ? [] : [sql`t.order_type = ${query.side}`]),
      ...(query.origin === undefined ? [] : [sql`t.order_origin = ${query.origin.toUpperCase()}`]),
      ...tieWhere(query),
      ...stateWhere(query),
      ...(query.sd === undefined ? [] : [sql`t.business_date >= ${query.sd}`]),
      ...(query.ed === undefined ? [] : [sql`t.business_date <= ${query.ed}`]),
      ...(query.q === undefined ? [] : [holdsText(query.q)]),
    ],
    ' and ',
  );
}

// Conditions on the records to which the query refers by code. An unknown code is refused, because
// an empty list would look like a valid answer.
async function namedWhere(
  { db, principal }: Call,
  query: Static<typeof BlotterSummaryQuery>,
): Promise<Sql[]> {
  const { securityName, officeName, exchangeName, currency, agentName, custodianName } = query;
  const where: Sql[] = [];
  if (securityName !== undefined) {
    where.push(sql`s.id = ${(await requireSecurity(db, securityName)).id}`);
  }
  if (officeName !== undefined) {
    const naming = { code: officeName, member: 'officeName' };
    where.push(sql`t.office_id = ${(await requireSeenOffice(db, principal, naming)).id}`);
  }
  if (exchangeName !== undefined) {
    const { id } = await requireExchange(db, exchangeName, 'exchangeName');
    where.push(sql`t.exchange_id = ${id}`);
  }
  if (currency !== undefined) where.push(sql`t.currency = ${requireCurrency(currency)}`);
  if (agentName !== undefined) {
    where.push(sql`t.agent_name = ${(await requireAgent(db, agentName)).name}`);
  }
  if (custodianName !== undefined) {
    where.push(sql`t.custodian_name = ${(await requireCustodian(db, custodianName)).name}`);
  }
  return where;
}

function tieWhere({
  commissionOverridden: overridden,
  referenceOrderId,
}: Static<typeof BlotterSummaryQuery>): Sql[] {
  return [
    ...(overridden === undefined
      ? []
      : [sql`(t.commission_overridden_by is not null) = ${overridden}::boolean`]),
    ...(referenceOrderId ? [sql`t.reference_order_id = ${referenceOrderId}`] : []),
  ];
}

function stateWhere({ systemGenerated, locked }: Static<typeof BlotterSummaryQuery>): Sql[] {
  return [
    ...(systemGenerated === undefined
      ? []
      : [sql`t.system_generated = ${systemGenerated}::boolean`]),
    ...(locked === undefined ? [] : [sql`${IS_LOCKED} = ${locked}::boolean`]),
  ];
}

const IS_LOCKED: Sql = sql`(t.pending_cl_ord_id is not null
  and t.order_status in ('BOOKED', 'EXECUTING'))`;

/**
 * SQL condition: the text occurs in the order number, or in the name of the customer, the portfolio
 * or the security.
 */
function holdsText(text: string): Sql {
  const part = text.toLowerCase();
  return sql`(strpos(t.name, ${part}) > 0 or strpos(lower(s.name), ${part}) > 0
    or exists (select from customer k where k.id = t.customer_id
      and (strpos(k.name, ${part}) > 0 or strpos(lower(k.label), ${part}) > 0))
    or exists (select from portfolio k where k.id = t.portfolio_id
      and strpos(lower(k.name), ${part}) > 0))`;
}

/**
 * SQL condition: the orders of a portfolio, optionally with one status or in a range of business
 * dates.
 */
export function ordersOfPortfolio(query: Static<typeof PortfolioOrdersQuery>): Sql {
  return joinSql(
    [
      sql`t.portfolio_id = ${query.p}`,
      ...(query.s === undefined ? [] : [sql`t.order_status = ${query.s}`]),
      ...(query.sd === undefined ? [] : [sql`t.business_date >= ${query.sd}`]),
      ...(query.ed === undefined ? [] : [sql`t.business_date <= ${query.ed}`]),
    ],
    ' and ',
  );
}

/**
 * Reads a page of orders, plus one row if there is a next page. The ids of the page are selected
 * first, so that only ids are read for the orders on earlier pages.
 */
export function selectOrderPage(
  db: Database,
  page: PageRequest,
  { where, by }: SortedWhere,
): Promise<OrderRow[]> {
  return db.query<OrderRow>(sql`${SELECT_ORDER}
    where t.id = any(array(
      select t.id ${FILTERED_ORDERS} join customer c on c.id = t.customer_id
      where ${where} and (${page.after}::bigint is null or t.id < ${page.after}::bigint)
      order by ${by} limit ${page.limit + 1} offset ${page.offset}))
    order by ${by}`);
}

/** The orders, joined with the records that filter conditions refer to. */
const FILTERED_ORDERS: Sql = sql`from trade_order t
  join security s on s.id = t.security_id
  join business_office o on o.id = t.office_id`;

/** Counts the orders that match a condition. */
export function countOrders(db: Database, where: Sql): Promise<bigint> {
  return countRows(db, sql`select count(*) as count ${FILTERED_ORDERS} where ${where}`);
}

/** Reads the newest orders that match a condition, optionally only those with a lower id. */
export function selectOrdersBelow(tx: Tx, where: Sql, below: bigint | null): Promise<OrderRow[]> {
  return tx.query<OrderRow>(sql`${SELECT_ORDER}
    where ${where} and (${below}::bigint is null or t.id < ${below}::bigint)
    order by t.id desc limit ${ORDER.exportedAtOnce}`);
}
