// Sends Don't Know Trade messages, each followed by a TestRequest. The answer to the TestRequest
// shows that the exchange has received the message. A message without that answer is sent again
// after the session's numbers restart, because no ResendRequest can request it any more.

import {
  noteDisputesReceived,
  requeueDisputes,
  takeDisputes,
} from '../../../modules/order/index.js';
import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { SessionLog } from '../session/application.js';
import { keyText, type SessionSettings, sessionConfig } from '../session/config.js';
import { type OutboundMessage, outbound } from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';
import { dontKnowTrade } from './dont-know-trade.js';

interface SessionOfDisputes {
  readonly name: string;
  readonly session: Omit<SessionSettings, 'role'>;
}

export interface DisputeSending {
  /** Returns the messages for queued disputes, in the transaction that numbers them. */
  take(tx: Tx, roll: number): Promise<readonly OutboundMessage[]>;
  /**
   * Called after a logon. Requeues messages from before the last restart of the numbers, because
   * they may have been lost.
   */
  requeue(tx: Tx, roll: number): Promise<void>;
  /** Called when the exchange answers a TestRequest with this id. */
  answered(testReqId: string): void;
  /** Stores the answers received since the last call. */
  storeReceived(): Promise<void>;
}

/** Disputes that were sent in one batch. */
interface Batch {
  readonly ids: readonly bigint[];
  readonly run: string;
}

/**
 * Creates the dispute sender for one session. The answers that it is waiting for are tracked only
 * in memory.
 */
export function createDisputeSending(
  context: Context,
  { name: sessionName, session }: SessionOfDisputes,
  log: SessionLog,
): DisputeSending {
  const { key } = sessionConfig({ ...session, role: 'initiator' });
  const runOf = (roll: number) => `${keyText(key)} ${roll}`;
  const awaited = new Map<string, Batch>();
  const received: Batch[] = [];
  let batches = 0;
  return {
    take: async (tx, roll) => {
      const run = runOf(roll);
      const taken = await takeDisputes(tx, { sessionName, run, now: context.clock.now() });
      if (taken.length === 0) return [];
      batches += 1;
      const testReqId = `DK-${context.clock.millis()}-${batches}`;
      const batch = { ids: taken.map(({ id }) => id), run };
      tx.afterCommit(() => awaited.set(testReqId, batch));
      return [
        ...taken.map((dispute) => dontKnowTrade(dispute, key.beginString)),
        outbound(MSG_TYPE.TestRequest, [[TAG.TestReqID, testReqId]]),
      ];
    },
    requeue: async (tx, roll) => {
      const count = await requeueDisputes(tx, { sessionName, run: runOf(roll) });
      tx.afterCommit(() => {
        // TestRequests from an earlier connection are not resent.
        awaited.clear();
        if (count === 0) return;
        log.alarm(key, `resending ${count} disputes that may not have been received`);
      });
    },
    answered: (testReqId) => {
      const batch = awaited.get(testReqId);
      if (batch === undefined) return;
      awaited.delete(testReqId);
      received.push(batch);
    },
    storeReceived: async () => {
      for (let [batch] = received; batch !== undefined; [batch] = received) {
        await noteDisputesReceived(context.db, { ...batch, now: context.clock.now() });
        received.shift();
      }
    },
  };
}
