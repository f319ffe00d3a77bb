// Reports that are kept as work items because they cannot be booked or contradict their order. No
// report is dropped.

import type { Work } from '../../../platform/context.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import { lockNamed } from './queries.js';
import { describe } from './reading.js';
import { insertItems, keepsSame, SAME_ORDER_AND_REASON } from './unmatched-queries.js';
import type { UnmatchedReason } from './unmatched-reason.js';

interface Kept {
  readonly reason: UnmatchedReason;
  readonly orderId?: bigint;
}

/**
 * Keeps a report as a work item. The same one again (a status answer at every logon) adds none; one
 * that differs in a figure does, and so does every execution report without an ExecID.
 */
export async function keepUnmatched(
  work: Work,
  report: ExchangeReport,
  { reason, orderId }: Kept,
): Promise<'UNMATCHED'> {
  // The ExecID of a status answer is new each time.
  const isAnswer = report.execType === 'I';
  const execId = isAnswer ? null : (report.execId ?? null);
  const isRepeatable = isAnswer || report.message === 'CANCEL_REJECT';
  const { exchangeId, clOrdId } = report;
  await insertItems(
    work,
    [{ report, reason, orderId, execId, text: describe(report) }],
    keepsSame({ exchangeId, clOrdId, reason, execId, isRepeatable }),
  );
  return 'UNMATCHED';
}

/** A report that was booked and contradicts its order. */
export interface Contradiction {
  readonly orderId: bigint;
  readonly report: ExchangeReport;
  readonly reason: UnmatchedReason;
}

/**
 * Keeps contradictions as work items, in one statement. While one of a reason is open about an
 * order, further ones add nothing: whoever settles it looks at the whole order.
 */
export async function keepContradictions(
  work: Work,
  found: readonly Contradiction[],
): Promise<void> {
  if (found.length === 0) return;
  const first = new Map<string, Contradiction>();
  for (const each of found) {
    const key = `${each.orderId} ${each.reason}`;
    if (!first.has(key)) first.set(key, each);
  }
  await insertItems(
    work,
    [...first.values()].map(({ orderId, report, reason }) => {
      return { report, reason, orderId, execId: report.execId ?? null, text: describe(report) };
    }),
    SAME_ORDER_AND_REASON,
  );
}

/**
 * Keeps a report that booking failed on again and again, so that those behind it get through. Its
 * order's fate is in doubt until somebody has applied it.
 */
export async function parkReport(work: Work, report: ExchangeReport): Promise<'UNMATCHED'> {
  const order = await lockNamed(work.tx, report);
  return keepUnmatched(work, report, {
    reason: 'NOT_BOOKED',
    ...(order === undefined ? {} : { orderId: order.id }),
  });
}
