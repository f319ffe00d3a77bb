// Reports of exchanges that wait for a person too long: each raises an alarm at every age that the
// firm has set, and the figures show how many are open and how old the oldest is.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import type { Worker } from '../../../platform/http/module.js';
import { systemWork } from '../../../platform/system-work.js';
import { ORDER } from '../limits.js';
import { UNMATCHED_REASONS } from '../report/unmatched-reason.js';
import {
  ANY_REPORT,
  type OpenReports,
  openReports,
  type Raised,
  storeSteps,
} from './alarm-queries.js';
import { visibleReports } from './queries.js';

/** Looks at set intervals. Any node may: an alarm is raised by the one that notes its step. */
export const reportAlarmWorker: Worker = {
  name: 'report-alarm',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'report-alarm',
      everyMs: ORDER.reportAlarmsEveryMs,
      round: () => watchReports(context),
    }),
};

/** Raises the alarms that are due, and sets the figures of this node. */
export async function watchReports(context: Context): Promise<void> {
  const raised = await systemWork(context, 'report-alarm', raiseAlarms);
  if (raised.length > 0) {
    const ids = raised.map(({ id }) => String(id));
    const minutes = Math.max(...raised.map((each) => each.minutes));
    context.metrics.events.inc({ name: 'report-overdue' }, raised.length);
    context.log.error(
      { ids, minutes, reasons: [...new Set(raised.map(({ reason }) => reason))] },
      'reports of exchanges wait for a person too long',
    );
  }
  const { open, oldestSeconds, reasons } = await openReports(context.db, {
    which: ANY_REPORT,
    now: context.clock.now(),
  });
  const { gauges } = context.metrics;
  gauges.set({ name: 'reports_open' }, Number(open));
  gauges.set({ name: 'report_oldest_seconds' }, Number(oldestSeconds));
  for (const reason of UNMATCHED_REASONS) {
    const count = reasons.find((each) => each.reason === reason)?.count ?? 0n;
    gauges.set({ name: `reports_open_${reason.toLowerCase()}` }, Number(count));
  }
}

/**
 * Notes the ages that open reports have reached since the last look, and returns one of each. One
 * that has passed several at once, as after a night without a server, raises one alarm.
 */
export async function raiseAlarms(work: Work): Promise<readonly Raised[]> {
  const minutes = work.context.config.reportAlarmMinutes;
  const raised = await storeSteps(work, minutes);
  for (const { id, reason, office_id, order_id, minutes: age } of raised) {
    work.events.push({
      type: 'exchange-report.overdue',
      subjectId: id,
      ...(office_id === null ? {} : { officeId: office_id }),
      data: { reason, orderId: order_id ?? undefined, ageMinutes: age },
    });
  }
  return raised;
}

/** How many reports wait for a person, by reason, as far as the caller sees them. */
export function reportSummary(call: Call): Promise<OpenReports> {
  return openReports(call.db, { which: visibleReports(call), now: call.now });
}
