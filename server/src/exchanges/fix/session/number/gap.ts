// Handles gaps: messages above a missing one are queued, and the missing messages are requested
// once.

import {
  act,
  alarm,
  change,
  type Draft,
  endConnection,
  expectNext,
  log,
  sendMessage,
} from '../draft.js';
import { FIX_LIMIT } from '../limits.js';
import { type FixMessage, flagOf, integerOf, outbound } from '../message/message.js';
import { MSG_TYPE, TAG } from '../message/tag.js';
import type { Garbled, Queued } from '../state.js';

/**
 * Queues a message whose number is too high and ensures that the missing messages are requested.
 */
export function queueAboveGap(draft: Draft, seqNum: number, queued: Queued): undefined {
  const { queue, queueTop, gap, nextIn } = draft.state;
  if (queue.size < FIX_LIMIT.queuedAboveGap) {
    change(draft, {
      queue: new Map(queue).set(seqNum, queued),
      queueTop: Math.max(queueTop, seqNum),
    });
  } else {
    log(
      draft,
      `queue above the gap is full, message ${seqNum} dropped; it will be requested again`,
    );
  }
  if (gap === undefined) return requestResend(draft, 1);
  const isResent = queued !== 'handled' && flagOf(queued, TAG.PossDupFlag);
  // The resend itself skipped a message, which must have been garbled in transit.
  if (isResent && gap.from < nextIn) requestResend(draft, 1);
}

/** Repeats a ResendRequest that had no effect, and gives up after a few attempts. */
export function watchGap(draft: Draft): undefined {
  const { gap, garbled, nextIn } = draft.state;
  if (gap === undefined || draft.nowMs - gap.requestedAtMs < FIX_LIMIT.gapPatienceMs) return;
  // Messages have arrived, so the timeout for the next one starts again.
  if (gap.from < nextIn) {
    return change(draft, { gap: { from: nextIn, requestedAtMs: draft.nowMs, requests: 1 } });
  }
  if (gap.requests < FIX_LIMIT.gapRequestsMax) return requestResend(draft, gap.requests + 1);
  if (garbled?.seqNum === nextIn) return takePoison(draft, garbled);
  alarm(draft, `the counterparty does not fill the gap from ${nextIn}`);
  endConnection(draft, 'gap not filled');
}

/**
 * Handles a garbled frame that arrived in place of the expected message. Inside a gap, the message
 * is requested again; after a few attempts it is a poison message.
 */
export function noteGarbled(draft: Draft, remains: FixMessage, detail: string): undefined {
  const { gap, nextIn } = draft.state;
  const seqNum = integerOf(remains, TAG.MsgSeqNum);
  // A frame without a readable number may be the requested message. It is only recorded, and the
  // timer repeats the request.
  const isExpected = seqNum === nextIn || (seqNum === undefined && gap !== undefined);
  if (!isExpected) return;
  const noted = { seqNum: nextIn, message: remains, detail };
  change(draft, { garbled: noted });
  if (gap === undefined || seqNum === undefined) return;
  const requests = gap.from === nextIn ? gap.requests : 0;
  if (requests < FIX_LIMIT.gapRequestsMax) return requestResend(draft, requests + 1);
  takePoison(draft, noted);
}

/**
 * Skips a message that is garbled each time it is requested, because otherwise everything behind it
 * would wait forever. The application stores the message, and the counterparty gets a Reject.
 */
function takePoison(draft: Draft, { message, detail }: Garbled): undefined {
  const { nextIn } = draft.state;
  alarm(
    draft,
    `message ${nextIn} is still garbled (${detail}); it is stored and the session continues`,
  );
  sendMessage(
    draft,
    outbound(MSG_TYPE.Reject, [
      [TAG.RefSeqNum, nextIn],
      [TAG.Text, `Message was garbled each time it was requested: ${detail}`],
    ]),
  );
  const refusal = {
    kind: 'POISON',
    text: `garbled each time it was requested: ${detail}`,
  } as const;
  act(draft, { kind: 'deliver', message, seqNum: nextIn, refusal });
  change(draft, { garbled: undefined });
  expectNext(draft, nextIn + 1);
}

/** Answers a ResendRequest from the store. EndSeqNo 0 (999999 in old engines) means everything. */
export function answerResendRequest(draft: Draft, request: FixMessage): undefined {
  const lastSent = draft.state.nextOut - 1;
  const from = Math.max(integerOf(request, TAG.BeginSeqNo) ?? 1, 1);
  const asked = integerOf(request, TAG.EndSeqNo) ?? 0;
  const to = asked === 0 ? lastSent : Math.min(asked, lastSent);
  if (from > to) {
    return alarm(draft, `ResendRequest from ${from}, but the last message sent is ${lastSent}`);
  }
  act(draft, { kind: 'resend', from, to });
  change(draft, { lastOutMs: draft.nowMs });
}

function requestResend(draft: Draft, requests: number): undefined {
  const from = draft.state.nextIn;
  sendMessage(
    draft,
    outbound(MSG_TYPE.ResendRequest, [
      [TAG.BeginSeqNo, from],
      [TAG.EndSeqNo, 0],
    ]),
  );
  change(draft, { gap: { from, requestedAtMs: draft.nowMs, requests } });
}
