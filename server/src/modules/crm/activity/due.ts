// What is due is told, once: by whichever node looks first.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import { ACTIVITY } from '../limits.js';
import { activityChanged, activityDue } from './event.js';
import { type ActivityRow, lockDueActivities, updateActivityRows } from './queries.js';
import { changedActivityRow } from './record.js';
import { isCallToMake } from './state.js';

/** Looks for activities whose time has come, on every node. */
export const activityWorker: Worker = {
  name: 'activity-due',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'activity-due',
      everyMs: ACTIVITY.pollIntervalMs,
      round: () => tellDueActivities(context),
    }),
};

/**
 * Tells each open activity whose time has come: the mark and the event commit together, so it is
 * told once. A call to somebody who has asked not to be called since it was planned is cancelled.
 */
export async function tellDueActivities(context: Context): Promise<void> {
  let told: number;
  do {
    told = await systemWork(context, 'activity-due', async (work) => {
      const due = await lockDueActivities(work.tx, {
        now: work.now,
        most: ACTIVITY.toldAtOnceMax,
      });
      const rows = due.map(({ do_not_call: doNotCall, ...row }): ActivityRow => {
        if (!doNotCall || !isCallToMake(row)) return { ...row, due_told_at: work.now };
        const cancelled = { status: 'CANCELLED', outcome: 'DO_NOT_CALL' } as const;
        return { ...changedActivityRow(work, row, cancelled), ended_at: work.now };
      });
      await updateActivityRows(work.tx, rows);
      for (const [index, row] of rows.entries()) {
        const before = due[index];
        const isCancelled = row.status === 'CANCELLED' && before !== undefined;
        work.events.push(isCancelled ? activityChanged(before, row) : activityDue(row));
      }
      return rows.length;
    });
  } while (told === ACTIVITY.toldAtOnceMax);
}
