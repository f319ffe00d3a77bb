// The queue of frames waiting to be processed, each with the arrival time of its bytes.

import type { Socket } from 'node:net';
import { FIX_LIMIT } from '../limits.js';
import { hasChecksum, isTestRequest } from '../message/decode.js';
import type { SessionClock } from '../message/time.js';
import type { InboundFrame } from './turn.js';

/** The queue between a socket and the turns. The queue pauses the socket while it is full. */
export interface Inbound {
  /** Adds frames that were just read. */
  add(frames: readonly Buffer[]): void;
  /** Returns the frames for the next turn. They are kept until they are removed. */
  next(): readonly InboundFrame[];
  /** Removes the first frames, which were processed in a committed turn. */
  remove(frames: number): void;
  clear(): void;
  /** Returns the first TestRequest that has waited too long without an answer. */
  waitingTestRequest(): InboundFrame | undefined;
  /** Returns true while the socket is paused because too many messages are waiting. */
  isPaused(): boolean;
  /** Returns when a frame with a correct checksum last arrived. */
  heardMs(): number;
}

export function createInbound(clock: SessionClock, socket: Socket): Inbound {
  const frames: InboundFrame[] = [];
  let testRequests: InboundFrame[] = [];
  let bytes = 0;
  let heardMs = clock.nowMs();
  let isPaused = false;
  // Bytes read after a pause may have waited in the socket since the pause began.
  let pausedSinceMs: number | undefined;
  const isFull = () =>
    frames.length >= FIX_LIMIT.inboundBacklog || bytes >= FIX_LIMIT.inboundBacklogBytes;
  const pauseIfFull = (nowMs: number) => {
    if (isPaused || !isFull()) return;
    isPaused = true;
    pausedSinceMs ??= nowMs;
    socket.pause();
  };
  const resumeIfFree = () => {
    if (frames.length === 0) pausedSinceMs = undefined;
    if (!isPaused || isFull()) return;
    isPaused = false;
    socket.resume();
  };
  return {
    add: (added) => {
      const atMs = clock.nowMs();
      for (const raw of added) {
        const frame = { raw, arrival: { atMs, sinceMs: pausedSinceMs ?? atMs }, isAnswered: false };
        frames.push(frame);
        bytes += raw.length;
        if (isTestRequest(raw)) testRequests.push(frame);
      }
      if (added.some(hasChecksum)) heardMs = atMs;
      pauseIfFull(atMs);
    },
    next: () => frames.slice(0, FIX_LIMIT.messagesPerBatch),
    remove: (count) => {
      const gone = new Set(frames.splice(0, count));
      for (const { raw } of gone) bytes -= raw.length;
      if (testRequests.length > 0) testRequests = testRequests.filter((each) => !gone.has(each));
      resumeIfFree();
    },
    clear: () => {
      frames.length = 0;
      testRequests = [];
      bytes = 0;
    },
    waitingTestRequest: () => {
      const untilMs = clock.nowMs() - FIX_LIMIT.testRequestPatienceMs;
      return testRequests.find(({ arrival, isAnswered }) => {
        return !isAnswered && arrival.atMs <= untilMs;
      });
    },
    isPaused: () => isPaused,
    // While the socket is paused, the counterparty must not appear silent.
    heardMs: () => (isPaused ? clock.nowMs() : heardMs),
  };
}
