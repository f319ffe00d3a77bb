// The nightly job that deletes FIX messages older than the configured age.

import { JOB } from '../../../limits.js';
import { closedObject } from '../../../platform/http/shape/wire.js';
import { jobHandler } from '../../../platform/jobs/job.js';
import { inBatches } from '../../../platform/jobs/purge.js';
import { deleteOldMessages } from '../session/store/message-log-queries.js';

const DAY_MS = 86_400_000;

/**
 * Deletes messages that are older than FIX_MESSAGE_KEPT_DAYS and can no longer be requested again.
 */
export const purgeFixMessages = jobHandler({
  kind: { name: 'fix-message.purge', data: closedObject({}) },
  dailyAtUtc: '01:20',
  timeoutMs: JOB.purgeTimeoutMs,
  atOnceMax: 1,
  run: async ({ db, clock, config, metrics }, { signal }) => {
    const before = new Date(clock.millis() - config.fixMessageKeptDays * DAY_MS).toISOString();
    const batch = { before, rowsMax: JOB.purgeBatchRows };
    const removed = await inBatches(signal, () => deleteOldMessages(db, batch));
    metrics.events.inc({ name: 'fix_message_purged' }, removed);
  },
});
