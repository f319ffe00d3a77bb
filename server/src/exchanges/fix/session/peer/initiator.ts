// The connecting side. It keeps one session connected, and reconnects after every disconnect.

import { connect as connectTcp, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { FIX_LIMIT } from '../limits.js';
import { createFramer } from '../message/framer.js';
import { every, pause } from '../message/time.js';
import { createLowNumbers, type LowNumbers } from '../number/low-number.js';
import type { SessionSetup } from '../setup.js';
import { isWithinHours } from './hours.js';
import { createReachNotes, NOT_OURS, type Reach, type ReachNotes, type Rest } from './reach.js';
import { createSessionHost, type FixSession, type SessionHost } from './session-host.js';

interface InitiatorSetup extends SessionSetup {
  readonly host: string;
  readonly port: number;
  /** The TLS options; if absent, the connection uses plain TCP. */
  readonly tls?: ConnectionOptions;
}

export interface Initiator {
  readonly session: FixSession;
  /**
   * Returns the state of the connection for display; ELSEWHERE while this node does not own the
   * session.
   */
  reach(): Reach;
  /**
   * Logs out, waits for a limited time, and ends without reconnecting. `last` runs before the
   * session is released, so no other node owns the session yet.
   */
  stop(last?: () => Promise<void>): Promise<void>;
}

/** Connects in the background and reconnects until stopped. */
export function startInitiator(setup: InitiatorSetup): Initiator {
  const host = createSessionHost(setup);
  const reach = createReachNotes();
  const stopping = new AbortController();
  const stopWatching = endWithHours(setup, host.session);
  const lowNumbers = createLowNumbers(setup.config);
  const loop = keepConnected(setup, { host, reach, lowNumbers }, stopping.signal);
  return {
    session: host.session,
    reach: () => (host.isOwner() ? reach.now(host.session.isLoggedOn()) : NOT_OURS),
    stop: async (last = async () => undefined) => {
      stopping.abort();
      stopWatching();
      try {
        await host.stop();
        await loop;
        await last();
      } finally {
        await host.release();
      }
    },
  };
}

interface Side {
  readonly host: SessionHost;
  readonly reach: ReachNotes;
  readonly lowNumbers: LowNumbers;
}

/**
 * How often, in milliseconds, the initiator checks whether the session should be connected, and
 * whether another node has released it.
 */
const POLL_INTERVAL_MS = {
  RESTS: FIX_LIMIT.controlPollIntervalMs,
  ELSEWHERE: FIX_LIMIT.claimPollIntervalMs,
};

async function keepConnected(
  setup: InitiatorSetup,
  side: Side,
  stopping: AbortSignal,
): Promise<void> {
  let failures = 0;
  let last: Awaited<ReturnType<typeof tryOnce>> = 0;
  while (!stopping.aborted) {
    const outcome = await tryOnce(setup, side, stopping);
    if (outcome === 'ELSEWHERE' && last !== outcome) {
      setup.log.info(setup.config.key, 'another node owns the session');
    }
    last = outcome;
    if (typeof outcome === 'string') {
      failures = 0;
      await pause(setup.clock, POLL_INTERVAL_MS[outcome], stopping);
      continue;
    }
    failures = outcome > FIX_LIMIT.steadyAfterMs ? 0 : failures + 1;
    const waitMs = Math.min(
      FIX_LIMIT.reconnectMinMs * 2 ** Math.min(failures - 1, 16),
      setup.config.reconnectMaxMs,
    );
    await pause(setup.clock, waitMs, stopping);
  }
}

/**
 * Claims the session and connects if it should be connected. Returns how many milliseconds the
 * connection lasted; 0 if there was none. A paused session is claimed too, because only its owner
 * records its state.
 */
async function tryOnce(
  setup: InitiatorSetup,
  side: Side,
  stopping: AbortSignal,
): Promise<number | keyof typeof POLL_INTERVAL_MS> {
  const { host, reach, lowNumbers } = side;
  const claimed = await claim(setup, host);
  if (claimed !== 'OURS') {
    reach.rests('ELSEWHERE');
    return claimed === 'ELSEWHERE' ? claimed : 0;
  }
  const rest = await restOf(setup, host);
  if (rest !== undefined) {
    reach.rests(rest);
    lowNumbers.forget();
    return 'RESTS';
  }
  if (lowNumbers.holds(numbersOf(setup, host))) return 'RESTS';
  reach.tries();
  return connectOnce(setup, side, stopping).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    setup.log.info(setup.config.key, `no connection: ${reason}`);
    reach.ends({ reason, refusal: 'NONE', wasLoggedOn: false });
    return 0;
  });
}

async function claim(
  { log, config }: InitiatorSetup,
  host: SessionHost,
): Promise<'OURS' | 'ELSEWHERE' | 'FAILED'> {
  try {
    return (await host.claim()) ? 'OURS' : 'ELSEWHERE';
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    log.info(config.key, `the session cannot be claimed: ${text}`);
    return 'FAILED';
  }
}

/** Returns why no connection is attempted now; undefined if the session should be connected. */
async function restOf(setup: InitiatorSetup, host: SessionHost): Promise<Rest | undefined> {
  if (await isHeld(setup, host)) return 'LOGGED_OUT_BY_OPERATOR';
  return isInHours(setup) ? undefined : 'OUTSIDE_HOURS';
}

function isInHours({ config, clock }: InitiatorSetup): boolean {
  return config.hours === undefined || isWithinHours(config.hours, clock.nowMs());
}

/** Logs out when the session's hours are over. */
function endWithHours(setup: InitiatorSetup, session: FixSession): () => void {
  if (setup.config.hours === undefined) return () => undefined;
  return every(setup.clock, FIX_LIMIT.controlPollIntervalMs, () => {
    if (session.isLoggedOn() && !isInHours(setup)) session.logout('the hours of the session end');
  });
}

/** Returns true if an operator keeps the session logged out; false if that is unknown. */
async function isHeld({ log, config }: InitiatorSetup, host: SessionHost): Promise<boolean> {
  try {
    return await host.isHeld();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    log.info(config.key, `the session's state cannot be read: ${text}`);
    return false;
  }
}

/** Runs one connection of a claimed session. Returns how many milliseconds it lasted. */
async function connectOnce(
  setup: InitiatorSetup,
  { host, reach, lowNumbers }: Side,
  stopping: AbortSignal,
): Promise<number> {
  const { config, log, clock } = setup;
  const socket = await openSocket(setup, stopping);
  if (stopping.aborted) {
    socket.destroy();
    return 0;
  }
  const startedMs = clock.nowMs();
  const ended = await host.run(socket, createFramer(), []);
  log.info(config.key, `disconnected: ${ended.reason}`);
  reach.ends(ended);
  if (lowNumbers.ends(ended.refusal, numbersOf(setup, host))) log.alarm(config.key, LOST_NUMBERS);
  return clock.nowMs() - startedMs;
}

const LOST_NUMBERS =
  'the counterparty expects a higher number than ours, as after data loss: no further logon ' +
  'until two people reset the numbers, or an operator logs the session out and on';

function numbersOf({ clock }: InitiatorSetup, host: SessionHost) {
  return { fence: host.fence(), nowMs: clock.nowMs() };
}

function openSocket(setup: InitiatorSetup, stopping: AbortSignal): Promise<Socket> {
  const { host, port, tls } = setup;
  const socket =
    tls === undefined ? connectTcp({ host, port }) : connectTls({ ...tls, host, port });
  const isReady = tls === undefined ? 'connect' : 'secureConnect';
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(new Error('stopped'));
    const limit = setTimeout(
      () => socket.destroy(new Error('connecting took too long')),
      FIX_LIMIT.connectTimeoutMs,
    );
    const settled = () => {
      clearTimeout(limit);
      stopping.removeEventListener('abort', abort);
    };
    stopping.addEventListener('abort', abort);
    socket.once(isReady, () => {
      settled();
      resolve(socket);
    });
    // This listener is never removed: an error is always followed by a close, which ends the
    // connection.
    socket.on('error', (error) => {
      settled();
      reject(error);
    });
  });
}
