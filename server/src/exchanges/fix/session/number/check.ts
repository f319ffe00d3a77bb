// Runs the checks that need the session: CompIDs, SendingTime, and the flags of a resent message.

import { type FixMessage, fieldOf, flagOf } from '../message/message.js';
import type { FieldError } from '../message/reject.js';
import { MSG_TYPE, TAG } from '../message/tag.js';
import { parseFixTimestamp } from '../message/time.js';
import type { Arrival, SessionState } from '../state.js';

/**
 * Reports a wrong CompID or a clock too far from ours. The clock is compared with the arrival time,
 * because the sender is not responsible for how long a message waits here. Missing or unreadable
 * fields are not checked here: the dictionary check reports them.
 */
export function headerError(
  state: SessionState,
  message: FixMessage,
  { atMs, sinceMs }: Arrival,
): FieldError | undefined {
  const { key, sendingTimeToleranceMs: toleranceMs } = state.config;
  const sender = fieldOf(message, TAG.SenderCompID);
  const target = fieldOf(message, TAG.TargetCompID);
  if (sender && sender !== key.targetCompId) return { reason: 9 };
  if (target && target !== key.senderCompId) return { reason: 9 };
  const sentMs = parseFixTimestamp(fieldOf(message, TAG.SendingTime) ?? '');
  if (sentMs === undefined) return undefined;
  const isOff = sentMs < sinceMs - toleranceMs || sentMs > atMs + toleranceMs;
  return isOff ? { reason: 10 } : undefined;
}

/**
 * Checks that a resent message contains the time when it was first sent, and that this time is not
 * later than its SendingTime. A SequenceReset without that time is accepted, because engines often
 * omit it.
 */
export function resentError(message: FixMessage): FieldError | undefined {
  if (!flagOf(message, TAG.PossDupFlag)) return undefined;
  const original = fieldOf(message, TAG.OrigSendingTime);
  if (original === undefined) {
    if (message.msgType === MSG_TYPE.SequenceReset) return undefined;
    return { reason: 1, tag: TAG.OrigSendingTime };
  }
  const originalMs = parseFixTimestamp(original);
  const sentMs = parseFixTimestamp(fieldOf(message, TAG.SendingTime) ?? '');
  if (originalMs === undefined) return { reason: 6, tag: TAG.OrigSendingTime };
  return sentMs !== undefined && originalMs > sentMs ? { reason: 10 } : undefined;
}
