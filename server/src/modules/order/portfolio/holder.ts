// Lists the portfolios that hold a security, largest holding first.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { PAGE_BS, placeCursor, placedPageOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { fromDecimal, minorToDecimal, toDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { requireSecurity, type Security } from '../../market/index.js';
import { tradeValue } from '../rule/price-rule.js';
import { type HolderPlace, type HolderRow, selectHolders, totalHolders } from './holder-queries.js';
import type { HoldersQuery } from './holder-schema.js';

/** Lists the holders in the offices that the caller sees, with the sum of their units. */
export async function securityHolders(
  call: Call,
  query: Static<typeof HoldersQuery>,
): Promise<Page<object> & { readonly totalQuantity: string }> {
  const security = await requireSecurity(call.db, query.securityName);
  const filter = { securityId: security.id, offices: call.principal.offices };
  const page = placedPageOf(query, PAGE_BS, holderPlaceOf);
  const rows = await selectHolders(call.db, filter, page);
  const { count, quantity } = await totalHolders(call.db, filter);
  const kept = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? kept.at(-1) : undefined;
  return {
    count,
    result: kept.map((row) => toHolderRecord(row, security)),
    totalQuantity: String(quantity),
    nextCursor: last && placeCursor([String(last.quantity), String(last.portfolio_id)]),
  };
}

function holderPlaceOf(parts: readonly string[]): HolderPlace | undefined {
  const [quantity = '', portfolioId = ''] = parts;
  const isPlace = /^-?\d{1,18}$/.test(quantity) && /^\d{1,18}$/.test(portfolioId);
  if (!isPlace || parts.length !== 2) return undefined;
  return { quantity: BigInt(quantity), portfolioId: BigInt(portfolioId) };
}

function toHolderRecord(row: HolderRow, security: Security): object {
  const { currency, last } = security;
  const cost = minorToDecimal(row.cost_minor, currency);
  const value = last === null ? undefined : tradeValue(last, row.quantity, security);
  return {
    portfolioId: row.portfolio_id,
    portfolioName: row.portfolio_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    currency,
    quantity: String(row.quantity),
    heldQuantity: String(row.held_quantity),
    pendingQuantity: String(row.pending_quantity),
    cost,
    averageCost: roundTo(cost.dividedBy(String(row.quantity)), 4, 'HALF_UP'),
    value: value && toDecimal(fromDecimal(value, currency, 'HALF_UP')),
  };
}
