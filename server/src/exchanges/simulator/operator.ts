// The exchange's own actions on its market: listing securities, changing phases, halting, closing
// the day, and busting trades.

import {
  ASSET_CLASSES,
  type AssetClass,
  PHASE_RULES,
  type TradingPhase,
} from '../../modules/market/index.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { uncross } from './auction.js';
import { createBook } from './book.js';
import { isParked, placeOrder } from './entry.js';
import { type ExDate, meetExDate } from './ex-date.js';
import { SIMULATOR } from './limits.js';
import { quoteLoaded, withdrawQuotes } from './maker.js';
import {
  bookFills,
  closeOrder,
  isMatching,
  noteOrder,
  reportOrder,
  type Security,
  securityOf,
  type Turn,
} from './market.js';
import { type Execution, isLive, leavesOf, type Order, statusByQuantity } from './order.js';
import { endsAuction } from './phase.js';
import { BAND_POINTS, tickOf } from './rule.js';

/**
 * A security as its host lists it, with prices in ten-thousandths. The default tick is the price
 * group's; the default band is the NGX band.
 */
export interface SecurityListing {
  readonly symbol: string;
  /** The class whose trading hours apply; default: shares. */
  readonly assetClass?: AssetClass;
  readonly previousClose: bigint;
  readonly tick?: bigint;
  /** The price band, in hundredths of a percent. */
  readonly bandPoints?: bigint;
  /** The corporate actions whose ex-date is the current date; `previousClose` is then adjusted. */
  readonly exDate?: ExDate;
}

/**
 * Lists securities. A security that is already listed keeps its prices, because the exchange's own
 * prices are more accurate; only its tick and band are updated. On an ex-date, it opens at the
 * adjusted price.
 */
export function listSecurities(turn: Turn, listings: readonly SecurityListing[]): void {
  for (const listing of listings) {
    const known = turn.market.securities.get(listing.symbol);
    if (known === undefined) listSecurity(turn, listing);
    else {
      takeOverRules(turn, known, listing);
      const { exDate, previousClose: reference } = listing;
      if (exDate !== undefined) meetExDate(turn, known, { exDate, reference });
    }
  }
}

function takeOverRules(turn: Turn, known: Security, listing: SecurityListing): void {
  const { tick = known.tick, bandPoints = known.bandPoints } = listing;
  const { assetClass = known.assetClass } = listing;
  const isSame = assetClass === known.assetClass && tick === known.tick;
  if (isSame && bandPoints === known.bandPoints) return;
  Object.assign(known, { tick, bandPoints, assetClass });
  turn.securities.add(known);
}

function listSecurity(turn: Turn, listing: SecurityListing): void {
  const { securities } = turn.market;
  if (securities.size >= SIMULATOR.securitiesMax) return;
  if (listing.symbol.length > SIMULATOR.symbolLengthMax) return;
  const { symbol, previousClose } = listing;
  const day = { open: null, high: null, low: null, volume: 0n, halted: false };
  const security: Security = {
    ...day,
    symbol,
    assetClass: listing.assetClass ?? 'EQUITY',
    previousClose,
    last: previousClose,
    tick: listing.tick ?? tickOf(previousClose),
    bandPoints: listing.bandPoints ?? BAND_POINTS,
    changedAt: turn.now,
    book: createBook(),
  };
  securities.set(symbol, security);
  turn.securities.add(security);
  quoteLoaded(turn, security);
}

/**
 * Moves the securities of a class into a phase. Auctions that end with the change are matched, and
 * their orders expire.
 */
export function enterPhase(turn: Turn, assetClass: AssetClass, phase: TradingPhase): void {
  const { market } = turn;
  const before = market.phases[assetClass];
  if (before === phase) return;
  market.phases = { ...market.phases, [assetClass]: phase };
  turn.changed = true;
  const isOf = (order: Order) => securityOf(turn, order).assetClass === assetClass;
  for (const order of market.orders.values()) {
    if (isParked(order, before) && !isParked(order, phase) && isOf(order)) {
      placeOrder(turn, securityOf(turn, order), order);
    }
  }
  if (!endsAuction(before, phase)) return;
  for (const security of market.securities.values()) {
    if (security.assetClass === assetClass) holdAuction(turn, security);
  }
  const over = phase === 'CONTINUOUS' ? 'ATO' : 'ATC';
  expireOrders(turn, (order) => order.timeInForce === over && isOf(order));
}

/**
 * Ends a day: runs the closing auction if it has not run, expires DAY orders and due GTD orders,
 * sets the new previous closes, and restarts volumes at zero. Does nothing if the day was closed
 * before.
 */
export function endDay(turn: Turn, date: BusinessDate): void {
  const { market } = turn;
  if (market.closedDate !== null && market.closedDate >= date) return;
  market.closedDate = date;
  turn.changed = true;
  for (const assetClass of ASSET_CLASSES) {
    const phase = market.phases[assetClass];
    if (!PHASE_RULES[phase].matching) continue;
    enterPhase(turn, assetClass, 'CLOSING_IMBALANCE');
    enterPhase(turn, assetClass, 'CLOSED');
    market.phases = { ...market.phases, [assetClass]: phase };
  }
  expireOrders(turn, (order) => isDue(order, date));
  for (const security of market.securities.values()) beginDay(turn, security);
}

/**
 * Stops or resumes trading in a security. Returns false if it is not listed. Resting orders are
 * kept.
 */
export function setHalted(turn: Turn, symbol: string, halted: boolean): boolean {
  const security = turn.market.securities.get(symbol);
  if (security === undefined) return false;
  security.halted = halted;
  turn.securities.add(security);
  if (halted) {
    withdrawQuotes(security.book);
    return true;
  }
  // An auction that ended during the halt left its orders crossed. They match before trading
  // resumes.
  if (isMatching(turn, security)) holdAuction(turn, security);
  quoteLoaded(turn, security);
  return true;
}

/** The data that the operator's functions need about one side of a trade. */
export interface TradeSide {
  readonly execution: Execution;
  readonly order: Order;
}

/**
 * Busts a trade on every customer side. An order that is still at the exchange gets the quantity
 * back. A filled order is not reopened, because it would trade again immediately; it is cancelled
 * instead.
 */
export function bustTrade(turn: Turn, sides: readonly TradeSide[]): void {
  for (const side of sides) {
    const { price, quantity } = side.execution;
    side.execution.busted = true;
    amendTrade(turn, side, { kind: 'BUST', price, quantity });
  }
}

/** Changes the price of a trade, or reduces its quantity, on every customer side. */
export function correctTrade(
  turn: Turn,
  sides: readonly TradeSide[],
  terms: { readonly price: bigint; readonly quantity: bigint },
): void {
  for (const side of sides) amendTrade(turn, side, { kind: 'CORRECT', ...terms });
}

function amendTrade(
  turn: Turn,
  { execution, order }: TradeSide,
  event: { kind: 'BUST' | 'CORRECT'; price: bigint; quantity: bigint },
): void {
  const kept = event.kind === 'BUST' ? 0n : event.quantity;
  order.filled += kept - execution.quantity;
  order.value += kept * event.price - execution.quantity * execution.price;
  Object.assign(execution, { price: event.price, quantity: event.quantity });
  turn.executions.add(execution);
  if (isLive(order)) order.status = statusByQuantity(order);
  else if (order.status === 'FILLED' && order.filled < order.quantity) order.status = 'CANCELED';
  noteOrder(turn, order);
  reportOrder(turn, order, { ...event, execRefId: execution.execId });
  const resting = securityOf(turn, order).book.byId.get(order.orderId);
  if (resting !== undefined) resting.leaves = leavesOf(order);
}

function isDue(order: Order, date: BusinessDate): boolean {
  if (order.timeInForce === 'GTC') return false;
  if (order.timeInForce === 'GTD') return order.expireDate !== null && order.expireDate <= date;
  return order.businessDate <= date;
}

function expireOrders(turn: Turn, isOver: (order: Order) => boolean): void {
  const over = [...turn.market.orders.values()].filter(isOver);
  for (const order of over) closeOrder(turn, order, { kind: 'EXPIRED' });
}

function holdAuction(turn: Turn, security: Security): void {
  if (security.halted) return;
  const { fills } = uncross(security.book, security.last);
  bookFills(turn, security, fills);
}

function beginDay(turn: Turn, security: Security): void {
  if (security.volume >= SIMULATOR.closeMovesFromUnits) security.previousClose = security.last;
  Object.assign(security, { open: null, high: null, low: null, volume: 0n, changedAt: turn.now });
  turn.securities.add(security);
}
