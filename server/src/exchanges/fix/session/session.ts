// The FIX session as a pure function that turns a state and an event into the next state and a list
// of actions. The function touches no socket, clock or database, so every rule can be tested
// directly.

import { unreachable } from '../../../platform/assert.js';
import type { SessionConfig } from './config.js';
import { alarm, change, type Draft, endConnection, log, sendLogout, sendMessage } from './draft.js';
import { answerAhead, receiveInSession, receiveQueued } from './inbound/receive.js';
import type { FixMessage } from './message/message.js';
import { lastRollMs, nextRollMs } from './message/time.js';
import { noteGarbled } from './number/gap.js';
import { receiveFirst, startLogon } from './number/logon.js';
import type { SequenceState, SessionEvent, SessionState, Step } from './state.js';
import { receiveTick } from './timer.js';

/**
 * Returns the state of a new connection, built from the stored values. If the configured roll time
 * has passed since the numbers last restarted, they restart at 1.
 */
export function openState(
  config: SessionConfig,
  stored: SequenceState,
  nowMs: number,
): SessionState {
  const isOver = config.roll !== undefined && stored.rolledAtMs < lastRollMs(config.roll, nowMs);
  const sequence: SequenceState = isOver
    ? { nextOut: 1, nextIn: 1, roll: stored.roll + 1, rolledAtMs: nowMs }
    : stored;
  return {
    ...sequence,
    config,
    phase: config.role === 'acceptor' ? 'awaiting-logon' : 'logon-sent',
    phaseSinceMs: nowMs,
    heartBtIntMs: config.heartBtIntSeconds * 1_000,
    nextRollMs: config.roll === undefined ? undefined : nextRollMs(config.roll, nowMs),
    lastInMs: nowMs,
    lastOutMs: nowMs,
    testRequestOpen: false,
    queue: new Map(),
    queueTop: 0,
    gap: undefined,
    leapTo: undefined,
    garbled: undefined,
  };
}

/**
 * Processes one event. Pure: the given state is not changed, and the same input always gives the
 * same result.
 */
export function step(state: SessionState, event: SessionEvent): Step {
  const draft: Draft = { state, actions: [], nowMs: event.nowMs };
  if (state.phase !== 'ended') apply(draft, event);
  return { state: draft.state, actions: draft.actions };
}

function apply(draft: Draft, event: SessionEvent): undefined {
  switch (event.kind) {
    case 'connected':
      return startLogon(draft);
    case 'received':
      return isOpen(draft.state)
        ? receiveInSession(draft, event)
        : receiveFirst(draft, event.message, event.arrival);
    case 'test-request-waits':
      return isOpen(draft.state) ? answerAhead(draft, event) : undefined;
    case 'garbled':
      return receiveGarbled(draft, event);
    case 'next':
      return receiveQueued(draft);
    case 'tick':
      return receiveTick(draft, event.heardMs);
    case 'application-sends':
      for (const message of event.messages) sendMessage(draft, message);
      return;
    case 'logout-requested':
      return isOpen(draft.state)
        ? sendLogout(draft, event.text)
        : endConnection(draft, 'logout before logon');
    case 'disconnected':
      return change(draft, { phase: 'ended', phaseSinceMs: draft.nowMs });
    default:
      return unreachable(event);
  }
}

/** Returns true while both sides are logged on, even after one side has sent a Logout. */
export function isOpen(state: SessionState): boolean {
  return state.phase === 'active' || state.phase === 'logout-sent';
}

/**
 * Ignores a garbled message without recording its number, so that the gap logic requests it again.
 * A garbled message from a stranger ends the connection.
 */
function receiveGarbled(
  draft: Draft,
  { reason, remains }: { readonly reason: string; readonly remains?: FixMessage },
): undefined {
  if (!isOpen(draft.state)) {
    alarm(draft, `garbled message instead of a Logon: ${reason}`);
    return endConnection(draft, 'garbled logon');
  }
  log(draft, `garbled message ignored: ${reason}`);
  if (remains !== undefined) noteGarbled(draft, remains, reason);
}
