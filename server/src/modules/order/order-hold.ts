// Holds of orders: a buy holds money, a sell holds units, as long as the order lives. What is held
// follows from the state of the order alone, so that it can be set again after any message, in any
// sequence.

import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { refusal } from '../../platform/http/problem.js';
import { Decimal } from '../../platform/money/decimal.js';
import { type Hold, setHold } from '../finance/index.js';
import { costOf, scheduleToCharge, type Trade } from './estimate.js';
import type { Execution } from './order-state.js';
import { tradeValue } from './price-rule.js';
import { orderProblems } from './problems.js';
import type { OrderRow } from './record.js';
import type { Tariff } from './tariff.js';

/** Whose money or units are held. */
type Holder = Pick<
  OrderRow,
  'id' | 'order_type' | 'portfolio_id' | 'security_id' | 'cash_account_id'
>;

/** Quantity of an order, and the price of its worst fill. */
interface OpenTerms {
  readonly quantity: bigint;
  readonly worstPrice: Decimal;
  /** The most that a bond can have accrued when a fill settles, per 100; zero for a share. */
  readonly worstAccrued: Decimal;
}

/** The terms of an order, or of its replacement, as they are stored. */
export function termsOf(
  row: Pick<OrderRow, 'quantity' | 'worst_price' | 'worst_accrued'>,
): OpenTerms {
  return {
    quantity: row.quantity,
    worstPrice: row.worst_price,
    worstAccrued: row.worst_accrued,
  };
}

/** What of an order's state decides on the units that it holds. */
export interface OpenState {
  readonly isLive: boolean;
  readonly quantityFilled: bigint;
  readonly terms: OpenTerms;
  /** Terms that the exchange was asked for: until it answers, the dearer ones are held. */
  readonly replacement?: OpenTerms | undefined;
}

/** What of an order's state decides on the money that it holds. */
export interface HoldState extends OpenState {
  /** Fills that no contract note has taken the money for, and none does with this change. */
  readonly unnoted: readonly Execution[];
}

/** Units that an order holds in this state: what a live sell has not sold yet. */
export function unitsNeeded(order: Holder, state: OpenState): bigint {
  if (!state.isLive || order.order_type === 'BUY') return 0n;
  return mostOf(state, (terms) => openOf(terms, state));
}

/**
 * Money that an order holds in this state, in minor units: what a live buy costs for the open
 * quantity at its worst price and for its fills at theirs, with charges, as long as no note took
 * it. An ended buy holds for fills whose note waits for the end of the day. Nothing counts as
 * day-traded, because it may not become so.
 */
export function cashNeeded(order: OrderRow, state: HoldState, tariff: Tariff): bigint {
  if (order.order_type === 'SELL') return 0n;
  return mostOf(state, (terms) => {
    const trade = tradeOfTerms(order, state, terms);
    return trade === undefined ? 0n : costOf(trade, scheduleOf(order, trade, tariff)).netMinor;
  });
}

function mostOf(state: OpenState, need: (terms: OpenTerms) => bigint): bigint {
  const now = need(state.terms);
  const asked = state.replacement === undefined ? 0n : need(state.replacement);
  return asked > now ? asked : now;
}

function openOf(terms: OpenTerms, state: OpenState): bigint {
  if (!state.isLive) return 0n;
  const open = terms.quantity - state.quantityFilled;
  return open > 0n ? open : 0n;
}

function scheduleOf(order: OrderRow, trade: Trade, tariff: Tariff) {
  const place = { exchangeId: order.exchange_id, officeId: order.office_id };
  return scheduleToCharge(tariff, trade, place);
}

// What is held for, as one trade of today; undefined when nothing is open or waits for its note.
function tradeOfTerms(order: OrderRow, state: HoldState, terms: OpenTerms): Trade | undefined {
  const open = openOf(terms, state);
  const bond = { securityType: order.instrument_type, faceValue: order.face_value };
  const parts = [...state.unnoted, { quantity: open, price: terms.worstPrice }];
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0n);
  if (quantity === 0n) return undefined;
  return {
    side: order.order_type,
    quantity,
    value: parts.reduce(
      (sum, part) => sum.plus(tradeValue(part.price, part.quantity, bond)),
      new Decimal(0),
    ),
    accrued: tradeValue(terms.worstAccrued, quantity, bond),
    currency: order.currency,
    tradeDate: order.today,
    securityType: order.instrument_type,
    commissionGroup: order.commission_group_name,
    origin: order.order_origin,
    executionCount: 1,
    firstNoteOfOrder: true,
  };
}

/** The hold of a buy at a new total, as the ledger takes it. */
export function cashHold(order: Holder, amountMinor: bigint, force: boolean): Hold {
  const source = { sourceType: 'TRADE_ORDER', sourceId: order.id };
  return { ...source, accountId: order.cash_account_id, amountMinor, force };
}

/** Sets what a caller's buy holds. Refuses INSUFFICIENT_FUNDS when less is available. */
export async function setCashHold(tx: Tx, order: Holder, amountMinor: bigint): Promise<void> {
  await setHold(tx, cashHold(order, amountMinor, false));
}

/**
 * Holds more or fewer units for a caller's sell. Refuses INSUFFICIENT_HOLDING when fewer are free.
 */
export async function moveHeldUnits(tx: Tx, order: Holder, by: bigint): Promise<void> {
  if (by === 0n) return;
  const rows = await tx.query(sql`
    update holding set held_quantity = held_quantity + ${by}::bigint
    where portfolio_id = ${order.portfolio_id} and security_id = ${order.security_id}
      and (${by}::bigint < 0 or quantity - held_quantity >= ${by}::bigint)
    returning 1 as moved`);
  if (rows.length === 0) throw refusal(orderProblems.INSUFFICIENT_HOLDING);
}
