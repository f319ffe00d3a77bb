// Gaps: messages above a missing one are queued, and the missing ones are asked for once.

import { act, alarm, change, type Draft, endConnection, log, sendMessage } from './draft.js';
import { FIX_LIMIT } from './limit.js';
import { type FixMessage, flagOf, integerOf, outbound } from './message.js';
import type { Queued } from './state.js';
import { MSG_TYPE, TAG } from './tag.js';

/** Keeps a message whose number is too high and sees to it that the missing ones were asked for. */
export function queueAboveGap(draft: Draft, seqNum: number, queued: Queued): undefined {
  const { queue, queueTop, gap, nextIn } = draft.state;
  if (queue.size < FIX_LIMIT.queuedAboveGap) {
    change(draft, {
      queue: new Map(queue).set(seqNum, queued),
      queueTop: Math.max(queueTop, seqNum),
    });
  } else {
    log(draft, `queue above the gap is full, message ${seqNum} dropped until it comes again`);
  }
  if (gap === undefined) return requestResend(draft, 1);
  const isResent = queued !== 'handled' && flagOf(queued, TAG.PossDupFlag);
  // The resend itself jumped over a message, which must have been garbled on its way.
  if (isResent && gap.from < nextIn) requestResend(draft, 1);
}

/** Repeats a request that brought nothing, and gives the connection up after a few. */
export function watchGap(draft: Draft): undefined {
  const { gap } = draft.state;
  if (gap === undefined || draft.nowMs - gap.requestedAtMs < FIX_LIMIT.gapPatienceMs) return;
  if (gap.requests < FIX_LIMIT.gapRequestsMost) return requestResend(draft, gap.requests + 1);
  alarm(draft, `the counterparty does not fill the gap from ${draft.state.nextIn}`);
  endConnection(draft, 'gap not filled');
}

/**
 * Answers a ResendRequest from the store; EndSeqNo 0 (999999 in old peers) means "all there is".
 */
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
