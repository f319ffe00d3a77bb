// Latency statistics over time: how long it took to send, answer and fill orders.

import type { Static } from '@sinclair/typebox';
import { curveUntil } from '../../../platform/calendar/curve.js';
import type { Call } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { OrderLatencyQuery } from '../latency-schema.js';

/**
 * The times in milliseconds within which 50, 95 and 99 percent of orders were processed; null if
 * there are no orders.
 */
type Quantiles = readonly [string, string, string] | null;

interface StepRow {
  readonly at: Instant;
  readonly count: bigint;
  readonly sent_count: bigint;
  readonly sent: Quantiles;
  readonly answered_count: bigint;
  readonly answered: Quantiles;
  readonly filled_count: bigint;
  readonly filled: Quantiles;
}

/**
 * Reads the latencies. An order belongs to the time step in which it was accepted, regardless of
 * when it was sent or filled.
 */
export async function orderLatency(
  call: Call,
  { span }: Static<typeof OrderLatencyQuery>,
): Promise<object> {
  const { from, stepMs, ends } = curveUntil(call.now, span);
  const rows = await call.db.query<StepRow>(sql`
    with taken as (
      select i.created_at, i.sent_at, answer.received_at as answered_at,
        fill.received_at as filled_at
      from exchange_instruction i
      join trade_order t on t.id = i.order_id
      left join lateral (select min(received_at) as received_at from execution_report
        where order_id = i.order_id) answer on true
      left join lateral (select min(received_at) as received_at from execution_report
        where order_id = i.order_id and kind is not null) fill on true
      where i.kind = 'NEW' and i.entry_no = 1 and i.created_at >= ${from}::timestamptz
        and ${inOffices(sql`t.office_id`, call.principal.offices)}
    )
    select date_bin(make_interval(secs => ${stepMs / 1_000}), created_at, ${from}::timestamptz)
        + make_interval(secs => ${stepMs / 1_000}) as at,
      count(*) as count,
      count(sent_at) as sent_count, ${quantiles(sql`sent_at`)} as sent,
      count(answered_at) as answered_count, ${quantiles(sql`answered_at`)} as answered,
      count(filled_at) as filled_count, ${quantiles(sql`filled_at`)} as filled
    from taken group by 1`);
  const steps = new Map(rows.map((row) => [row.at, row]));
  return { from, result: ends.map((at) => shownStep(at, steps.get(at))) };
}

function quantiles(until: Sql): Sql {
  return sql`(percentile_cont(array[0.5, 0.95, 0.99]) within group
    (order by extract(epoch from ${until} - created_at)::float8 * 1000))::numeric(12, 1)[]::text[]`;
}

function shownStep(at: Instant, row: StepRow | undefined) {
  if (row === undefined) return { at, count: 0 };
  return {
    at,
    count: row.count,
    sent: shownQuantiles(row.sent_count, row.sent),
    answered: shownQuantiles(row.answered_count, row.answered),
    filled: shownQuantiles(row.filled_count, row.filled),
  };
}

function shownQuantiles(count: bigint, quantilesMs: Quantiles) {
  if (quantilesMs === null) return undefined;
  const [half, most, nearlyAll] = quantilesMs;
  return {
    count,
    halfMs: new Decimal(half),
    mostMs: new Decimal(most),
    nearlyAllMs: new Decimal(nearlyAll),
  };
}
