// Stores reports as work items if they cannot be booked or contradict their order. No report is
// dropped.

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
 * Stores a report as a work item. A duplicate report, such as the status answer after every logon,
 * adds no work item. A report with different numbers adds one, and so does every execution report
 * without an ExecID.
 */
export async function keepUnmatched(
  work: Work,
  report: ExchangeReport,
  { reason, orderId }: Kept,
): Promise<'UNMATCHED'> {
  // A status answer has a new ExecID each time.
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

/** A booked report that contradicts its order. */
export interface Contradiction {
  readonly orderId: bigint;
  readonly report: ExchangeReport;
  readonly reason: UnmatchedReason;
}

/**
 * Stores contradictions as work items with one statement. While an item with the same order and
 * reason is open, further items are redundant: the person who settles the first one looks at the
 * whole order.
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
 * Parks a report after repeated attempts to book it have failed, so that the reports behind it are
 * processed. The state of its order remains in doubt until a user applies the report.
 */
export async function parkReport(work: Work, report: ExchangeReport): Promise<'UNMATCHED'> {
  const order = await lockNamed(work.tx, report);
  return keepUnmatched(work, report, {
    reason: 'NOT_BOOKED',
    ...(order === undefined ? {} : { orderId: order.id }),
  });
}
