// Runs the session core on one socket. Messages are read and processed in batches. Each batch is
// committed once and answered only after that.

import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Tx } from '../../../../platform/database/database.js';
import { createInbound, type Inbound } from '../inbound/inbound.js';
import {
  beginTurn,
  deliverWaiting,
  type Effect,
  type InboundFrame,
  type MessageIds,
  playAhead,
  playEvent,
  playFrame,
  playSends,
  storeTurn,
  type Turn,
} from '../inbound/turn.js';
import { nextSize } from '../inbound/turn-size.js';
import { FIX_LIMIT } from '../limits.js';
import type { Framer } from '../message/framer.js';
import type { FixMessage, OutboundMessage } from '../message/message.js';
import { every } from '../message/time.js';
import { answerResend } from '../number/resend.js';
import { isOpen, openState, step } from '../session.js';
import type { SessionSetup } from '../setup.js';
import type { LogonRefusal, SequenceState, SessionEvent, SessionState } from '../state.js';
import type { Ownership } from '../store/ownership.js';
import { readSent } from '../store/queries.js';
import { closeGently, writeFrames } from './wire.js';

/** A socket, the frames already read from it, and the ownership of the session. */
interface ConnectionInput {
  readonly socket: Socket;
  readonly framer: Framer;
  readonly frames: readonly Buffer[];
  readonly ownership: Ownership;
  readonly stored: SequenceState;
}

/**
 * Work that claims data to send and returns it as messages, in one transaction. `roll` counts how
 * often the numbers have restarted; the messages are numbered within that roll.
 */
export type SendWork = (tx: Tx, roll: number) => Promise<readonly OutboundMessage[]>;

/** The outcome of a `send`; `false` if its work did not run. */
export type SendOutcome =
  | { readonly sent: true; readonly messages: number }
  | { readonly sent: false; readonly reason: string };

/** The outcome of a connection. */
export interface ConnectionEnd {
  readonly reason: string;
  /**
   * How the counterparty refused our Logon: with a Logout, with a Reject, or by closing. NONE if
   * the connection ended for another reason, such as a timeout or an error on our side.
   */
  readonly refusal: LogonRefusal;
}

export interface Connection {
  /** Resolves when the socket is closed and the last commit is done. */
  readonly ended: Promise<ConnectionEnd>;
  state(): SessionState;
  /**
   * Returns true while `send` is accepted. Becomes false as soon as the connection is about to end.
   */
  isReady(): boolean;
  /**
   * Runs the work, numbers and stores its messages, commits, and sends them. If the session is not
   * logged on, the work does not run.
   * @throws the error of the work; nothing is then stored, and the session continues
   */
  send(work: SendWork): Promise<SendOutcome>;
  /** Requests a Logout. The connection ends with the answer or after the configured wait. */
  logout(text?: string): void;
  /**
   * Disconnects at once. Nothing is lost: committed messages are sent again after the next logon.
   */
  drop(reason: string): void;
}

interface SendJob {
  readonly work: SendWork;
  readonly resolve: (outcome: SendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The mutable state of a connection; only its own queue of turns changes it. */
interface Live {
  readonly setup: SessionSetup;
  readonly input: ConnectionInput;
  state: SessionState;
  readonly inbound: Inbound;
  readonly messageIds: MessageIds;
  /** The maximum number of messages that the next turn passes to the application. */
  deliverMax: number;
  readonly jobs: SendJob[];
  /** True until the core has been notified that the socket is connected. */
  isConnectDue: boolean;
  /** A requested Logout that has not been sent yet. */
  logoutDue: { readonly text: string | undefined } | undefined;
  isTickDue: boolean;
  /** The turns in progress, if any. */
  running: Promise<void> | undefined;
  endReason: string | undefined;
  refusal: LogonRefusal;
  /** True once we have sent bytes. */
  hasSpoken: boolean;
  /** Set when the socket is closed. Anything read before that is still processed. */
  isClosed: boolean;
  isDropped: boolean;
}

/** Opens a connection on a socket. It reads until the socket ends and is never reused. */
export function openConnection(setup: SessionSetup, input: ConnectionInput): Connection {
  const nowMs = setup.clock.nowMs();
  const live: Live = {
    setup,
    input,
    state: openState(setup.config, input.stored, nowMs),
    inbound: createInbound(setup.clock, input.socket),
    messageIds: new WeakMap(),
    deliverMax: FIX_LIMIT.deliveredPerBatchFirst,
    jobs: [],
    isConnectDue: true,
    logoutDue: undefined,
    isTickDue: false,
    running: undefined,
    endReason: undefined,
    refusal: 'NONE',
    hasSpoken: false,
    isClosed: false,
    isDropped: false,
  };
  const ended = listen(live);
  live.inbound.add(input.frames);
  void run(live);
  return {
    ended,
    state: () => live.state,
    isReady: () => isReady(live),
    send: (work) => enqueue(live, work),
    logout: (text) => {
      live.logoutDue = { text };
      void run(live);
    },
    drop: (reason) => drop(live, reason),
  };
}

/** Connects the socket's events to the queue of turns. */
function listen(live: Live): Promise<ConnectionEnd> {
  const { socket, ownership } = live.input;
  const reader = createReader(live);
  const stopTicking = every(live.setup.clock, FIX_LIMIT.tickMs, () => {
    reader.giveUpLate();
    live.isTickDue = true;
    void run(live);
  });
  socket.on('data', (chunk: Buffer) => {
    reader.read(chunk);
    void run(live);
  });
  const stopWatching = ownership.whenLost(() => lose(live));
  return new Promise((resolve) => {
    const close = async () => {
      stopTicking();
      stopWatching();
      live.isClosed = true;
      await settle(live);
      resolve({ reason: live.endReason ?? 'socket closed', refusal: live.refusal });
    };
    socket.once('close', () => void close());
    if (socket.destroyed) void close();
    else socket.resume();
  });
}

/**
 * Reads frames. An incomplete message is dropped after a while, so that the messages behind it get
 * through.
 */
function createReader({ input, inbound, setup }: Live) {
  const { framer } = input;
  let waitingSinceMs: number | undefined;
  let isLate = false;
  const take = (frames: readonly Buffer[]) => {
    inbound.add(frames);
    isLate = false;
    const isWaiting = framer.rest().length > 0;
    if (!isWaiting) waitingSinceMs = undefined;
    else if (frames.length > 0) waitingSinceMs = setup.clock.nowMs();
    else waitingSinceMs ??= setup.clock.nowMs();
  };
  return {
    read: (chunk: Buffer) => take(framer.push(chunk)),
    giveUpLate: () => {
      if (waitingSinceMs === undefined || inbound.isPaused()) return;
      if (setup.clock.nowMs() - waitingSinceMs < FIX_LIMIT.frameTimeoutMs) return;
      // If this process was suspended, the rest of the message may already be there; it is read
      // before the next tick.
      if (isLate) take(framer.giveUp());
      else isLate = true;
    },
  };
}

/** Finishes the last turn and notifies pending senders that nothing was sent. */
async function settle(live: Live): Promise<void> {
  await live.running;
  await run(live);
  if (live.endReason === undefined) endByClose(live);
  const reason = live.endReason ?? 'ended';
  refuseJobs(live, reason);
  if (isOpen(live.state)) live.setup.application.onLogout?.(live.setup.config.key, reason);
  const nowMs = live.setup.clock.nowMs();
  live.state = step(live.state, { kind: 'disconnected', nowMs }).state;
}

/** Records why the connection ended if its socket was closed without an explanation. */
function endByClose(live: Live): void {
  const { errored } = live.input.socket;
  live.endReason = errored?.message ?? 'socket closed';
  const code = errored !== null && 'code' in errored ? errored.code : undefined;
  const isTheirs = errored === null || code === 'ECONNRESET' || code === 'EPIPE';
  const isRefused = isTheirs && live.hasSpoken && live.state.phase === 'logon-sent';
  live.refusal = isRefused ? 'REFUSED' : 'NONE';
}

function enqueue(live: Live, work: SendWork): Promise<SendOutcome> {
  if (!isReady(live)) return Promise.resolve({ sent: false, reason: 'not logged on' });
  if (live.jobs.length >= FIX_LIMIT.outboundBacklog) {
    return Promise.resolve({ sent: false, reason: 'too many messages are waiting to be sent' });
  }
  return new Promise((resolve, reject) => {
    live.jobs.push({ work, resolve, reject });
    void run(live);
  });
}

function isReady(live: Live): boolean {
  return live.state.phase === 'active' && !isOver(live);
}

function isOver({ endReason, isClosed }: Live): boolean {
  return isClosed || endReason !== undefined;
}

/** Runs the connection's single writer. New work wakes it, and a second writer is never started. */
function run(live: Live): Promise<void> {
  live.running ??= playAll(live);
  return live.running;
}

/** Runs turns until there is no more work. */
async function playAll(live: Live): Promise<void> {
  try {
    let hasPlayed = true;
    while (hasPlayed && !live.isDropped) hasPlayed = await playNext(live);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    live.setup.log.alarm(live.setup.config.key, `turn failed, connection dropped: ${text}`);
    drop(live, `turn failed: ${text}`);
  } finally {
    live.running = undefined;
  }
}

/** Runs the due work. Each kind of work runs at most once, so that no kind starves another. */
async function playNext(live: Live): Promise<boolean> {
  const event = takeDueEvent(live);
  if (event !== undefined) await commit(live, (turn) => playEvent(turn, event));
  const wasTickDue = live.isTickDue;
  live.isTickDue = false;
  if (wasTickDue && !isOver(live)) await playTick(live);
  const request = live.inbound.waitingTestRequest();
  if (request !== undefined) await answerEarly(live, request);
  const batch = live.inbound.next();
  if (batch.length > 0) await playBatch(live, batch);
  const job = live.jobs.shift();
  if (job !== undefined) await playJob(live, job);
  return event !== undefined || batch.length > 0 || job !== undefined;
}

function takeDueEvent(live: Live): SessionEvent | undefined {
  const nowMs = live.setup.clock.nowMs();
  const { logoutDue } = live;
  if (live.isConnectDue) {
    live.isConnectDue = false;
    return { kind: 'connected', nowMs };
  }
  live.logoutDue = undefined;
  if (logoutDue === undefined) return undefined;
  const { text } = logoutDue;
  return { kind: 'logout-requested', nowMs, ...(text === undefined ? {} : { text }) };
}

/** Most ticks change nothing and need no transaction. */
async function playTick(live: Live): Promise<void> {
  const nowMs = live.setup.clock.nowMs();
  const event: SessionEvent = { kind: 'tick', nowMs, heardMs: live.inbound.heardMs() };
  const { state, actions } = step(live.state, event);
  if (actions.length > 0) await commit(live, (turn) => playEvent(turn, event));
  else live.state = state;
}

/**
 * Answers a TestRequest without recording its number. The number is recorded in its turn, without a
 * second answer.
 */
async function answerEarly(live: Live, request: InboundFrame): Promise<void> {
  await commit(live, (turn) => playAhead(turn, request, live.setup.clock.nowMs()));
  request.isAnswered = true;
}

/**
 * Processes the waiting messages, their effects and the next expected number in one transaction.
 * The transaction locks everything that it books, so its length is limited; the rest follows in the
 * next turn, after pending sends.
 */
async function playBatch(live: Live, batch: readonly InboundFrame[]): Promise<void> {
  const { clock, application } = live.setup;
  // If messages are booked later, they hardly lengthen a turn, so a turn can take more of them.
  const most = 'book' in application ? FIX_LIMIT.messagesPerBatch : live.deliverMax;
  const beganMs = clock.nowMs();
  let played = 0;
  let delivered = 0;
  await commit(live, async (turn) => {
    played = 0;
    const startedMs = clock.nowMs();
    for (const frame of batch) {
      delivered = turn.delivered;
      const nowMs = clock.nowMs();
      if (delivered >= most || nowMs - startedMs > FIX_LIMIT.turnMs) return;
      // Frames after the end of the session are not processed.
      if (turn.state.phase !== 'ended') await playFrame(turn, frame, nowMs);
      played += 1;
    }
    delivered = turn.delivered;
  });
  live.inbound.remove(played);
  live.deliverMax = nextSize(live.deliverMax, delivered, clock.nowMs() - beganMs);
}

async function playJob(live: Live, job: SendJob): Promise<void> {
  if (!isReady(live)) {
    job.resolve({ sent: false, reason: 'not logged on' });
    return;
  }
  let failed: { readonly error: unknown } | undefined;
  let messages: readonly OutboundMessage[] = [];
  try {
    await commit(live, async (turn) => {
      failed = undefined;
      try {
        messages = await job.work(turn.tx, turn.state.roll);
      } catch (error) {
        failed = { error };
        throw error;
      }
      await playSends(turn, messages, live.setup.clock.nowMs());
    });
    job.resolve({ sent: true, messages: messages.length });
  } catch (error) {
    job.reject(error);
    // If the work itself failed, everything was rolled back. Any other error may have occurred
    // after the commit.
    if (failed === undefined) throw error;
  }
}

/** Runs a turn in a transaction. The state changes, and bytes are sent, only after the commit. */
async function commit(live: Live, play: (turn: Turn) => Promise<void>): Promise<void> {
  const { db, application } = live.setup;
  const turn = await db.transaction(async (tx) => {
    const opened = beginTurn(tx, application, live.state);
    await play(opened);
    await deliverWaiting(opened, live.setup.clock.nowMs());
    await storeTurn(opened, live.input.ownership, live.messageIds);
    return opened;
  });
  live.state = turn.state;
  if (turn.heard.length > 0) live.setup.onHeard?.();
  await perform(live, turn.effects);
}

async function perform(live: Live, effects: readonly Effect[]): Promise<void> {
  const { socket } = live.input;
  let frames: Buffer[] = [];
  for (const effect of effects) {
    if (effect.kind === 'write') {
      frames.push(effect.frame);
      if (socket.writable) live.hasSpoken = true;
      continue;
    }
    await write(live, frames);
    frames = [];
    if (effect.kind === 'resend') await resend(live, effect);
    else report(live, effect);
  }
  await write(live, frames);
}

// This process may have been suspended since the commit, and another node may now own the session.
async function write(live: Live, frames: readonly Buffer[]): Promise<void> {
  if (live.input.ownership.isHeld()) await writeFrames(live.input.socket, frames);
  else lose(live);
}

function report(live: Live, effect: Exclude<Effect, { readonly kind: 'write' | 'resend' }>): void {
  const { log, application, config } = live.setup;
  switch (effect.kind) {
    case 'alarm':
      log.alarm(config.key, effect.text);
      break;
    case 'log':
      log.info(config.key, effect.text);
      break;
    case 'logged-on':
      log.info(config.key, 'logged on');
      live.setup.onLoggedOn?.();
      application.onLogon?.(config.key);
      break;
    case 'answered':
      application.onAnswer?.(config.key, effect.testReqId);
      break;
    case 'logged-out':
      log.info(config.key, `logged out: ${effect.reason}`);
      application.onLogout?.(config.key, effect.reason);
      break;
    case 'disconnect':
      if (live.endReason === undefined) live.refusal = effect.refusal;
      live.endReason ??= effect.reason;
      closeGently(live.input.socket);
  }
}

/** Answers a ResendRequest page by page from the committed store. */
async function resend(
  live: Live,
  range: { readonly roll: number; readonly from: number; readonly to: number },
): Promise<void> {
  const { db, config, clock } = live.setup;
  const { sessionId } = live.input.ownership;
  for (let from = range.from; from <= range.to; from += FIX_LIMIT.resendPageMessages) {
    const to = Math.min(from + FIX_LIMIT.resendPageMessages - 1, range.to);
    const stored = await readSent(db, { sessionId, roll: range.roll, from, to });
    const { staleOrderAgeMs, key } = config;
    const plan = { key, from, to, staleOrderAgeMs, nowMs: clock.nowMs() };
    const { frames, withheld } = answerResend(plan, stored);
    if (withheld.length > 0) await withhold(live, withheld);
    await write(live, frames);
  }
}

/** Notifies the application of withheld orders before the gap fill that skips them is sent. */
async function withhold(live: Live, orders: readonly FixMessage[]): Promise<void> {
  const { db, application, log, config } = live.setup;
  log.alarm(config.key, `${orders.length} old orders withheld from the resend, outcome unknown`);
  await db.transaction(async (tx) => application.onOrdersWithheld?.(tx, orders));
}

function refuseJobs(live: Live, reason: string): void {
  for (const job of live.jobs.splice(0)) job.resolve({ sent: false, reason });
}

/** Discards bytes that the operating system still buffers. This is possible only for plain TCP. */
function lose(live: Live): void {
  const { socket } = live.input;
  if (!(socket instanceof TLSSocket)) socket.resetAndDestroy();
  drop(live, 'ownership lost');
}

function drop(live: Live, reason: string): void {
  live.endReason ??= reason;
  live.isDropped = true;
  live.inbound.clear();
  refuseJobs(live, reason);
  live.input.socket.destroy();
}
