// Stores long messages whose missing parts did not arrive in time.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import type { PartyPorts } from '../../party/index.js';
import { MESSAGE } from '../limits.js';
import { joinRest } from './part.js';
import { deleteOldParts, isOverdue, listOverdueSets, lockParts } from './part-queries.js';
import { storeReceived } from './receive.js';

/** Polls for overdue incomplete messages on every node. */
export function messagePartWorker(party: PartyPorts): Worker {
  return {
    name: 'message-part',
    role: 'jobs',
    start: async (context) =>
      startLoop(context, {
        name: 'message-part',
        everyMs: MESSAGE.partsPollIntervalMs,
        round: () => giveUpParts(context, party),
      }),
  };
}

/** Stores each overdue message once, with the parts that have arrived, and deletes old parts. */
export async function giveUpParts(context: Context, party: PartyPorts): Promise<void> {
  for (const set of await listOverdueSets(context.db)) {
    await systemWork(context, 'message-part', async (work) => {
      await lockParts(work.tx, set);
      if (!(await isOverdue(work.tx, set))) return;
      const message = await joinRest(work.tx, set);
      if (message !== undefined) await storeReceived(work, message, party);
    });
    context.metrics.events.inc({ name: 'message_part_missing' });
  }
  await deleteOldParts(context.db);
}
