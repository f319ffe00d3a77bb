// Holdings: units and their cost at average price, moved by fills in the transaction that books them.

import { present } from '../../platform/assert.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { decimalToMinor, type Money } from '../../platform/money/money.js';
import { bookBuy, bookSell, type Position, reverseBuy } from './average-cost.js';
import type { OrderRow } from './record.js';

/** What fills of an order change: units, and their value at the price they were dealt. */
export interface HoldingMove {
  /** More filled is positive, a bust negative; the order's side says which way units go. */
  readonly quantity: bigint;
  readonly value: Decimal;
}

type Owner = Pick<OrderRow, 'portfolio_id' | 'security_id' | 'order_type' | 'currency'>;

/** Moves the holding of an order's portfolio. The row is made before it is locked. */
export async function moveHolding(tx: Tx, order: Owner, move: HoldingMove): Promise<void> {
  await tx.query(sql`
    insert into holding (portfolio_id, security_id) values (${order.portfolio_id}, ${order.security_id})
    on conflict do nothing`);
  const [row] = await tx.query<{ quantity: bigint; cost_minor: bigint }>(sql`
    select quantity, cost_minor from holding
    where portfolio_id = ${order.portfolio_id} and security_id = ${order.security_id} for update`);
  const held = present(row, 'the holding was made');
  const before: Position = {
    quantity: held.quantity,
    cost: { minor: held.cost_minor, currency: order.currency },
  };
  const value = {
    minor: decimalToMinor(move.value, order.currency, 'HALF_UP'),
    currency: order.currency,
  };
  const { position, gainMinor } = moved(before, order.order_type, { ...move, money: value });
  await tx.query(sql`
    update holding set quantity = ${position.quantity}, cost_minor = ${position.cost.minor},
      realised_gain_minor = realised_gain_minor + ${gainMinor}
    where portfolio_id = ${order.portfolio_id} and security_id = ${order.security_id}`);
}

interface Moved {
  readonly position: Position;
  readonly gainMinor: bigint;
}

function moved(
  before: Position,
  side: 'BUY' | 'SELL',
  move: { readonly quantity: bigint; readonly money: Money },
): Moved {
  if (side === 'BUY' && move.quantity > 0n) {
    return { position: bookBuy(before, move.quantity, move.money), gainMinor: 0n };
  }
  if (side === 'BUY') {
    const cost = { minor: -move.money.minor, currency: move.money.currency };
    const { position, gain } = reverseBuy(before, -move.quantity, cost);
    return { position, gainMinor: gain.minor };
  }
  if (move.quantity > 0n && move.quantity <= before.quantity) {
    const { position, gain } = bookSell(before, move.quantity, move.money);
    return { position, gainMinor: gain.minor };
  }
  // A late fill or a bust beyond what is held: units move at the value dealt, nothing is realised.
  const cost = { minor: before.cost.minor - move.money.minor, currency: before.cost.currency };
  return { position: { quantity: before.quantity - move.quantity, cost }, gainMinor: 0n };
}

/** Adds a buy's charges to what its units cost. */
export async function addCost(tx: Tx, order: Owner, chargesMinor: bigint): Promise<void> {
  await tx.query(sql`
    update holding set cost_minor = cost_minor + ${chargesMinor}
    where portfolio_id = ${order.portfolio_id} and security_id = ${order.security_id}`);
}
