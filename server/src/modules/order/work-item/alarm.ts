// Alarms for exchange reports that have been open for too long. A report raises an alarm at each
// configured age. Metrics show the number of open reports and the age of the oldest.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
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

/** Polls periodically on every node. The node that stores an alarm step also raises the alarm. */
export const reportAlarmWorker: Worker = {
  name: 'report-alarm',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'report-alarm',
      everyMs: ORDER.alarmPollIntervalMs,
      round: () => watchReports(context),
    }),
};

/** Raises the alarms that are due, and sets this node's metrics. */
export async function watchReports(context: Context): Promise<void> {
  const raised = await systemWork(context, 'report-alarm', raiseAlarms);
  if (raised.length > 0) {
    const ids = raised.map(({ id }) => String(id));
    const minutes = Math.max(...raised.map((each) => each.minutes));
    context.metrics.events.inc({ name: 'report-overdue' }, raised.length);
    context.log.error(
      { ids, minutes, reasons: [...new Set(raised.map(({ reason }) => reason))] },
      'exchange reports have waited too long for a person',
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
 * Stores the ages that open reports have reached since the last poll, and returns each such report
 * once. If a report has passed several ages, for example while no server was running overnight, it
 * raises only one alarm.
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

/** Counts the reports that the caller may see and that a person must still review, by reason. */
export function reportSummary(call: Call): Promise<OpenReports> {
  return openReports(call.db, { which: visibleReports(call), now: call.now });
}
