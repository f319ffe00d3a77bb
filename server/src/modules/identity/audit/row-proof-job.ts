// The nightly row proof, which compares every hashed row once a day. A differing row is logged as
// an error and counted in a metric.

import { closedObject } from '../../../platform/http/shape/wire.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { AUDIT } from '../limits.js';
import { proveRows } from './row-proof.js';

/**
 * Compares all rows, slice by slice. A second run reports the same rows again and changes nothing.
 */
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
        log.error({ faults }, 'rows differ from their last row changes');
      }
      from = nextFrom;
    } while (from !== undefined);
  },
});
