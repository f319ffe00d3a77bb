// Actions that depend on time: heartbeats, test requests and timeouts.

import {
  alarm,
  change,
  type Draft,
  endConnection,
  noteHeard,
  sendLogout,
  sendMessage,
} from './draft.js';
import { outbound } from './message/message.js';
import { MSG_TYPE, TAG } from './message/tag.js';
import { watchGap } from './number/gap.js';

const TEST_REQUEST_AFTER = 1.2;
const DEAD_AFTER = 2.4;
/** Only one test request is open at a time, so a fixed id is enough. */
const TEST_REQUEST_ID = 'TEST';

/**
 * Processes the current time; called several times a second.
 * @param heardMs when the last intact message arrived, even if it has not been processed yet
 */
export function receiveTick(draft: Draft, heardMs: number): undefined {
  noteHeard(draft, heardMs);
  const { phase, phaseSinceMs, config } = draft.state;
  const waitedMs = draft.nowMs - phaseSinceMs;
  switch (phase) {
    case 'ended':
      return;
    case 'awaiting-logon':
    case 'logon-sent':
      if (waitedMs >= config.logonTimeoutMs) endConnection(draft, 'no logon in time');
      return;
    case 'logout-sent':
      if (waitedMs >= config.logoutTimeoutMs) endConnection(draft, 'no answer to our logout');
      return;
    case 'active':
      keepAlive(draft);
  }
}

function keepAlive(draft: Draft): undefined {
  const { heartBtIntMs, lastInMs, lastOutMs, testRequestOpen, nextRollMs } = draft.state;
  const { nowMs } = draft;
  if (nextRollMs !== undefined && nowMs >= nextRollMs) return sendLogout(draft, 'end of session');
  if (heartBtIntMs > 0) {
    if (nowMs - lastInMs >= DEAD_AFTER * heartBtIntMs) {
      alarm(draft, `nothing received for ${nowMs - lastInMs} ms`);
      return endConnection(draft, 'counterparty is silent');
    }
    if (nowMs - lastInMs >= TEST_REQUEST_AFTER * heartBtIntMs && !testRequestOpen) {
      sendMessage(draft, outbound(MSG_TYPE.TestRequest, [[TAG.TestReqID, TEST_REQUEST_ID]]));
      change(draft, { testRequestOpen: true });
    } else if (nowMs - lastOutMs >= heartBtIntMs && !testRequestOpen) {
      sendMessage(draft, outbound(MSG_TYPE.Heartbeat, []));
    }
  }
  watchGap(draft);
}
