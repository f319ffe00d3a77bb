// The market maker. It moves prices by a seeded random walk, quotes around them, and trades with
// nearby orders.

import {
  available,
  type Book,
  cancelOrder,
  enterOrder,
  greater,
  lesser,
  opposite,
  type Resting,
  restOrder,
  type Side,
} from './book.js';
import { SIMULATOR } from './limits.js';
import {
  bookFills,
  isMatching,
  movePrice,
  type Security,
  type Turn,
  takeNumber,
} from './market.js';
import { leavesOf, type OrderRequest } from './order.js';
import { toTick } from './price.js';
import { type Random, randomOf } from './random.js';
import { bandOf } from './rule.js';

/**
 * The maker's orders are recognized by this prefix. The ids of customers' orders begin with another
 * letter.
 */
const MAKER_PREFIX = 'M';

/** The maximum distance from the last price at which the maker trades with a resting order. */
const REACH = { percent: 1n, ticks: 5n } as const;

const QUOTE_UNITS = { least: 300, most: 3_000 } as const;
const TRADE_UNITS = { least: 100, most: 5_000 } as const;

/**
 * Runs one step of the whole market. The step depends only on the seed, its number and the books. A
 * few securities move by a tick or two, and every resting order near the market trades in part or
 * in full.
 */
export function stepMarket(turn: Turn): void {
  const { market, seed } = turn;
  if (seed === null) return;
  const trading = [...market.securities.values()].filter((each) => isMatching(turn, each));
  if (trading.length === 0) return;
  market.step += 1n;
  turn.changed = true;
  const moving = movingSymbols(turn, seed);
  const resting = new Set([...market.orders.values()].map(({ symbol }) => symbol));
  for (const security of trading) {
    const { symbol, halted, book } = security;
    const moves = moving.has(symbol);
    const thin = Math.min(book.BUY.length, book.SELL.length) < SIMULATOR.makerLevels;
    if (halted || !(moves || thin || resting.has(symbol))) continue;
    const random = randomOf(seed, symbol, market.step);
    withdrawQuotes(security.book);
    if (resting.has(symbol)) tradeNearby(turn, security, random);
    if (moves) walk(turn, security, random);
    quote(turn, security, random);
  }
}

/** Adds the maker's quotes for the current step to a book that was just loaded. */
export function quoteLoaded(turn: Turn, security: Security): void {
  if (turn.seed === null || security.halted) return;
  quote(turn, security, randomOf(turn.seed, security.symbol, turn.market.step));
}

/**
 * Offers the quantity that an incoming order still needs, a few ticks from the last price and
 * within the order's limit. Market orders and marketable limit orders of any size therefore trade
 * immediately.
 */
export function offerLiquidity(turn: Turn, security: Security, order: OrderRequest): void {
  if (turn.seed === null || order.timeInForce === 'FOK') return;
  if (order.orderType === 'LIMIT' && order.timeInForce === 'IOC') return;
  const side = opposite(order.side);
  const quoted = quotePrice(security, side, 1n);
  if (quoted === undefined || !accepts(order, quoted)) return;
  const missing =
    order.quantity - available(security.book, { side: order.side, limit: order.price });
  if (missing <= 0n) return;
  const half = missing / 2n;
  const parts = missing > BigInt(QUOTE_UNITS.least) ? [half, missing - half] : [missing];
  for (const [level, leaves] of parts.entries()) {
    const ahead = quotePrice(security, side, BigInt(SIMULATOR.makerLevels + level)) ?? quoted;
    const price = accepts(order, ahead) ? ahead : (order.price ?? ahead);
    restQuote(turn, security, { side, price, leaves });
  }
}

/** Removes the maker's quotes from a book, for example in a halt. */
export function withdrawQuotes(book: Book): void {
  const quotes = [...book.byId.keys()].filter((id) => id.startsWith(MAKER_PREFIX));
  for (const id of quotes) cancelOrder(book, id);
}

function movingSymbols(turn: Turn, seed: string): ReadonlySet<string> {
  const symbols = [...turn.market.securities.keys()];
  const random = randomOf(seed, '', turn.market.step);
  const picks = Array.from({ length: SIMULATOR.makerSecuritiesPerStep }, () => {
    return symbols[random.below(Math.max(symbols.length, 1))] ?? '';
  });
  return new Set(picks);
}

function tradeNearby(turn: Turn, security: Security, random: Random): void {
  for (const side of ['BUY', 'SELL'] as const) {
    const near = security.book[side].filter((order) => isNear(security, order));
    for (const resting of near.slice(0, SIMULATOR.makerTradesPerStepMax)) {
      const quantity = chunk(turn, resting, random);
      const outcome = enterOrder(security.book, {
        id: `${MAKER_PREFIX}${takeNumber(turn)}`,
        side: opposite(side),
        limit: resting.price,
        quantity,
        priority: 0n,
        remainder: 'KILL',
      });
      bookFills(turn, security, outcome.fills);
    }
  }
}

function isNear(security: Security, order: Resting): boolean {
  const { last, tick } = security;
  const reach = greater((last * REACH.percent) / 100n, tick * REACH.ticks);
  return order.side === 'BUY' ? order.price >= last - reach : order.price <= last + reach;
}

/**
 * Returns how much of a resting order trades in this step: a first part, then a second, then the
 * rest.
 */
function chunk(turn: Turn, resting: Resting, random: Random): bigint {
  const order = turn.market.orders.get(resting.id);
  const leaves = order === undefined ? resting.leaves : leavesOf(order);
  const begun = order !== undefined && order.filled > 0n;
  if (random.percent(begun ? 60 : 30)) return leaves;
  const part = (leaves * BigInt(random.between(30, 60))) / 100n;
  return part > 0n && part * 10n > (order?.quantity ?? 0n) ? part : leaves;
}

/**
 * Moves the last price by a tick or two, pulled back towards the previous close as it drifts away.
 */
function walk(turn: Turn, security: Security, random: Random): void {
  const { last, previousClose, tick } = security;
  if (random.percent(20)) return;
  const drift = Number(((last - previousClose) * 100n) / previousClose);
  const direction = random.percent(50 - 3 * drift) ? 1n : -1n;
  const { low, high } = bandOf(security);
  const aimed = toTick(last, tick) + direction * tick * BigInt(random.between(1, 2));
  const price = greater(low, lesser(aimed, high));
  const quantity = BigInt(random.between(TRADE_UNITS.least, TRADE_UNITS.most));
  movePrice(turn, security, { price, quantity });
}

function quote(turn: Turn, security: Security, random: Random): void {
  for (const side of ['BUY', 'SELL'] as const) {
    for (let level = 1; level <= SIMULATOR.makerLevels; level += 1) {
      const price = quotePrice(security, side, BigInt(level));
      const leaves = BigInt(random.between(QUOTE_UNITS.least, QUOTE_UNITS.most));
      if (price !== undefined) restQuote(turn, security, { side, price, leaves });
    }
  }
}

/**
 * Returns a price a few ticks from the last one, inside the band and without crossing the other
 * side.
 */
function quotePrice(security: Security, side: Side, level: bigint): bigint | undefined {
  const { tick, book } = security;
  const last = toTick(security.last, tick);
  const { low, high } = bandOf(security);
  const other = book[opposite(side)][0]?.price;
  if (side === 'BUY') {
    const aimed = last - tick * level;
    const price = other === undefined || aimed < other ? aimed : other - tick;
    if (price >= low) return lesser(price, high);
    return other === undefined || low < other ? low : undefined;
  }
  const aimed = last + tick * level;
  const price = other === undefined || aimed > other ? aimed : other + tick;
  if (price <= high) return greater(price, low);
  return other === undefined || high > other ? high : undefined;
}

function accepts(order: OrderRequest, price: bigint): boolean {
  if (order.price === null) return true;
  return order.side === 'BUY' ? price <= order.price : price >= order.price;
}

function restQuote(
  turn: Turn,
  security: Security,
  terms: Pick<Resting, 'side' | 'price' | 'leaves'>,
): void {
  const number = takeNumber(turn);
  restOrder(security.book, { ...terms, id: `${MAKER_PREFIX}${number}`, priority: number });
}
