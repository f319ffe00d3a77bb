// Holdings: units and their average cost. They change in the transaction that books the fills.

import { present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, type Money, toDecimal } from '../../../platform/money/money.js';
import type { OrderRow } from '../record/order.js';
import {
  bookBuy,
  bookBuyBack,
  bookSell,
  bookSellShort,
  type Position,
  reverseBuy,
  reverseSell,
} from '../rule/average-cost.js';
import { type HoldingState, selectLocked, storeHoldings } from './holding-queries.js';

/** What a report about an order changes in its holding. */
export interface HoldingMove {
  /**
   * Positive for fills, negative for busts. The order's side determines whether units are added or
   * removed.
   */
  readonly quantity: bigint;
  /**
   * The value of these units at the dealt price, unrounded. If there are no units: the effect of a
   * corrected price.
   */
  readonly value: Decimal;
  /**
   * The change in the units that the order holds; negative if they decrease. They follow from the
   * order's state, so they need no check.
   */
  readonly held: bigint;
}

type Owner = Pick<
  OrderRow,
  'portfolio_id' | 'security_id' | 'order_type' | 'currency' | 'quantity_filled' | 'sold_cost_minor'
>;

/** Locked holdings, with the changes made so far. */
export interface LockedHoldings {
  /**
   * Changes the holding of an order's portfolio. Returns by how much the cost of the units that the
   * order has sold changes, in minor units.
   */
  move(order: Owner, move: HoldingMove): bigint;
  /**
   * Adds the charges of a buy to the cost of its units; a negative amount subtracts. If the units
   * have been sold, or bought back a short position, the charges reduce the realised gain instead.
   */
  addCost(order: Owner, chargesMinor: bigint): void;
  /** Stores the changes in one statement. */
  store(): Promise<void>;
}

/** Locks the holdings of the given orders in sorted order, and creates those that are missing. */
export async function lockHoldings(tx: Tx, owners: readonly Owner[]): Promise<LockedHoldings> {
  const states = new Map<string, HoldingState>();
  for (const row of owners.length === 0 ? [] : await selectLocked(tx, owners)) {
    states.set(`${row.portfolioId} ${row.securityId}`, { ...row, gainMinor: 0n, held: 0n });
  }
  const stateFor = (order: Owner) =>
    present(states.get(keyOf(order)), 'the holding was made or locked');
  return {
    move: (order, move) => (isNothing(move) ? 0n : moveLocked(stateFor(order), order, move)),
    addCost: (order, chargesMinor) => {
      const state = stateFor(order);
      if (state.quantity <= 0n) state.gainMinor -= chargesMinor;
      else state.costMinor += chargesMinor;
    },
    store: () => storeHoldings(tx, [...states.values()]),
  };
}

function keyOf({ portfolio_id, security_id }: Owner): string {
  return `${portfolio_id} ${security_id}`;
}

function moveLocked(state: HoldingState, order: Owner, move: HoldingMove): bigint {
  const { currency } = order;
  const before = { quantity: state.quantity, cost: { minor: state.costMinor, currency } };
  const money = { minor: decimalToMinor(move.value, currency, 'HALF_UP'), currency };
  const { position, gainMinor, soldCostMinor } =
    order.order_type === 'BUY'
      ? bought(before, move.quantity, money)
      : sold(before, order, { quantity: move.quantity, money });
  state.quantity = position.quantity;
  state.costMinor = position.cost.minor;
  state.gainMinor += gainMinor;
  state.held += move.held;
  return soldCostMinor;
}

/** Returns whether a move changes nothing, so that its holding need not exist. */
export function isNothing(move: HoldingMove): boolean {
  return move.quantity === 0n && move.held === 0n && move.value.isZero();
}

/** Changes the holding of one order, as `LockedHoldings.move` does. */
export async function moveHolding(tx: Tx, order: Owner, move: HoldingMove): Promise<bigint> {
  if (isNothing(move)) return 0n;
  const holdings = await lockHoldings(tx, [order]);
  const soldCostMinor = holdings.move(order, move);
  await holdings.store();
  return soldCostMinor;
}

interface Moved {
  readonly position: Position;
  readonly gainMinor: bigint;
  readonly soldCostMinor: bigint;
}

function bought(before: Position, quantity: bigint, money: Money): Moved {
  if (quantity > 0n && before.quantity < 0n) {
    const { position, gain } = bookBuyBack(before, quantity, money);
    return { position, gainMinor: gain.minor, soldCostMinor: 0n };
  }
  if (quantity > 0n) {
    return { position: bookBuy(before, quantity, money), gainMinor: 0n, soldCostMinor: 0n };
  }
  const cost = { ...money, minor: -money.minor };
  const { position, gain } = reverseBuy(before, -quantity, cost);
  return { position, gainMinor: gain.minor, soldCostMinor: 0n };
}

interface Sale {
  readonly quantity: bigint;
  readonly money: Money;
}

function sold(before: Position, order: Owner, { quantity, money }: Sale): Moved {
  if (quantity <= 0n) {
    const back = costGivenBack(order, -quantity);
    const position = reverseSell(before, -quantity, { ...money, minor: back });
    return { position, gainMinor: money.minor + back, soldCostMinor: -back };
  }
  // A late fill may sell more units than the holding has.
  const book = quantity <= before.quantity ? bookSell : bookSellShort;
  const { position, gain, costOfSold } = book(before, quantity, money);
  return { position, gainMinor: gain.minor, soldCostMinor: costOfSold.minor };
}

// Returns the order's share by quantity, rounded half-up. The last unit takes the remainder.
function costGivenBack(order: Owner, quantity: bigint): bigint {
  if (quantity === 0n) return 0n;
  const cost = toDecimal({ minor: order.sold_cost_minor, currency: order.currency });
  const share = cost.times(String(quantity)).dividedBy(String(order.quantity_filled));
  return decimalToMinor(share, order.currency, 'HALF_UP');
}
