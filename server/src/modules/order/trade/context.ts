// The data needed to decide on an order: the customer, the security and the market.

import { assert, present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { isBond, type MarketRules, rulesAt } from '../../market/index.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { lastTradeDate, type SettledBond, settledBond } from '../portfolio/settled-bond.js';
import {
  type ContextRow,
  type OrderContext,
  type OrderNames,
  selectContexts,
} from './context-queries.js';

/**
 * Loads the contexts of orders, in the given sequence. Nothing is locked: the database makes the
 * final check when the hold is set.
 */
export async function loadOrderContexts(
  work: Work,
  orders: readonly OrderNames[],
): Promise<OrderContext[]> {
  // The context is read only once for orders with the same codes.
  const keys = orders.map(keyOf);
  const distinct = [...new Map(orders.map((names) => [keyOf(names), names]))];
  if (distinct.length === 0) return [];
  const rows = await selectContexts(
    work.tx,
    distinct.map(([, names]) => names),
  );
  assert(rows.length === distinct.length, 'each order has one context; is there a business day?');
  const bonds = await bondsOf(work.tx, rows);
  const contexts = new Map<string, OrderContext>();
  for (const [place, [key]] of distinct.entries()) {
    const row = present(rows[place], 'each order has a context');
    const bond = row.security_id === null ? undefined : bonds.get(row.security_id);
    contexts.set(key, await contextOf(work, row, bond));
  }
  return keys.map((key) => present(contexts.get(key), 'each order has a context'));
}

function keyOf({
  portfolio,
  security,
  orderTerm,
  commissionGroup,
  agent,
  custodian,
}: OrderNames): string {
  const others = [commissionGroup ?? null, agent ?? null, custodian ?? null];
  return JSON.stringify([portfolio, security, orderTerm, ...others]);
}

async function contextOf(
  work: Work,
  row: ContextRow,
  bond: SettledBond | undefined,
): Promise<OrderContext> {
  const { rules_version, calendar_version, time_zone, tariff_stamp, ...found } = row;
  const { quantity_most, value_most_minor, day_value_most_minor, ...named } = found;
  const { tradable_from, tradable_to, ...context } = named;
  return {
    ...context,
    rules: await marketRulesOf(work.tx, row),
    limits: {
      quantityMost: quantity_most ?? undefined,
      valueMaxMinor: value_most_minor ?? undefined,
      dayValueMaxMinor: day_value_most_minor ?? undefined,
    },
    bond,
    tradable: tradableOf(row, bond),
    tariff: await tariffAt(work, tariff_stamp),
  };
}

// A bond can be traded as long as its trades settle before its maturity.
function tradableOf(
  { tradable_from, tradable_to }: ContextRow,
  bond: SettledBond | undefined,
): OrderContext['tradable'] {
  if (bond !== undefined) return { from: undefined, to: lastTradeDate(bond) };
  if (tradable_to === null) return undefined;
  return { from: tradable_from ?? undefined, to: tradable_to };
}

// Cached rules are used as long as their version has not changed.
async function marketRulesOf(on: Tx | Database, row: ContextRow): Promise<MarketRules | null> {
  const { exchange_id: exchangeId, time_zone: timeZone } = row;
  const { rules_version: rulesVersion, calendar_version: calendarVersion } = row;
  if (exchangeId === null || timeZone === null) return null;
  if (rulesVersion === null || calendarVersion === null) return null;
  return rulesAt(on, { exchangeId, rulesVersion, calendarVersion, timeZone });
}

// Each bond needs one more read, because accrued interest depends on its coupon and the calendar.
async function bondsOf(
  on: Tx | Database,
  rows: readonly ContextRow[],
): Promise<Map<bigint, SettledBond>> {
  const bonds = new Map<bigint, SettledBond>();
  for (const { security_id, exchange_id, security_type } of rows) {
    if (security_id === null || exchange_id === null || !isBond(security_type ?? '')) continue;
    if (bonds.has(security_id)) continue;
    bonds.set(security_id, await settledBond(on, { security_id, exchange_id }));
  }
  return bonds;
}

/** A context in which every record was found. */
export type FoundContext = Pick<OrderContext, 'bond' | 'tradable'> & {
  readonly [Name in Exclude<keyof OrderContext, 'bond' | 'tradable'>]: NonNullable<
    OrderContext[Name]
  >;
};
