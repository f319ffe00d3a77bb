// Runs turns on the database: locks the market, reloads it if the memory is outdated, runs the
// work, and writes the changes.

import { assert, present } from '../../platform/assert.js';
import type { Tx } from '../../platform/database/database.js';
import type { OutboundMessage } from '../fix/session/message/message.js';
import { createBook, restOrder } from './book.js';
import { isParked } from './entry.js';
import { quoteLoaded } from './maker.js';
import {
  createMarket,
  createTurn,
  hasChanges,
  type Market,
  type Surroundings,
  type Turn,
} from './market.js';
import { leavesOf } from './order.js';
import {
  insertMarket,
  lockMarket,
  type MarketRow,
  selectLiveOrders,
  selectSecurities,
  type TurnRows,
  writeTurn,
} from './queries.js';

/** Holds the market in memory. A turn may replace it with the stored market. */
export interface MarketHolder {
  market: Market;
}

/**
 * The result of a turn. It contains the reports to the turn's own member; reports to other members
 * wait in the tables.
 */
export interface TurnResult<Result> {
  readonly result: Result;
  readonly replies: readonly OutboundMessage[];
  /** Members that now have waiting reports. */
  readonly waiting: ReadonlySet<string>;
  /** The finished turn. The caller reads from it which securities' prices moved. */
  readonly turn: Turn;
}

interface TurnWork<Result> {
  readonly surroundings: Surroundings;
  /**
   * The member that sent the message; reports to that member are sent as replies. Null for a turn
   * without a member.
   */
  readonly member: string | null;
  readonly work: (turn: Turn) => Promise<Result> | Result;
}

/**
 * Runs one turn in the caller's transaction. The market's row is locked until the transaction ends.
 * If the transaction rolls back, the memory is ahead of the tables: the next turn then finds a
 * different version and reloads the market. Versions come from a sequence, so no version is used
 * twice.
 */
export async function runTurn<Result>(
  tx: Tx,
  holder: MarketHolder,
  { surroundings, member, work }: TurnWork<Result>,
): Promise<TurnResult<Result>> {
  const row = await lockMarket(tx, holder.market.exchange);
  assert(row !== undefined, 'the simulated exchange has its row');
  if (holder.market.version !== row.version) holder.market = await loadMarket(tx, holder, row);
  const { market } = holder;
  const turn = createTurn(market, surroundings);
  if (market.version === null)
    for (const each of market.securities.values()) quoteLoaded(turn, each);
  market.version = null;
  const result = await work(turn);
  const own = turn.reports.filter((each) => each.member === member);
  const others = turn.reports.filter((each) => each.member !== member);
  let drained: readonly OutboundMessage[] = [];
  market.version = row.version;
  if (member !== null || hasChanges(turn)) {
    market.version = null;
    const written = present(await writeTurn(tx, rowsOf(turn, others, member)), 'the row is locked');
    market.version = written.version;
    drained = written.drained ?? [];
  }
  const replies = [...drained, ...own.map(({ report }) => report)];
  return { result, replies, waiting: new Set(others.map((each) => each.member)), turn };
}

/** Creates the exchange's row if it does not exist, so that it can be locked. */
export async function prepareMarket(tx: Tx, exchange: string): Promise<MarketHolder> {
  await insertMarket(tx, exchange);
  return { market: createMarket(exchange) };
}

async function loadMarket(tx: Tx, holder: MarketHolder, row: MarketRow): Promise<Market> {
  const { exchange } = holder.market;
  const { lastNumber, step, phases, closedDate } = row;
  const market = { ...createMarket(exchange), lastNumber, step, phases, closedDate };
  for (const security of await selectSecurities(tx, exchange)) {
    market.securities.set(security.symbol, { ...security, book: createBook() });
  }
  for (const order of await selectLiveOrders(tx, exchange)) {
    market.orders.set(order.orderId, order);
    const { orderId: id, side, price, priority } = order;
    const security = present(
      market.securities.get(order.symbol),
      'orders are in listed securities',
    );
    if (price === null || isParked(order, phases[security.assetClass])) continue;
    restOrder(security.book, { id, side, price, leaves: leavesOf(order), priority });
  }
  return market;
}

function rowsOf(turn: Turn, waiting: Turn['reports'], member: string | null): TurnRows {
  const { exchange, lastNumber, step, phases, closedDate } = turn.market;
  const securities = [...turn.securities].map(({ book: _, ...row }) => row);
  return {
    exchange,
    now: turn.now,
    market: { lastNumber, step, phases, closedDate },
    securities: toJson(securities),
    orders: toJson([...turn.orders]),
    clientOrders: toJson(turn.clientOrders),
    executions: toJson([...turn.executions]),
    reports: toJson(waiting),
    drainedMember: member ?? '',
  };
}

function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
}
