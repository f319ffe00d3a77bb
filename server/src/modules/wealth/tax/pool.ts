// The tax base of holdings at average cost after a reset. Each holding has one pool, and each
// disposal takes its share of the pool. A corporate action takes the same proportion of the base as
// of the cost.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import {
  type ChargedMovement,
  inSteps,
  isEvent,
  type StockMovement,
  withCharges,
} from '../gain/movement.js';
import { ratioOf } from '../gain/share.js';
import { lesser, minus, partOf, plus } from './amount.js';
import { holdingKey, type ResetHolding, type TaxBase } from './reset.js';

/** Units with their cost and their tax base, in minor units. Undefined means unknown. */
interface Pool {
  units: bigint;
  costMinor: bigint | undefined;
  baseMinor: bigint | undefined;
  /** The holding on the reset date, as long as any of its units are left. */
  reset: ResetHolding | undefined;
}

/** The bases of the units disposed of, and of the holdings that remain after the last movement. */
interface FoldedPools {
  /** Bases of disposals after the reset date, by the id of their movement. */
  readonly left: ReadonlyMap<bigint, TaxBase>;
  /** Bases of the remaining holdings, by key. */
  readonly held: ReadonlyMap<string, TaxBase>;
}

/** Folds the pools of holdings whose bases are reset at the close of a date. */
export function foldPools(
  movements: readonly StockMovement[],
  resetDate: BusinessDate,
  holdings: ReadonlyMap<string, ResetHolding>,
): FoldedPools {
  const pools = new Map<string, Pool>();
  const bases = new Map<bigint, TaxBase>();
  let isReset = false;
  for (const step of inSteps(withCharges(movements))) {
    if (!isReset && step.some(({ effectiveDate }) => effectiveDate > resetDate)) {
      resetPools(pools, holdings);
      isReset = true;
    }
    let uplift: Uplift | undefined;
    for (const movement of step) {
      const pool = poolOf(pools, movement);
      const isLong = pool.units > 0n;
      const { reset } = pool;
      const left = isEvent(movement)
        ? foldEvent(pool, movement, uplift)
        : { baseMinor: foldTrade(pool, movement), uplift };
      uplift = left.uplift;
      if (isReset && isLong) bases.set(movement.id, baseOf(reset, left.baseMinor));
      if (pool.units <= 0n) pool.reset = undefined;
    }
  }
  if (!isReset) resetPools(pools, holdings);
  const held = new Map<string, TaxBase>();
  for (const [key, { reset, baseMinor }] of pools) held.set(key, baseOf(reset, baseMinor));
  return { left: bases, held };
}

function poolOf(pools: Map<string, Pool>, movement: StockMovement): Pool {
  const key = holdingKey(movement);
  const pool = pools.get(key) ?? { units: 0n, costMinor: 0n, baseMinor: 0n, reset: undefined };
  pools.set(key, pool);
  return pool;
}

function resetPools(
  pools: ReadonlyMap<string, Pool>,
  holdings: ReadonlyMap<string, ResetHolding>,
): void {
  for (const [key, holding] of holdings) {
    const pool = pools.get(key);
    if (pool === undefined) continue;
    pool.baseMinor = holding.baseMinor;
    pool.reset = holding;
  }
}

function baseOf(reset: ResetHolding | undefined, baseMinor: bigint | undefined): TaxBase {
  const isWithoutClose = reset !== undefined && reset.close === undefined;
  return {
    baseMinor,
    closeDate: reset?.close?.date,
    isUnknown: isWithoutClose || baseMinor === undefined,
  };
}

/**
 * The amount by which a reset base exceeds the cost. It moves with the cost when a corporate action
 * moves cost to another security.
 */
interface Uplift {
  readonly minor: bigint;
  readonly reset: ResetHolding | undefined;
}

/** The share that a corporate action removes from a pool. */
interface Left {
  readonly baseMinor: bigint | undefined;
  readonly uplift: Uplift | undefined;
}

// Returns the base of the outgoing units.
function foldTrade(pool: Pool, movement: ChargedMovement): bigint | undefined {
  const { kind, quantity, chargesMinor, costMinor } = movement;
  if (kind === 'CHARGES') {
    const isOfPurchase = costMinor !== 0n;
    if (isOfPurchase && pool.units > 0n) add(pool, chargesMinor);
    return isOfPurchase ? chargesMinor : 0n;
  }
  if (quantity > 0n) {
    enter(pool, quantity, costMinor === undefined ? undefined : costMinor + chargesMinor);
    return 0n;
  }
  const net = movement.proceedsMinor - chargesMinor;
  const held = pool.units > 0n ? pool.units : 0n;
  const closed = held < -quantity ? held : -quantity;
  const baseMinor = closed === 0n ? 0n : take(pool, closed);
  const shorted = -quantity - closed;
  if (shorted > 0n) {
    pool.units -= shorted;
    add(pool, ratioOf(net, closed, -quantity) - net);
  }
  return baseMinor;
}

// Units that cover a short position use up its proceeds in proportion to their number.
function enter(pool: Pool, quantity: bigint, costMinor: bigint | undefined): void {
  const short = pool.units < 0n ? -pool.units : 0n;
  const covered = quantity < short ? quantity : short;
  if (covered > 0n) take(pool, -covered);
  const rest = quantity - covered;
  if (rest === 0n) return;
  pool.units += rest;
  add(
    pool,
    costMinor === undefined ? undefined : costMinor - ratioOf(costMinor, covered, quantity),
  );
}

// Removes units with their share of the cost and the base, and returns the share of the base.
function take(pool: Pool, units: bigint): bigint | undefined {
  const cost = partOf(pool.costMinor, units, pool.units);
  const base = partOf(pool.baseMinor, units, pool.units);
  pool.units -= units;
  if (pool.units === 0n) {
    pool.costMinor = 0n;
    pool.baseMinor = 0n;
    return base;
  }
  pool.costMinor = minus(pool.costMinor, cost);
  pool.baseMinor = minus(pool.baseMinor, base);
  return base;
}

function add(pool: Pool, minor: bigint | undefined): void {
  pool.costMinor = plus(pool.costMinor, minor);
  pool.baseMinor = plus(pool.baseMinor, minor);
}

// The movement of a corporate action contains the cost that a payment realises or that moves to
// another security. Any uplift of the base moves with the cost to the next security that receives
// cost.
function foldEvent(pool: Pool, movement: ChargedMovement, coming: Uplift | undefined): Left {
  const { quantity, costMinor = 0n, proceedsMinor, gainMinor } = movement;
  const unitsBefore = pool.units;
  pool.units += quantity;
  if (costMinor >= 0n && proceedsMinor === 0n) {
    const arrived = costMinor > 0n ? coming : undefined;
    pool.costMinor = plus(pool.costMinor, costMinor);
    pool.baseMinor = plus(pool.baseMinor, costMinor + (arrived?.minor ?? 0n));
    pool.reset ??= arrived?.reset;
    return { baseMinor: 0n, uplift: costMinor > 0n ? undefined : coming };
  }
  const left = -costMinor;
  const base = leavingBase(pool, movement, unitsBefore);
  pool.costMinor = minus(pool.costMinor, left);
  pool.baseMinor = minus(pool.baseMinor, base);
  const outMinor = proceedsMinor - gainMinor;
  const out = left === outMinor ? base : partOf(base, outMinor, left);
  const moved = left - outMinor;
  if (moved <= 0n || base === undefined || out === undefined) {
    return { baseMinor: out, uplift: coming };
  }
  return { baseMinor: out, uplift: { minor: base - out - moved, reset: pool.reset } };
}

function leavingBase(
  { units, costMinor, baseMinor }: Pool,
  movement: ChargedMovement,
  unitsBefore: bigint,
): bigint | undefined {
  if (movement.kind === 'CAPITAL_RETURN') {
    return baseMinor === undefined ? undefined : lesser(baseMinor, movement.proceedsMinor);
  }
  if (units === 0n) return baseMinor;
  const isByUnits = costMinor === undefined || costMinor === 0n;
  return isByUnits
    ? partOf(baseMinor, -movement.quantity, unitsBefore)
    : partOf(baseMinor, -(movement.costMinor ?? 0n), costMinor);
}
