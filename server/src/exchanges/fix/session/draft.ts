// A draft of one step: the functions of the core change it, and only the result leaves the core.
// They return `undefined` and not `void`, so that an early end is one line: `return
// endConnection(…)`.

import { type FixMessage, type OutboundMessage, outbound } from './message/message.js';
import { isAdminType, MSG_TYPE, TAG } from './message/tag.js';
import type { LogonRefusal, SessionAction, SessionState } from './state.js';

export interface Draft {
  state: SessionState;
  readonly actions: SessionAction[];
  readonly nowMs: number;
}

/** Replaces some values of the state. */
export function change(draft: Draft, values: Partial<SessionState>): undefined {
  draft.state = { ...draft.state, ...values };
}

export function act(draft: Draft, action: SessionAction): undefined {
  draft.actions.push(action);
}

/** Takes the next outbound number for a message. */
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

/** Frees the number of the last message, because the counterparty did not count it. */
export function uncountLast(draft: Draft): undefined {
  const { roll, nextOut } = draft.state;
  act(draft, { kind: 'uncount', roll, seqNum: nextOut - 1 });
  change(draft, { nextOut: nextOut - 1 });
}

/** Records that the counterparty was heard, unless it was heard later already. */
export function noteHeard(draft: Draft, heardMs: number): undefined {
  if (heardMs > draft.state.lastInMs) change(draft, { lastInMs: heardMs, testRequestOpen: false });
}

/** Begins both numbers at 1 again. */
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
 * Moves the expected number, on to `leapTo` if there is one. Messages queued above a gap are
 * processed on the way, so they are not lost with skipped numbers. Past the highest queued message
 * the gap is closed.
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

/** Skips the numbers from one on, up to the new number of a SequenceReset. */
export function leapTo(draft: Draft, from: number, newSeqNo: number): undefined {
  change(draft, { leapTo: newSeqNo });
  expectNext(draft, from);
}

/** The lowest queued number at or above one and below another. */
function lowestHeld(queue: SessionState['queue'], from: number, below: number): number | undefined {
  if (from >= below) return undefined;
  const held = [...queue.keys()].filter((number) => number >= from && number < below);
  return held.length === 0 ? undefined : Math.min(...held);
}

/** Application messages that wait above a gap, in the order of their numbers. */
export function heldMessages({ state }: Draft): readonly (readonly [number, FixMessage])[] {
  const held: (readonly [number, FixMessage])[] = [];
  for (const [number, queued] of state.queue) {
    if (number < state.nextIn || queued === 'handled') continue;
    if (!isAdminType(queued.msgType)) held.push([number, queued]);
  }
  return held.sort(([one], [other]) => one - other);
}

/** Sends a Logout and waits for the answer, at most for the configured time. */
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
