// Scans customers' pictures for viruses, one job per file.

import type { Work } from '../../../platform/context.js';
import type { AttachmentStore } from '../../../platform/files/attachment-store.js';
import { scanBytes } from '../../../platform/files/virus-scanner.js';
import { closedObject, wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { PARTY } from '../limits.js';
import { selectPictureById, settlePictureScan } from './queries.js';

const scanData = closedObject({ pictureId: wireId({ description: 'Id of the picture' }) });

const SCAN: JobKind<typeof scanData> = {
  name: 'customer-picture.scan',
  data: scanData,
  attemptsMax: PARTY.scanAttemptsMax,
};

/** Returns the scan status of a new picture. */
export function firstScanStatus({ context }: Work): 'QUARANTINED' | 'NOT_SCANNED' {
  return context.config.clamdUrl === undefined ? 'NOT_SCANNED' : 'QUARANTINED';
}

/** Enqueues the scan of a stored picture, if a scanner is configured. */
export async function requestScan(work: Work, pictureId: bigint): Promise<void> {
  if (work.context.config.clamdUrl === undefined) return;
  await enqueue(work, SCAN, { data: { pictureId } });
}

/**
 * Returns the job that scans a picture. The job fails while the scanner is unavailable, and is
 * retried with backoff.
 */
export function pictureScanJob(store: AttachmentStore): JobHandler {
  return jobHandler({
    kind: SCAN,
    timeoutMs: PARTY.scanTimeoutMs,
    run: async ({ db, config, log, metrics }, { data, signal }) => {
      const found = await selectPictureById(db, data.pictureId);
      const isWaiting = found?.scanStatus === 'QUARANTINED';
      if (!isWaiting || config.clamdUrl === undefined) return;
      const bytes = await store.get(found.sha256);
      const { infection } = await scanBytes(config.clamdUrl, bytes, signal);
      const status = infection === undefined ? 'CLEAN' : 'INFECTED';
      await settlePictureScan(db, { id: found.id, status, infection });
      metrics.events.inc({ name: `customer_picture_${status.toLowerCase()}` });
      if (infection !== undefined)
        log.warn({ picture: String(found.id), infection }, 'infected file');
    },
  });
}
