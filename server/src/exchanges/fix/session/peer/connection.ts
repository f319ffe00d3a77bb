// Drives the core over one socket: batches in, one commit, and only then the bytes out.

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

/** A socket, what was already read from it, and the right to speak for the session. */
interface ConnectionInput {
  readonly socket: Socket;
  readonly framer: Framer;
  readonly frames: readonly Buffer[];
  readonly ownership: Ownership;
  readonly stored: SequenceState;
}

/**
 * Work that claims what is to be sent and returns it as messages, in one transaction. `roll` counts
 * how often the numbers have begun again: its messages are numbered within that.
 */
export type SendWork = (tx: Tx, roll: number) => Promise<readonly OutboundMessage[]>;

/** Whether a `send` was committed; `false` means that its work did not run. */
export type SendOutcome =
  | { readonly sent: true; readonly messages: number }
  | { readonly sent: false; readonly reason: string };

/** How a connection ended. */
export interface ConnectionEnd {
  readonly reason: string;
  /**
   * Whether the counterparty answered our Logon by a Logout, by a Reject, or by closing. NONE for
   * every other end: a timeout, an error of our own, a lost line.
   */
  readonly refusal: LogonRefusal;
}

export interface Connection {
  /** Resolves when the socket is closed and the last commit is done. */
  readonly ended: Promise<ConnectionEnd>;
  state(): SessionState;
  /** True while `send` is taken; false at once when the connection is to end. */
  isReady(): boolean;
  /**
   * Runs the work, numbers and stores its messages, commits, and writes them. When the session is
   * not logged on, the work does not run.
   * @throws what the work throws; nothing is then stored, and the session goes on.
   */
  send(work: SendWork): Promise<SendOutcome>;
  /** Asks for a Logout; the connection ends with its answer or after the configured wait. */
  logout(text?: string): void;
  /** Hangs up at once. Nothing is lost: what was committed is sent again after the next logon. */
  drop(reason: string): void;
}

interface SendJob {
  readonly work: SendWork;
  readonly resolve: (outcome: SendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Everything that changes while a connection lives; only its own queue of turns touches it. */
interface Live {
  readonly setup: SessionSetup;
  readonly input: ConnectionInput;
  state: SessionState;
  readonly inbound: Inbound;
  readonly messageIds: MessageIds;
  /** How many messages the next turn hands to the application at most. */
  deliverMax: number;
  readonly jobs: SendJob[];
  /** Set until the core has been told that the socket is connected. */
  isConnectDue: boolean;
  /** A Logout that was asked for and not yet sent. */
  logoutDue: { readonly text: string | undefined } | undefined;
  isTickDue: boolean;
  /** The turns in progress, if any. */
  running: Promise<void> | undefined;
  endReason: string | undefined;
  refusal: LogonRefusal;
  /** Set once bytes of ours were written. */
  hasSpoken: boolean;
  /** Set when the socket is closed: what was read before is still played. */
  isClosed: boolean;
  isDropped: boolean;
}

/** Starts to drive a socket. The connection reads until it ends; it is never used twice. */
export function openConnection(setup: SessionSetup, input: ConnectionInput): Connection {
  const nowMs = setup.clock.nowMs();
  const live: Live = {
    setup,
    input,
    state: openState(setup.config, input.stored, nowMs),
    inbound: createInbound(setup.clock, input.socket),
    messageIds: new WeakMap(),
    deliverMax: FIX_LIMIT.deliveredTogetherFirst,
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

/** Connects the socket's events with the queue of turns. */
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

/** Reads frames; a message whose rest does not come is given up, so that those behind it arrive. */
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
      // After a pause of this process the rest may be there, and is read before the next tick.
      if (isLate) take(framer.giveUp());
      else isLate = true;
    },
  };
}

/** Lets the last turn end and tells those who still wait that nothing of theirs was sent. */
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

/** Nothing that was read says why the socket is closed. */
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
    return Promise.resolve({ sent: false, reason: 'too many sends are waiting' });
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

/** The single writer: whoever brings work wakes it, and there is never a second one. */
function run(live: Live): Promise<void> {
  live.running ??= playAll(live);
  return live.running;
}

/** Plays one turn after the other until nothing is left to do. */
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

/** Plays what is due, each kind at most once, so that no kind starves another. */
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

/** Most ticks ask for nothing and need no transaction. */
async function playTick(live: Live): Promise<void> {
  const nowMs = live.setup.clock.nowMs();
  const event: SessionEvent = { kind: 'tick', nowMs, heardMs: live.inbound.heardMs() };
  const { state, actions } = step(live.state, event);
  if (actions.length > 0) await commit(live, (turn) => playEvent(turn, event));
  else live.state = state;
}

/** Nothing is counted: the request is counted in its turn, which brings no second answer. */
async function answerEarly(live: Live, request: InboundFrame): Promise<void> {
  await commit(live, (turn) => playAhead(turn, request, live.setup.clock.nowMs()));
  request.isAnswered = true;
}

/**
 * The messages that are there, their effects and the next expected number: one transaction. It
 * holds the locks of all that it books, so it ends after a while; what is left comes in the next
 * turn, behind whatever is to be sent.
 */
async function playBatch(live: Live, batch: readonly InboundFrame[]): Promise<void> {
  const { clock, application } = live.setup;
  // What is booked later costs a turn next to nothing.
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
      // Whatever comes after the end is not read any more.
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
    // The work's own failure rolled everything back; any other one may have hit after the commit.
    if (failed === undefined) throw error;
  }
}

/** Plays a turn in a transaction; the state moves and bytes leave only after its commit. */
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

// This process may have stood still since the commit, and another node may speak by now.
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

/**
 * The application learns of withheld orders before the counterparty is told that none will come.
 */
async function withhold(live: Live, orders: readonly FixMessage[]): Promise<void> {
  const { db, application, log, config } = live.setup;
  log.alarm(config.key, `${orders.length} old orders withheld from the resend, outcome unknown`);
  await db.transaction(async (tx) => application.onOrdersWithheld?.(tx, orders));
}

function refuseJobs(live: Live, reason: string): void {
  for (const job of live.jobs.splice(0)) job.resolve({ sent: false, reason });
}

/** Bytes that the system still holds are discarded, which it offers for plain TCP alone. */
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
