// The money, units and daily purchase limits available to the new orders in one transaction. Each
// order can use only the amounts that remain after the earlier orders.

import type { Tx } from '../../../platform/database/database.js';
import { lockFunds } from '../../finance/index.js';
import { type DayValues, dayKeyOf, dayValues } from '../limit/queries.js';
import { lockFreeUnits } from '../portfolio/holding-queries.js';
import { type Available, type CheckedOrder, isSettledByCustodian } from './check.js';
import { type FreeReferences, lockReferenced } from './cover-queries.js';
import type { OrderRequest } from './request.js';

/** A request that has passed all checks so far. */
interface CheckedRequest {
  readonly request: OrderRequest;
  readonly checked: CheckedOrder;
}

/** The money, units and daily purchase limits that remain for further orders. */
export interface Cover {
  /**
   * Returns the money and units available to an order; undefined if another transaction is changing
   * them.
   */
  readonly availableTo: (order: CheckedRequest) => Available | undefined;
  /** Returns the value of the customer's other purchases that day; zero if the day has no limit. */
  readonly boughtBefore: (order: CheckedRequest) => bigint;
  /** Subtracts an accepted order from the available amounts. */
  readonly take: (order: CheckedRequest) => void;
}

/**
 * Reads the cover for orders. For a batch, the rows are locked, so that a decision cannot become
 * outdated. Rows that another transaction has locked are skipped, because otherwise the whole batch
 * would have to wait. A single order waits, but only if its day has a limit. For money and units,
 * the final check is made when the hold is set.
 */
export async function coverOf(
  tx: Tx,
  orders: readonly CheckedRequest[],
  { isGroup }: { readonly isGroup: boolean },
): Promise<Cover> {
  const buys = orders.filter(({ request }) => request.orderType === 'BUY');
  const limited = buys.filter(({ checked }) => hasDayLimit(checked));
  if (!isGroup && limited.length === 0) return countedCover(ofContexts(orders));
  const accounts = new Set(buys.map(({ checked }) => checked.context.cash_account_id));
  const [first] = limited;
  // The statements are sent together and run in this sequence, because the sums need the locks.
  const [funds, units, free, bought] = await Promise.all([
    lockFunds(tx, [...accounts], isGroup ? 'SKIP' : 'WAIT'),
    isGroup ? lockUnits(tx, orders) : unitsOf(orders),
    isGroup ? lockReferences(tx, orders) : undefined,
    first === undefined ? new Map<string, bigint>() : dayValuesOf(tx, limited, first),
  ]);
  const minor = new Map<bigint, bigint>();
  for (const [id, { availableMinor, roomMinor }] of funds) {
    // If the account's floor leaves less than the available amount, the ledger would refuse the
    // order, so it is processed alone.
    if (roomMinor === null || roomMinor >= availableMinor) minor.set(id, availableMinor);
    else if (!isGroup) minor.set(id, availableMinor);
  }
  return countedCover({ minor, units, bought, free });
}

function hasDayLimit({ context }: CheckedOrder): boolean {
  return context.limits.dayValueMaxMinor !== undefined;
}

/** The available amounts before the first order. */
interface Stock {
  /** Money, keyed by account. */
  readonly minor: Map<bigint, bigint>;
  /** Units, keyed by `unitKeyOf`. */
  readonly units: Map<string, bigint>;
  /** The value of each customer's purchases per day, keyed by `dayKeyOf`. */
  readonly bought: DayValues;
  /**
   * The records that no other transaction is changing; undefined if the order may wait for them.
   */
  readonly free: FreeReferences | undefined;
}

function countedCover({ minor, units, bought, free }: Stock): Cover {
  const days = new Map(bought);
  return {
    availableTo: ({ request, checked }) => {
      const { context } = checked;
      if (free !== undefined && !isFree(free, checked)) return undefined;
      const money = minor.get(context.cash_account_id);
      const held = units.get(unitKeyOf(checked)) ?? none(checked);
      if (request.orderType === 'BUY') {
        return money === undefined ? undefined : { minor: money, quantity: 0n };
      }
      return held === undefined ? undefined : { minor: 0n, quantity: held };
    },
    boughtBefore: ({ checked }) => days.get(dayKeyOf(checked.context)) ?? 0n,
    take: ({ request, checked }) => {
      const { context, cost, quantity } = checked;
      const isElsewhere = isSettledByCustodian(request, context);
      if (request.orderType === 'SELL') {
        const key = unitKeyOf(checked);
        if (!isElsewhere) units.set(key, (units.get(key) ?? 0n) - quantity);
        return;
      }
      const { cash_account_id: account } = context;
      if (!isElsewhere) minor.set(account, (minor.get(account) ?? 0n) - cost.netMinor);
      const day = dayKeyOf(context);
      days.set(day, (days.get(day) ?? 0n) + cost.considerationMinor);
    },
  };
}

function unitKeyOf({ context }: CheckedOrder): string {
  return `${context.portfolio_id} ${context.security_id}`;
}

// Without available units, the holding may have no row to lock. Its absence from the locked rows
// then does not mean that another transaction has locked it.
function none({ context }: CheckedOrder): bigint | undefined {
  return context.available_quantity <= 0n ? context.available_quantity : undefined;
}

function ofContexts(orders: readonly CheckedRequest[]): Stock {
  const minor = new Map(
    orders.map(({ checked: { context } }) => [context.cash_account_id, context.available_minor]),
  );
  return { minor, units: unitsOf(orders), bought: new Map(), free: undefined };
}

function unitsOf(orders: readonly CheckedRequest[]): Map<string, bigint> {
  return new Map(
    orders.map(({ checked }) => [unitKeyOf(checked), checked.context.available_quantity]),
  );
}

function lockUnits(tx: Tx, orders: readonly CheckedRequest[]): Promise<Map<string, bigint>> {
  const sells = orders.filter(({ request }) => request.orderType === 'SELL');
  return lockFreeUnits(
    tx,
    sells.map(({ checked }) => checked.context),
  );
}

function isFree(free: FreeReferences, { context }: CheckedOrder): boolean {
  return (
    free.offices.has(context.office_id) &&
    free.customers.has(context.customer_id) &&
    free.portfolios.has(context.portfolio_id) &&
    free.securities.has(context.security_id)
  );
}

function lockReferences(tx: Tx, orders: readonly CheckedRequest[]): Promise<FreeReferences> {
  const ids = (of: (context: CheckedOrder['context']) => bigint) => [
    ...new Set(orders.map(({ checked }) => of(checked.context))),
  ];
  return lockReferenced(tx, {
    offices: ids((each) => each.office_id),
    customers: ids((each) => each.customer_id),
    portfolios: ids((each) => each.portfolio_id),
    securities: ids((each) => each.security_id),
  });
}

function dayValuesOf(
  tx: Tx,
  limited: readonly CheckedRequest[],
  first: CheckedRequest,
): Promise<DayValues> {
  const buyers = new Map(limited.map(({ checked: { context } }) => [dayKeyOf(context), context]));
  return dayValues(tx, [...buyers.values()], { date: first.checked.context.business_date });
}
