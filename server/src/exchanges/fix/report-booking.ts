// Booking of reports inside the session's transaction. One that booking fails on for a reason of
// our own is set aside after a few attempts: the session would else deliver it for ever, and
// nothing behind it.

import {
  applyExchangeReport,
  type ExchangeReport,
  type ReportFate,
  setReportAside,
} from '../../modules/order/index.js';
import { AssertionFailed } from '../../platform/assert.js';
import type { Context } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { Problem } from '../../platform/http/problem.js';
import { workIn } from '../../platform/system-work.js';

const ATTEMPTS_MOST = 3;
const FAILED_REPORTS_MOST = 1_000;

/** Books one report in the transaction of its message. */
export type BookReport = (tx: Tx, report: ExchangeReport) => Promise<ReportFate>;

/** Makes the booking of one session; it remembers what failed as long as the process lives. */
export function createBooking(context: Context): BookReport {
  const failures = new Map<string, number>();
  return (tx, report) => {
    const key = `${report.message} ${report.clOrdId} ${report.execId ?? ''}`;
    const failed = failures.get(key) ?? 0;
    if (failed >= ATTEMPTS_MOST) {
      context.log.error({ clOrdId: report.clOrdId }, 'a report that cannot be booked is set aside');
      return workIn({ context, tx, reason: 'exchange-report' }, (work) =>
        setReportAside(work, report),
      );
    }
    return workIn({ context, tx, reason: 'exchange-report' }, (work) =>
      applyExchangeReport(work, report),
    ).catch((error: unknown) => {
      if (isOurFault(error)) {
        if (failures.size >= FAILED_REPORTS_MOST) failures.clear();
        failures.set(key, failed + 1);
      }
      throw error;
    });
  };
}

// A database that is down or busy is nobody's fault and passes; a broken rule stays broken.
function isOurFault(error: unknown): boolean {
  if (error instanceof AssertionFailed || error instanceof Problem) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(22|23)\d{3}$/.test(code) || error instanceof TypeError || error instanceof RangeError;
}
