// The market in memory, and one turn of work on it with its changes and reports.

import { type AssetClass, PHASE_RULES, type TradingPhase } from '../../modules/market/index.js';
import { assert } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Instant } from '../../platform/database/database.js';
import type { BeginString } from '../fix/session/message/dictionary.js';
import type { OutboundMessage } from '../fix/session/message/message.js';
import { type Book, cancelOrder, type Fill } from './book.js';
import { type Execution, isLive, type Order, statusByQuantity } from './order.js';
import { executionReport, type ReportEvent } from './report.js';
import type { Listing, Session } from './rule.js';

/** A listed security with its values for the current day; prices are in ten-thousandths. */
export interface Security extends Listing {
  readonly symbol: string;
  /** The class whose trading hours apply. */
  assetClass: AssetClass;
  tick: bigint;
  bandPoints: bigint;
  previousClose: bigint;
  halted: boolean;
  last: bigint;
  open: bigint | null;
  high: bigint | null;
  low: bigint | null;
  volume: bigint;
  changedAt: Instant;
  readonly book: Book;
}

/** The trading phase of each asset class. */
export type Phases = Readonly<Record<AssetClass, TradingPhase>>;

/** Everything kept in memory; closed orders are only in the database. */
export interface Market {
  readonly exchange: string;
  /**
   * The database version that the memory matches; null while a turn is running or after one failed.
   */
  version: bigint | null;
  lastNumber: bigint;
  step: bigint;
  phases: Phases;
  closedDate: BusinessDate | null;
  readonly securities: Map<string, Security>;
  readonly orders: Map<string, Order>;
}

/** A turn's dependencies other than the market. */
export interface Surroundings {
  readonly now: Instant;
  readonly businessDate: BusinessDate;
  /** The market maker's seed; null if there is no market maker. */
  readonly seed: string | null;
  readonly versionOf: (member: string) => BeginString;
}

/**
 * The work of one transaction: it changes the market in memory immediately, and records the changes
 * for the tables.
 */
export interface Turn extends Surroundings {
  readonly market: Market;
  readonly orders: Set<Order>;
  readonly executions: Set<Execution>;
  readonly securities: Set<Security>;
  readonly clientOrders: { member: string; clOrdId: string; orderId: string | null }[];
  readonly reports: { member: string; report: OutboundMessage }[];
  /** True if a column of the market's own row changed, such as its step or phase. */
  changed: boolean;
}

export function createMarket(exchange: string): Market {
  return {
    exchange,
    version: null,
    lastNumber: 0n,
    step: 0n,
    phases: { EQUITY: 'CLOSED', BOND: 'CLOSED' },
    closedDate: null,
    securities: new Map(),
    orders: new Map(),
  };
}

export function createTurn(market: Market, surroundings: Surroundings): Turn {
  return {
    ...surroundings,
    market,
    orders: new Set(),
    executions: new Set(),
    securities: new Set(),
    clientOrders: [],
    reports: [],
    changed: false,
  };
}

/** Returns true if the turn has anything to write. */
export function hasChanges(turn: Turn): boolean {
  const { orders, executions, securities, clientOrders, reports } = turn;
  const sizes = [
    orders.size,
    executions.size,
    securities.size,
    clientOrders.length,
    reports.length,
  ];
  return turn.changed || sizes.some((size) => size > 0);
}

/**
 * Takes the exchange's next number. Orders, executions, trades and queue positions share one
 * sequence.
 */
export function takeNumber(turn: Turn): bigint {
  turn.market.lastNumber += 1n;
  return turn.market.lastNumber;
}

/** Returns a security's phase, which is the phase of its class. */
export function phaseIn({ market }: Turn, { assetClass }: Pick<Security, 'assetClass'>) {
  return market.phases[assetClass];
}

/** Returns the facts about a security's current session that the rules check. */
export function sessionOf(turn: Turn, security: Security): Session {
  return { phase: phaseIn(turn, security), businessDate: turn.businessDate };
}

/** Returns true if orders in a security currently match on arrival. */
export function isMatching(turn: Turn, security: Security): boolean {
  return PHASE_RULES[phaseIn(turn, security)].matching;
}

/** Returns the security of an accepted order. */
export function securityOf(turn: Turn, order: Pick<Order, 'symbol'>): Security {
  const security = turn.market.securities.get(order.symbol);
  assert(security !== undefined, `an accepted order is in a listed security, ${order.symbol}`);
  return security;
}

/** Records a changed order. The order is kept in memory only while it can trade. */
export function noteOrder(turn: Turn, order: Order): void {
  turn.orders.add(order);
  if (isLive(order)) turn.market.orders.set(order.orderId, order);
  else turn.market.orders.delete(order.orderId);
}

/** Reports an order's event to its member. Returns the report's new ExecID. */
export function reportOrder(turn: Turn, order: Order, event: ReportEvent): string {
  const execId = `E${takeNumber(turn)}`;
  const context = { version: turn.versionOf(order.member), execId, now: turn.now };
  turn.reports.push({ member: order.member, report: executionReport(order, event, context) });
  return execId;
}

/**
 * Books the fills of a match: quantities, executions, reports, and the security's price and volume.
 */
export function bookFills(turn: Turn, security: Security, fills: readonly Fill[]): void {
  for (const fill of fills) {
    const tradeId = `T${takeNumber(turn)}`;
    for (const orderId of [fill.restingId, fill.incomingId]) {
      const order = turn.market.orders.get(orderId);
      if (order !== undefined) bookFill(turn, order, { ...fill, tradeId });
    }
    movePrice(turn, security, fill);
  }
}

function bookFill(turn: Turn, order: Order, fill: Fill & { tradeId: string }): void {
  const { price, quantity, tradeId } = fill;
  order.filled += quantity;
  order.value += price * quantity;
  order.status = statusByQuantity(order);
  noteOrder(turn, order);
  const execId = reportOrder(turn, order, { kind: 'TRADE', price, quantity });
  const { orderId } = order;
  turn.executions.add({ execId, tradeId, orderId, price, quantity, busted: false });
}

/** Sets the last price and adds to the day's volume. */
export function movePrice(
  turn: Turn,
  security: Security,
  trade: Pick<Fill, 'price' | 'quantity'>,
): void {
  const { price, quantity } = trade;
  security.last = price;
  security.open ??= price;
  security.high = security.high === null || price > security.high ? price : security.high;
  security.low = security.low === null || price < security.low ? price : security.low;
  security.volume += quantity;
  security.changedAt = turn.now;
  turn.securities.add(security);
}

/** Ends an order before it is filled, and reports it. */
export function closeOrder(
  turn: Turn,
  order: Order,
  event: Extract<ReportEvent, { kind: 'CANCELED' | 'EXPIRED' }>,
): void {
  cancelOrder(securityOf(turn, order).book, order.orderId);
  order.status = event.kind;
  noteOrder(turn, order);
  reportOrder(turn, order, event);
}
