// The built-in exchange for demo mode: a simulated exchange in this process, and a FIX session to
// it over TCP.

import { BUILT_IN } from '../config/config.js';
import {
  applyPrices,
  assetClassOf,
  type MarketRules,
  type PriceUpdate,
  ruleOn,
  rulesOf,
  tickOf,
} from '../modules/market/index.js';
import { adoptWaitingOrders } from '../modules/order/index.js';
import type { BusinessDate } from '../platform/calendar/business-date.js';
import { currentBusinessDate } from '../platform/calendar/business-day.js';
import { startLoop } from '../platform/concurrency/loop.js';
import type { Context } from '../platform/context.js';
import type { EndOfDayStep } from '../platform/end-of-day/step.js';
import { Decimal } from '../platform/money/decimal.js';
import { endEach } from '../platform/stop.js';
import type { RunningWorker } from '../platform/worker.js';
import type { ExchangeAdapter, RunningAdapter } from './adapter.js';
import { type OrderAdapter, startOrderAdapter } from './fix/adapter/order-adapter.js';
import { type ListedRow, selectExchange, selectListedSecurities } from './queries.js';
import type { PriceSnapshot } from './simulator/exchange.js';
import type { TradingHours } from './simulator/phase.js';
import { type ListedSecurity, type Simulator, startSimulator } from './simulator/server.js';

const EXCHANGE = BUILT_IN.exchange;
const FLUSH_PRICES_EVERY_MS = 500;
/** How often the exchange checks for securities that were listed during its trading day. */
const LIST_EVERY_MS = 2_000;
const LOGON_WAIT_MS = 10_000;
const LOGON_POLL_INTERVAL_MS = 20;
const CATCH_UP_WAIT_MS = 10_000;
const HEARTBEAT_SECONDS = 30;

/** The app's interface to the built-in exchange: the adapter and the end-of-day steps. */
export interface BuiltInExchange {
  readonly adapter: ExchangeAdapter;
  /** Runs before the other steps: the exchange ends its day and reports the expired orders. */
  readonly closeStep: EndOfDayStep;
  /** Runs after the other steps: the exchange opens on the next date with the closing prices. */
  readonly openStep: EndOfDayStep;
}

interface Running {
  readonly simulator: Simulator;
  readonly adapter: OrderAdapter;
  readonly prices: PriceFeed;
  readonly exchangeId: bigint;
  readonly day: Day;
  /** The ids of the listed securities by symbol. */
  readonly listed: Map<string, bigint>;
}

/** The trading date and the rules in force on that date. */
interface Day {
  date: BusinessDate;
  rules: MarketRules;
}

/** Creates the exchange. Nothing runs until its worker is started. */
export function builtInExchange(): BuiltInExchange {
  let running: Running | undefined;
  return {
    adapter: {
      name: 'built-in exchange',
      sessionName: BUILT_IN.session,
      start: async (context) => {
        const opened = await open(context);
        running = opened;
        const listing = opened === undefined ? undefined : startListing(context, opened);
        return runningOf({ opened, listing }, () => {
          running = undefined;
        });
      },
    },
    closeStep: {
      name: 'close-exchange',
      everyTime: true,
      run: async (_context, day) => {
        if (running === undefined) return 0;
        await running.simulator.closeDay(day.closing);
        await untilCaughtUp(running);
        return 1;
      },
    },
    openStep: {
      name: 'open-exchange',
      everyTime: true,
      run: async (context, day) => {
        if (running === undefined) return 0;
        const rules = await rulesOf(context.db, running.exchangeId);
        Object.assign(running.day, { date: day.next, rules });
        return list(running, await listedSecurities(context, running.day));
      },
    },
  };
}

async function open(context: Context): Promise<Running | undefined> {
  const exchange = await selectExchange(context.db, EXCHANGE);
  if (exchange === undefined) return undefined;
  const day: Day = {
    date: await currentBusinessDate(context.db),
    rules: await rulesOf(context.db, exchange.id),
  };
  const securities = await listedSecurities(context, day);
  const listed = new Map(securities.map(({ symbol, id }) => [symbol, id]));
  const prices = createPriceFeed(context, listed);
  const key = { beginString: 'FIX.4.4', senderCompId: EXCHANGE, targetCompId: 'BROKER' } as const;
  const simulator = await startSimulator({
    db: context.db,
    clock: context.clock,
    log: context.log,
    host: '127.0.0.1',
    port: context.config.fixPort,
    securities,
    hours: () => hoursOf(day.rules),
    seed: String(context.config.seed),
    sessions: [{ key, heartBtIntSeconds: HEARTBEAT_SECONDS }],
    businessDate: () => day.date,
    onPrice: prices.note,
  }).catch(async (error: unknown) => {
    await prices.stop();
    throw error;
  });
  const { exchangeRoutes: routes } = context.config;
  const beginning = { sessionName: BUILT_IN.session, exchangeId: exchange.id, routes };
  await adoptWaitingOrders(context.db, beginning);
  const adapter = startOrderAdapter(context, {
    name: BUILT_IN.session,
    exchangeId: exchange.id,
    host: '127.0.0.1',
    port: simulator.port,
    session: {
      key: { beginString: 'FIX.4.4', senderCompId: 'BROKER', targetCompId: EXCHANGE },
      heartBtIntSeconds: HEARTBEAT_SECONDS,
    },
  });
  context.log.info({ port: simulator.port }, 'the built-in exchange listens for FIX');
  await waitForLogon(adapter);
  return { simulator, adapter, prices, exchangeId: exchange.id, day, listed };
}

// A security that is listed during the day can be traded at once, at its previous close.
function startListing(context: Context, running: Running): RunningWorker {
  return startLoop(context, {
    name: 'exchange-listing',
    everyMs: LIST_EVERY_MS,
    firstAfterMs: LIST_EVERY_MS,
    round: async () => {
      const known = [...running.listed.keys()];
      const added = await listedSecurities(context, running.day, known);
      if (added.length > 0) await list(running, added);
    },
  });
}

async function list(
  { simulator, listed }: Running,
  securities: readonly Listed[],
): Promise<number> {
  await simulator.loadSecurities(securities);
  // Marked as listed only after success, so that a failed attempt is retried.
  for (const { symbol, id } of securities) listed.set(symbol, id);
  return securities.length;
}

// The server is ready only when orders can be sent, so startup waits a limited time for the logon.
async function waitForLogon(adapter: OrderAdapter): Promise<void> {
  for (let waited = 0; waited < LOGON_WAIT_MS; waited += LOGON_POLL_INTERVAL_MS) {
    if (adapter.session.isLoggedOn()) return;
    await new Promise((resolve) => setTimeout(resolve, LOGON_POLL_INTERVAL_MS));
  }
}

// The last fills of a day must be booked on that day, so the other end-of-day steps wait, for a
// limited time, until every report from the exchange is booked.
async function untilCaughtUp({ simulator, adapter }: Running): Promise<void> {
  const [said] = simulator.sessions;
  for (let waited = 0; waited < CATCH_UP_WAIT_MS; waited += LOGON_POLL_INTERVAL_MS) {
    if (said === undefined || !adapter.session.isLoggedOn()) return;
    const { nextOut } = await said.status();
    const { nextIn, unbooked } = await adapter.session.status();
    if (nextIn >= nextOut && unbooked === 0n) return;
    await new Promise((resolve) => setTimeout(resolve, LOGON_POLL_INTERVAL_MS));
  }
}

type Ending = Pick<RunningWorker, 'stop'> | undefined;

// If the exchange was renamed or never created, the program runs without an adapter.
function runningOf(
  { opened, listing }: { readonly opened: Running | undefined; readonly listing: Ending },
  onStopped: () => void,
): RunningAdapter {
  const isConnected = () => opened?.adapter.isConnected() === true;
  const end = () =>
    endEach(
      () => listing?.stop(),
      () => opened?.adapter.stop(),
      () => opened?.prices.stop(),
      () => opened?.simulator.stop(),
      onStopped,
    );
  let ended: Promise<void> | undefined;
  return {
    isConnected,
    ready: () => opened === undefined || isConnected(),
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}

function hoursOf({ timeZone, calendar, classes }: MarketRules): TradingHours {
  return {
    timeZone,
    calendar,
    dayOn: (date, assetClass) => ruleOn(classes[assetClass].TRADING_PHASES, date),
  };
}

type Listed = ListedSecurity & { readonly id: bigint };

async function listedSecurities(
  context: Context,
  day: Day,
  known: readonly string[] = [],
): Promise<readonly Listed[]> {
  const listing = { exchange: EXCHANGE, date: day.date, known };
  const rows = await selectListedSecurities(context.db, listing);
  return rows.map((row) => {
    const { id, symbol, security_type, previous_close: previousClose } = row;
    const assetClass = assetClassOf(security_type);
    const rules = day.rules.classes[assetClass];
    const groups = ruleOn(rules.PRICE_TICK, day.date);
    const band = ruleOn(rules.PRICE_BAND, day.date);
    return {
      id,
      symbol,
      assetClass,
      previousClose,
      ...(groups === undefined ? {} : { tick: tickOf(groups, previousClose) }),
      ...(band === undefined ? {} : { bandPercent: band.percent }),
      ...exDateOf(row, day.date),
    };
  });
}

function exDateOf(row: ListedRow, date: BusinessDate): Pick<ListedSecurity, 'exDate'> {
  const { ex_amount: amount, ex_dividend: dividend, ex_factor: factor } = row;
  if (amount === null || dividend === null || factor === null) return {};
  return { exDate: { date, amount, dividend, factor } };
}

interface PriceFeed {
  readonly note: (price: PriceSnapshot) => void;
  readonly stop: () => Promise<void>;
}

// Prices move many times a second, so each security's changes are stored only twice a second.
function createPriceFeed(context: Context, idOf: ReadonlyMap<string, bigint>): PriceFeed {
  const latest = new Map<string, PriceSnapshot>();
  const stored = new Map<string, bigint>();
  let flushing: Promise<void> | undefined;
  const flush = async () => {
    const updates: PriceUpdate[] = [];
    for (const price of latest.values()) {
      const securityId = idOf.get(price.symbol);
      const before = stored.get(price.symbol) ?? 0n;
      // The exchange's volume restarts at zero each day, and the first volume after our start
      // includes earlier trades.
      const quantity =
        price.volume >= before && stored.has(price.symbol) ? price.volume - before : 0n;
      stored.set(price.symbol, price.volume);
      const last = new Decimal(price.last);
      if (securityId !== undefined) updates.push({ securityId, last, quantity, at: price.at });
    }
    latest.clear();
    if (updates.length > 0) await context.db.transaction((tx) => applyPrices(tx, updates));
  };
  const timer = setInterval(() => {
    flushing ??= flush()
      .catch((error: unknown) => context.log.error({ err: error }, 'prices not stored'))
      .finally(() => {
        flushing = undefined;
      });
  }, FLUSH_PRICES_EVERY_MS);
  return {
    note: (price) => {
      latest.set(price.symbol, price);
    },
    stop: async () => {
      clearInterval(timer);
      await flushing;
    },
  };
}
