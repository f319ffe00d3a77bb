// One configured session over its many connections: at most one at a time, each with a claimed
// owner.

import type { Socket } from 'node:net';
import type { SessionKey } from './config.js';
import {
  type Connection,
  openConnection,
  type SendOutcome,
  type SendWork,
  type SessionSetup,
} from './connection.js';
import type { Framer } from './framer.js';
import { FIX_LIMIT } from './limit.js';
import { claimSession, type Ownership } from './ownership.js';
import { openState } from './session.js';
import { type SessionStatus, statusOf } from './status.js';
import { ensureSession, loadSequence } from './store.js';

/** A session as the rest of the program knows it: whether connected or not, it can be asked. */
export interface FixSession {
  readonly key: SessionKey;
  isLoggedOn(): boolean;
  status(): Promise<SessionStatus>;
  /** See `Connection.send`; without a connection the work does not run. */
  send(work: SendWork): Promise<SendOutcome>;
  logout(text?: string): void;
  /** Hangs up without a Logout; an initiator connects again. */
  drop(reason: string): void;
}

export interface SessionHost {
  readonly session: FixSession;
  /** Becomes the owner, or stays it; false while another node is. */
  claim(): Promise<boolean>;
  release(): Promise<void>;
  /** Runs one connection to its end and says why it ended. The session must be claimed. */
  run(socket: Socket, framer: Framer, frames: readonly Buffer[]): Promise<string>;
  /** Logs out, waits a bounded time for the answer, and gives the session free. */
  stop(): Promise<void>;
}

/** Makes the host of a session; nothing is read or written before `claim`. */
export function createSessionHost(setup: SessionSetup): SessionHost {
  let connection: Connection | undefined;
  let ownership: Ownership | undefined;
  const claim = async () => {
    if (ownership !== undefined && (await ownership.isValid())) return true;
    await ownership?.release();
    ownership = await claimSession(setup.db, await sessionIdOf(setup));
    return ownership !== undefined;
  };
  const release = async () => {
    const held = ownership;
    ownership = undefined;
    await held?.release();
  };
  return {
    session: {
      key: setup.config.key,
      isLoggedOn: () => connection?.isReady() ?? false,
      status: async () => statusOf(connection?.state() ?? (await storedState(setup))),
      send: (work) =>
        connection?.send(work) ?? Promise.resolve({ sent: false, reason: 'not connected' }),
      logout: (text) => connection?.logout(text),
      drop: (reason) => connection?.drop(reason),
    },
    claim,
    release,
    run: async (socket, framer, frames) => {
      if (ownership === undefined || connection !== undefined) {
        socket.destroy();
        return 'session is not free';
      }
      const stored = await loadSequence(setup.db, ownership.sessionId);
      connection = openConnection(setup, { socket, framer, frames, ownership, stored });
      const reason = await connection.ended;
      connection = undefined;
      return reason;
    },
    stop: async () => {
      if (connection !== undefined) await endWithin(connection, FIX_LIMIT.stopTimeoutMs);
      await release();
    },
  };
}

async function endWithin(connection: Connection, timeoutMs: number): Promise<void> {
  const force = setTimeout(() => connection.drop('stopped'), timeoutMs);
  connection.logout();
  await connection.ended;
  clearTimeout(force);
}

async function storedState(setup: SessionSetup) {
  const stored = await loadSequence(setup.db, await sessionIdOf(setup));
  const state = openState(setup.config, stored, setup.clock.nowMs());
  return { ...state, phase: 'ended' as const };
}

function sessionIdOf(setup: SessionSetup): Promise<number> {
  return ensureSession(setup.db, setup.config.key, setup.clock.nowMs());
}
