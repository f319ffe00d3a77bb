// Runs one configured session across successive connections. There is at most one connection at a
// time, and the node that runs it must have claimed the session.

import type { Socket } from 'node:net';
import type { SessionKey } from '../config.js';
import { type Booker, startBooker } from '../inbound/booker.js';
import { FIX_LIMIT } from '../limits.js';
import type { Framer } from '../message/framer.js';
import { every } from '../message/time.js';
import { openState } from '../session.js';
import type { SessionSetup } from '../setup.js';
import type { SequenceState } from '../state.js';
import { countUnbooked } from '../store/delivery-queries.js';
import { claimSession, type Ownership } from '../store/ownership.js';
import { ensureSession, loadSequence, readControl } from '../store/queries.js';
import { type SessionStatus, statusOf } from '../store/status.js';
import {
  type Connection,
  type ConnectionEnd,
  openConnection,
  type SendOutcome,
  type SendWork,
} from './connection.js';

/** A configured session. It exists as long as the program runs, whether or not it is connected. */
export interface FixSession {
  readonly key: SessionKey;
  isLoggedOn(): boolean;
  status(): Promise<SessionStatus>;
  /** Like `Connection.send`, but without a connection, the work does not run. */
  send(work: SendWork): Promise<SendOutcome>;
  logout(text?: string): void;
  /** Disconnects without a Logout; an initiator connects again. */
  drop(reason: string): void;
}

/** A connection that has ended. */
interface EndedConnection extends ConnectionEnd {
  /** True if both sides had logged on. */
  readonly wasLoggedOn: boolean;
}

export interface SessionHost {
  readonly session: FixSession;
  /** Returns true while an operator keeps the session logged out. */
  isHeld(): Promise<boolean>;
  /** Returns true if, as far as this node knows, it owns the session. */
  isOwner(): boolean;
  /**
   * Returns the owner's fence if this node is the owner. A reset of the numbers raises the fence.
   */
  fence(): bigint | undefined;
  /**
   * Claims the session, or confirms the claim. Returns false while another node owns the session.
   */
  claim(): Promise<boolean>;
  release(): Promise<void>;
  /** Runs one connection until it ends. The session must be claimed. */
  run(socket: Socket, framer: Framer, frames: readonly Buffer[]): Promise<EndedConnection>;
  /**
   * Logs out and waits for the answer for a limited time. This node owns the session until
   * `release`.
   */
  stop(): Promise<void>;
}

/** Creates the host for a session. Nothing is read or written before `claim`. */
export function createSessionHost(setup: SessionSetup): SessionHost {
  let connection: Connection | undefined;
  let ownership: Ownership | undefined;
  let booker: Booker | undefined;
  let knownId: number | undefined;
  let isStopping = false;
  const sessionId = async () => {
    knownId ??= await ensureSession(setup.db, setup.config.key, setup.clock.nowMs());
    return knownId;
  };
  const claim = async () => {
    if (ownership !== undefined && (await ownership.isValid())) return true;
    await ownership?.release();
    await booker?.stop();
    ownership = await claimSession(setup.db, await sessionId());
    booker = ownership && bookerOf(setup, ownership.sessionId);
    return ownership !== undefined;
  };
  const release = async () => {
    const held = ownership;
    ownership = undefined;
    await booker?.stop();
    booker = undefined;
    await held?.release();
  };
  return {
    session: {
      key: setup.config.key,
      isLoggedOn: () => connection?.isReady() ?? false,
      status: async () => {
        const id = await sessionId();
        const state = connection?.state() ?? (await storedState(setup, id));
        return { ...statusOf(state), unbooked: await countUnbooked(setup.db, id) };
      },
      send: (work) =>
        connection?.send(work) ?? Promise.resolve({ sent: false, reason: 'not connected' }),
      logout: (text) => connection?.logout(text),
      drop: (reason) => connection?.drop(reason),
    },
    isHeld: async () => (await readControl(setup.db, await sessionId())).held,
    isOwner: () => ownership?.isHeld() ?? false,
    fence: () => ownership?.fence,
    claim,
    release,
    run: async (socket, framer, frames) => {
      if (ownership === undefined || connection !== undefined) {
        return notStarted(socket, 'session is not free');
      }
      const stored = await numbersFor(socket, loadSequence(setup.db, ownership.sessionId));
      if (isStopping) return notStarted(socket, 'stopped');
      const input = { socket, framer, frames, ownership, stored };
      let wasLoggedOn = false;
      const onLoggedOn = () => {
        wasLoggedOn = true;
        booker?.loggedOn();
      };
      connection = openConnection({ ...setup, onHeard: () => booker?.wake(), onLoggedOn }, input);
      const stopWatching = watchControl(setup, ownership, connection);
      const ended = await connection.ended;
      stopWatching();
      connection = undefined;
      return { ...ended, wasLoggedOn };
    },
    stop: async () => {
      isStopping = true;
      if (connection !== undefined) await endInTime(setup, connection);
    },
  };
}

/** Reads the numbers for a connection; closes its socket if they cannot be read. */
function numbersFor(socket: Socket, loading: Promise<SequenceState>): Promise<SequenceState> {
  return loading.catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
}

function notStarted(socket: Socket, reason: string): EndedConnection {
  socket.destroy();
  return { reason, refusal: 'NONE', wasLoggedOn: false };
}

/**
 * Books received messages while this node owns the session, if the application books them later.
 */
function bookerOf(setup: SessionSetup, sessionId: number): Booker | undefined {
  const { application } = setup;
  return 'book' in application ? startBooker({ ...setup, application, sessionId }) : undefined;
}

/** Checks at intervals whether an operator has logged the session out or reset it. */
function watchControl(
  { db, clock }: SessionSetup,
  ownership: Ownership,
  connection: Connection,
): () => void {
  let isPolling = false;
  const poll = async () => {
    const { held, fence } = await readControl(db, ownership.sessionId);
    if (fence !== ownership.fence) connection.drop('ownership lost');
    else if (held) connection.logout('logged out by an operator');
  };
  return every(clock, FIX_LIMIT.controlPollIntervalMs, () => {
    if (isPolling) return;
    isPolling = true;
    // If the database is down, the session ends at its own next commit; nothing is decided here.
    void poll()
      .catch(() => undefined)
      .finally(() => {
        isPolling = false;
      });
  });
}

async function endInTime({ clock }: SessionSetup, connection: Connection): Promise<void> {
  const callOff = clock.after(FIX_LIMIT.stopTimeoutMs, () => connection.drop('stopped'));
  connection.logout();
  await connection.ended;
  callOff();
}

async function storedState(setup: SessionSetup, sessionId: number) {
  const stored = await loadSequence(setup.db, sessionId);
  const state = openState(setup.config, stored, setup.clock.nowMs());
  return { ...state, phase: 'ended' as const };
}
