// A draft of the next state. The core's functions modify it, and only the result leaves the core.
// The functions return `undefined` rather than `void`, so that an early exit takes one line:
// `return endConnection(…)`.

import { type FixMessage, type OutboundMessage, outbound } from './message/message.js';
import { isAdminType, MSG_TYPE, TAG } from './message/tag.js';
import type { LogonRefusal, SessionAction, SessionState } from './state.js';

export interface Draft {
  state: SessionState;
  readonly actions: SessionAction[];
  readonly nowMs: number;
}

/** Replaces the given values of the state. */
export function change(draft: Draft, values: Partial<SessionState>): undefined {
  draft.state = { ...draft.state, ...values };
}

export function act(draft: Draft, action: SessionAction): undefined {
  draft.actions.push(action);
}

/** Assigns the next outbound number to a message. */
export function sendMessage(draft: Draft, message: OutboundMessage): undefined {
  const { nextOut } = draft.state;
  act(draft, {
    kind: 'send',
    seqNum: nextOut,
    msgType: message.msgType,
    sendingMs: draft.nowMs,
    message,
  });
  change(draft, { nextOut: nextOut + 1, lastOutMs: draft.nowMs });
}

/** Frees the number of our last message, because the counterparty did not record that number. */
export function uncountLast(draft: Draft): undefined {
  const { roll, nextOut } = draft.state;
  act(draft, { kind: 'uncount', roll, seqNum: nextOut - 1 });
  change(draft, { nextOut: nextOut - 1 });
}

/** Records when the counterparty was last heard from, unless a later time is already recorded. */
export function noteHeard(draft: Draft, heardMs: number): undefined {
  if (heardMs > draft.state.lastInMs) change(draft, { lastInMs: heardMs, testRequestOpen: false });
}

/** Restarts both numbers at 1. */
export function rollNumbers(draft: Draft): undefined {
  const { roll } = draft.state;
  change(draft, {
    roll: roll + 1,
    rolledAtMs: draft.nowMs,
    nextOut: 1,
    nextIn: 1,
    queue: new Map(),
    queueTop: 0,
    gap: undefined,
    leapTo: undefined,
  });
}

/**
 * Advances the expected number, up to `leapTo` if that is set. Messages queued above a gap are
 * processed on the way, so skipping numbers does not lose them. Once the expected number passes the
 * highest queued message, the gap is closed.
 */
export function expectNext(draft: Draft, nextIn: number): undefined {
  const { queue, queueTop, leapTo = nextIn } = draft.state;
  const target = Math.max(nextIn, leapTo);
  const held = lowestHeld(queue, nextIn, target);
  if (held !== undefined) {
    change(draft, { nextIn: held, leapTo: target });
    return act(draft, { kind: 'next' });
  }
  change(draft, { nextIn: target, leapTo: undefined });
  if (target <= queueTop) {
    if (queue.has(target)) act(draft, { kind: 'next' });
    return;
  }
  change(draft, { gap: undefined });
  if (queue.size > 0) change(draft, { queue: new Map() });
}

/** Skips the numbers from `from` up to the new number of a SequenceReset. */
export function leapTo(draft: Draft, from: number, newSeqNo: number): undefined {
  change(draft, { leapTo: newSeqNo });
  expectNext(draft, from);
}

/** Returns the lowest queued number in the range `from` (inclusive) to `below` (exclusive). */
function lowestHeld(queue: SessionState['queue'], from: number, below: number): number | undefined {
  if (from >= below) return undefined;
  const held = [...queue.keys()].filter((number) => number >= from && number < below);
  return held.length === 0 ? undefined : Math.min(...held);
}

/** Returns the application messages that are held above a gap, in the order of their numbers. */
export function heldMessages({ state }: Draft): readonly (readonly [number, FixMessage])[] {
  const held: (readonly [number, FixMessage])[] = [];
  for (const [number, queued] of state.queue) {
    if (number < state.nextIn || queued === 'handled') continue;
    if (!isAdminType(queued.msgType)) held.push([number, queued]);
  }
  return held.sort(([one], [other]) => one - other);
}

/** Sends a Logout and waits for the answer, but no longer than the configured time. */
export function sendLogout(draft: Draft, text?: string): undefined {
  if (draft.state.phase === 'logout-sent') return;
  sendMessage(draft, outbound(MSG_TYPE.Logout, [[TAG.Text, text]]));
  change(draft, { phase: 'logout-sent', phaseSinceMs: draft.nowMs });
}

/** Ends the connection. */
export function endConnection(
  draft: Draft,
  reason: string,
  refusal: LogonRefusal = 'NONE',
): undefined {
  const wasOn = draft.state.phase === 'active' || draft.state.phase === 'logout-sent';
  change(draft, { phase: 'ended', phaseSinceMs: draft.nowMs, queue: new Map(), gap: undefined });
  if (wasOn) act(draft, { kind: 'logged-out', reason });
  act(draft, { kind: 'disconnect', reason, refusal });
}

export function alarm(draft: Draft, text: string): undefined {
  act(draft, { kind: 'alarm', text });
}

export function log(draft: Draft, text: string): undefined {
  act(draft, { kind: 'log', text });
}
