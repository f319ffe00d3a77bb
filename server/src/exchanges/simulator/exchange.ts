// The simulated exchange. It has one market in the database, and serves FIX members and the
// exchange's operator.

import { ASSET_CLASSES } from '../../modules/market/index.js';
import { assert } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, Instant, Tx } from '../../platform/database/database.js';
import type { BeginString } from '../fix/session/message/dictionary.js';
import type { FixMessage, OutboundMessage } from '../fix/session/message/message.js';
import { MSG_TYPE } from '../fix/session/message/tag.js';
import { answer } from './conversation.js';
import { type Dispute, selectDisputes } from './dispute-queries.js';
import { SIMULATOR } from './limits.js';
import { stepMarket } from './maker.js';
import type { Security, Surroundings, Turn } from './market.js';
import { takeMarketData } from './market-data.js';
import { subscribers } from './market-data-queries.js';
import {
  bustTrade,
  correctTrade,
  endDay,
  enterPhase,
  listSecurities,
  type SecurityListing,
  setHalted,
  type TradeSide,
} from './operator.js';
import { phaseOf, type TradingHours } from './phase.js';
import { formatPrice } from './price.js';
import { selectOrder, selectTrade, takeReports } from './queries.js';
import { forgetOldOrders } from './retention.js';
import { type MarketHolder, prepareMarket, runTurn, type TurnResult } from './turn.js';

/**
 * A security's values for the current day, with prices as decimal text in the exchange's currency.
 */
export interface PriceSnapshot {
  readonly symbol: string;
  readonly last: string;
  readonly previousClose: string;
  readonly open: string | null;
  readonly high: string | null;
  readonly low: string | null;
  /** Units traded since the day began. */
  readonly volume: bigint;
  readonly halted: boolean;
  readonly at: Instant;
}

export interface ExchangeSettings {
  readonly db: Database;
  readonly clock: Clock;
  /** The exchange's name in the tables, because several exchanges can share a database. */
  readonly name: string;
  /** The seed for prices and for the market maker; null for a market without a market maker. */
  readonly seed: string | null;
  /** Returns the trading hours; called on every turn. */
  readonly hours: () => TradingHours;
  readonly businessDate: () => BusinessDate;
  /** Returns the FIX version of a member's session. */
  readonly versionOf: (member: string) => BeginString;
  /** Called after a commit for each member with waiting reports. Must not throw. */
  readonly deliver: (member: string) => void;
  /** Called after a commit for each security that traded or changed. Must not throw. */
  readonly onPrice?: (price: PriceSnapshot) => void;
  /** Called after a commit for each Don't Know Trade message from a member. Must not throw. */
  readonly onDispute?: (member: string, message: FixMessage) => void;
}

/** The interface of the exchange for its acceptor and its operator. */
export interface Exchange {
  /** Answers a member's messages, in order, in the session's own transaction. */
  onMessages(
    tx: Tx,
    messages: readonly FixMessage[],
    member: string,
  ): Promise<readonly OutboundMessage[]>;
  /** Takes a member's waiting reports, oldest first, in the transaction that numbers them. */
  takeWaiting(tx: Tx, member: string): Promise<OutboundMessage[]>;
  loadSecurities(listings: readonly SecurityListing[]): Promise<void>;
  /** Runs one step: updates the phase by the clock, then runs the market maker. */
  step(): Promise<void>;
  closeDay(date: BusinessDate): Promise<void>;
  /** Stops trading in a security. Returns false if it is not listed. */
  halt(symbol: string): Promise<boolean>;
  resume(symbol: string): Promise<boolean>;
  /** Busts the trade with this ExecID. Returns false if there is none or it was busted before. */
  bust(execId: string): Promise<boolean>;
  /**
   * Corrects the trade with this ExecID. Returns false for the same reasons as `bust`, or if the
   * quantity would increase.
   */
  correct(execId: string, terms: { price: bigint; quantity: bigint }): Promise<boolean>;
  /** Returns the trades that members dispute, newest first. */
  disputes(): Promise<readonly Dispute[]>;
  /** Returns every listed security by symbol, as of the last commit. */
  prices(): readonly PriceSnapshot[];
}

interface Parts {
  readonly settings: ExchangeSettings;
  readonly holder: MarketHolder;
  readonly published: Map<string, PriceSnapshot>;
  /**
   * Members that may have subscribed to prices. A member listed here without a subscription
   * receives no prices.
   */
  readonly subscribers: Set<string>;
}

/** Opens an exchange with the state stored in the database. */
export async function openExchange(settings: ExchangeSettings): Promise<Exchange> {
  const holder = await settings.db.transaction((tx) => prepareMarket(tx, settings.name));
  const known = await settings.db.transaction((tx) => subscribers(tx, settings.name));
  const parts: Parts = {
    settings,
    holder,
    published: new Map(),
    subscribers: new Set(known),
  };
  await operate(parts, (turn) => {
    for (const security of turn.market.securities.values()) {
      parts.published.set(security.symbol, snapshotOf(security));
    }
  });
  return {
    onMessages: (tx, messages, member) => answerAll(parts, tx, { messages, member }),
    takeWaiting: (tx, member) => takeWaiting(parts, tx, member),
    loadSecurities: (listings) => operate(parts, (turn) => listSecurities(turn, listings)),
    step: () => operate(parts, stepMarket),
    closeDay: async (date) => {
      await operate(parts, (turn) => endDay(turn, date));
      await forgetOldOrders(settings.db, settings.name, settings.clock.millis());
    },
    halt: (symbol) => operate(parts, (turn) => setHalted(turn, symbol, true)),
    resume: (symbol) => operate(parts, (turn) => setHalted(turn, symbol, false)),
    bust: (execId) => operate(parts, (turn, tx) => bust(turn, tx, execId)),
    correct: (execId, terms) =>
      operate(parts, (turn, tx) => correct(turn, tx, { execId, ...terms })),
    disputes: () => selectDisputes(settings.db, settings.name),
    prices: () => [...parts.published.values()],
  };
}

// Order reports come first: prices only need to be current, so they may wait for the next batch.
async function takeWaiting({ settings }: Parts, tx: Tx, member: string) {
  const { name: exchange } = settings;
  const most = SIMULATOR.reportsPerFlushMax;
  const reports = await takeReports(tx, exchange, { member, most });
  const about = { exchange, member, date: settings.businessDate(), most: most - reports.length };
  return [...reports, ...(await takeMarketData(tx, about))];
}

/** One member's messages, in order. */
interface MemberMessages {
  readonly messages: readonly FixMessage[];
  readonly member: string;
}

// Consecutive new orders are answered in one turn. Any other request reads what earlier turns
// wrote, so it needs its own turn.
async function answerAll(
  parts: Parts,
  tx: Tx,
  { messages, member }: MemberMessages,
): Promise<readonly OutboundMessage[]> {
  const replies: OutboundMessage[] = [];
  let left = messages;
  while (left.length > 0) {
    const other = left.findIndex(({ msgType }) => msgType !== MSG_TYPE.NewOrderSingle);
    const count = other < 0 ? left.length : Math.max(other, 1);
    replies.push(...(await converse(parts, tx, { messages: left.slice(0, count), member })));
    left = left.slice(count);
  }
  return replies;
}

async function converse(
  parts: Parts,
  tx: Tx,
  { messages, member }: MemberMessages,
): Promise<readonly OutboundMessage[]> {
  const { timeZone } = parts.settings.hours();
  const turned = await runTurn(tx, parts.holder, {
    surroundings: surroundingsOf(parts),
    member,
    work: async (turn) => {
      followClock(parts, turn);
      await answer(turn, { tx, member, messages, timeZone });
    },
  });
  announce(parts, tx, turned);
  const [message] = messages;
  if (message?.msgType === MSG_TYPE.DontKnowTrade && turned.replies.length === 0) {
    tx.afterCommit(() => parts.settings.onDispute?.(member, message));
  }
  if (message?.msgType === MSG_TYPE.MarketDataRequest) {
    tx.afterCommit(() => {
      parts.subscribers.add(member);
      parts.settings.deliver(member);
    });
  }
  return turned.replies;
}

/** Runs a turn of the exchange itself in its own transaction. All its reports wait for delivery. */
function operate<Result>(
  parts: Parts,
  work: (turn: Turn, tx: Tx) => Promise<Result> | Result,
): Promise<Result> {
  return parts.settings.db.transaction(async (tx) => {
    const turned = await runTurn(tx, parts.holder, {
      surroundings: surroundingsOf(parts),
      member: null,
      work: (turn) => {
        followClock(parts, turn);
        return work(turn, tx);
      },
    });
    announce(parts, tx, turned);
    return turned.result;
  });
}

function announce(parts: Parts, tx: Tx, { turn, waiting }: TurnResult<unknown>): void {
  const { deliver, onPrice } = parts.settings;
  // The prices are copied now, because by the time of the commit the next turn may already be
  // changing the securities.
  const prices = [...turn.securities].map(snapshotOf);
  tx.afterCommit(() => {
    for (const price of prices) {
      parts.published.set(price.symbol, price);
      onPrice?.(price);
    }
    const listening = prices.length === 0 ? [] : parts.subscribers;
    for (const member of new Set([...waiting, ...listening])) deliver(member);
  });
}

function followClock({ settings }: Parts, turn: Turn): void {
  const hours = settings.hours();
  for (const assetClass of ASSET_CLASSES) {
    const session = { assetClass, date: turn.businessDate, now: turn.now };
    enterPhase(turn, assetClass, phaseOf(hours, session));
  }
}

function surroundingsOf({ settings }: Parts): Surroundings {
  const { clock, businessDate, seed, versionOf } = settings;
  return { now: clock.now(), businessDate: businessDate(), seed, versionOf };
}

async function bust(turn: Turn, tx: Tx, execId: string): Promise<boolean> {
  const sides = await tradeSides(turn, tx, execId);
  if (sides.length === 0) return false;
  bustTrade(turn, sides);
  return true;
}

async function correct(
  turn: Turn,
  tx: Tx,
  { execId, price, quantity }: { execId: string; price: bigint; quantity: bigint },
): Promise<boolean> {
  const sides = await tradeSides(turn, tx, execId);
  if (sides.length === 0 || price <= 0n || quantity <= 0n) return false;
  if (sides.some(({ execution }) => quantity > execution.quantity)) return false;
  correctTrade(turn, sides, { price, quantity });
  return true;
}

async function tradeSides(turn: Turn, tx: Tx, execId: string): Promise<TradeSide[]> {
  const { exchange, orders } = turn.market;
  const loaded: TradeSide[] = [];
  for (const execution of await selectTrade(tx, exchange, execId)) {
    if (execution.busted) return [];
    const { orderId } = execution;
    // Both sides of a trade can be orders of the same member, but never the same order.
    const order = orders.get(orderId) ?? (await selectOrder(tx, exchange, orderId));
    assert(order !== undefined, 'an execution belongs to an order');
    loaded.push({ execution, order });
  }
  return loaded;
}

function snapshotOf(security: Security): PriceSnapshot {
  const { symbol, last, previousClose, open, high, low, volume, halted, changedAt } = security;
  const text = (price: bigint | null) => (price === null ? null : formatPrice(price));
  return {
    symbol,
    last: formatPrice(last),
    previousClose: formatPrice(previousClose),
    open: text(open),
    high: text(high),
    low: text(low),
    volume,
    halted,
    at: changedAt,
  };
}
