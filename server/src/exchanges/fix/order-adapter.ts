// The adapter between the order module and a FIX session: instructions go out, reports come in.
// Each direction is one transaction with the session's numbers, so nothing is lost or done twice.

import {
  applyExchangeReport,
  instructionTopic,
  takeInstructions,
} from '../../modules/order/index.js';
import type { Context } from '../../platform/context.js';
import { workIn } from '../../platform/system-work.js';
import { massStatusRequest, rejectedNumber, toFix, toReport } from './order-message.js';
import type { FixApplication, SessionLog } from './session/application.js';
import { type SessionSettings, sessionConfig } from './session/config.js';
import { startInitiator } from './session/initiator.js';
import type { FixSession } from './session/session-host.js';

const LOOK_EVERY_MS = 250;

export interface OrderAdapterSettings {
  readonly exchangeId: bigint;
  readonly host: string;
  readonly port: number;
  readonly session: Omit<SessionSettings, 'role'>;
}

export interface OrderAdapter {
  readonly session: FixSession;
  stop(): Promise<void>;
}

/** Starts the adapter; it connects in the background and keeps trying. */
export function startOrderAdapter(context: Context, settings: OrderAdapterSettings): OrderAdapter {
  const log = sessionLog(context);
  const pump: { push: () => void } = { push: () => undefined };
  const initiator = startInitiator({
    db: context.db,
    config: sessionConfig({ ...settings.session, role: 'initiator' }),
    application: applicationOf(context, settings, () => pump.push()),
    log,
    clock: { nowMs: () => context.clock.millis() },
    host: settings.host,
    port: settings.port,
  });
  const sender = createSender(context, settings.exchangeId, initiator.session);
  pump.push = sender.wake;
  const stopListening = context.signals.on(instructionTopic(settings.exchangeId), sender.wake);
  const timer = setInterval(sender.wake, LOOK_EVERY_MS);
  return {
    session: initiator.session,
    stop: async () => {
      clearInterval(timer);
      stopListening();
      await sender.settled();
      await initiator.stop();
    },
  };
}

function sessionLog(context: Context): SessionLog {
  return {
    alarm: (key, text) => {
      context.metrics.events.inc({ name: 'fix-alarm' });
      context.log.error({ session: key }, text);
    },
    info: (key, text) => context.log.info({ session: key }, text),
  };
}

function applicationOf(
  context: Context,
  { exchangeId }: OrderAdapterSettings,
  wake: () => void,
): FixApplication {
  return {
    onMessage: async (tx, message) => {
      const report = toReport(exchangeId, message);
      if (report === undefined) return [];
      await workIn({ context, tx, reason: 'exchange-report' }, (work) =>
        applyExchangeReport(work, report),
      );
      return [];
    },
    onReject: async (_tx, reject) => {
      const number = rejectedNumber(reject);
      context.log.error({ number }, 'the exchange rejected a message at the session level');
    },
    onLogon: wake,
  };
}

interface Sender {
  readonly wake: () => void;
  readonly settled: () => Promise<void>;
}

// One round at a time; a wake during a round asks for one more, so no instruction waits for the timer.
function createSender(context: Context, exchangeId: bigint, session: FixSession): Sender {
  let running: Promise<void> | undefined;
  let again = false;
  let asked = false;
  const rounds = async () => {
    do {
      again = false;
      if (!session.isLoggedOn()) {
        asked = false;
        return;
      }
      if (!asked) {
        asked = true;
        await session.send(async () => [massStatusRequest(`MS-${context.clock.millis()}`)]);
      }
      const outcome = await session.send(async (tx) => {
        const instructions = await takeInstructions(tx, exchangeId, context.clock.now());
        return instructions.map((instruction) => toFix(instruction, context.clock.millis()));
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
  return { wake, settled: async () => running };
}
