// The running simulated exchange. It listens for FIX members and advances the market at intervals.

import { setTimeout as sleep } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import type { AssetClass } from '../../modules/market/index.js';
import { type BusinessDate, dateOfInstant } from '../../platform/calendar/business-date.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { Log } from '../../platform/log/log.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { endEach } from '../../platform/stop.js';
import type { Delivered, FixApplication, SessionLog } from '../fix/session/application.js';
import {
  keyText,
  type SessionKey,
  type SessionSettings,
  sessionConfig,
} from '../fix/session/config.js';
import { type FixMessage, fieldOf } from '../fix/session/message/message.js';
import { TAG } from '../fix/session/message/tag.js';
import { sessionClock } from '../fix/session/message/time.js';
import { type Acceptor, startAcceptor } from '../fix/session/peer/acceptor.js';
import type { FixSession } from '../fix/session/peer/session-host.js';
import { createDelivery, type Delivery } from './delivery.js';
import type { Dispute } from './dispute-queries.js';
import { type Exchange, openExchange, type PriceSnapshot } from './exchange.js';
import { SIMULATOR } from './limits.js';
import type { SecurityListing } from './operator.js';
import type { TradingHours } from './phase.js';
import { parsePrice } from './price.js';

/** A security as its host lists it, with prices in the exchange's currency. */
export interface ListedSecurity {
  readonly symbol: string;
  /** The class whose trading hours apply; default: shares. */
  readonly assetClass?: AssetClass;
  readonly previousClose: Decimal;
  /** The price step; default: the tick of the previous close's price group. */
  readonly tick?: Decimal;
  /** The price band around the previous close, in percent; default: the NGX band. */
  readonly bandPercent?: Decimal;
  /**
   * The price adjustment by corporate actions on the current date, if it is an ex-date. The
   * previous close is already adjusted.
   */
  readonly exDate?: {
    readonly date: BusinessDate;
    readonly amount: Decimal;
    /** The part of the amount that is a cash dividend. */
    readonly dividend: Decimal;
    readonly factor: Decimal;
  };
}

export interface SimulatorSettings {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The address and port to listen on; port 0 chooses any free port. */
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsOptions;
  readonly securities: readonly ListedSecurity[];
  /** Returns the trading hours; called on every turn. */
  readonly hours: () => TradingHours;
  /** The seed for all prices; null for an exchange without a market maker. */
  readonly seed: string | null;
  /** One session per member; the role is always acceptor. */
  readonly sessions: readonly Omit<SessionSettings, 'role'>[];
  /** The exchange's name in the tables; needed if a database contains several exchanges. */
  readonly name?: string;
  /** The host's business date; default: the calendar day at the exchange. */
  readonly businessDate?: () => BusinessDate;
  /** How often the market moves; if 0, it moves only when `step` is called. */
  readonly stepIntervalMs?: number;
  /** Called after each commit that changed a price or volume; must not throw. */
  readonly onPrice?: (price: PriceSnapshot) => void;
}

/**
 * A running exchange. Every function except `prices` resolves after the commit and after the
 * reports have been sent.
 */
export interface Simulator {
  readonly port: number;
  readonly sessions: readonly FixSession[];
  prices(): readonly PriceSnapshot[];
  disputes(): Promise<readonly Dispute[]>;
  loadSecurities(securities: readonly ListedSecurity[]): Promise<void>;
  step(): Promise<void>;
  closeDay(date: BusinessDate): Promise<void>;
  halt(symbol: string): Promise<boolean>;
  resume(symbol: string): Promise<boolean>;
  bust(execId: string): Promise<boolean>;
  correct(execId: string, terms: { price: Decimal; quantity: bigint }): Promise<boolean>;
  stop(): Promise<void>;
}

/** Opens the exchange with its stored state. Resolves when members can log on. */
export async function startSimulator(settings: SimulatorSettings): Promise<Simulator> {
  const links: Links = { sessions: new Map(), exchange: undefined };
  const delivery = createDelivery((member) => sendPortion(links, member), {
    roundsMax: SIMULATOR.flushRoundsMax,
    onFailure: (member, error) => settings.log.error({ member, err: error }, 'reports not sent'),
  });
  const exchange = await openExchange(exchangeSettings(settings, delivery));
  links.exchange = exchange;
  await exchange.loadSecurities(listingsOf(settings, settings.securities));
  const acceptor = await listen(settings, applicationOf(exchange, delivery));
  for (const session of acceptor.sessions) links.sessions.set(memberOf(session.key), session);
  const stopping = new AbortController();
  const loop = letTimePass(settings, exchange, stopping.signal);
  const afterwards = async <Result>(work: Promise<Result>) => {
    const result = await work;
    await delivery.settled();
    return result;
  };
  return {
    port: acceptor.port,
    sessions: acceptor.sessions,
    prices: () => exchange.prices(),
    disputes: () => exchange.disputes(),
    loadSecurities: (securities) => exchange.loadSecurities(listingsOf(settings, securities)),
    step: () => afterwards(exchange.step()),
    closeDay: (date) => afterwards(exchange.closeDay(date)),
    halt: (symbol) => afterwards(exchange.halt(symbol)),
    resume: (symbol) => afterwards(exchange.resume(symbol)),
    bust: (execId) => afterwards(exchange.bust(execId)),
    correct: (execId, { price, quantity }) =>
      afterwards(exchange.correct(execId, { price: scaled(price) ?? 0n, quantity })),
    stop: () =>
      endEach(
        () => stopping.abort(),
        () => loop,
        acceptor.stop,
        delivery.settled,
      ),
  };
}

/** The parts that a delivery needs but that can be created only after the delivery. */
interface Links {
  readonly sessions: Map<string, FixSession>;
  exchange: Exchange | undefined;
}

async function sendPortion({ sessions, exchange }: Links, member: string): Promise<boolean> {
  const session = sessions.get(member);
  if (session === undefined || exchange === undefined || !session.isLoggedOn()) return false;
  const outcome = await session.send((tx) => exchange.takeWaiting(tx, member));
  return outcome.sent && outcome.messages >= SIMULATOR.reportsPerFlushMax;
}

function applicationOf(exchange: Exchange, delivery: Delivery): FixApplication {
  const onMessages = async (tx: Tx, delivered: readonly Delivered[]) => {
    const [first] = delivered;
    if (first === undefined) return [];
    const messages = delivered.map(({ message }) => message);
    return exchange.onMessages(tx, messages, memberOf(first.meta.sessionKey));
  };
  return {
    onMessage: (tx, message, meta) => onMessages(tx, [{ message, meta }]),
    onMessages,
    onLogon: (key) => delivery.deliver(memberOf(key)),
  };
}

/** Identifies a member by its CompID and FIX version, so that two sessions never mix orders. */
function memberOf({ beginString, targetCompId, qualifier }: SessionKey): string {
  const member = `${beginString}:${targetCompId}`;
  return qualifier === '' ? member : `${member}/${qualifier}`;
}

function exchangeSettings(settings: SimulatorSettings, delivery: Delivery) {
  const { db, clock, log, name = 'NGX', seed, hours } = settings;
  const versions = new Map(
    settings.sessions.map((session) => {
      const { key } = sessionConfig({ ...session, role: 'acceptor' });
      return [memberOf(key), key.beginString];
    }),
  );
  const today = () => dateOfInstant(clock.now(), hours().timeZone);
  return {
    db,
    clock,
    name,
    seed,
    hours,
    businessDate: settings.businessDate ?? today,
    // A member that is no longer configured may still have orders. FIX 4.4 is assumed, because most
    // members use it.
    versionOf: (member: string) => versions.get(member) ?? 'FIX.4.4',
    deliver: delivery.deliver,
    // Only the operator can answer a dispute.
    onDispute: (member: string, message: FixMessage) => {
      const [execId, reason] = [fieldOf(message, TAG.ExecID), fieldOf(message, TAG.DKReason)];
      log.warn({ member, execId, reason }, 'a member disputes a trade');
    },
    ...(settings.onPrice === undefined ? {} : { onPrice: settings.onPrice }),
  };
}

function listen(settings: SimulatorSettings, application: FixApplication): Promise<Acceptor> {
  const { db, clock, log, host, port, tls, sessions } = settings;
  return startAcceptor({
    db,
    log: sessionLog(log),
    clock: sessionClock(() => clock.millis()),
    host,
    port,
    ...(tls === undefined ? {} : { tls }),
    sessions: sessions.map((session) => ({
      config: sessionConfig({ ...session, role: 'acceptor' }),
      application,
    })),
  });
}

function sessionLog(log: Log): SessionLog {
  return {
    alarm: (key, text) => log.error({ session: keyText(key) }, text),
    info: (key, text) => log.info({ session: keyText(key) }, text),
  };
}

async function letTimePass(settings: SimulatorSettings, exchange: Exchange, stopping: AbortSignal) {
  const waitMs = settings.stepIntervalMs ?? SIMULATOR.stepIntervalMs;
  if (waitMs === 0) return;
  while (!stopping.aborted) {
    await sleep(waitMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    // A failed step changes nothing. The market does not move until the database is available
    // again.
    await exchange.step().catch((error: unknown) => {
      settings.log.error({ err: error }, 'the market did not move');
    });
  }
}

function listingsOf(
  { log }: SimulatorSettings,
  securities: readonly ListedSecurity[],
): SecurityListing[] {
  return securities.flatMap((security) => {
    const listing = listingOf(security);
    if (listing === undefined) {
      const { symbol } = security;
      log.warn({ symbol }, 'not listed: its previous close or tick is not a price');
    }
    return listing ?? [];
  });
}

function listingOf(security: ListedSecurity): SecurityListing | undefined {
  const { symbol, assetClass = 'EQUITY', tick, bandPercent, exDate } = security;
  const previousClose = scaled(security.previousClose);
  const step = tick === undefined ? undefined : scaled(tick);
  if (previousClose === undefined || (tick !== undefined && step === undefined)) return undefined;
  return {
    symbol,
    assetClass,
    previousClose,
    ...(step === undefined ? {} : { tick: step }),
    ...(bandPercent === undefined ? {} : { bandPoints: BigInt(bandPercent.times(100).toFixed(0)) }),
    ...(exDate === undefined
      ? {}
      : {
          exDate: {
            date: exDate.date,
            amount: BigInt(exDate.amount.times(10_000).toFixed(0)),
            dividend: BigInt(exDate.dividend.times(10_000).toFixed(0)),
            factor: BigInt(exDate.factor.times(1_000_000_000).toFixed(0)),
          },
        }),
  };
}

/** Converts a decimal to ten-thousandths, rounding half up; undefined unless it is positive. */
function scaled(price: Decimal): bigint | undefined {
  return parsePrice(price.toDecimalPlaces(4).toString());
}
