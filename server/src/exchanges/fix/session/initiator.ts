// The side that connects: it keeps one session up, and comes back after every disconnect.

import { connect as connectTcp, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { SessionSetup } from './connection.js';
import { createFramer } from './framer.js';
import { FIX_LIMIT } from './limit.js';
import { createSessionHost, type FixSession, type SessionHost } from './session-host.js';
import { pause } from './time.js';

interface InitiatorSetup extends SessionSetup {
  readonly host: string;
  readonly port: number;
  /** TLS when given, plain TCP otherwise. */
  readonly tls?: ConnectionOptions;
}

export interface Initiator {
  readonly session: FixSession;
  /** Logs out, waits a bounded time, and ends; no reconnect follows. */
  stop(): Promise<void>;
}

/** Starts to connect, in the background, again and again until stopped. */
export function startInitiator(setup: InitiatorSetup): Initiator {
  const host = createSessionHost(setup);
  const stopping = new AbortController();
  const loop = keepConnected(setup, host, stopping.signal);
  return {
    session: host.session,
    stop: async () => {
      stopping.abort();
      await host.stop();
      await loop;
      await host.release();
    },
  };
}

async function keepConnected(
  setup: InitiatorSetup,
  host: SessionHost,
  stopping: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    if (await isHeld(setup, host)) {
      failures = 0;
      await pause(setup.clock, FIX_LIMIT.controlLookMs, stopping);
      continue;
    }
    const connectedMs = await connectOnce(setup, host, stopping).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      setup.log.info(setup.config.key, `no connection: ${text}`);
      return 0;
    });
    failures = connectedMs > FIX_LIMIT.steadyAfterMs ? 0 : failures + 1;
    const waitMs = Math.min(
      FIX_LIMIT.reconnectLeastMs * 2 ** Math.min(failures - 1, 16),
      setup.config.reconnectMostMs,
    );
    await pause(setup.clock, waitMs, stopping);
  }
}

/** Whether an operator keeps the session logged out; unknown counts as no, the claim will tell. */
async function isHeld({ log, config }: InitiatorSetup, host: SessionHost): Promise<boolean> {
  try {
    return await host.isHeld();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    log.info(config.key, `the session's state cannot be read: ${text}`);
    return false;
  }
}

/** One connection from claim to end; returns how long it lasted in milliseconds. */
async function connectOnce(
  setup: InitiatorSetup,
  host: SessionHost,
  stopping: AbortSignal,
): Promise<number> {
  const { config, log, clock } = setup;
  if (!(await host.claim())) {
    log.info(config.key, 'another node owns the session');
    return 0;
  }
  const socket = await openSocket(setup, stopping);
  if (stopping.aborted) {
    socket.destroy();
    return 0;
  }
  const startedMs = clock.nowMs();
  const reason = await host.run(socket, createFramer(), []);
  log.info(config.key, `disconnected: ${reason}`);
  return clock.nowMs() - startedMs;
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
    // Stays for the socket's life: an error is always followed by a close, which ends the
    // connection.
    socket.on('error', (error) => {
      settled();
      reject(error);
    });
  });
}
