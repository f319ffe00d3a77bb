// The session core in isolation: two sides, a lossy wire that garbles bytes, and a clock, all
// driven by one seed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type SessionSettings, sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { decode } from '../../../src/exchanges/fix/session/message/decode.js';
import { fieldOf, outbound } from '../../../src/exchanges/fix/session/message/message.js';
import { answerResend, frameOf } from '../../../src/exchanges/fix/session/number/resend.js';
import { openState, step } from '../../../src/exchanges/fix/session/session.js';
import type {
  Arrival,
  SessionAction,
  SessionEvent,
  SessionState,
} from '../../../src/exchanges/fix/session/state.js';
import type { StoredMessage } from '../../../src/exchanges/fix/session/store/queries.js';

const START_MS = Date.parse('2026-01-05T08:00:00Z');

/**
 * One side of the simulation: its state, store and mailbox, and the messages that its application
 * received.
 */
interface Side {
  state: SessionState;
  readonly store: StoredMessage[];
  readonly outbox: Buffer[];
  readonly delivered: string[];
  readonly sent: string[];
  readonly alarms: string[];
}

function sideOf(role: 'initiator' | 'acceptor', others: Partial<SessionSettings> = {}): Side {
  const [senderCompId, targetCompId] = role === 'initiator' ? ['BRK', 'NGX'] : ['NGX', 'BRK'];
  const config = sessionConfig({
    role,
    key: { beginString: 'FIX.4.4', senderCompId, targetCompId },
    ...others,
  });
  const stored = { nextOut: 1, nextIn: 1, roll: 1, rolledAtMs: START_MS };
  return {
    state: openState(config, stored, START_MS),
    store: [],
    outbox: [],
    delivered: [],
    sent: [],
    alarms: [],
  };
}

function play(side: Side, event: SessionEvent): void {
  const { state, actions } = step(side.state, event);
  side.state = state;
  for (const action of actions) perform(side, action, event.nowMs);
}

function perform(side: Side, action: SessionAction, nowMs: number): void {
  const { key } = side.state.config;
  if (action.kind === 'send') {
    const raw = frameOf(key, action.message, action);
    side.store.push({ seqNum: action.seqNum, raw });
    side.outbox.push(raw);
  } else if (action.kind === 'resend') {
    const { from, to } = action;
    const stored = side.store.filter(({ seqNum }) => seqNum >= from && seqNum <= to);
    const plan = { key, from, to, staleOrderAgeMs: undefined, nowMs };
    side.outbox.push(...answerResend(plan, stored).frames);
  } else if (action.kind === 'deliver') {
    side.delivered.push(fieldOf(action.message, 11) ?? '');
  } else if (action.kind === 'next') {
    play(side, { kind: 'next', nowMs });
  } else if (action.kind === 'alarm') {
    side.alarms.push(action.text);
  }
}

function receive(side: Side, frame: Buffer, nowMs: number): void {
  const { message, garbled } = decode(frame);
  if (message === undefined) play(side, { kind: 'garbled', reason: garbled, nowMs });
  else play(side, { kind: 'received', message, arrival: arrivalAt(nowMs), nowMs });
}

function arrivalAt(atMs: number) {
  return { atMs, sinceMs: atMs };
}

function sendOrder(side: Side, nowMs: number): void {
  const id = `O${side.sent.length}`;
  side.sent.push(id);
  const messages = [outbound('D', [[11, id]])];
  play(side, { kind: 'application-sends', messages, nowMs });
}

/** Delivers everything in flight, including the responses. */
function settle(sides: readonly [Side, Side], nowMs: number): void {
  for (let round = 0; round < 200; round += 1) {
    for (const [from, to] of [sides, [...sides].reverse()]) {
      if (from === undefined || to === undefined) continue;
      for (const frame of from.outbox.splice(0)) receive(to, frame, nowMs);
    }
    if (sides.every((side) => side.outbox.length === 0)) return;
  }
  assert.fail('the two sides never stop talking');
}

/**
 * Breaks the connection: messages in flight are lost, and both sides continue from their stores.
 */
function reconnect(sides: readonly [Side, Side], nowMs: number): void {
  for (const side of sides) {
    side.outbox.length = 0;
    side.state = openState(side.state.config, side.state, nowMs);
  }
  for (const side of sides) play(side, { kind: 'connected', nowMs });
  settle(sides, nowMs);
}

type Move = 'send-left' | 'send-right' | 'pass' | 'garble-left' | 'garble-right' | 'break' | 'wait';
const move = fc.constantFrom<Move>(
  'send-left',
  'send-left',
  'send-right',
  'send-right',
  'pass',
  'garble-left',
  'garble-right',
  'break',
  'wait',
);

describe('two session cores on a bad wire', () => {
  it('deliver every message once and in order, even if bytes are garbled, cut or late', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 120 }), (moves) => {
        const sides = [sideOf('initiator'), sideOf('acceptor')] as const;
        const [left, right] = sides;
        let nowMs = START_MS;
        reconnect(sides, nowMs);
        for (const what of moves) {
          nowMs += 500;
          if (what === 'send-left') sendOrder(left, nowMs);
          else if (what === 'send-right') sendOrder(right, nowMs);
          else if (what === 'pass') settle(sides, nowMs);
          else if (what === 'break') reconnect(sides, nowMs);
          else if (what === 'wait') nowMs += 7_000;
          else garbleOne(what === 'garble-left' ? left : right);
          for (const side of sides) play(side, { kind: 'tick', heardMs: 0, nowMs });
          if (sides.some((side) => side.state.phase === 'ended')) reconnect(sides, nowMs);
        }
        reconnect(sides, nowMs);
        // The first message on the new connection reveals the gap that the old one left.
        for (const side of sides) sendOrder(side, nowMs);
        settle(sides, nowMs);
        assert.deepEqual(left.delivered, right.sent);
        assert.deepEqual(right.delivered, left.sent);
        assert.equal(left.state.nextOut, right.state.nextIn);
        assert.equal(right.state.nextOut, left.state.nextIn);
        const bad = [...left.alarms, ...right.alarms].filter((text) => /too low/.test(text));
        assert.deepEqual(bad, []);
      }),
      { numRuns: 500 },
    );
  });
});

/** Changes one byte of one message in flight. */
function garbleOne(side: Side): void {
  const frame = side.outbox[side.outbox.length >> 1];
  if (frame === undefined) return;
  const changed = Buffer.from(frame);
  changed[30] = changed[30] === 65 ? 66 : 65;
  side.outbox[side.outbox.indexOf(frame)] = changed;
}

describe('time in the session core', () => {
  it('a gap that is not filled is requested again, and then abandoned', () => {
    const sides = [sideOf('initiator', { heartBtIntSeconds: 0 }), sideOf('acceptor')] as const;
    const [left, right] = sides;
    reconnect(sides, START_MS);
    const missing = frameOf(right.state.config.key, outbound('D', [[11, 'late']]), {
      seqNum: 9,
      sendingMs: START_MS,
    });
    receive(left, missing, START_MS);
    const requests = () => left.store.filter(({ raw }) => raw.includes('\u000135=2\u0001')).length;
    assert.equal(requests(), 1);
    for (let second = 1; second < 60; second += 1) {
      play(left, { kind: 'tick', heardMs: 0, nowMs: START_MS + second * 1_000 });
    }
    assert.equal(requests(), 2);
    for (let second = 60; second < 100; second += 1) {
      play(left, { kind: 'tick', heardMs: 0, nowMs: START_MS + second * 1_000 });
    }
    assert.equal(requests(), 3);
    assert.equal(left.state.phase, 'ended');
    assert.match(left.alarms.join(), /does not fill the gap from 2/);
  });

  it('a message is received when it arrives, whenever it is processed', () => {
    const sides = [sideOf('initiator'), sideOf('acceptor')] as const;
    const [left] = sides;
    reconnect(sides, START_MS);
    const nowMs = START_MS + 300_000;
    play(left, { kind: 'tick', heardMs: nowMs - 1_000, nowMs });
    assert.equal(left.state.phase, 'active');
    play(left, { kind: 'tick', heardMs: START_MS, nowMs: nowMs + 300_000 });
    assert.equal(left.state.phase, 'ended');
  });

  it('SendingTime is compared with the time of arrival, not with that of processing', () => {
    const sides = [sideOf('initiator'), sideOf('acceptor')] as const;
    const [left, right] = sides;
    reconnect(sides, START_MS);
    const nowMs = START_MS + 125_000;
    const order = (seqNum: number) =>
      frameOf(right.state.config.key, outbound('D', [[11, `late-${seqNum}`]]), {
        seqNum,
        sendingMs: START_MS,
      });
    const arrive = (seqNum: number, arrival: Arrival) => {
      const { message } = decode(order(seqNum));
      assert.ok(message);
      play(left, { kind: 'received', message, arrival, nowMs });
    };
    arrive(2, { atMs: START_MS + 1_000, sinceMs: START_MS + 1_000 });
    // Reading from the connection was paused, so the exact arrival time is unknown.
    arrive(3, { atMs: nowMs, sinceMs: START_MS + 1_000 });
    assert.deepEqual(left.delivered, ['late-2', 'late-3']);
    arrive(4, { atMs: nowMs, sinceMs: nowMs });
    assert.equal(left.state.phase, 'logout-sent');
  });

  it('numbers restart at the local time of the exchange, not when the process starts', () => {
    const roll = { time: '05:00', timeZone: 'Africa/Lagos' };
    const { config } = sideOf('initiator', { roll }).state;
    const open = (rolledAt: string, now: string) => {
      const stored = { nextOut: 7, nextIn: 9, roll: 3, rolledAtMs: Date.parse(rolledAt) };
      const state = openState(config, stored, Date.parse(now));
      return [state.nextOut, state.nextIn, state.roll];
    };
    assert.deepEqual(open('2026-01-05T04:00:00Z', '2026-01-05T12:00:00Z'), [7, 9, 3]);
    assert.deepEqual(open('2026-01-05T04:00:00Z', '2026-01-06T03:59:59Z'), [7, 9, 3]);
    assert.deepEqual(open('2026-01-05T04:00:00Z', '2026-01-06T04:00:00Z'), [1, 1, 4]);
    assert.deepEqual(open('2026-01-05T03:59:00Z', '2026-01-05T12:00:00Z'), [1, 1, 4]);
  });

  it('a session that is open at the roll logs out', () => {
    const roll = { time: '10:00', timeZone: 'Africa/Lagos' };
    const sides = [sideOf('initiator', { roll }), sideOf('acceptor', { roll })] as const;
    reconnect(sides, START_MS);
    const [left, right] = sides;
    play(left, { kind: 'tick', heardMs: 0, nowMs: START_MS + 20_000 });
    assert.equal(left.state.phase, 'active');
    settle(sides, START_MS + 20_000);
    play(left, { kind: 'tick', heardMs: 0, nowMs: START_MS + 3_600_000 });
    assert.equal(left.state.phase, 'logout-sent');
    settle(sides, START_MS + 3_600_000);
    assert.deepEqual([left.state.phase, right.state.phase], ['ended', 'ended']);
  });
});
