// Lists of orders and contract notes, paged by number or cursor.

import type { Static } from '@sinclair/typebox';
import { type Call, seesOffice } from '../../../platform/context.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import {
  PAGE_BC,
  PAGE_BS,
  type PageRequest,
  pageFrom,
  pageOf,
} from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { marketGate } from '../exchange/market-gate.js';
import { waitOf, waitsOf } from '../exchange/wait.js';
import { NOTE_FROM, NOTE_SELECT, type NoteRow, toNoteRecord } from '../note/record.js';
import { requireCustomer, visiblePortfolio } from '../portfolio/portfolio.js';
import type { OrderRow } from '../record/order.js';
import { ORDER_TOTAL, SELECT_ORDER } from '../record/queries.js';
import type {
  BlotterQuery,
  BlotterSummaryQuery,
  ContractNotesQuery,
  CustomerNotesQuery,
  PortfolioOrdersQuery,
} from '../schema.js';
import { toOrderRecord } from './record.js';

const NEWEST_FIRST = sql`t.id desc`;

interface SortedWhere {
  readonly where: Sql;
  readonly by: Sql;
}

/** Newest first, unless the condition comes with another order. */
async function orderPage(
  call: Call,
  page: PageRequest,
  { where, by }: SortedWhere,
): Promise<Page<object>> {
  const rows = await call.db.query<OrderRow>(sql`${SELECT_ORDER}
    where ${where} and (${page.after}::bigint is null or t.id < ${page.after}::bigint)
    order by ${by} limit ${page.limit + 1} offset ${page.offset}`);
  const [all] = await call.db.query<{ count: bigint }>(sql`
    select count(*) as count from trade_order t join security s on s.id = t.security_id
    join business_office o on o.id = t.office_id where ${where}`);
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  const ids = kept.map(({ id }) => id);
  const waits = await waitsOf(call.db, ids, await marketGate(call.db, call.now));
  const result = kept.map((row) => toOrderRecord(row, waits.get(row.id)));
  return { count: all?.count ?? 0n, result, nextAfter };
}

/** The orders of one portfolio, the newest first. */
export async function portfolioOrders(
  call: Call,
  query: Static<typeof PortfolioOrdersQuery>,
): Promise<Page<object>> {
  await visiblePortfolio(call, query.p);
  const where = joinSql(
    [
      sql`t.portfolio_id = ${query.p}`,
      ...(query.s === undefined ? [] : [sql`t.order_status = ${query.s}`]),
      ...(query.sd === undefined ? [] : [sql`t.business_date >= ${query.sd}`]),
      ...(query.ed === undefined ? [] : [sql`t.business_date <= ${query.ed}`]),
    ],
    ' and ',
  );
  return orderPage(call, pageOf(query, PAGE_BC), { where, by: NEWEST_FIRST });
}

/** The blotter: all orders that the caller may see, the newest first unless asked otherwise. */
export async function blotter(
  call: Call,
  query: Static<typeof BlotterQuery>,
): Promise<Page<object>> {
  const where = await blotterWhere(call, query);
  const page = pageOf(query, PAGE_BS);
  const { sort = '-id' } = query;
  if (sort === '-id') return orderPage(call, page, { where, by: NEWEST_FIRST });
  // A cursor is a place in the order of ids, and means nothing in another one.
  if (page.after !== null) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'cursor', 'does not go with this sort');
  }
  const { nextAfter: _, ...sorted } = await orderPage(call, page, { where, by: orderBy(sort) });
  return sorted;
}

const SORT_COLUMNS: ReadonlyMap<string, Sql> = new Map([
  ['id', sql`t.id`],
  ['securityName', sql`s.name`],
  ['customerLabel', sql`c.label`],
  ['quantityRequested', sql`t.quantity`],
  ['orderTotal', ORDER_TOTAL],
  ['statusDate', sql`t.status_at`],
]);

function orderBy(sort: string): Sql {
  const isDescending = sort.startsWith('-');
  const column = SORT_COLUMNS.get(isDescending ? sort.slice(1) : sort);
  if (column === undefined) {
    const known = [...SORT_COLUMNS.keys()].join(', ');
    const why = `must be one of ${known}, with or without a minus before it`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'sort', why);
  }
  return isDescending ? sql`${column} desc, t.id desc` : sql`${column}, t.id`;
}

/** Which orders the filters of the blotter let through. */
export async function blotterWhere(
  call: Call,
  query: Static<typeof BlotterSummaryQuery>,
): Promise<Sql> {
  return joinSql(
    [
      inOffices(sql`t.office_id`, call.principal.offices),
      ...(query.customerId === undefined ? [] : [sql`t.customer_id = ${query.customerId}`]),
      ...(query.securityName === undefined ? [] : [sql`s.name = ${query.securityName}`]),
      ...(query.status === undefined ? [] : [sql`t.order_status = ${query.status}`]),
      ...(query.waitingFor === undefined
        ? []
        : [sql`${waitOf(await marketGate(call.db, call.now))} = ${query.waitingFor}`]),
      ...(query.side === undefined ? [] : [sql`t.order_type = ${query.side}`]),
      ...(query.origin === undefined ? [] : [sql`t.order_origin = ${query.origin.toUpperCase()}`]),
      ...(query.officeName === undefined ? [] : [sql`o.name = ${query.officeName}`]),
      ...(query.exchangeName === undefined ? [] : [atExchange(query.exchangeName)]),
      ...(query.currency === undefined ? [] : [sql`t.currency = ${query.currency.toUpperCase()}`]),
      ...(query.sd === undefined ? [] : [sql`t.business_date >= ${query.sd}`]),
      ...(query.ed === undefined ? [] : [sql`t.business_date <= ${query.ed}`]),
      ...(query.q === undefined ? [] : [holdsText(query.q)]),
    ],
    ' and ',
  );
}

const atExchange = (name: string): Sql =>
  sql`t.exchange_id = (select id from exchange where name = ${name.toUpperCase()})`;

/** The text stands in the number, or in what names the customer, the portfolio or the security. */
function holdsText(text: string): Sql {
  const part = text.toLowerCase();
  return sql`(strpos(t.name, ${part}) > 0 or strpos(lower(s.name), ${part}) > 0
    or exists (select from customer k where k.id = t.customer_id
      and (strpos(k.name, ${part}) > 0 or strpos(lower(k.label), ${part}) > 0))
    or exists (select from portfolio k where k.id = t.portfolio_id
      and strpos(lower(k.name), ${part}) > 0))`;
}

async function notePage(call: Call, page: PageRequest, where: Sql): Promise<Page<object>> {
  const rows = await call.db.query<NoteRow>(sql`${NOTE_SELECT} ${NOTE_FROM}
    where ${where} and (${page.after}::bigint is null or n.id > ${page.after}::bigint)
    order by n.id limit ${page.limit + 1} offset ${page.offset}`);
  const [all] = await call.db.query<{ count: bigint }>(
    sql`select count(*) as count ${NOTE_FROM} where ${where}`,
  );
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count: all?.count ?? 0n, result: kept.map(toNoteRecord), nextAfter };
}

/** Contract notes of a date range, exchange, security type and order status. */
export async function contractNotes(
  call: Call,
  query: Static<typeof ContractNotesQuery>,
): Promise<Page<object>> {
  const type = query.t === 'EQUITY' ? 'EQUITY' : 'BOND_NAT';
  const code = query.x.toUpperCase();
  const where = sql`${inOffices(sql`n.office_id`, call.principal.offices)}
    and n.trade_date between ${query.sd} and ${query.ed}
    and (e.name = ${code} or ${code} = any(e.aliases))
    and s.security_type = ${type} and t.order_status = ${query.s}`;
  return notePage(call, pageOf(query, PAGE_BC), where);
}

/** The contract notes of one customer. */
export async function customerNotes(
  call: Call,
  customerId: bigint,
  query: Static<typeof CustomerNotesQuery>,
): Promise<Page<object>> {
  await requireCustomer(call.db, call, customerId);
  const where = joinSql(
    [
      sql`n.customer_id = ${customerId}`,
      ...(query.p === undefined ? [] : [sql`n.portfolio_id = ${query.p}`]),
      ...(query.sd === undefined ? [] : [sql`n.trade_date >= ${query.sd}`]),
      ...(query.ed === undefined ? [] : [sql`n.trade_date <= ${query.ed}`]),
    ],
    ' and ',
  );
  return notePage(call, pageOf(query, PAGE_BS), where);
}

/** One contract note with the fills that it covers. */
export async function contractNote(call: Call, id: bigint): Promise<object> {
  const [row] = await call.db.query<NoteRow>(sql`${NOTE_SELECT} ${NOTE_FROM} where n.id = ${id}`);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(toNoteRecord(row), row.version);
}
