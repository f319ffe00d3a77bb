// Sends one event for each activity that becomes due.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import { ACTIVITY } from '../limits.js';
import { activityChanged, activityDue } from './event.js';
import { type ActivityRow, lockDueActivities, updateActivityRows } from './queries.js';
import { changedActivityRow } from './record.js';
import { isCallToMake } from './state.js';

/** Polls for due activities on every node. */
export const activityWorker: Worker = {
  name: 'activity-due',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'activity-due',
      everyMs: ACTIVITY.pollIntervalMs,
      round: () => notifyDueActivities(context),
    }),
};

/**
 * Sends the event for each open activity that is due. The activity is marked and the event stored
 * in one transaction, so each event is sent once. If the person has opted out of calls since a call
 * was planned, the call is cancelled instead.
 */
export async function notifyDueActivities(context: Context): Promise<void> {
  let notified: number;
  do {
    notified = await systemWork(context, 'activity-due', async (work) => {
      const due = await lockDueActivities(work.tx, {
        now: work.now,
        most: ACTIVITY.notifiedAtOnceMax,
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
  } while (notified === ACTIVITY.notifiedAtOnceMax);
}
