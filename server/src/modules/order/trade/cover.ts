// The money, units and day values that the new orders of one transaction can have: each order sees
// those that were accepted before it.

import { present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { lockFunds } from '../../finance/index.js';
import { type DayValues, dayKeyOf, dayValues } from '../limit/day-limit.js';
import type { Available, CheckedOrder } from './check.js';
import type { OrderRequest } from './request.js';

/** A request that passed its checks so far. */
interface Asking {
  readonly request: OrderRequest;
  readonly checked: CheckedOrder;
}

export interface Cover {
  /** What an order can have; undefined where another transaction is changing it. */
  readonly availableTo: (order: Asking) => Available | undefined;
  /** The value of the customer's other buys of the day; zero where there is no limit on it. */
  readonly boughtBefore: (order: Asking) => bigint;
  /** Counts an order as accepted. */
  readonly take: (order: Asking) => void;
}

/**
 * The cover of orders. Of a group it is locked, so that what is decided on it holds; what another
 * transaction has locked is left out, because many would wait for it. An order by itself waits
 * instead, and only where there is a limit on its day: its hold decides on its money and units.
 */
export async function coverOf(
  tx: Tx,
  orders: readonly Asking[],
  { isGroup }: { readonly isGroup: boolean },
): Promise<Cover> {
  const buys = orders.filter(({ request }) => request.orderType === 'BUY');
  const limited = buys.filter(({ checked }) => hasDayLimit(checked));
  if (!isGroup && limited.length === 0) return countedCover(ofGrounds(orders));
  const accounts = new Set(buys.map(({ checked }) => checked.ground.cash_account_id));
  const [first] = limited;
  // The statements go out at once and run in this order: the sums need the locks.
  const [funds, units, free, bought] = await Promise.all([
    lockFunds(tx, [...accounts], isGroup ? 'SKIP' : 'WAIT'),
    isGroup ? lockUnits(tx, orders) : unitsOf(orders),
    isGroup ? lockReferences(tx, orders) : undefined,
    first === undefined ? new Map<string, bigint>() : dayValuesOf(tx, limited, first),
  ]);
  const minor = new Map<bigint, bigint>();
  for (const [id, { availableMinor, roomMinor }] of funds) {
    // Where the floor leaves less than that, the ledger refuses, which an order does by itself.
    if (roomMinor === null || roomMinor >= availableMinor) minor.set(id, availableMinor);
    else if (!isGroup) minor.set(id, availableMinor);
  }
  return countedCover({ minor, units, bought, free });
}

function hasDayLimit({ ground }: CheckedOrder): boolean {
  return ground.limits.dayValueMostMinor !== undefined;
}

/** What is there before any of the orders. */
interface Stock {
  /** Money by account. */
  readonly minor: Map<bigint, bigint>;
  /** Units by `unitKeyOf`. */
  readonly units: Map<string, bigint>;
  /** Values of customers' days by `dayKeyOf`. */
  readonly bought: DayValues;
  /** The records that are not being changed; undefined where the order waits for them. */
  readonly free: FreeReferences | undefined;
}

function countedCover({ minor, units, bought, free }: Stock): Cover {
  const days = new Map(bought);
  return {
    availableTo: ({ request, checked }) => {
      const { ground } = checked;
      if (free !== undefined && !isFree(free, checked)) return undefined;
      const money = minor.get(ground.cash_account_id);
      const held = units.get(unitKeyOf(checked)) ?? none(checked);
      if (request.orderType === 'BUY') {
        return money === undefined ? undefined : { minor: money, quantity: 0n };
      }
      return held === undefined ? undefined : { minor: 0n, quantity: held };
    },
    boughtBefore: ({ checked }) => days.get(dayKeyOf(checked.ground)) ?? 0n,
    take: ({ request, checked }) => {
      const { ground, cost, quantity } = checked;
      if (request.orderType === 'SELL') {
        const key = unitKeyOf(checked);
        units.set(key, (units.get(key) ?? 0n) - quantity);
        return;
      }
      const { cash_account_id: account } = ground;
      minor.set(account, (minor.get(account) ?? 0n) - cost.netMinor);
      const day = dayKeyOf(ground);
      days.set(day, (days.get(day) ?? 0n) + cost.considerationMinor);
    },
  };
}

function unitKeyOf({ ground }: CheckedOrder): string {
  return `${ground.portfolio_id} ${ground.security_id}`;
}

// What was not there when the order was read is not locked by another transaction.
function none({ ground }: CheckedOrder): bigint | undefined {
  return ground.available_quantity <= 0n ? ground.available_quantity : undefined;
}

function ofGrounds(orders: readonly Asking[]): Stock {
  const minor = new Map(
    orders.map(({ checked: { ground } }) => [ground.cash_account_id, ground.available_minor]),
  );
  return { minor, units: unitsOf(orders), bought: new Map(), free: undefined };
}

function unitsOf(orders: readonly Asking[]): Map<string, bigint> {
  return new Map(
    orders.map(({ checked }) => [unitKeyOf(checked), checked.ground.available_quantity]),
  );
}

function lockUnits(tx: Tx, orders: readonly Asking[]): Promise<Map<string, bigint>> {
  const sells = orders.filter(({ request }) => request.orderType === 'SELL');
  return lockFreeUnits(
    tx,
    sells.map(({ checked }) => checked.ground),
  );
}

/** A holding by its key. */
interface HoldingKey {
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
}

/**
 * Locks these holdings in the order of their keys, but for those that another transaction has
 * locked. Returns the units that are not held, by portfolio and security with a space between.
 */
export async function lockFreeUnits(
  tx: Tx,
  keys: readonly HoldingKey[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.query<{ key: string; available: bigint }>(sql`
    select portfolio_id || ' ' || security_id as key, quantity - held_quantity as available
    from holding where (portfolio_id, security_id) in (
      select * from unnest(${keys.map(({ portfolio_id }) => portfolio_id)}::bigint[],
        ${keys.map(({ security_id }) => security_id)}::bigint[]))
    order by portfolio_id, security_id for update skip locked`);
  return new Map(rows.map(({ key, available }) => [key, available]));
}

/** Ids of records that an order refers to, by kind. */
interface FreeReferences {
  readonly offices: ReadonlySet<bigint>;
  readonly customers: ReadonlySet<bigint>;
  readonly portfolios: ReadonlySet<bigint>;
  readonly securities: ReadonlySet<bigint>;
}

function isFree(free: FreeReferences, { ground }: CheckedOrder): boolean {
  return (
    free.offices.has(ground.office_id) &&
    free.customers.has(ground.customer_id) &&
    free.portfolios.has(ground.portfolio_id) &&
    free.securities.has(ground.security_id)
  );
}

// The locks that the foreign keys of an order take: an insert would wait for whoever changes such a
// record, and with it the group.
async function lockReferences(tx: Tx, orders: readonly Asking[]): Promise<FreeReferences> {
  const ids = (of: (ground: CheckedOrder['ground']) => bigint) => [
    ...new Set(orders.map(({ checked }) => of(checked.ground))),
  ];
  const [row] = await tx.query<Readonly<Record<keyof FreeReferences, readonly string[]>>>(sql`
    select
      array(select id from business_office
        where id = any(${ids((each) => each.office_id)}::bigint[])
        order by id for key share skip locked) as offices,
      array(select id from customer where id = any(${ids((each) => each.customer_id)}::bigint[])
        order by id for key share skip locked) as customers,
      array(select id from portfolio where id = any(${ids((each) => each.portfolio_id)}::bigint[])
        order by id for key share skip locked) as portfolios,
      array(select id from security where id = any(${ids((each) => each.security_id)}::bigint[])
        order by id for key share skip locked) as securities`);
  const { offices, customers, portfolios, securities } = present(
    row,
    'a select of values has a row',
  );
  return {
    offices: new Set(offices.map(BigInt)),
    customers: new Set(customers.map(BigInt)),
    portfolios: new Set(portfolios.map(BigInt)),
    securities: new Set(securities.map(BigInt)),
  };
}

function dayValuesOf(tx: Tx, limited: readonly Asking[], first: Asking): Promise<DayValues> {
  const buyers = new Map(limited.map(({ checked: { ground } }) => [dayKeyOf(ground), ground]));
  return dayValues(tx, [...buyers.values()], { date: first.checked.ground.business_date });
}
