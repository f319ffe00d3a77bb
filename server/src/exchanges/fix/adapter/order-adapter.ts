// The adapter between the order module and a FIX session: sends instructions and receives reports.
// Each direction shares one transaction with the session's numbers, so nothing is lost or done
// twice.

import type { ConnectionOptions } from 'node:tls';
import { notePricesRequested, pricedSymbols } from '../../../modules/market/index.js';
import {
  askForLive,
  askForOverdue,
  type ConnectionReach,
  connectionEvent,
  instructionTopic,
  noteAskedForAll,
  noteConnection,
  takeInstructions,
} from '../../../modules/order/index.js';
import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { storeEvents } from '../../../platform/events/queries.js';
import { endEach } from '../../../platform/stop.js';
import type { RunningAdapter } from '../../adapter.js';
import type { SessionLog } from '../session/application.js';
import { keyText, type SessionSettings, sessionConfig } from '../session/config.js';
import { type SessionClock, sessionClock } from '../session/message/time.js';
import { type Initiator, startInitiator } from '../session/peer/initiator.js';
import type { FixSession } from '../session/peer/session-host.js';
import { foldAlarms } from './alarm-fold.js';
import { createDisputeSending, type DisputeSending } from './dispute-sending.js';
import { marketDataRequest } from './market-data.js';
import { orderApplication } from './order-application.js';
import { massStatusRequest, type OrderExtras, toFix } from './order-message.js';

const POLL_INTERVAL_MS = 250;
/**
 * How often a session confirms that it is logged on. A confirmation stays valid for several
 * intervals.
 */
const SEEN_EVERY_MS = 5_000;

interface OrderAdapterSettings {
  /** The session to which orders are routed. */
  readonly name: string;
  readonly exchangeId: bigint;
  readonly host: string;
  readonly port: number;
  /** The TLS options; if absent, the connection uses plain TCP. */
  readonly tls?: ConnectionOptions;
  readonly session: Omit<SessionSettings, 'role'>;
  /** True if prices are requested over this session. */
  readonly marketData?: boolean;
  /** True if settlement instructions are sent as Text (58). */
  readonly settlementText?: boolean;
  /** True if the first order of a chain is sent as ClOrdLinkID (583). */
  readonly linkOrders?: boolean;
  /** The parties that are sent with an order. */
  readonly parties?: readonly ('AGENT' | 'CUSTODIAN')[];
}

/** A FIX adapter together with its session, which the operator can inspect. */
export interface OrderAdapter extends RunningAdapter {
  readonly session: FixSession;
}

/** Starts the adapter, which connects in the background and keeps trying. */
export function startOrderAdapter(context: Context, settings: OrderAdapterSettings): OrderAdapter {
  const clock = sessionClock(() => context.clock.millis());
  const { log, stop: stopLog } = sessionLog(context, clock);
  const disputes = createDisputeSending(context, settings, log);
  const links: { loggedOn: () => void } = { loggedOn: () => undefined };
  const initiator = startInitiator({
    db: context.db,
    config: sessionConfig({ ...settings.session, role: 'initiator' }),
    application: orderApplication(context, settings, {
      log,
      loggedOn: () => links.loggedOn(),
      answered: disputes.answered,
    }),
    log,
    clock,
    host: settings.host,
    port: settings.port,
    ...(settings.tls === undefined ? {} : { tls: settings.tls }),
  });
  const sender = createSender(context, settings, { initiator, disputes });
  links.loggedOn = sender.loggedOn;
  const stopListening = context.signals.on(instructionTopic(settings.name), sender.wake);
  const timer = setInterval(sender.wake, POLL_INTERVAL_MS);
  const end = async () => {
    clearInterval(timer);
    stopListening();
    const last = () => endEach(sender.settled, sender.sayStopped);
    await endEach(sender.settled, () => initiator.stop(last), stopLog);
  };
  let ended: Promise<void> | undefined;
  return {
    session: initiator.session,
    isConnected: () => initiator.session.isLoggedOn(),
    ready: () => true,
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}

/** Counts every alarm, but logs alarms with the same cause only once a minute. */
function sessionLog(context: Context, clock: SessionClock) {
  const folded = foldAlarms(clock, (key, text) => context.log.error({ session: key }, text));
  const log: SessionLog = {
    alarm: (key, text) => {
      context.metrics.events.inc({ name: 'fix-alarm' });
      folded.alarm(key, text);
    },
    info: (key, text) => context.log.info({ session: key }, text),
  };
  return { log, stop: folded.stop };
}

interface Sender {
  readonly wake: () => void;
  /** Requests the status of open orders after each logon, before anything else is sent. */
  readonly loggedOn: () => void;
  readonly settled: () => Promise<void>;
  /** Records that the session is no longer running on any node. */
  readonly sayStopped: () => Promise<void>;
}

interface Sides {
  readonly initiator: Initiator;
  readonly disputes: DisputeSending;
}

// Runs one round at a time. A wake-up during a round triggers another round, so that no instruction
// waits for the timer.
function createSender(
  context: Context,
  settings: OrderAdapterSettings,
  { initiator, disputes }: Sides,
): Sender {
  const { name: sessionName } = settings;
  const { session } = initiator;
  let running: Promise<void> | undefined;
  let again = false;
  let logons = 1;
  let askedAfter = 0;
  const extras = extrasOf(settings);
  const say = createConnectionNotes(context, settings, keyText(session.key));
  const rounds = async () => {
    do {
      again = false;
      await say(initiator.reach(), logons);
      await disputes.storeReceived();
      if (!session.isLoggedOn()) return;
      if (askedAfter < logons) {
        const present = logons;
        const asked = await session.send(async (tx, roll) => {
          await disputes.requeue(tx, roll);
          return askAfterLogon(context, tx, { ...settings, roll });
        });
        if (asked.sent) askedAfter = present;
      }
      const outcome = await session.send(async (tx, roll) => {
        const instructions = await takeInstructions(tx, sessionName, context.clock.now());
        return [
          ...instructions.map((instruction) => toFix(instruction, context.clock.millis(), extras)),
          ...(await disputes.take(tx, roll)),
        ];
      });
      if (outcome.sent && outcome.messages > 0) again = true;
    } while (again);
  };
  const wake = () => {
    again = true;
    running ??= rounds()
      .catch((error: unknown) => context.log.error({ err: error }, 'instructions not sent'))
      .finally(() => {
        running = undefined;
      });
  };
  return {
    wake,
    loggedOn: () => {
      logons += 1;
      wake();
    },
    settled: async () => running,
    sayStopped: () => {
      const { state, ...reach } = initiator.reach();
      return say({ ...reach, state: state === 'ELSEWHERE' ? state : 'STOPPED' }, logons);
    },
  };
}

// FIX 4.2 has neither parties nor a field for linked orders.
function extrasOf({
  session,
  settlementText,
  linkOrders,
  parties,
}: OrderAdapterSettings): OrderExtras {
  const isOld = session.key.beginString === 'FIX.4.2';
  return {
    settlementText: settlementText === true,
    linkOrders: linkOrders === true && !isOld,
    agentParty: parties?.includes('AGENT') === true && !isOld,
    custodianParty: parties?.includes('CUSTODIAN') === true && !isOld,
  };
}

type Said = ConnectionReach | ReturnType<Initiator['reach']>;

// Only the session's owner records its state. The order module treats the session as logged on only
// while that record is recent.
function createConnectionNotes(
  context: Context,
  { name: sessionName, exchangeId, host, port }: OrderAdapterSettings,
  protocolName: string,
) {
  let told = { text: '', isLoggedOn: false, logons: 0, since: '', atMs: 0 };
  return async (reach: Said, logons: number) => {
    const { state, attempts, lastError } = reach;
    if (state === 'ELSEWHERE') {
      told = { ...told, text: '', since: '' };
      return;
    }
    const isLoggedOn = state === 'LOGGED_ON';
    const text = [state, attempts, lastError ?? ''].join(' ');
    const isNews = isLoggedOn !== told.isLoggedOn || (isLoggedOn && logons !== told.logons);
    const nowMs = context.clock.millis();
    const isDue = state !== 'STOPPED' && nowMs - told.atMs >= SEEN_EVERY_MS;
    if (!isNews && !isDue && text === told.text) return;
    const now = context.clock.now();
    const since = isNews ? now : told.since || now;
    await context.db.transaction(async (tx) => {
      const session = { sessionName, protocolName, host, port, state, attempts, lastError };
      await noteConnection(tx, { ...session, since, now });
      const event = connectionEvent(exchangeId, { sessionName, isLoggedOn });
      if (isNews) await storeEvents(tx, [event]);
    });
    if (isDue && isLoggedOn) {
      await context.db.transaction((tx) => askForOverdue(tx, { sessionName, now }));
    }
    told = { text, isLoggedOn, logons, since, atMs: nowMs };
  };
}

interface Asking extends OrderAdapterSettings {
  /** The number of times that the session's numbers have restarted. */
  readonly roll: number;
}

// As long as the numbers have not restarted, no report from the exchange is lost, so only the
// status of live orders is requested. After a restart, the status of all orders at the exchange is
// requested once.
async function askAfterLogon(context: Context, tx: Tx, settings: Asking) {
  const { name: sessionName, exchangeId, roll } = settings;
  const now = context.clock.now();
  const ms = context.clock.millis();
  await askForLive(tx, { sessionName, now });
  const isDue = await noteAskedForAll(tx, { sessionName, roll });
  const status = isDue ? [massStatusRequest(`MS-${ms}`)] : [];
  if (settings.marketData !== true) return status;
  await notePricesRequested(tx, { sessionName, exchangeId, now });
  const symbols = await pricedSymbols(tx, exchangeId);
  return [...status, ...symbols.map((each) => marketDataRequest(`MD-${ms}-${each}`, each))];
}
