// Reports of exchanges that wait for a person too long: each raises an alarm at every age that the
// firm has set, and the figures show how many are open and how old the oldest is.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import type { Database, Instant } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import { ORDER } from '../limits.js';
import { UNMATCHED_REASONS, type UnmatchedReason } from './reason.js';
import { visibleReports } from './work-item.js';

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
    which: sql`true`,
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

interface Raised {
  readonly id: bigint;
  readonly reason: UnmatchedReason;
  readonly office_id: bigint | null;
  readonly order_id: bigint | null;
  /** The age of the setting that it has reached. */
  readonly minutes: number;
}

/**
 * Notes the ages that open reports have reached since the last look, and returns one of each. One
 * that has passed several at once, as after a night without a server, raises one alarm.
 */
export async function raiseAlarms(work: Work): Promise<readonly Raised[]> {
  const minutes = work.context.config.reportAlarmMinutes;
  const raised = await work.tx.query<Raised>(sql`
    with reached as (
      select u.id, u.order_id, s.step from unmatched_report u cross join lateral (
        select count(*)::int as step from unnest(${[...minutes]}::int[]) as m(age)
        where u.received_at + m.age * interval '1 minute' <= ${work.now}::timestamptz
      ) s
      where not u.resolved and u.alarm_step < s.step
      order by u.id limit ${ORDER.reportAlarmsPerRound} for update of u skip locked
    )
    update unmatched_report u set alarm_step = r.step
    from reached r left join trade_order t on t.id = r.order_id
    where u.id = r.id
    returning u.id, u.reason, u.order_id, t.office_id,
      (${[...minutes]}::int[])[r.step] as minutes`);
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

interface OpenReports {
  readonly open: bigint;
  readonly oldestSeconds: bigint;
  readonly reasons: readonly OpenReason[];
}

interface OpenReason {
  readonly reason: UnmatchedReason;
  readonly count: bigint;
  readonly oldestSeconds: bigint;
}

/** How many reports wait for a person, by reason, as far as the caller sees them. */
export function reportSummary(call: Call): Promise<OpenReports> {
  return openReports(call.db, { which: visibleReports(call), now: call.now });
}

async function openReports(
  db: Database,
  { which, now }: { readonly which: Sql; readonly now: Instant },
): Promise<OpenReports> {
  const reasons = await db.query<OpenReason>(sql`
    select u.reason, count(*) as count, greatest(0, floor(extract(epoch from
      ${now}::timestamptz - min(u.received_at))))::bigint as "oldestSeconds"
    from unmatched_report u left join trade_order t on t.id = u.order_id
    where not u.resolved and ${which}
    group by u.reason order by min(u.received_at), u.reason`);
  return {
    open: reasons.reduce((sum, { count }) => sum + count, 0n),
    oldestSeconds: reasons[0]?.oldestSeconds ?? 0n,
    reasons,
  };
}
