// Fails messages that could not be sent in time, usually because their channel has no gateway.

import type { Context } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import { endAttempt, lockOverdue } from './sender-queries.js';
import { moveStatus } from './status.js';

/** Marks one batch of overdue messages as FAILED. Staff can queue them again. */
export async function giveUpOverdue(context: Context): Promise<void> {
  await systemWork(context, 'message-overdue', async (work) => {
    for (const late of await lockOverdue(work.tx)) {
      await endAttempt(work.tx, late, {
        ...{ state: 'FAILED', outcome: 'EXPIRED', reason: 'was not sent in time' },
        ...{ address: undefined, countsAsFailure: false },
      });
      await moveStatus(work, late, { to: 'FAILED' });
    }
  });
}
