// The listening side. It reads one Logon, finds its session, and hands over the socket.

import { once } from 'node:events';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { Database } from '../../../../platform/database/database.js';
import type { FixApplication, SessionLog } from '../application.js';
import type { SessionConfig } from '../config.js';
import { FIX_LIMIT } from '../limits.js';
import { decode } from '../message/decode.js';
import { createFramer, type Framer } from '../message/framer.js';
import { type FixMessage, fieldOf } from '../message/message.js';
import { MSG_TYPE, TAG } from '../message/tag.js';
import { pause, type SessionClock } from '../message/time.js';
import { createSessionHost, type FixSession, type SessionHost } from './session-host.js';

interface AcceptorSetup {
  readonly db: Database;
  readonly log: SessionLog;
  readonly clock: SessionClock;
  /** The address to listen on; default: the loopback address. */
  readonly host?: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly tls?: TlsOptions;
  readonly sessions: readonly {
    readonly config: SessionConfig;
    readonly application: FixApplication;
  }[];
}

export interface Acceptor {
  readonly port: number;
  readonly sessions: readonly FixSession[];
  /** Logs out every session, waits for a limited time, and closes. */
  stop(): Promise<void>;
}

interface Listening {
  readonly setup: AcceptorSetup;
  readonly hosts: ReadonlyMap<string, SessionHost>;
  /** Sessions that have a connection or are about to get one. */
  readonly taken: Map<string, Promise<void>>;
  /** Sockets that have not sent their Logon yet. */
  readonly strangers: Set<Socket>;
  isStopping: boolean;
}

/** Starts listening. Resolves when the port is open. */
export async function startAcceptor(setup: AcceptorSetup): Promise<Acceptor> {
  const hosts = new Map(
    setup.sessions.map(({ config, application }) => [
      routeOf(config.key),
      createSessionHost({ ...setup, config, application }),
    ]),
  );
  const listening: Listening = {
    setup,
    hosts,
    taken: new Map(),
    strangers: new Set(),
    isStopping: false,
  };
  const greet = (socket: Socket) => void welcome(listening, socket);
  const server = setup.tls === undefined ? createTcpServer() : createTlsServer(setup.tls);
  server.on(setup.tls === undefined ? 'connection' : 'secureConnection', greet);
  server.listen(setup.port, setup.host ?? '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    sessions: [...hosts.values()].map((host) => host.session),
    stop: () => stop(listening, server),
  };
}

async function stop(listening: Listening, server: Server): Promise<void> {
  listening.isStopping = true;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of listening.strangers) socket.destroy();
  await Promise.all([...listening.hosts.values()].map((host) => host.stop()));
  await Promise.all(listening.taken.values());
  await closed;
}

/** Reads the first message from a new socket. Nothing more is read until its session is found. */
async function welcome(listening: Listening, socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  socket.setNoDelay(true);
  if (listening.strangers.size >= FIX_LIMIT.connectionsAwaitingLogon || listening.isStopping) {
    socket.destroy();
    return;
  }
  listening.strangers.add(socket);
  const framer = createFramer();
  const frames = await firstFrames(listening.setup.clock, socket, framer);
  listening.strangers.delete(socket);
  const { message } = decode(frames[0] ?? Buffer.alloc(0));
  const route = message?.msgType === MSG_TYPE.Logon ? routeOfLogon(message) : '';
  const host = listening.hosts.get(route);
  if (host !== undefined) await leaveTime(listening, listening.taken.get(route));
  if (host === undefined || listening.taken.has(route) || listening.isStopping) {
    socket.destroy();
    return;
  }
  const visit = receive(listening, host, { socket, framer, frames });
  listening.taken.set(
    route,
    visit.finally(() => listening.taken.delete(route)),
  );
  await visit;
}

/**
 * A counterparty may reconnect before its former connection is cleaned up. The new connection does
 * not count as a second one.
 */
async function leaveTime({ setup }: Listening, visit: Promise<void> | undefined): Promise<void> {
  if (visit === undefined) return;
  const ended = new AbortController();
  await Promise.race([visit, pause(setup.clock, FIX_LIMIT.leaveTimeoutMs, ended.signal)]);
  ended.abort();
}

/** Runs a session's connection. A failure ends only this connection. */
async function receive(
  listening: Listening,
  host: SessionHost,
  visitor: { readonly socket: Socket; readonly framer: Framer; readonly frames: readonly Buffer[] },
): Promise<void> {
  const { log } = listening.setup;
  const { socket, framer, frames } = visitor;
  try {
    if (await host.isHeld()) throw new Error('an operator holds the session logged out');
    if (!(await host.claim())) throw new Error('another node owns the session');
    if (listening.isStopping) throw new Error('stopping');
    const { reason } = await host.run(socket, framer, frames);
    log.info(host.session.key, `disconnected: ${reason}`);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    log.alarm(host.session.key, `connection refused: ${text}`);
    socket.destroy();
  } finally {
    await host.release();
  }
}

/**
 * Reads until at least one frame is complete. Returns no frames if the socket ends or takes too
 * long.
 */
function firstFrames(
  clock: SessionClock,
  socket: Socket,
  framer: Framer,
): Promise<readonly Buffer[]> {
  return new Promise((resolve) => {
    const finish = (frames: readonly Buffer[]) => {
      callOff();
      socket.off('data', read);
      socket.off('close', leave);
      socket.pause();
      resolve(frames);
    };
    const read = (chunk: Buffer) => {
      const frames = framer.push(chunk);
      if (frames.length > 0) finish(frames);
    };
    const leave = () => finish([]);
    const callOff = clock.after(FIX_LIMIT.logonTimeoutMs, leave);
    socket.on('data', read);
    socket.once('close', leave);
  });
}

/** Returns the session that a Logon belongs to. The Logon's sender is our target. */
function routeOfLogon(message: FixMessage): string {
  return [
    message.beginString,
    fieldOf(message, TAG.TargetCompID),
    fieldOf(message, TAG.SenderCompID),
  ].join('\u0001');
}

function routeOf(key: SessionConfig['key']): string {
  return [key.beginString, key.senderCompId, key.targetCompId].join('\u0001');
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
