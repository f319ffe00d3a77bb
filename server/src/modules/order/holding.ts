// Holdings: units and their cost at average price, moved by fills in the transaction that books
// them.

import { present } from '../../platform/assert.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { decimalToMinor, type Money, toDecimal } from '../../platform/money/money.js';
import { bookBuy, bookSell, type Position, reverseBuy, reverseSell } from './average-cost.js';
import type { OrderRow } from './record.js';

/** What a report about an order changes. */
export interface HoldingMove {
  /** More filled is positive, a bust negative; the order's side says which way units go. */
  readonly quantity: bigint;
  /** What these units were dealt for, unrounded; alone, a fill that got another price. */
  readonly value: Decimal;
  /**
   * Units that the order holds more or, negative, fewer. They follow from its state, so nobody is
   * asked.
   */
  readonly held: bigint;
}

type Owner = Pick<
  OrderRow,
  'portfolio_id' | 'security_id' | 'order_type' | 'currency' | 'quantity_filled' | 'sold_cost_minor'
>;

/**
 * Moves the holding of an order's portfolio, which is made when it is the first of its security.
 * Returns by how much the cost of the units that the order sold changes, in minor units.
 */
export async function moveHolding(tx: Tx, order: Owner, move: HoldingMove): Promise<bigint> {
  if (move.quantity === 0n && move.held === 0n && move.value.isZero()) return 0n;
  const [row] = await tx.query<{ quantity: bigint; cost_minor: bigint }>(sql`
    insert into holding (portfolio_id, security_id) values (${order.portfolio_id},
      ${order.security_id})
    on conflict (portfolio_id, security_id) do update set quantity = holding.quantity
    returning quantity, cost_minor`);
  const held = present(row, 'the holding was made or locked');
  const { currency } = order;
  const before = { quantity: held.quantity, cost: { minor: held.cost_minor, currency } };
  const money = { minor: decimalToMinor(move.value, currency, 'HALF_UP'), currency };
  const { position, gainMinor, soldCostMinor } =
    order.order_type === 'BUY'
      ? bought(before, move.quantity, money)
      : sold(before, order, { quantity: move.quantity, money });
  await tx.query(sql`
    update holding set quantity = ${position.quantity}, cost_minor = ${position.cost.minor},
      realised_gain_minor = realised_gain_minor + ${gainMinor},
      held_quantity = held_quantity + ${move.held}
    where portfolio_id = ${order.portfolio_id} and security_id = ${order.security_id}`);
  return soldCostMinor;
}

interface Moved {
  readonly position: Position;
  readonly gainMinor: bigint;
  readonly soldCostMinor: bigint;
}

function bought(before: Position, quantity: bigint, money: Money): Moved {
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
  if (quantity <= before.quantity) {
    const { position, gain, costOfSold } = bookSell(before, quantity, money);
    return { position, gainMinor: gain.minor, soldCostMinor: costOfSold.minor };
  }
  // A late fill beyond what is held: units leave at the value dealt, nothing is realised.
  const cost = { ...before.cost, minor: before.cost.minor - money.minor };
  const position = { quantity: before.quantity - quantity, cost };
  return { position, gainMinor: 0n, soldCostMinor: money.minor };
}

// The order's share of it by quantity, rounded half-up; the last unit gives back all that is left.
function costGivenBack(order: Owner, quantity: bigint): bigint {
  if (quantity === 0n) return 0n;
  const cost = toDecimal({ minor: order.sold_cost_minor, currency: order.currency });
  const share = cost.times(String(quantity)).dividedBy(String(order.quantity_filled));
  return decimalToMinor(share, order.currency, 'HALF_UP');
}

/**
 * Adds a buy's charges to what its units cost, or takes them off (negative). Where the units are
 * sold already, the charges were part of what the sale gained.
 */
export async function addCost(tx: Tx, order: Owner, chargesMinor: bigint): Promise<void> {
  await tx.query(sql`
    update holding set
      cost_minor = cost_minor + case when quantity = 0 then 0 else ${chargesMinor}::bigint end,
      realised_gain_minor = realised_gain_minor - case when quantity = 0 then
      ${chargesMinor}::bigint else 0 end
    where portfolio_id = ${order.portfolio_id} and security_id = ${order.security_id}`);
}
