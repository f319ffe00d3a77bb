// Books reports inside the session's transaction. A report that fails because of an internal error
// is parked after a few attempts. Otherwise the session would deliver it forever and block the
// reports behind it.

import {
  applyExchangeReport,
  applyExchangeReports,
  type ExchangeReport,
  parkReport,
  type ReportFate,
} from '../../../modules/order/index.js';
import { AssertionFailed } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import { workIn } from '../../../platform/system-work.js';

export const ATTEMPTS_MAX = 3;
export const FAILED_REPORTS_MAX = 1_000;

/**
 * Books reports in the transaction of their messages, in the order received, and returns the
 * outcome of each.
 */
export type BookReports = (
  tx: Tx,
  reports: readonly ExchangeReport[],
) => Promise<readonly ReportFate[]>;

/** Creates the report booking for one session. Failures are remembered only in memory. */
export function createBooking(context: Context): BookReports {
  // How often a report could not be booked on its own; failures within a batch are not counted.
  const failures = new Map<string, number>();
  const noteFailure = (error: unknown, reports: readonly ExchangeReport[], count: number) => {
    if (!isOurError(error)) return;
    if (failures.size >= FAILED_REPORTS_MAX) failures.clear();
    for (const report of reports)
      failures.set(keyOf(report), (failures.get(keyOf(report)) ?? 0) + count);
  };
  const bookOne = async (tx: Tx, report: ExchangeReport) => {
    const isHopeless = (failures.get(keyOf(report)) ?? 0) >= ATTEMPTS_MAX;
    if (isHopeless) {
      context.log.error({ clOrdId: report.clOrdId }, 'a report that cannot be booked is parked');
    }
    const book = isHopeless ? parkReport : applyExchangeReport;
    return workIn<ReportFate>({ context, tx, reason: 'exchange-report' }, (work) =>
      book(work, report),
    ).catch((error: unknown) => {
      noteFailure(error, [report], 1);
      throw error;
    });
  };
  const bookBatch = (tx: Tx, reports: readonly ExchangeReport[]) =>
    workIn({ context, tx, reason: 'exchange-report' }, (work) =>
      applyExchangeReports(work, reports),
    ).catch((error: unknown) => {
      noteFailure(error, reports, 0);
      throw error;
    });
  return async (tx, reports) => {
    const isSuspect = reports.some((report) => failures.has(keyOf(report)));
    if (reports.length > 1 && !isSuspect) return bookBatch(tx, reports);
    const fates: ReportFate[] = [];
    for (const report of reports) fates.push(await bookOne(tx, report));
    return fates;
  };
}

function keyOf(report: ExchangeReport): string {
  return `${report.message} ${report.clOrdId} ${report.execId ?? ''}`;
}

// A database that is down or busy is a temporary failure; a violated rule is permanent.
export function isOurError(error: unknown): boolean {
  if (error instanceof AssertionFailed || error instanceof Problem) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // These error classes cover invalid data, violated constraints, and limits such as the maximum
  // length of an index key.
  return (
    /^(22|23|54)[0-9A-Z]{3}$/.test(code) ||
    error instanceof TypeError ||
    error instanceof RangeError
  );
}
