// The nightly proof of rows: every hashed row is compared once a day, and what differs is an error
// in the log and a figure.

import { closedObject } from '../../../platform/http/shape/wire.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { AUDIT } from '../limits.js';
import { proveRows } from './row-proof.js';

/** Compares all rows, slice by slice. Doing it twice reports a fault twice and changes nothing. */
export const proveRowsJob: JobHandler = jobHandler({
  kind: { name: 'audit-row.prove', data: closedObject({}) },
  dailyAtUtc: '01:40',
  timeoutMs: AUDIT.proveRowsTimeoutMs,
  atOnceMax: 1,
  run: async ({ db, log, metrics }, { signal }) => {
    let from: string | undefined;
    do {
      signal.throwIfAborted();
      const { faults, nextFrom } = await proveRows(db, from);
      if (faults.length > 0) {
        metrics.events.inc({ name: 'audit_row_fault' }, faults.length);
        log.error({ faults }, 'rows are not as their last changes left them');
      }
      from = nextFrom;
    } while (from !== undefined);
  },
});
