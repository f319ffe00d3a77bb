// SQL for open reports by age: reports that raise an alarm, and the number of reports by reason.

import type { Work } from '../../../platform/context.js';
import type { Database, Instant } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';
import type { UnmatchedReason } from '../report/unmatched-reason.js';

/** A report that raises an alarm. */
export interface Raised {
  readonly id: bigint;
  readonly reason: UnmatchedReason;
  readonly office_id: bigint | null;
  readonly order_id: bigint | null;
  /** The configured age that the report has reached. */
  readonly minutes: number;
}

/** The open reports by reason. */
export interface OpenReports {
  readonly open: bigint;
  readonly oldestSeconds: bigint;
  readonly reasons: readonly OpenReason[];
}

interface OpenReason {
  readonly reason: UnmatchedReason;
  readonly count: bigint;
  readonly oldestSeconds: bigint;
}

/** Reads the number and age of open reports, by reason. */
export async function openReports(
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

/** SQL condition: every work item `u`. */
export const ANY_REPORT: Sql = sql`true`;

/**
 * Stores which alarm ages a batch of open reports has reached, and returns these reports. Reports
 * that another node has locked are skipped.
 * @param minutes the ages that raise an alarm, lowest first
 */
export function storeSteps(work: Work, minutes: readonly number[]): Promise<Raised[]> {
  return work.tx.query<Raised>(sql`
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
}
