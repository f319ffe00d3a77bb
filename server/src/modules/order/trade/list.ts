// Lists orders, paged by page number or by cursor.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import {
  PAGE_BC,
  PAGE_BS,
  type PageRequest,
  pageFrom,
  pageOf,
} from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { marketGate } from '../exchange/market-gate.js';
import { waitsOf } from '../exchange/wait-queries.js';
import { visiblePortfolio } from '../portfolio/portfolio.js';
import type { BlotterQuery, PortfolioOrdersQuery } from '../schema.js';
import {
  blotterWhere,
  countOrders,
  NEWEST_FIRST,
  orderBy,
  ordersOfPortfolio,
  type SortedWhere,
  selectOrderPage,
} from './list-queries.js';
import { toOrderRecord } from './record.js';

/** Returns a page of orders in the requested sort order. */
async function orderPage(
  call: Call,
  page: PageRequest,
  sorted: SortedWhere,
): Promise<Page<object>> {
  const rows = await selectOrderPage(call.db, page, sorted);
  const count = await countOrders(call.db, sorted.where);
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  const ids = kept.map(({ id }) => id);
  const waits = await waitsOf(call.db, ids, await marketGate(call.db, call.now));
  const result = kept.map((row) => toOrderRecord(row, waits.get(row.id)));
  return { count, result, nextAfter };
}

/** Lists the orders of one portfolio, newest first. */
export async function portfolioOrders(
  call: Call,
  query: Static<typeof PortfolioOrdersQuery>,
): Promise<Page<object>> {
  await visiblePortfolio(call, query.p);
  const where = ordersOfPortfolio(query);
  return orderPage(call, pageOf(query, PAGE_BC), { where, by: NEWEST_FIRST });
}

/** Returns the blotter: all orders that the caller may see, newest first by default. */
export async function blotter(
  call: Call,
  query: Static<typeof BlotterQuery>,
): Promise<Page<object>> {
  const where = await blotterWhere(call, query);
  const page = pageOf(query, PAGE_BS);
  const { sort = '-id' } = query;
  if (sort === '-id') return orderPage(call, page, { where, by: NEWEST_FIRST });
  // A cursor is a position in id order, and has no meaning in another sort order.
  if (page.after !== null) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'cursor',
      'cannot be used with this sort order',
    );
  }
  const { nextAfter: _, ...sorted } = await orderPage(call, page, { where, by: orderBy(sort) });
  return sorted;
}
